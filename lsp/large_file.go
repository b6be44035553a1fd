package lsp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/typecheck"
)

var errOversized = errors.New("the file is larger than the setting fraccheck.largestFile allows")

// oversized tells whether a file is too large for anything but its syntax.
func (v *view) oversized(source *workspace.Source) bool { return v.tooLarge(len(source.Text)) }

// tooLarge is oversized by the size of a text in bytes.
func (v *view) tooLarge(size int) bool {
	return v.settings.LargestFile > 0 && size > v.settings.LargestFile
}

// result is the typed tree of an item; of a file that is too large, one that
// knows no types.
func (v *view) result(source *workspace.Source, i int) (*typecheck.Result, error) {
	if v.oversized(source) {
		return &typecheck.Result{Info: &typecheck.Info{Item: source.File.Items[i]}}, nil
	}
	if err := v.context().Err(); err != nil {
		return nil, err
	}
	return v.snapshot.Result(source.Path, i)
}

// checked runs every check over a file, or over its syntax alone.
func (v *view) checkFile(ctx context.Context, path string) (*workspace.Report, error) {
	source, err := v.snapshot.Source(path)
	if err == nil && v.oversized(source) {
		return v.snapshot.CheckSyntax(path)
	}
	return v.snapshot.Check(ctx, []string{path})
}

// tooLarge says in the first line that only the syntax is checked.
func (p *places) tooLarge(source *workspace.Source) protocol.Diagnostic {
	line, _, _ := strings.Cut(source.Text, "\n")
	return protocol.Diagnostic{
		Range:    p.rangeOf(workspace.Place{Source: source, Span: syntax.Span{End: int32(len(strings.TrimRight(line, "\r")))}}),
		Severity: protocol.DiagnosticSeverityInformation,
		Source:   protocol.NewOptional(diagnosticSource),
		Message: protocol.String(fmt.Sprintf("only the syntax of this file is checked: it has %d bytes, and the setting `fraccheck.largestFile` allows %d",
			len(source.Text), p.view.settings.LargestFile)),
	}
}
