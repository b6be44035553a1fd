package parallel

import (
	"fmt"
	"math"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// matmul is (…, m, k)·(…, k, n) = (…, m, n); the leading dimensions broadcast.
func matmul(s *relate.Typing, a *types.Tensor) types.Type {
	b := s.Need(1)
	if b == nil {
		return nil
	}
	for i, t := range []*types.Tensor{a, b} {
		if len(t.Shape) < 2 {
			return s.FailArg(i, "shape-mismatch", fmt.Sprintf("`%s` is %s, and needs 2 dimensions or more",
				s.Op.Params[i].Name, types.Text(t)), relate.Dimensions(len(t.Shape)))
		}
	}
	if a.Dtype != b.Dtype {
		return s.FailArg(1, "dtype-mismatch", fmt.Sprintf("`b` holds %s, while `a` holds %s", b.Dtype, a.Dtype), fmt.Sprintf("`cast(…, dtype=%q)` converts it", a.Dtype))
	}
	lead, ok := leading(s, a, b)
	if !ok {
		return nil
	}
	contract(s, a, b)
	return &types.Tensor{Dtype: a.Dtype, Shape: append(lead, row(a), column(b))}
}

// productRange is the range of a product of matrices, whose sums have as many products as the last
// extent of the first one.
var productRange = op.SumOfProducts(func(c *op.RangeCall) float64 {
	t, ok := types.Head(c.Args[0]).(*types.Tensor)
	if !ok || len(t.Shape) == 0 {
		return math.Inf(1)
	}
	return op.ExtentAtMost(t.Shape[len(t.Shape)-1])
})

// row and column are the last two extents.
func row(t *types.Tensor) types.Dim    { return t.Shape[len(t.Shape)-2] }
func column(t *types.Tensor) types.Dim { return t.Shape[len(t.Shape)-1] }

// leading are the broadcast leading dimensions.
func leading(s *relate.Typing, a, b *types.Tensor) ([]types.Dim, bool) {
	shape, clash := op.BroadcastShape(a.Shape[:len(a.Shape)-2], b.Shape[:len(b.Shape)-2])
	if clash != nil {
		s.FailArg(1, "shape-mismatch", fmt.Sprintf("a leading dimension is %s in the one and %s in the other", clash.Left, clash.Right))
		s.Show(op.Shown{Arg: 0, Shape: a.Shape, Clash: len(a.Shape) - 2 + clash.Axis}, op.Shown{Arg: 1, Shape: b.Shape, Clash: len(b.Shape) - 2 + clash.Axis})
		return nil, false
	}
	return append([]types.Dim{}, shape...), true
}

// contract compares the extents over which the product sums; those that are
// yet to be solved become an equation for b.
func contract(s *relate.Typing, a, b *types.Tensor) {
	m, n := column(a), row(b)
	if relate.Clash(m, n) {
		s.FailArg(1, "shape-mismatch", fmt.Sprintf("the columns of the first matrix are %s, and the rows of the second %s: they must be equally many", m, n))
		s.Show(op.Shown{Arg: 0, Shape: a.Shape, Clash: len(a.Shape) - 1}, op.Shown{Arg: 1, Shape: b.Shape, Clash: len(b.Shape) - 2})
		return
	}
	if !op.Compatible(m, n) {
		shape := append([]types.Dim{}, b.Shape...)
		shape[len(shape)-2] = m
		s.Equate(1, &types.Tensor{Dtype: b.Dtype, Shape: shape})
	}
}
