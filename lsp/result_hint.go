package lsp

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"go.lsp.dev/protocol"
)

// resultHints show the values of lines that were evaluated, behind them.
func (f hintFeature) resultHints(v *view, source *workspace.Source, span syntax.Span) []protocol.InlayHint {
	if !v.settings.InlayHints.Results || !f.hasResults(source.Path) {
		return nil
	}
	var hints []protocol.InlayHint
	places, recorder := newPlaces(v), f.recorder(v, source)
	for i, item := range source.File.Items {
		at := source.Absolute(i, item.Span(item.Root))
		if item.Kind(item.Root) != syntax.ItemExpr || !touches(at, span) {
			continue
		}
		if found, _, holds := recorder.last(itemSubject(source, i)); holds && found.Error == nil {
			hints = append(hints, places.resultHint(workspace.Place{Source: source, Span: at}, found))
		}
	}
	return hints
}

func (p *places) resultHint(at workspace.Place, r result) protocol.InlayHint {
	padding := true
	var label protocol.InlayHintLabel = protocol.String("= " + r.Short)
	if p.view.client.showsValues {
		label = protocol.InlayHintLabelPartSlice{{Value: "= " + r.Short, Command: p.runCommandAt("Show the value", at)}}
	}
	return protocol.InlayHint{
		Position:    p.rangeOf(at).End,
		Label:       label,
		Tooltip:     protocol.String(fmt.Sprintf("%s : %s\n%s, %s", r.Value, r.Type, elapsed(r.Ms), counted(int(r.Steps), "step"))),
		PaddingLeft: &padding,
	}
}
