package compile

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// estimate guesses how many operations evaluating an expression takes, from the
// shapes in the types of its operators' calls.
func (b *builder) estimate(n syntax.NodeID) int {
	total := 0
	b.item.Walk(n, func(n syntax.NodeID) bool {
		switch b.item.Kind(n) {
		case syntax.Fn:
			return false
		case syntax.Call:
			if c := b.info.OperatorCall(n); c != nil {
				total = min(total+b.estimateCall(n, c), 1<<40)
			}
		}
		return true
	})
	return total
}

func (b *builder) estimateCall(n syntax.NodeID, c *typecheck.OperatorCall) int {
	results := leavesOf(b.typeOf(n))
	args := make([]*types.Tensor, len(c.Args))
	for i, arg := range c.Args {
		if arg != syntax.NoNode {
			args[i], _ = b.typeOf(arg).(*types.Tensor)
		}
	}
	if c.Op.Cost.Combines == nil || len(args) < 2 || args[0] == nil || args[1] == nil {
		return results
	}
	for _, d := range c.Op.Cost.Combines(args) {
		results = min(results*knownExtent(d), 1<<40)
	}
	return results
}

// knownExtent is a dimension as a number, 1 where it is not known.
func knownExtent(d types.Dim) int {
	if n, ok := d.Const(); ok {
		return int(min(max(n, 1), 1<<20))
	}
	return 1
}

func leavesOf(t types.Type) int {
	tensor, ok := t.(*types.Tensor)
	if !ok {
		return 1
	}
	n := 1
	for _, d := range tensor.Shape {
		n = min(n*knownExtent(d), 1<<30)
	}
	return n
}
