// Package hint finds what a program leaves out and an editor can show between its letters:
// the types of bindings, parameters and results, the names of parameters at arguments, and
// which calls make a definition costly. It takes an item of a snapshot and a span of it in
// bytes and returns hints at bytes of the item.
//
// A hint that can be written into the text has the edits that do it, and these read back:
// the checker reads the text of a type where it is to be, and it has to be the same type
// (typing.go). Where it mentions parameters that a definition does not declare, the whole
// signature is written out (signature.go), unless the types of several definitions are
// inferred together (group.go).
//
// Read hint.go first, then node.go.
package hint

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/cost"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Kind is what a hint shows.
type Kind uint8

const (
	TypeHint      Kind = iota + 1
	ParameterHint      // the name of a parameter, before its argument
	CostHint           // how the work of a definition grows, after what makes it grow
	RangeHint          // which numbers a parameter, a binding or a result has
)

// A Hint is a text to be shown in an item.
type Hint struct {
	At    int32 // a byte of the item, before which the hint is shown
	Kind  Kind
	Label string
	Full  string            // the type, or the parameter, as it is written out
	About string            // which parameter an argument is for, in words
	Attr  *op.Attr          // of an operator, where the argument is one
	Edits []syntax.Edit     // of the item, that write the hint into the text; nil where none can
	shown types.Type        // of a type hint
	param *typecheck.Object // of a parameter hint, where it is declared
}

// Wanted are the kinds of hints to find.
type Wanted struct {
	Types      bool // of what is bound, and of results
	Patterns   bool // of the variables of clauses
	Parameters bool
}

// lookEvery is how many nodes may pass until it is heard that nobody waits.
const lookEvery = 64

// InItem finds the hints of item i of a file that are in a span of it, in bytes
// of the item, in their order. What cannot be checked has none.
//
// The nodes of the item are visited in their order, O(nodes), and those outside of the span are skipped;
// finding the types is a look-up.
func InItem(s *workspace.Snapshot, source *workspace.Source, i int, span syntax.Span, wanted Wanted) []Hint {
	result, err := s.Result(source.Path, i)
	if err != nil || len(result.Types) == 0 {
		return nil
	}
	module, err := s.Module(source.Path)
	if err != nil {
		return nil
	}
	h := newHinter(module, result, i, span, wanted)
	if h.typing.undeclared() && !isInferredTogether(s, source, i) {
		h.typing.whole = h.typing.signature()
	}
	for n := syntax.NodeID(1); int(n) < h.item.Len(); n++ {
		if n%lookEvery == 0 && s.Ended() {
			return nil
		}
		if at := h.item.Span(n); at.Start <= span.End && at.End >= span.Start {
			h.node(n)
		}
	}
	if wanted.Types {
		h.claims()
	}
	slices.SortStableFunc(h.hints, func(a, b Hint) int { return cmp.Compare(a.At, b.At) })
	return h.hints
}

// OfCost shows after the calls and operators of a definition from which the leading term
// of its work comes (complexity.Bound.Why) how its work grows, in a span of the item. What
// the definition does not write itself has none, nor has work that does not grow.
func OfCost(c *cost.Cost, item *syntax.Item, span syntax.Span) []Hint {
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
