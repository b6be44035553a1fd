package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/cache"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// diagnosticSource names the server beside its diagnostics.
const diagnosticSource = "fraccheck"

// A checker finds the diagnostics of files, open or not, for one conversation.
type checker struct {
	runs      *runs
	serial    *serialized
	cache     *cache.Store // on disk; nil for none
	tool      string       // names this build there
	summaries fileCache[*summary]
	changes   *viewBroadcast
	asked     *askedVersions // open documents that the client asked about
}

// diagnostics checks a document. It fails where the context ends.
func (c *checker) diagnostics(ctx context.Context, v *view, d *document) ([]protocol.Diagnostic, error) {
	if isServerDocument(d.uri) {
		return nil, nil
	}
	if d.lost != nil {
		return []protocol.Diagnostic{unchecked(d.lost)}, nil
	}
	return c.fileDiagnostics(ctx, v, d.path)
}

// fileDiagnostics checks a file, open or not.
func (c *checker) fileDiagnostics(ctx context.Context, v *view, path string) ([]protocol.Diagnostic, error) {
	source, _ := v.snapshot.Source(path)
	if source != nil && source.Text == prelude.Source {
		return nil, nil // the copy that definitions lead to, in whatever folder
	}
	report, err := v.report(ctx, path)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return []protocol.Diagnostic{unchecked(err)}, nil
	}
	return c.shown(v, path, source, report), nil
}

// partial are the diagnostics of a file so far; false where there is nothing to show.
func (c *checker) partial(ctx context.Context, v *view, path string) ([]protocol.Diagnostic, bool) {
	source, err := v.snapshot.Source(path)
	report := v.snapshot.Known(ctx, path)
	if err != nil || report == nil || source.Text == prelude.Source {
		return nil, false
	}
	return c.shown(v, path, source, report), true
}

// shown are the findings of a report that are shown in a file.
func (c *checker) shown(v *view, path string, source *workspace.Source, report *workspace.Report) []protocol.Diagnostic {
	places := newPlaces(v)
	found := make([]protocol.Diagnostic, 0, len(report.Findings))
	if source != nil && v.oversized(source) {
		found = append(found, places.tooLarge(source))
	}
	for _, f := range report.Findings {
		if f.Source.Path != path && source != nil && (f.Source.File == nil || f.Source.Rules() != nil) {
			continue // stands in the configuration, or in rules that it names
		}
		found = append(found, places.diagnostic(&f))
	}
	if source != nil {
		found = append(found, c.runs.unmet(v, source)...)
	}
	return found
}

// unchecked tells why a document could not be checked, such as a mistake in the
// configuration.
func unchecked(err error) protocol.Diagnostic {
	return protocol.Diagnostic{
		Severity: protocol.DiagnosticSeverityError,
		Source:   protocol.NewOptional(diagnosticSource),
		Message:  protocol.String("this file is not checked: " + err.Error()),
	}
}

var severities = map[codes.Severity]protocol.DiagnosticSeverity{
	codes.Error:   protocol.DiagnosticSeverityError,
	codes.Warning: protocol.DiagnosticSeverityWarning,
	codes.Info:    protocol.DiagnosticSeverityInformation,
	codes.Hint:    protocol.DiagnosticSeverityHint,
}

// diagnostic is a finding as the protocol writes it.
func (p *places) diagnostic(f *workspace.Finding) protocol.Diagnostic {
	d := protocol.Diagnostic{
		Range:    p.rangeOf(f.Place),
		Severity: severities[f.Severity],
		Code:     protocol.String(f.Code),
		Source:   protocol.NewOptional(diagnosticSource),
	}
	message := append([]string{f.Message}, f.Notes...)
	for _, r := range f.Related {
		if p.view.client.related {
			d.RelatedInformation = append(d.RelatedInformation, protocol.DiagnosticRelatedInformation{
				Location: p.location(r.Place), Message: r.Message,
			})
			continue
		}
		start, _ := r.Range()
		message = append(message, fmt.Sprintf("%s:%d:%d: %s", r.Source.Name, start.Line, start.Column, r.Message))
	}
	d.Message = protocol.String(strings.Join(message, "\n"))
	p.describe(&d, f)
	return d
}

// describe adds what not every client understands.
func (p *places) describe(d *protocol.Diagnostic, f *workspace.Finding) {
	if f.Code.Has(codes.Unnecessary) && slices.Contains(p.view.client.tags, protocol.DiagnosticTagUnnecessary) {
		d.Tags = protocol.NewDiagnosticTags(protocol.DiagnosticTagUnnecessary)
	}
	if p.view.client.codeDescriptions {
		if page, ok := p.view.pages.of(f.Code); ok {
			d.CodeDescription.Href = page
		}
	}
	if f.Data != nil {
		d.Data, _ = json.Marshal(f.Data) // nothing else goes to clients than what encodes
	}
}
