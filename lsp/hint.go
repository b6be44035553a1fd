package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/hint"
)

// hintFeature shows what a program leaves out, behind its words.
type hintFeature struct{ *runs }

func newHints(r *runs) feature {
	f := hintFeature{r}
	return feature{
		requests: map[string]route{
			protocol.MethodTextDocumentInlayHint: handles(f.inlayHints),
			protocol.MethodInlayHintResolve:      handles(resolveHint),
		},
		announce: func(_ abilities, c *protocol.ServerCapabilities) {
			resolve := true
			c.InlayHintProvider = &protocol.InlayHintOptions{ResolveProvider: &resolve}
		},
	}
}

// inlayHints shows the types and the names that a part of a document leaves
// out, and what makes its definitions costly.
func (f hintFeature) inlayHints(ctx context.Context, v *view, p *protocol.InlayHintParams) (any, error) {
	source, err := v.source(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	places := newPlaces(v)
	span := places.span(source, p.Range)
	first, end := source.File.ItemsIn(span)
	found := []protocol.InlayHint{}
	limited, cancel := context.WithTimeout(ctx, costBudget)
	defer cancel()
	for i := first; i < end && ctx.Err() == nil && !v.oversized(source); i++ {
		for _, h := range v.hints(limited, source, i, span.Shift(-source.File.Starts[i])) {
			found = append(found, places.hint(p.TextDocument.URI, source, i, &h))
		}
	}
	return append(found, f.resultHints(v, source, span)...), nil
}

// hints are those of an item that stand in a span of it, of the kinds that the
// user wants to see; those of costs as far as there is time for these.
func (v *view) hints(ctx context.Context, source *workspace.Source, i int, span syntax.Span) []hint.Hint {
	chosen := &v.settings.InlayHints
	wanted := hint.Wanted{Types: chosen.Types, Patterns: chosen.Patterns, Parameters: chosen.Parameters}
	found := hint.InItem(v.snapshot, source, i, span, wanted)
	if !v.settings.InlayHints.Costs {
		return found
	}
	c, err := v.snapshot.CostOf(ctx, source.Path, i)
	if err != nil || c == nil {
		return found
	}
	return append(found, hint.OfCost(c, source.File.Items[i], span)...)
}

var hintKinds = map[hint.Kind]protocol.InlayHintKind{
	hint.TypeHint: protocol.InlayHintKindType, hint.ParameterHint: protocol.InlayHintKindParameter,
}

// hintData says which hint is meant when the client asks for the rest of it.
type hintData struct {
	URI     uri.URI `json:"uri"`
	Version int32   `json:"version"` // of the open document; 0 for files
	Item    int     `json:"item"`
	At      int32   `json:"at"`
}

// hint places a hint in its document.
func (p *places) hint(document uri.URI, source *workspace.Source, i int, h *hint.Hint) protocol.InlayHint {
	on := true
	placed := protocol.InlayHint{
		Position: p.rangeOf(itemPlace(source, i, syntax.Span{Start: h.At, End: h.At})).Start,
		Label:    p.view.hintLabel(h),
		Kind:     hintKinds[h.Kind],
	}
	if h.Kind == hint.TypeHint || h.Kind == hint.CostHint {
		placed.PaddingLeft = &on
	} else if h.Label[len(h.Label)-1] == ':' {
		placed.PaddingRight = &on
	}
	for _, e := range h.Edits {
		placed.TextEdits = append(placed.TextEdits, protocol.TextEdit{Range: p.rangeOf(itemPlace(source, i, e.Span)), NewText: e.NewText})
	}
	if !p.view.client.lateTooltips {
		placed.Tooltip = hintTooltip(h, p.view.client.markdown)
	}
	if data, err := protocol.Marshal(&hintData{document, p.view.version(document), i, h.At}); err == nil {
		placed.Data = data
	}
	return placed
}

// version is that of an open document, 0 for files.
func (v *view) version(u uri.URI) int32 {
	if d := v.document(u); d != nil {
		return d.version
	}
	return 0
}

// itemPlace is a span of item i of a file.
func itemPlace(source *workspace.Source, i int, span syntax.Span) workspace.Place {
	return workspace.Place{Source: source, Span: source.Absolute(i, span)}
}
