package op

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/interval"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A Range bounds the elements of a call's result, a tensor, by bounds of its operands'
// elements. Every element that a kernel computes of operands within their bounds is in it.
type Range func(c *RangeCall) interval.Set

// A RangeCall is what a Range sees of a call.
type RangeCall struct {
	*Call
	In    []interval.Set // by parameter; of a tuple, what all of its tensors have
	Dtype value.Dtype    // of the result
	// Same reports that the first two operands are one value.
	Same bool
}

// Set is the bound of an operand; of one that is not given, and of those of which nothing is
// known, all numbers of the result's dtype.
func (c *RangeCall) Set(i int) interval.Set {
	if i < len(c.In) {
		return c.In[i]
	}
	return interval.All(c.Dtype)
}

// DtypeOf is the dtype of an operand, that of the result where it is no tensor.
func (c *RangeCall) DtypeOf(i int) value.Dtype {
	if i < len(c.Args) && c.Args[i] != nil {
		if d, err := tensorDtype(c.Args[i], c.Dtype); err == nil {
			return d
		}
	}
	return c.Dtype
}

// MostExtent is how large an extent that a variable represents is taken to be.
const MostExtent = 4096

// ExtentAtMost is the greatest that an extent may be; infinite where nothing bounds it.
func ExtentAtMost(d types.Dim) float64 {
	if n, ok := d.Const(); ok {
		return float64(n)
	}
	if e, ok := d.Symbolic(); ok {
		if _, ok := e.Symbol(); ok {
			return MostExtent
		}
	}
	return math.Inf(1)
}

// ExtentAtLeast is the least that an extent may be.
func ExtentAtLeast(d types.Dim) float64 {
	if n, ok := d.Const(); ok {
		return float64(n)
	}
	if e, ok := d.Symbolic(); ok {
		if _, ok := e.Symbol(); ok {
			return 1
		}
	}
	return 0
}

// Elements bounds how many elements an operand has; the most is infinite where nothing is known.
func (c *RangeCall) Elements(i int) (least, most float64) {
	if i >= len(c.Args) || c.Args[i] == nil {
		return 0, math.Inf(1)
	}
	t, ok := types.Head(c.Args[i]).(*types.Tensor)
	if !ok {
		return 0, math.Inf(1)
	}
	least, most = 1, 1
	empty := false
	for _, d := range t.Shape {
		least *= ExtentAtLeast(d)
		empty = empty || ExtentAtMost(d) == 0
		if !empty {
			most *= ExtentAtMost(d)
		}
	}
	if empty {
		return 0, 0
	}
	return least, most
}

// Reduced bounds how many elements of the first operand go into one of the result.
func (c *RangeCall) Reduced() (least, most float64) {
	least, most = c.Elements(0)
	in, ok1 := types.Head(c.Args[0]).(*types.Tensor)
	out, ok2 := types.Head(c.Out).(*types.Tensor)
	if !ok1 || !ok2 {
		return 0, most
	}
	all, kept := 1.0, 1.0
	for _, d := range in.Shape {
		n, ok := d.Const()
		if !ok {
			return min(1, least), most
		}
		all *= float64(n)
	}
	for _, d := range out.Shape {
		n, ok := d.Const()
		if !ok {
			return min(1, least), most
		}
		kept *= float64(n)
	}
	if kept == 0 {
		return 0, most
	}
	return all / kept, all / kept
}

// Moves is the range of an operator whose result has elements of its operands alone.
func Moves(c *RangeCall) interval.Set {
	if len(c.In) == 0 {
		return interval.All(c.Dtype)
	}
	return c.In[0]
}

// MovesOr is the range of an operator whose result has elements of these operands alone, and 0 where zero
// is set.
func MovesOr(zero bool, args ...int) Range {
	return func(c *RangeCall) interval.Set {
		out := interval.None
		if zero {
			out = interval.Of(0)
		}
		for _, i := range args {
			if i >= len(c.In) || c.Args[i] != nil {
				out = out.Join(interval.Convert(c.Set(i), c.DtypeOf(i), c.Dtype))
			}
		}
		return out
	}
}

// Index is the range of indices of elements of an operand, or of their number, in the dtype of the result.
func Index(arg int) Range {
	return func(c *RangeCall) interval.Set {
		_, most := c.Elements(arg)
		return interval.Between(0, most).Rounded(c.Dtype, 1)
	}
}

// Chosen is the range of a result that has elements of the first operand, their indices or both.
func Chosen(c *RangeCall) interval.Set {
	index := Index(0)(c)
	if c.Dtype != c.DtypeOf(0) {
		return index
	}
	return index.Join(c.Set(0))
}

// Uniform is the range of a tensor of one number.
func Uniform(x float64) Range {
	return func(*RangeCall) interval.Set { return interval.Of(x) }
}

// Truths is the range of truth values.
func Truths(*RangeCall) interval.Set { return interval.Between(0, 1) }

// Unary is the range of a function of one number.
func Unary(f func(s interval.Set, d value.Dtype) interval.Set) Range {
	return func(c *RangeCall) interval.Set { return f(c.Set(0), c.Dtype) }
}

// SumOfProducts is the range of sums of products: of a product of matrices, and of what is one. count
// bounds how many products each sum has.
func SumOfProducts(count func(c *RangeCall) float64) Range {
	return func(c *RangeCall) interval.Set {
		n := count(c)
		one := interval.Multiply(c.factor(0).Join(interval.Of(0)), c.factor(1)) // padding
		if n == 0 {
			return interval.Of(0)
		}
		return interval.Sum(one, 0, n, c.Dtype)
	}
}

// factor is the set of operand i in the dtype in which products are computed: that of the result, or
// float32 for narrower floats.
func (c *RangeCall) factor(i int) interval.Set {
	from, to := c.DtypeOf(i), c.Dtype
	if to == value.Float16 || to == value.Bfloat16 {
		to = value.Float32
	}
	if from == to || from.IsFloat() == to.IsFloat() && from != value.Float64 {
		return c.Set(i) // nothing is lost
	}
	return interval.Convert(c.Set(i), from, to)
}

// Ranged copies the operators of a family, those with a range in the table, by name, with
// that. Other names of an operator have its range.
func Ranged(ops []*Op, ranges map[string]Range) []*Op {
	copies := make([]*Op, len(ops))
	for i, o := range ops {
		changed := *o
		if f := ranges[o.Canonical()]; f != nil {
			changed.Range = f
		}
		copies[i] = &changed
	}
	return copies
}

// MovesAll makes a table of operators whose results have elements of their first operand alone.
func MovesAll(names ...string) map[string]Range {
	table := map[string]Range{}
	for _, name := range names {
		table[name] = Moves
	}
	return table
}
