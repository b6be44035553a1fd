package op

import (
	"math/bits"

	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// Times is a figure multiplied by a number.
func (f Figure) Times(n int64) Figure {
	return func(c *Call) types.Dim { return f(c).Mul(types.Const(n)) }
}

// Plus is the sum of two figures.
func (f Figure) Plus(g Figure) Figure {
	return func(c *Call) types.Dim { return f(c).Add(g(c)) }
}

// Steady is a figure that is the same for all calls.
func Steady(n int64) Figure {
	return func(*Call) types.Dim { return types.Const(n) }
}

// ResultBytes is the memory of the result.
func ResultBytes(c *Call) types.Dim {
	if c.Out == nil {
		return types.Unknown
	}
	return bytesOf(c.Out)
}

// BytesOf is the memory of argument i.
func BytesOf(i int) Figure {
	return func(c *Call) types.Dim { return bytesOf(c.Args[i]) }
}

func bytesOf(t types.Type) types.Dim {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		d, err := DtypeValue(t.Dtype, value.Float32)
		if err != nil || t.Dtype == types.NoDtype {
			return types.Unknown
		}
		return types.Product(t.Shape).Mul(types.Const(int64(d.Size())))
	case *types.Tuple:
		sum := types.Const(0)
		for _, e := range t.Elems {
			sum = sum.Add(bytesOf(e))
		}
		return sum
	}
	return types.Unknown
}

// Rounds is the span of combining k operands two by two: the logarithm to base 2,
// rounded up. Of an extent that is no number it is log2(k) + 1, which is more by at
// most 1.
func Rounds(k types.Dim) types.Dim {
	if n, ok := k.Const(); ok {
		return types.Const(int64(bits.Len64(uint64(max(n, 1) - 1))))
	}
	e, ok := k.Symbolic()
	if !ok {
		return k
	}
	return types.DimOf(e.Log(symbolic.Int(2)).Add(symbolic.Int(1)))
}

// combining is the span of making k operands and combining them.
func combining(k Figure) Figure {
	return func(c *Call) types.Dim { return Rounds(k(c)).Add(types.Const(1)) }
}

// ProductCost is the cost of products of matrices and convolutions: so many
// multiply-adds, of which so many go into one element of the result.
func ProductCost(multiplyAdds, terms Figure) Cost {
	return Cost{Work: multiplyAdds.Times(2), Span: combining(terms), Memory: ResultBytes, MultiplyAdds: multiplyAdds}
}

// RowsCost is the cost of products each of whose results sums over as many terms as
// terms says.
func RowsCost(terms Figure) Cost {
	cost := ProductCost(func(c *Call) types.Dim { return c.Results().Mul(terms(c)) }, terms)
	cost.Combines = CombinesRows
	return cost
}
