package hover

import (
	"context"

	"github.com/fraccheck/fraccheck/lsp/card"
	"github.com/fraccheck/fraccheck/lsp/hint"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/typecheck"
)

// describeRange shows which numbers a variable has, or the result of a definition, for arguments in the ranges
// that the definition declares. Only that definition is analysed, as far as the time of a hover goes.
func describeRange(ctx context.Context, c *request.Cursor, shown *card.Card, o *typecheck.Object) {
	if !c.View.Settings.Hover.Ranges || o.Kind != typecheck.DefObject && o.Item != c.Item {
		return
	}
	source, i := c.Source, c.Index
	if o.Kind == typecheck.DefObject {
		if source, i = home(c, o); source == nil {
			return
		}
	}
	limited, cancel := context.WithTimeout(ctx, request.CostBudget)
	defer cancel()
	a := hint.RangesOf(limited, c.View.Snapshot, source, i)
	if a == nil || !a.Known {
		return
	}
	v, what := a.Result, "the result is in "
	if o.Kind != typecheck.DefObject {
		v, _ = a.At(o.Node)
		what = "its numbers are in "
	}
	if text, ok := hint.RangeText(v); ok {
		shown.Prose(what + "`" + text + "`")
	}
}
