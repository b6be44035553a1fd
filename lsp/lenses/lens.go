// Package lenses answers requests for what an editor shows between the lines of a program
// (code lenses: run, test, references, costs) and within them (inlay hints: types, names of
// parameters, results).
//
// Both are asked for at each scroll, so what is expensive is left to the resolving of the
// lenses that are on the screen, and costs have a time limit each. Read lens.go first, then
// hint.go.
package lenses

import (
	"context"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/rulematch"
	"github.com/fraccheck/fraccheck/lsp/runs"
	"github.com/fraccheck/fraccheck/lsp/settings"
)

// lensFeature offers, above lines, to run and to show what a file has.
type lensFeature struct {
	runs    *runs.Runner
	matches *rulematch.Searcher
}

func newLenses(r *runs.Runner, m *rulematch.Searcher) request.Feature {
	f := lensFeature{r, m}
	return request.Feature{
		Requests: map[string]request.Route{
			protocol.MethodTextDocumentCodeLens: request.Handles(f.codeLens),
			protocol.MethodCodeLensResolve:      request.Handles(f.resolveLens),
		},
		Announce: func(_ request.Client, c *protocol.ServerCapabilities) {
			resolves := true
			c.CodeLensProvider = &protocol.CodeLensOptions{ResolveProvider: &resolves}
		},
	}
}

// codeLensParams are those of the protocol and, as an addition to it, the range
// whose lenses are wanted. Without one those of the whole document are.
type codeLensParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Range        *protocol.Range                 `json:"range"`
}

// codeLens offers to run and to test what is in a document, and to show
// what refers to a definition and what calling it costs. Both are left to the
// resolving of the lenses that are seen.
func (f lensFeature) codeLens(ctx context.Context, v *request.View, p *codeLensParams) (any, error) {
	source, err := v.Source(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	l := f.lenses(v, source, p.Range)
	if v.Settings.CodeLens.Show != settings.Full {
		return l.found, nil
	}
	if v.Oversized(source) || request.IsServerDocument(p.TextDocument.URI) {
		return l.found, nil
	}
	if source.Rules() != nil {
		l.ruleLenses()
		if v.Settings.CodeLens.Test {
			l.examples()
			l.proofs()
		}
		return l.found, nil
	}
	if err := l.runs(ctx); err != nil {
		return nil, err
	}
	l.references(ctx)
	l.costs()
	return l.found, nil
}

// lenses gathers the lenses of one file, or of a part of it.
type lenses struct {
	kept       *runs.Runner
	view       *request.View
	source     *workspace.Source
	mapper     *request.Mapper
	found      []protocol.CodeLens
	part       *protocol.Range // nil: the whole
	first, end int             // the items of the part, where these are a program's
}

func (f lensFeature) lenses(v *request.View, source *workspace.Source, part *protocol.Range) *lenses {
	l := &lenses{kept: f.runs, view: v, source: source, mapper: request.NewMapper(v), found: []protocol.CodeLens{}, part: part}
	if source.Rules() != nil {
		return l
	}
	l.end = source.File.Len()
	if part != nil {
		l.first, l.end = source.File.ItemsIn(l.mapper.Span(source, *part))
	}
	return l
}

// add puts a lens above a place, where it is in the part.
func (l *lenses) add(at syntax.Span, lens protocol.CodeLens) {
	var wanted bool
	if lens.Range, wanted = l.line(at); wanted {
		l.found = append(l.found, lens)
	}
}

// line is the range of a lens at a place, which is to stay on one line, and reports whether
// that line is in the part.
//
// Clients draw a lens of several lines above the first one, but re-compute it when any of its
// lines changes.
func (l *lenses) line(at syntax.Span) (protocol.Range, bool) {
	r := l.mapper.Range(workspace.Place{Source: l.source, Span: at})
	if r.End.Line > r.Start.Line {
		r.End = r.Start
	}
	return r, l.part == nil || l.part.Start.Line <= r.Start.Line && r.Start.Line <= l.part.End.Line
}

// arguments are those of a command, by position.
func arguments(values ...any) []protocol.LSPAny {
	var written []protocol.LSPAny
	for _, value := range values {
		text, err := protocol.Marshal(value)
		if err != nil {
			panic(err) // the values are the server's own
		}
		written = append(written, text)
	}
	return written
}

// errModified is the answer to a request about a text that is there no longer.
var errModified = jsonrpc2.Errorf(jsonrpc2.Code(protocol.LSPErrorCodesContentModified), "the document was changed")

// Features are the requests of this package.
func Features(r *runs.Runner, m *rulematch.Searcher) []request.Feature {
	return []request.Feature{
		newLenses(r, m),
		newHints(r),
	}
}
