package hint

import (
	"fmt"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// OfCost shows behind the calls and operators of a definition from which the leading term
// of its work comes (complexity.Bound.Why) how its work grows, in a span of the item. What
// the definition does not write itself has none, nor has work that does not grow.
func OfCost(c *workspace.Cost, item *syntax.Item, span syntax.Span) []Hint {
	var found []Hint
	at := map[int32]int{} // by place, its hint
	for _, step := range c.Bound.Why(complexity.Work) {
		if step.Item != item {
			continue
		}
		end := item.Span(step.Node).End
		if i, known := at[end]; known {
			found[i].About += ", " + step.String()
		} else if span.Start <= end && end <= span.End {
			at[end] = len(found)
			about := fmt.Sprintf("the work of `%s` grows so: %s", c.Name, step)
			found = append(found, Hint{At: end, Kind: CostHint, Label: c.Order(complexity.Work), About: about})
		}
	}
	return found
}
