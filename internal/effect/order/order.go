// Package order finds pairs of effects whose order only the order of the text determines.
//
// The body of a function is a tree of steps: below the step of a value are those of its operands,
// and below the first read of a graph binding those of its value. Two accesses to what may be one
// cell or one variable, at least one of which changes it, form a pair if their steps lie below
// different operands of one value, and nothing that is evaluated for the second reads the first.
// Such operands may then be evaluated in either order only with different results.
//
// Read order.go first, then walk.go, which builds the tree.
package order

import (
	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Pair is two accesses to what may be one cell or one variable, at least one of which changes it.
// They are evaluated in this order, which nothing determines but the order of the text: no data, no
// `;`, no `let`, no branch.
type Pair struct{ First, Second syntax.NodeID }

// MayChange reports whether an item may change something: it contains a reference, or calls an
// operator that rebinds variables. Without that it has no pairs.
func MayChange(info *typecheck.Info) bool {
	for n, t := range info.Types {
		if isRef(t) {
			return true
		}
		if info.Item.Kind(syntax.NodeID(n)) == syntax.Call && len(info.Objects) > 0 && info.OperatorCallWith(syntax.NodeID(n), Rebinds) != nil {
			return true
		}
	}
	return false
}

// Rebinds reports whether an operator gives variables other values.
func Rebinds(o *op.Op) bool { return o.Rebinding != nil }

func isRef(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := types.Head(t).(*types.Ref)
	return ok
}

// Pairs returns the pairs of an item without errors, of each of its functions by itself. The search
// is bounded, so the pairs of a long item may be incomplete.
func Pairs(info *typecheck.Info, does *effect.Info) []Pair {
	g := graph.Of(info)
	var found []Pair
	for b, block := range g.Blocks() {
		if block.Function != graph.Block(b) || block.Node == syntax.NoNode {
			continue
		}
		w := newWalk(g, does, graph.Block(b))
		w.run()
		found = append(found, w.pairs()...)
	}
	return found
}
