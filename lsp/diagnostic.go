package lsp

import (
	"context"
	"errors"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/cache"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/config"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/runs"
)

// A checker finds the diagnostics of files, open or not, for one conversation.
type checker struct {
	runs      *runs.Runner
	serial    *serialized
	cache     *cache.Store // on disk; nil for none
	tool      string       // names this build there
	summaries request.FileCache[*summary]
	changes   *viewBroadcast
	asked     *request.AskedVersions // open documents that the client asked about
}

// diagnostics checks a document. It fails where the context ends.
func (c *checker) diagnostics(ctx context.Context, v *request.View, d *request.Document) ([]protocol.Diagnostic, error) {
	if request.IsServerDocument(d.URI) {
		return nil, nil
	}
	if d.Lost != nil {
		return []protocol.Diagnostic{unchecked(d.Lost)}, nil
	}
	if d.Bytes != "" {
		return c.bytesDiagnostics(ctx, v, d)
	}
	return c.fileDiagnostics(ctx, v, d.Path)
}

// bytesDiagnostics are those of a document that has the bytes of a model: what is wrong with the
// model, in the first line. A client that can read the program of the model has them there.
func (c *checker) bytesDiagnostics(ctx context.Context, v *request.View, d *request.Document) ([]protocol.Diagnostic, error) {
	if v.Client.ReadsContent {
		return nil, nil
	}
	return c.fileDiagnostics(ctx, v, d.Bytes)
}

// fileDiagnostics checks a file, open or not.
func (c *checker) fileDiagnostics(ctx context.Context, v *request.View, path string) ([]protocol.Diagnostic, error) {
	source, _ := v.Snapshot.Source(path)
	if source != nil && source.Is(prelude.Source) {
		return nil, nil // the copy that definitions lead to, in whatever folder
	}
	report, err := v.Report(ctx, path)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if at := (*config.Error)(nil); errors.As(err, &at) {
		return nil, nil // is shown in the configuration
	}
	if err != nil {
		return []protocol.Diagnostic{unchecked(err)}, nil
	}
	return c.shown(v, path, source, report), nil
}

// partial are the diagnostics of a file so far; false where there is nothing to show.
func (c *checker) partial(ctx context.Context, v *request.View, path string) ([]protocol.Diagnostic, bool) {
	source, err := v.Snapshot.Source(path)
	report := v.Snapshot.Known(ctx, path)
	if err != nil || report == nil || source.Is(prelude.Source) {
		return nil, false
	}
	return c.shown(v, path, source, report), true
}

// shown are the diagnostics of a report that are shown in a file.
func (c *checker) shown(v *request.View, path string, source *workspace.Source, report *workspace.Report) []protocol.Diagnostic {
	mapper := request.NewMapper(v)
	found := make([]protocol.Diagnostic, 0, len(report.Findings))
	if source != nil && v.Oversized(source) {
		found = append(found, mapper.TooLarge(source))
	}
	for _, f := range report.Findings {
		if f.Source.Path != path && source != nil && (!f.Source.Parsed || f.Source.Rules() != nil) {
			continue // is in the configuration, or in rules that it names
		}
		found = append(found, mapper.Diagnostic(&f))
	}
	if source != nil {
		found = append(found, c.runs.Unmet(v, source)...)
	}
	return found
}

// unchecked is the diagnostic of a document that could not be checked.
func unchecked(err error) protocol.Diagnostic {
	return protocol.Diagnostic{
		Severity: protocol.DiagnosticSeverityError,
		Source:   protocol.NewOptional(request.DiagnosticSource),
		Message:  protocol.String("this file is not checked: " + err.Error()),
	}
}
