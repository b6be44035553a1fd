package lsp

import (
	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// showValueCommand is one of clients that show values themselves.
const showValueCommand = "fraccheck.showValue"

// runCommandAt is what a lens or a hint does with a place that is run: clients that show values
// are given what to ask `fraccheck.value` for.
func (p *places) runCommandAt(title string, at workspace.Place) protocol.Command {
	start := p.rangeOf(at).Start
	address := p.view.address(at.Source.Path)
	if !p.view.client.showsValues {
		return protocol.Command{Title: title, Command: runCommand, Arguments: arguments(address, start)}
	}
	return protocol.Command{Title: title, Command: showValueCommand, Arguments: arguments(map[string]any{"uri": address, "position": start})}
}

// runLens is the lens that runs an item. Its value is in a hint where hints show results.
func (r *runner) runLens(i int, at syntax.Span) protocol.CodeLens {
	title := "▶ run"
	s := itemSubject(r.source, i)
	if found, _, holds := r.recorder.last(s); !r.hinted(i) || !holds || found.Error != nil {
		title += r.outcome(s)
	}
	return protocol.CodeLens{Command: r.places.runCommandAt(title, workspace.Place{Source: r.source, Span: at})}
}

// hinted tells whether the result of an item is shown behind it alone, as clients have it that show values.
func (r *runner) hinted(i int) bool {
	item := r.source.File.Items[i]
	return r.view.client.showsValues && r.view.settings.InlayHints.Results && item.Kind(item.Root) == syntax.ItemExpr
}
