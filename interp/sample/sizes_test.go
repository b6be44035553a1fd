package sample

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Sizes are raised until all extents of the types are natural numbers.
func TestSizesFit(t *testing.T) {
	n, m := symbolic.Var(symbolic.NewSymbol("n", 1)), symbolic.Var(symbolic.NewSymbol("m", 2))
	tensor := func(extents ...*symbolic.Expr) types.Type {
		shape := make([]types.Dim, len(extents))
		for i, e := range extents {
			shape[i] = types.DimOf(e)
		}
		return &types.Tensor{Dtype: types.Float32, Shape: shape}
	}
	for _, c := range []struct {
		t    types.Type
		want []int // nil where no sizes fit
	}{
		{tensor(n), []int{2}},
		{tensor(n.Sub(symbolic.Int(3))), []int{1}},
		{tensor(n.Sub(symbolic.Int(3)), n), []int{1, 4}},
		{tensor(n.Sub(symbolic.Int(700))), []int{1}},
		{tensor(n.Sub(m), m), []int{0, 2}},
		{tensor(n.Sub(m).Sub(symbolic.Int(1)), m.Sub(symbolic.Int(5))), []int{1, 1}},
		{tensor(symbolic.Int(-1).Sub(n)), nil},
	} {
		sizes, ok := Fit([]types.Type{c.t}, func(int) int64 { return 2 })
		if !ok {
			if c.want != nil {
				t.Errorf("%s: no sizes", types.String(c.t))
			}
			continue
		}
		shape, ok := sizes.shape(c.t.(*types.Tensor), 1<<20)
		if !ok || len(shape) != len(c.want) {
			t.Errorf("%s: %v", types.String(c.t), shape)
			continue
		}
		for i := range shape {
			if shape[i] != c.want[i] {
				t.Errorf("%s has the shape %v, and not %v", types.String(c.t), shape, c.want)
			}
		}
	}
}
