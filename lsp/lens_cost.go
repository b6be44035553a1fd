package lsp

import (
	"context"
	"time"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// costBudget is how long a client waits for the bound of one definition.
const costBudget = 200 * time.Millisecond

// costs offers the cost of each definition that has a body.
func (l *lenses) costs() {
	if !l.view.settings.CodeLens.Cost {
		return
	}
	address := l.view.address(l.source.Path)
	for i := l.first; i < l.end; i++ {
		item := l.source.File.Items[i]
		name := item.Declared()
		if item.Kind(item.Root) == syntax.ItemDef && item.Kind(name) == syntax.Global && item.Body() != syntax.NoNode {
			kept := arguments(definitionLens{URI: address, Item: i, Name: item.SourceText(name), Cost: true})[0]
			l.add(l.source.Absolute(i, item.Span(name)), protocol.CodeLens{Data: kept})
		}
	}
}

// resolveCost bounds the cost of a definition.
func (v *view) resolveCost(ctx context.Context, lens *protocol.CodeLens, source *workspace.Source, i int) (any, error) {
	c, err := v.costOf(ctx, source, i)
	if err != nil {
		return nil, err
	}
	if c == nil {
		return nil, errModified
	}
	lens.Command = protocol.Command{Title: costTitle(c)}
	return lens, ctx.Err()
}

// costOf is what calling the definition in an item costs, as far as there is time for
// it; nil where the item is none.
func (v *view) costOf(ctx context.Context, source *workspace.Source, i int) (*workspace.Cost, error) {
	limited, cancel := context.WithTimeout(ctx, costBudget)
	defer cancel()
	c, err := v.snapshot.CostOf(limited, source.Path, i)
	if err != nil {
		return nil, failed(err)
	}
	return c, ctx.Err()
}

// costTitle is a bound in a line: `O(n·log n) work · O(log n) span`.
func costTitle(c *workspace.Cost) string {
	work, span := c.Order(complexity.Work), c.Order(complexity.Span)
	switch {
	case work == "" && span == "":
		return "cost unknown"
	case work == "":
		return "work unknown · " + span + " span"
	case span == "":
		return work + " work · span unknown"
	}
	return work + " work · " + span + " span"
}
