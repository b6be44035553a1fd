package lsp

import (
	"context"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/workspace"
)

var lensFeature = feature{
	requests: map[string]route{
		protocol.MethodTextDocumentCodeLens: handles(codeLens),
		protocol.MethodCodeLensResolve:      handles(resolveLens),
	},
	announce: func(_ abilities, c *protocol.ServerCapabilities) {
		resolves := true
		c.CodeLensProvider = &protocol.CodeLensOptions{ResolveProvider: &resolves}
	},
}

// codeLens offers to run and to test what stands in a document, and to show
// what refers to a definition and what calling it costs. Both are left to the
// resolving of the lenses that are seen.
func codeLens(ctx context.Context, v *view, p *protocol.CodeLensParams) (any, error) {
	source, err := v.source(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	l := &lenses{view: v, source: source, places: newPlaces(v), found: []protocol.CodeLens{}}
	if v.oversized(source) || isServerDocument(p.TextDocument.URI) {
		return l.found, nil
	}
	if source.Rules() != nil {
		l.ruleLenses()
		if v.settings.CodeLens.Test {
			l.examples()
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

// lenses gathers the lenses of one file.
type lenses struct {
	view   *view
	source *workspace.Source
	places *places
	found  []protocol.CodeLens
}

// add puts a lens above a place. Lenses are to stay on one line.
func (l *lenses) add(at syntax.Span, lens protocol.CodeLens) {
	lens.Range = l.places.rangeOf(workspace.Place{Source: l.source, Span: at})
	if lens.Range.End.Line > lens.Range.Start.Line {
		lens.Range.End = lens.Range.Start
	}
	l.found = append(l.found, lens)
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

// errModified is the answer to what speaks of a text that is there no longer.
var errModified = jsonrpc2.Errorf(jsonrpc2.Code(protocol.LSPErrorCodesContentModified), "the document was changed")
