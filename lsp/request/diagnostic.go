package request

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/explain"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// cachedFile writes a text of the server to the user's cache directory, so that
// any editor can show it: the prelude, the pages on codes. Texts are distinguished
// by their content, so several versions of the server get on together. Where
// there is no such directory the address is empty.
func cachedFile(name, content string) uri.URI {
	cache, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	sum := sha256.Sum256([]byte(content))
	dir := filepath.Join(cache, "fraccheck", "text", hex.EncodeToString(sum[:8]))
	path := filepath.Join(dir, name)
	if there, err := disk.Read(path, disk.Programs); err != nil || string(there) != content {
		if err := writeOnce(dir, path, content); err != nil {
			return ""
		}
	}
	return uri.File(path)
}

// pages are the pages on codes that were written to the user's cache directory, or found
// there, during one piece of work. It is for one goroutine; without it each is looked for
// whenever it is named.
type pages map[codes.Code]uri.URI

// of is the address of the page on a code; not ok where there is none.
func (p pages) of(code codes.Code) (uri.URI, bool) {
	if known, ok := p[code]; ok {
		return known, true
	}
	page, ok := explain.Page(string(code))
	if !ok {
		return "", false
	}
	address := cachedFile(string(code)+".md", page)
	if p != nil {
		p[code] = address
	}
	return address, true
}

// writeOnce writes a read-only file, whatever is in its place: it appears there when it is
// whole. Others may write the same one meanwhile.
func writeOnce(dir, path, content string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := disk.WriteOwn(path, []byte(content)); err != nil {
		return err
	}
	return os.Chmod(path, 0o444)
}

// DiagnosticSource names the server beside its diagnostics.
const DiagnosticSource = "fraccheck"

var severities = map[codes.Severity]protocol.DiagnosticSeverity{
	codes.Error:   protocol.DiagnosticSeverityError,
	codes.Warning: protocol.DiagnosticSeverityWarning,
	codes.Info:    protocol.DiagnosticSeverityInformation,
	codes.Hint:    protocol.DiagnosticSeverityHint,
}

// Diagnostic is a diagnostic as the protocol writes it.
func (p *Mapper) Diagnostic(f *workspace.Finding) protocol.Diagnostic {
	d := protocol.Diagnostic{
		Range:    p.Range(f.Place),
		Severity: severities[f.Severity],
		Code:     protocol.String(f.Code),
		Source:   protocol.NewOptional(DiagnosticSource),
	}
	message := append([]string{f.Message}, f.Notes...)
	if node := f.AtNode(); node != "" {
		message[0] = node + ": " + f.Message
	}
	for _, r := range f.Related {
		if p.View.Client.RelatedInformation {
			d.RelatedInformation = append(d.RelatedInformation, protocol.DiagnosticRelatedInformation{
				Location: p.Location(r.Place), Message: r.Message,
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
func (p *Mapper) describe(d *protocol.Diagnostic, f *workspace.Finding) {
	if f.Code.Has(codes.Unnecessary) && slices.Contains(p.View.Client.tags, protocol.DiagnosticTagUnnecessary) {
		d.Tags = protocol.NewDiagnosticTags(protocol.DiagnosticTagUnnecessary)
	}
	if p.View.Client.codeDescriptions {
		if page, ok := p.View.pages.of(f.Code); ok {
			d.CodeDescription.Href = page
		}
	}
	if f.Data != nil {
		d.Data, _ = json.Marshal(f.Data) // nothing else goes to clients than what encodes
	}
}

// TooLarge says in the first line that only the syntax is checked.
func (p *Mapper) TooLarge(source *workspace.Source) protocol.Diagnostic {
	line, _, _ := strings.Cut(source.Text(), "\n")
	return protocol.Diagnostic{
		Range:    p.Range(workspace.Place{Source: source, Span: syntax.Span{End: int32(len(strings.TrimRight(line, "\r")))}}),
		Severity: protocol.DiagnosticSeverityInformation,
		Source:   protocol.NewOptional(DiagnosticSource),
		Message: protocol.String(fmt.Sprintf("only the syntax of this file is checked: it has %d bytes, and the setting `fraccheck.largestFile` allows %d",
			len(source.Text()), p.View.Settings.LargestFile)),
	}
}
