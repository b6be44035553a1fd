package lawcheck

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/value"
)

// longest is the length beyond which a value is shortened.
const longest = 60

func (c *checker) notAssociative(f syntax.NodeID, h *harness, seen *refutation) {
	a, b, d := shown(seen.args[0]), shown(seen.args[1]), shown(seen.args[2])
	left, right := shown(seen.left), shown(seen.right)
	law := fmt.Sprintf("(%s ⊕ %s) ⊕ %s = %s, but %s ⊕ (%s ⊕ %s) = %s", a, b, d, left, a, b, d, right)
	data := map[string]any{"a": a, "b": b, "c": d, "left": left, "right": right}
	if len(h.captured) > 0 {
		var given []string
		for i, k := range h.captured {
			given = append(given, k.name+" = "+shown(seen.captured[i]))
		}
		law += ", where " + strings.Join(given, ", ")
		data["where"] = given
	}
	notes := []string{law, "how `reduce` brackets follows from the length alone; `foldl` goes from the left"}
	if seen.wraps {
		notes = append(notes, "only integers show it that are so great that they may overflow")
		data["overflow"] = true
	}
	c.pass.Report(syntax.Diagnostic{
		Code:    codes.ReduceNotAssociative,
		Span:    c.item.Span(f),
		Message: "the function of this `reduce` is not associative",
		Notes:   notes,
		Data:    data,
	})
}

func (c *checker) noIdentity(init syntax.NodeID, seen *refutation) {
	start, x, got := c.item.SourceText(init), shown(seen.args[0]), shown(seen.left)
	c.pass.Report(syntax.Diagnostic{
		Code:    codes.ReduceIdentity,
		Span:    c.item.Span(init),
		Message: "the initial value of this `reduce` is no identity of its function",
		Notes: []string{
			fmt.Sprintf("%s ⊕ %s = %s", start, x, got),
			"it counts as one element more; an identity would change nothing",
		},
		Data: map[string]any{"x": x, "result": got},
	})
}

func (c *checker) foldAsReduce(callee syntax.NodeID) {
	c.pass.Report(syntax.Diagnostic{
		Code:    codes.FoldAsReduce,
		Span:    c.item.Span(callee),
		Message: fmt.Sprintf("this `%s` can be a `reduce`, which runs in parallel", c.item.SourceText(callee)),
		Notes:   []string{"its function is associative, so the result is the same"},
		Fixes:   []syntax.Fix{syntax.Replace("use `reduce`", c.item.Span(callee), parallel.Reduce)},
	})
}

// shown spells a value on one line.
func shown(v value.Value) string {
	if s := value.Within(v, longest); s.Whole {
		return s.Text
	}
	return strings.Join(strings.Fields(value.Summary(v)), " ")
}
