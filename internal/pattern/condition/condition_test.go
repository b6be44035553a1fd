package condition

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// TestArithmetic holds that whole numbers stay whole, and that extents decide what they decide for all sizes.
func TestArithmetic(t *testing.T) {
	n := Extent(types.DimOf(symbolic.Var(symbolic.NewSymbol("n", 1))))
	for _, test := range []struct {
		symbol string
		a, b   op.Value
		want   Truth
	}{
		{"==", compute("/", op.Int(7), op.Int(2)), op.Int(3), Yes},
		{"==", compute("/", op.Int(-7), op.Int(2)), op.Int(-4), Yes},
		{"==", compute("%", op.Int(-7), op.Int(2)), op.Int(1), Yes},
		{"==", compute("/", op.Float(7), op.Int(2)), op.Float(3.5), Yes},
		{"==", compute("/", op.Int(7), op.Int(0)), op.Int(0), Maybe},
		{"==", op.Boolean(true), op.Int(1), No},
		{"==", op.Int(1<<53 + 1), op.Int(1 << 53), No},
		{"==", op.Value{Kind: op.ListValue, List: []op.Value{op.Int(1<<53 + 1)}}, op.Value{Kind: op.ListValue, List: []op.Value{op.Int(1 << 53)}}, No},
		{"<", n, compute("+", n, op.Int(1)), Yes},
		{">=", n, op.Int(0), Yes},
		{"==", n, op.Int(3), Maybe},
		{"==", Extent(types.Any), op.Int(3), Maybe},
	} {
		if got := compare(test.symbol, test.a, test.b); got != test.want {
			t.Errorf("%v %s %v: got %d, want %d", test.a, test.symbol, test.b, got, test.want)
		}
	}
}
