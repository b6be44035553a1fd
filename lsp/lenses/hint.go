package lenses

import (
	"context"
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/cost"
	"github.com/fraccheck/fraccheck/lsp/card"
	"github.com/fraccheck/fraccheck/lsp/hint"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/runs"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// hintFeature shows what a program leaves out, after its words.
type hintFeature struct{ *runs.Runner }

func newHints(r *runs.Runner) request.Feature {
	f := hintFeature{r}
	return request.Feature{
		Requests: map[string]request.Route{
			protocol.MethodTextDocumentInlayHint: request.Handles(f.inlayHints),
			protocol.MethodInlayHintResolve:      request.Handles(resolveHint),
		},
		Announce: func(_ request.Client, c *protocol.ServerCapabilities) {
			resolve := true
			c.InlayHintProvider = &protocol.InlayHintOptions{ResolveProvider: &resolve}
		},
	}
}

// inlayHints shows the types and the names that a part of a document leaves
// out, and what makes its definitions costly.
func (f hintFeature) inlayHints(ctx context.Context, v *request.View, p *protocol.InlayHintParams) (any, error) {
	source, err := v.Source(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	mapper := request.NewMapper(v)
	span := mapper.Span(source, p.Range)
	first, end := source.File.ItemsIn(span)
	found := []protocol.InlayHint{}
	limited, cancel := context.WithTimeout(ctx, request.CostBudget)
	defer cancel()
	for i := first; i < end && ctx.Err() == nil && !v.Oversized(source); i++ {
		for _, h := range hints(limited, v, source, i, span.Shift(-source.File.Start(i))) {
			found = append(found, inlayHint(mapper, p.TextDocument.URI, source, i, &h))
		}
	}
	return append(found, f.resultHints(v, source, span)...), nil
}

// hints are those of an item that are in a span of it, of the kinds that the
// user wants to see; those of costs as far as there is time for these.
func hints(ctx context.Context, v *request.View, source *workspace.Source, i int, span syntax.Span) []hint.Hint {
	chosen := &v.Settings.InlayHints
	wanted := hint.Wanted{Types: chosen.Types, Patterns: chosen.Patterns, Parameters: chosen.Parameters}
	found := hint.InItem(v.Snapshot, source, i, span, wanted)
	if chosen.Ranges {
		found = append(found, hint.OfRanges(ctx, v.Snapshot, source, i, span)...)
	}
	if !v.Settings.InlayHints.Costs {
		return found
	}
	c, err := cost.Of(ctx, v.Snapshot, source.Path, i)
	if err != nil || c == nil {
		return found
	}
	return append(found, hint.OfCost(c.Configured(v.Snapshot), source.File.Item(i), span)...)
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

// inlayHint places a hint in its document.
func inlayHint(p *request.Mapper, document uri.URI, source *workspace.Source, i int, h *hint.Hint) protocol.InlayHint {
	on := true
	placed := protocol.InlayHint{
		Position: p.Range(request.ItemPlace(source, i, syntax.Span{Start: h.At, End: h.At})).Start,
		Label:    hintLabel(p.View, h),
		Kind:     hintKinds[h.Kind],
	}
	if h.Kind == hint.TypeHint || h.Kind == hint.CostHint || h.Kind == hint.RangeHint {
		placed.PaddingLeft = &on
	} else if h.Label[len(h.Label)-1] == ':' {
		placed.PaddingRight = &on
	}
	edits := h.Edits
	if request.IsReadOnly(source) {
		edits = nil
	}
	for _, e := range edits {
		placed.TextEdits = append(placed.TextEdits, protocol.TextEdit{Range: p.Range(request.ItemPlace(source, i, e.Span)), NewText: e.NewText})
	}
	if !p.View.Client.ResolvesTooltips {
		placed.Tooltip = hintTooltip(h, p.View.Client.Markdown)
	}
	if data, err := protocol.Marshal(&hintData{document, p.View.Version(document), i, h.At}); err == nil {
		placed.Data = data
	}
	return placed
}

// resolveHint adds to a hint what takes longer: its tooltip and where its parts
// are declared. A hint of a text that has changed since comes back as it is.
//
// The hints of the item are found again, and the one of the same position and kind is meant:
// two hints of one kind at one place do not occur, since a place has one type.
func resolveHint(ctx context.Context, v *request.View, p *protocol.InlayHint) (any, error) {
	if p.Label == nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the hint has no label")
	}
	var data hintData
	if protocol.Unmarshal(p.Data, &data) != nil || v.Version(data.URI) != data.Version {
		return p, nil
	}
	source, err := v.Source(data.URI)
	if err != nil || data.Item < 0 || data.Item >= source.File.Len() {
		return p, nil
	}
	limited, cancel := context.WithTimeout(ctx, request.CostBudget)
	defer cancel()
	for _, h := range hints(limited, v, source, data.Item, syntax.Span{Start: data.At, End: data.At}) {
		if h.At == data.At && hintKinds[h.Kind] == p.Kind {
			p.Tooltip = hintTooltip(&h, v.Client.Markdown)
			locateParts(v, source, &h, p)
		}
	}
	return p, nil
}

// hintTooltip is the whole of a type, what a parameter is, or where a cost comes from.
func hintTooltip(h *hint.Hint, markdown bool) protocol.InlayHintTooltip {
	shown := &card.Card{}
	if h.Full != "" {
		shown.Code(h.Full)
	}
	about := h.About
	if h.Attr != nil {
		about = card.AttributeLine(*h.Attr)
	}
	shown.Prose(about)
	return shown.Render(markdown)
}

// hintLabel is a text, or its parts where the client will ask where they are
// declared.
func hintLabel(v *request.View, h *hint.Hint) protocol.InlayHintLabel {
	if !v.Client.ResolvesLocations {
		return protocol.String(h.Label)
	}
	parts := protocol.InlayHintLabelPartSlice{}
	for _, text := range h.Parts() {
		parts = append(parts, protocol.InlayHintLabelPart{Value: text})
	}
	return parts
}

// locateParts leads from the parts of a label to their declarations.
//
// Locations are found when the hint is resolved, since a screen has hundreds of parts and the user follows
// one.
func locateParts(v *request.View, source *workspace.Source, h *hint.Hint, resolved *protocol.InlayHint) {
	parts, ok := resolved.Label.(protocol.InlayHintLabelPartSlice)
	if !ok {
		return
	}
	mapper := request.NewMapper(v)
	for i := range parts {
		o := h.Declared(strings.TrimSpace(parts[i].Value))
		if o == nil {
			continue
		}
		if place, ok := v.Finder().Declaration(source, o); ok {
			parts[i].Location = mapper.Location(place)
		}
	}
}

// resultHints show the values of lines that were evaluated, after them.
func (f hintFeature) resultHints(v *request.View, source *workspace.Source, span syntax.Span) []protocol.InlayHint {
	if !v.Settings.InlayHints.Results || !f.HasResults(source.Path) {
		return nil
	}
	var hints []protocol.InlayHint
	mapper, recorder := request.NewMapper(v), f.Recorder(v, source)
	for i, item := range source.File.All() {
		at := source.Absolute(i, item.Span(item.Root))
		if item.Kind(item.Root) != syntax.ItemExpr || !request.Touches(at, span) {
			continue
		}
		if found, _, holds := recorder.Last(runs.ItemSubject(source, i)); holds && found.Error == nil {
			hints = append(hints, resultHint(mapper, workspace.Place{Source: source, Span: at}, found))
		}
	}
	return hints
}

// resultHint shows a value after its line; a client that shows values itself gets a command on it.
func resultHint(p *request.Mapper, at workspace.Place, r runs.Result) protocol.InlayHint {
	padding := true
	var label protocol.InlayHintLabel = protocol.String("= " + r.Short)
	if p.View.Client.ShowsValues {
		label = protocol.InlayHintLabelPartSlice{{Value: "= " + r.Short, Command: runCommandAt(p, "Show the value", at)}}
	}
	return protocol.InlayHint{
		Position:    p.Range(at).End,
		Label:       label,
		Tooltip:     protocol.String(fmt.Sprintf("%s : %s\n%s, %s", r.Value, r.Type, runs.Elapsed(r.Ms), card.Counted(int(r.Steps), "step"))),
		PaddingLeft: &padding,
	}
}
