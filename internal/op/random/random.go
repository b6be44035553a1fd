// Package random owns the entries of the operators `random.…`. They keep no
// state: each takes the key of a Threefry generator and gives the next key
// with its numbers.
//
// Read the list below first; key.go has the generator's own operators, draw.go the
// distributions, threefry.go the generator, kernel.go what they compute.
package random

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Ops are all operators of the package.
func Ops() []*op.Op { return slices.Concat(keys(), draws()) }

// Threefry makes blocks of four words in 20 rounds, each of two sums, two rotations and
// two exclusive disjunctions, with five words of the key added before the first round
// and after every fourth (Salmon et al., Parallel random numbers: as easy as 1, 2, 3,
// 2011).
const (
	blockWords = 4
	blockSteps = 20*6 + 6*5
	blockSpan  = 20*3 + 6*2
)

// drawnCost bounds the cost of so many words, of each of which an element is made in so
// many operations. The next key takes a block more.
func drawnCost(words op.Figure, operations int64) op.Cost {
	work := func(c *op.Call) types.Dim {
		n := words(c)
		blocks := n.Add(types.Const(2*blockWords - 1)).FloorDiv(types.Const(blockWords))
		return blocks.Mul(types.Const(blockSteps)).Add(n.Mul(types.Const(operations)))
	}
	return op.Cost{Work: work, Span: op.Steady(blockSpan + operations), Memory: op.ResultBytes}.AtMost()
}

// The next key is among the results, more than all words that are needed.
var (
	generatedCost = drawnCost(op.ResultSize, 0)
	splitCost     = drawnCost(op.ResultSize, 0)
	// A word becomes a fraction by a shift, a product and a difference, and is scaled by
	// a product and a sum.
	uniformCost = drawnCost(op.ResultSize, 5)
	// Two fractions become two numbers of the normal distribution by a logarithm, two
	// products, a root, a sine and a cosine, which are scaled (Box and Muller, 1958).
	normalCost = drawnCost(op.Figure(op.ResultSize).Times(2), 12)
)

// choiceCost: the probabilities are added up and scaled; each fraction is compared with
// the sums.
var choiceCost = func() op.Cost {
	cost := drawnCost(op.ResultSize, 5)
	compared := func(c *op.Call) types.Dim { return c.Results().Mul(c.Extent(1, -1)).Mul(types.Const(2)) }
	added := func(c *op.Call) types.Dim { return op.Rounds(c.Extent(1, -1)).Mul(types.Const(3)).Add(types.Const(4)) }
	return cost.And(op.Figure(compared).Plus(op.SizeOf(1).Times(3)), added)
}()
