package lsp

import (
	"cmp"
	"context"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
	"github.com/fraccheck/fraccheck/workspace"
)

var hintFeature = feature{
	requests: map[string]route{
		protocol.MethodTextDocumentInlayHint: asks(inlayHints),
		protocol.MethodInlayHintResolve:      asks(resolveHint),
	},
	announce: func(_ abilities, c *protocol.ServerCapabilities) {
		resolve := true
		c.InlayHintProvider = &protocol.InlayHintOptions{ResolveProvider: &resolve}
	},
}

// A hint is an inlay hint before it is placed: its positions are those of the
// item.
type hint struct {
	at    int32
	kind  protocol.InlayHintKind
	label string
	shown types.Type        // of a type hint
	full  string            // the type as it is written out
	about string            // of an argument's hint: what the parameter is
	param *typecheck.Object // and where it is declared, if it is
	edits []syntax.Edit     // that write the hint into the text, if that is possible
}

// inlayHints shows the types and the names that a part of a document leaves
// out.
func inlayHints(ctx context.Context, v *view, p *protocol.InlayHintParams) (any, error) {
	source, err := v.source(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	places := newPlaces(v)
	span := places.span(source, p.Range)
	first, end := itemsIn(source, span)
	found := []protocol.InlayHint{}
	for i := first; i < end && ctx.Err() == nil && !v.oversized(source); i++ {
		for _, h := range v.hints(source, i, span.Shift(-source.File.Starts[i])) {
			found = append(found, places.hint(p.TextDocument.URI, source, i, &h))
		}
	}
	return append(found, v.resultHints(source, span)...), nil
}

// hints are those of an item that stand in a span of it, in their order.
func (v *view) hints(source *workspace.Source, i int, span syntax.Span) []hint {
	result, err := v.snapshot.Result(source.Path, i)
	if err != nil || len(result.Types) == 0 {
		return nil
	}
	module, err := v.snapshot.Module(source.Path)
	if err != nil {
		return nil
	}
	h := newHinter(v, module, result, i, span)
	if h.typing.undeclared() && !v.grouped(source, i) {
		h.typing.whole = h.typing.signature()
	}
	for n := syntax.NodeID(1); int(n) < h.item.Len(); n++ {
		if at := h.item.Span(n); at.Start <= span.End && at.End >= span.Start {
			h.node(n)
		}
	}
	slices.SortStableFunc(h.hints, func(a, b hint) int { return cmp.Compare(a.at, b.at) })
	return h.hints
}

// hintData says which hint is meant when the client asks for the rest of it.
type hintData struct {
	URI     uri.URI `json:"uri"`
	Version int32   `json:"version"` // of the open document; 0 for files
	Item    int     `json:"item"`
	At      int32   `json:"at"`
}

// hint places a hint in its document.
func (p *places) hint(document uri.URI, source *workspace.Source, i int, h *hint) protocol.InlayHint {
	on := true
	placed := protocol.InlayHint{
		Position: p.rangeOf(itemPlace(source, i, syntax.Span{Start: h.at, End: h.at})).Start,
		Label:    p.view.hintLabel(h),
		Kind:     h.kind,
	}
	if h.kind == protocol.InlayHintKindType {
		placed.PaddingLeft = &on
	} else if h.label[len(h.label)-1] == ':' {
		placed.PaddingRight = &on
	}
	for _, e := range h.edits {
		placed.TextEdits = append(placed.TextEdits, protocol.TextEdit{Range: p.rangeOf(itemPlace(source, i, e.Span)), NewText: e.NewText})
	}
	if !p.view.client.lateTooltips {
		placed.Tooltip = h.tooltip(p.view.client.markdown)
	}
	if data, err := protocol.Marshal(&hintData{document, p.view.version(document), i, h.at}); err == nil {
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
