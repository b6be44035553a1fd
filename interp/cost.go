package interp

import (
	"strings"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
)

// cost guesses how many operations evaluating an expression takes, from the
// shapes in the types of its operators' calls.
func (b *builder) cost(n syntax.NodeID) int {
	total := 0
	b.item.Walk(n, func(n syntax.NodeID) bool {
		switch b.item.Kind(n) {
		case syntax.Fn:
			return false
		case syntax.Call:
			if c := b.info.OperatorCall(n); c != nil {
				total = min(total+b.callCost(n, c), 1<<40)
			}
		}
		return true
	})
	return total
}

func (b *builder) callCost(n syntax.NodeID, c *typecheck.OperatorCall) int {
	results := leavesOf(b.typeOf(n))
	args := make([]*types.Tensor, len(c.Args))
	for i, arg := range c.Args {
		if arg != syntax.NoNode {
			args[i], _ = b.typeOf(arg).(*types.Tensor)
		}
	}
	switch name := c.Op.Name; {
	case len(args) < 2 || args[0] == nil || args[1] == nil:
		return results
	case strings.HasPrefix(name, "nn.conv"):
		return results * max(1, leavesOf(args[1])/max(1, extent(args[1], 0)))
	case lifts[name] != nil:
		return results * extent(args[0], len(args[0].Shape)-1)
	}
	return results
}

// extent is a dimension of a tensor, 1 where it is not known.
func extent(t *types.Tensor, axis int) int {
	if axis < 0 || axis >= len(t.Shape) {
		return 1
	}
	if n, ok := t.Shape[axis].Const(); ok {
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
	for i := range tensor.Shape {
		n = min(n*extent(tensor, i), 1<<30)
	}
	return n
}
