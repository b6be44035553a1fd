package model

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Exporters compute shapes at run time: Shape, Gather, Concat, Reshape. Where an integer
// tensor of at most one axis follows from extents, the builder keeps its elements as formulas
// of size variables beside the expression that computes it. Some exporters convert to floats
// and back between, and compare with -1: floats with whole values are kept as well, and truth
// values as 0 and 1.

// The rule for each operator ⊕ of the table is: if element i of operand k is the formula e_k,i in every
// run, element i of the result is e_1,i ⊕ e_2,i. A formula is left out (types.Any) where ⊕ is not that
// of natural numbers: a quotient of what may be negative, a number that the dtype does not have
// (hasExactly). Sizes are taken to be below 2^24, which no formula can say.

// mostExtents bounds the elements of such a tensor.
const mostExtents = 64

// Ints are the elements of an integer tensor as extents, each of which may be unknown; false where nothing
// is known of them. Those of a constant are read for it.
func (v *Value) Ints() ([]types.Dim, bool) {
	if v == nil {
		return nil, false
	}
	if v.Extents == nil && v.Const == nil && v.weight != nil {
		if a := v.Elements(); a != nil {
			v.Extents = elementsAsExtents(a)
		}
	}
	return v.Extents, v.Extents != nil
}

// extents computes the elements of the result of a call from those of its operands.
func (b *Builder) extents(c *typedCall) []types.Dim {
	f, ok := onExtents[c.op.Name]
	if !ok {
		return nil
	}
	out, ok := c.out.(*types.Tensor)
	if !ok || len(out.Shape) > 1 {
		return nil
	}
	ds := f(c, out)
	if n, ok := count(out); len(ds) > mostExtents || ok && int64(len(ds)) != n {
		return nil
	}
	if slices.ContainsFunc(ds, func(d types.Dim) bool { return !hasExactly(out.Dtype, d) }) {
		ds = slices.Clone(ds)
		for i, d := range ds {
			if !hasExactly(out.Dtype, d) {
				ds[i] = types.Any
			}
		}
	}
	return ds
}

// hasExactly reports whether a dtype has an extent without rounding or wrapping. Of a formula that
// is so for numbers below 2^24, which a float32 has, and which extents of models are.
func hasExactly(d types.Dtype, extent types.Dim) bool {
	signed := d.Class != types.UintClass && d.Class != types.BoolClass
	bits := d.Bits // of the whole numbers around 0 that the dtype has
	switch d.Class {
	case types.UintClass, types.BoolClass:
	case types.IntClass:
		bits--
	case types.FloatClass:
		bits = map[uint16]uint16{16: 11, 32: 24, 64: 53}[d.Bits]
	case types.BfloatClass:
		bits = 8
	default:
		return false
	}
	k, known := extent.Const()
	switch {
	case !known:
		return bits >= 24
	case k < 0 && !signed:
		return false
	case bits >= 63:
		return true
	}
	return k < 1<<bits && k >= -1<<bits
}

// onExtents are the operators that act on extents. A function returns nil where it does not
// know the elements.
var onExtents = map[string]func(c *typedCall, out *types.Tensor) []types.Dim{
	"shape_of": shapeExtents,
	"ndarray_size": func(c *typedCall, _ *types.Tensor) []types.Dim {
		return exact(types.Product(c.args[0].Shape()))
	},
	"cast":          castExtents,
	"copy":          sameExtents,
	"reshape":       sameExtents,
	"squeeze":       sameExtents,
	"expand_dims":   sameExtents,
	"concatenate":   joinedExtents,
	"take":          takenExtents,
	"strided_slice": slicedExtents,
	"add":           elementwise(func(a, b *symbolic.Expr) (*symbolic.Expr, bool) { return a.Add(b), true }),
	"subtract":      elementwise(func(a, b *symbolic.Expr) (*symbolic.Expr, bool) { return a.Sub(b), true }),
	"multiply":      elementwise(func(a, b *symbolic.Expr) (*symbolic.Expr, bool) { return a.Mul(b), true }),
	"maximum":       elementwise(func(a, b *symbolic.Expr) (*symbolic.Expr, bool) { return a.Max(b), true }),
	"minimum":       elementwise(func(a, b *symbolic.Expr) (*symbolic.Expr, bool) { return a.Min(b), true }),
	"divide":        dividedExtents,
	"floor":         sameExtents,
	"ceil":          sameExtents,
	"round_even":    sameExtents,
	"abs":           absoluteExtents,
	"equal":         equalExtents,
	"where":         chosenExtents,
	"prod": func(c *typedCall, _ *types.Tensor) []types.Dim {
		if ds, ok := c.args[0].Ints(); ok {
			return exact(types.Product(ds))
		}
		return nil
	},
}

// exact is one extent that is known.
func exact(d types.Dim) []types.Dim {
	if d.Loose() {
		return nil
	}
	return []types.Dim{d}
}

// shapeExtents are the extents of the operand: `shape_of` is where formulas come from.
func shapeExtents(c *typedCall, _ *types.Tensor) []types.Dim {
	shape := c.args[0].Shape()
	ds := make([]types.Dim, len(shape))
	copy(ds, shape)
	return ds
}

// sameExtents are the elements of the operand, of operators that move or round whole numbers.
func sameExtents(c *typedCall, _ *types.Tensor) []types.Dim {
	ds, _ := c.args[0].Ints()
	return ds
}

// castExtents are the elements as they are, and 0 or 1 as truth values.
func castExtents(c *typedCall, out *types.Tensor) []types.Dim {
	ds, ok := c.args[0].Ints()
	if !ok || out.Dtype != types.Bool || c.args[0].Dtype() == types.Bool {
		return ds
	}
	truths := make([]types.Dim, len(ds))
	for i, d := range ds {
		k, known := d.Const()
		if !known {
			return nil
		}
		truths[i] = types.Const(min(1, max(k, -k)))
	}
	return truths
}

// joinedExtents are those of all parts of a tuple, one after the other.
func joinedExtents(c *typedCall, _ *types.Tensor) (all []types.Dim) {
	for _, part := range c.args[0].parts {
		ds, ok := part.Ints()
		if !ok {
			return nil
		}
		all = append(all, ds...)
	}
	return all
}

// takenExtents are the elements at known indices. What an index outside of the vector takes depends on the
// operator's mode.
func takenExtents(c *typedCall, _ *types.Tensor) []types.Dim {
	ds, ok := c.args[0].Ints()
	at, known := c.args[1].Ints()
	if !ok || !known {
		return nil
	}
	out := make([]types.Dim, len(at))
	for i, d := range at {
		k, ok := d.Const()
		if !ok || k < 0 || k >= int64(len(ds)) { // the operator's mode says what is taken
			return nil
		}
		out[i] = ds[k]
	}
	return out
}

// slicedExtents cuts a vector. The relation of the call has counted the elements.
func slicedExtents(c *typedCall, out *types.Tensor) []types.Dim {
	ds, ok := c.args[0].Ints()
	begin, known := c.attrs.Ints("begin")
	strides, given := c.attrs.Ints("strides")
	n, counted := count(out)
	if !ok || !known || !given || !counted || len(begin) != 1 || len(strides) != 1 {
		return nil
	}
	at := begin[0]
	if at < 0 {
		at += int64(len(ds))
	}
	at = max(0, min(at, int64(len(ds))-1))
	picked := []types.Dim{}
	for range n {
		if at < 0 || at >= int64(len(ds)) {
			return nil
		}
		picked = append(picked, ds[at])
		at += strides[0]
	}
	return picked
}

// elementwise combines corresponding elements; a vector of one is combined with all.
func elementwise(f func(a, b *symbolic.Expr) (*symbolic.Expr, bool)) func(*typedCall, *types.Tensor) []types.Dim {
	return func(c *typedCall, out *types.Tensor) []types.Dim {
		as, ok := c.args[0].Ints()
		bs, known := c.args[1].Ints()
		if !ok || !known || len(as)*len(bs) == 0 || len(as) != len(bs) && len(as) != 1 && len(bs) != 1 {
			return nil
		}
		ds := make([]types.Dim, max(len(as), len(bs)))
		for i := range ds {
			ds[i] = types.Any
			a, b := as[i%len(as)].Expr(), bs[i%len(bs)].Expr()
			if a == nil || b == nil {
				continue
			}
			if e, ok := f(a, b); ok {
				ds[i] = types.DimOf(e)
			}
		}
		return ds
	}
}

// quotient divides extents, which are natural numbers, as integers are divided. Of a
// difference, which may be negative, the quotient rounds otherwise.
func quotient(a, b *symbolic.Expr) (*symbolic.Expr, bool) {
	if !a.Nonnegative() || !b.Nonnegative() {
		return nil, false
	}
	return a.FloorDiv(b)
}

// dividedExtents divides integers. The quotient of floats need not be whole.
func dividedExtents(c *typedCall, out *types.Tensor) []types.Dim {
	if !out.Dtype.IsInteger() {
		return nil
	}
	return elementwise(quotient)(c, out)
}

// absoluteExtents are natural numbers already.
func absoluteExtents(c *typedCall, _ *types.Tensor) []types.Dim {
	ds, ok := c.args[0].Ints()
	if !ok {
		return nil
	}
	for _, d := range ds {
		if d.Loose() || !d.Expr().Nonnegative() {
			return nil
		}
	}
	return ds
}

// equalExtents compares elements: the same formula is equal for all sizes, two numbers and a
// natural number and a negative one are decided, others are not.
func equalExtents(c *typedCall, _ *types.Tensor) []types.Dim {
	as, ok := c.args[0].Ints()
	bs, known := c.args[1].Ints()
	if !ok || !known || len(as)*len(bs) == 0 || len(as) != len(bs) && len(as) != 1 && len(bs) != 1 {
		return nil
	}
	ds := make([]types.Dim, max(len(as), len(bs)))
	for i := range ds {
		a, b := as[i%len(as)], bs[i%len(bs)]
		equal, decided := sameExtent(a, b)
		if !decided {
			return nil
		}
		ds[i] = types.Const(0)
		if equal {
			ds[i] = types.Const(1)
		}
	}
	return ds
}

// sameExtent decides whether two extents are equal in every run, or in none.
func sameExtent(a, b types.Dim) (equal, decided bool) {
	if a.Loose() || b.Loose() {
		return false, false
	}
	if a.Equal(b) {
		return true, true
	}
	n, first := a.Const()
	m, second := b.Const()
	switch {
	case first && second:
		return false, true
	case first && n < 0:
		return false, b.Expr().Nonnegative()
	case second && m < 0:
		return false, a.Expr().Nonnegative()
	}
	return false, false
}

// chosenExtents are the elements that known truth values choose.
func chosenExtents(c *typedCall, out *types.Tensor) []types.Dim {
	which, ok := c.args[0].Ints()
	as, first := c.args[1].Ints()
	bs, second := c.args[2].Ints()
	n, counted := count(out)
	if !ok || !first || !second || !counted {
		return nil
	}
	ds := make([]types.Dim, n)
	for i := range ds {
		if len(which) == 0 || len(as) == 0 || len(bs) == 0 {
			return nil
		}
		k, known := which[i%len(which)].Const()
		switch {
		case !known:
			ds[i] = types.Any
		case k != 0:
			ds[i] = as[i%len(as)]
		default:
			ds[i] = bs[i%len(bs)]
		}
	}
	return ds
}
