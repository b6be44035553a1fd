package elementwise

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/interval"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// ranges are the bounds of results, by the name of the operator.
var ranges = map[string]op.Range{
	"abs":  op.Unary(func(s interval.Set, d value.Dtype) interval.Set { return interval.Abs(s).Clipped(d) }),
	"copy": op.Moves, "broadcast_to": op.Moves, "broadcast_to_like": op.Moves,
	"negative": op.Unary(func(s interval.Set, d value.Dtype) interval.Set { return interval.Negative(s).Clipped(d) }),
	"exp":      ofFloats(interval.Exp),
	"log":      logarithm(math.Log), "log2": logarithm(math.Log2), "log10": logarithm(math.Log10),
	"sqrt": ofFloats(interval.Sqrt), "rsqrt": ofFloats(interval.Rsqrt),
	"sin": op.Unary(wave), "cos": op.Unary(wave),
	"tanh":    bounded(math.Tanh, -1, 1),
	"erf":     bounded(math.Erf, -1, 1),
	"atan":    bounded(math.Atan, math.Inf(-1), math.Inf(1)),
	"sigmoid": bounded(func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }, 0, 1),
	"sinh":    bounded(math.Sinh, math.Inf(-1), math.Inf(1)),
	"asinh":   bounded(math.Asinh, math.Inf(-1), math.Inf(1)),
	"asin":    arc(math.Asin), "acos": arc(math.Acos),
	"atanh": ofFloats(interval.Atanh),
	"cosh":  ofFloats(interval.Cosh), "acosh": ofFloats(interval.Acosh), "tan": ofFloats(interval.Tan),
	"floor": stepped(math.Floor), "ceil": stepped(math.Ceil), "trunc": stepped(math.Trunc),
	"round": stepped(math.Round), "round_even": stepped(math.RoundToEven),
	"sign": op.Unary(sign),
	"clip": clip,

	"add":             rounded(interval.Add),
	"subtract":        subtract,
	"multiply":        multiply,
	"divide":          divide,
	"maximum":         choice(interval.Max),
	"minimum":         choice(interval.Min),
	"power":           power,
	"mod":             remainder,
	"trunc_mod":       remainder,
	"floor_mod":       floorRemainder,
	"trunc_divide":    quotient(math.Trunc),
	"floor_divide":    quotient(math.Floor),
	"right_shift":     shiftedRight,
	"left_shift":      shiftedLeft,
	"bitwise_and":     conjunction,
	"bitwise_or":      union,
	"bitwise_xor":     union,
	"bitwise_not":     op.Unary(complement),
	"logical_and":     op.Truths,
	"logical_or":      op.Truths,
	"logical_xor":     op.Truths,
	"logical_not":     op.Truths,
	"equal":           op.Truths,
	"not_equal":       op.Truths,
	"less":            op.Truths,
	"less_equal":      op.Truths,
	"greater":         op.Truths,
	"greater_equal":   op.Truths,
	"isnan":           op.Truths,
	"isinf":           op.Truths,
	"isfinite":        op.Truths,
	"where":           func(c *op.RangeCall) interval.Set { return c.Set(1).Join(c.Set(2)) },
	"cast":            func(c *op.RangeCall) interval.Set { return interval.Convert(c.Set(0), c.DtypeOf(0), c.Dtype) },
	"cast_like":       op.MovesOr(false, 0),
	"arange":          steps,
	"one_hot":         op.MovesOr(false, 1, 2),
	"shape_of":        shape,
	"ndarray_size":    op.Index(0),
	"collapse_sum_to": collapsed, "collapse_sum_like": collapsed,
	"zeros":      op.Uniform(0),
	"zeros_like": op.Uniform(0),
	"ones":       op.Uniform(1),
	"ones_like":  op.Uniform(1),
	"full":       fillOf(0),
	"full_like":  fillOf(1),
}

// Truth values have arithmetic of their own, which stays among them.
func truths(c *op.RangeCall) bool { return c.Dtype == value.Bool }

// ofFloats is the range of a function of floats. Of integers, whose results are rounded,
// nothing is said.
func ofFloats(f func(s interval.Set, d value.Dtype) interval.Set) op.Range {
	return op.Unary(func(s interval.Set, d value.Dtype) interval.Set {
		if !d.IsFloat() {
			return interval.All(d)
		}
		return f(s, d)
	})
}

func logarithm(f func(float64) float64) op.Range {
	return ofFloats(func(s interval.Set, d value.Dtype) interval.Set { return interval.Log(s, d, f) })
}

func wave(s interval.Set, _ value.Dtype) interval.Set { return interval.Wave(s) }

func bounded(f func(float64) float64, least, most float64) op.Range {
	return ofFloats(func(s interval.Set, d value.Dtype) interval.Set { return interval.Bounded(s, d, f, least, most) })
}

func arc(f func(float64) float64) op.Range {
	return ofFloats(func(s interval.Set, d value.Dtype) interval.Set { return interval.Arc(s, d, f) })
}

func stepped(f func(float64) float64) op.Range {
	return op.Unary(func(s interval.Set, d value.Dtype) interval.Set { return interval.Monotone(s, f).Clipped(d) })
}

func sign(s interval.Set, _ value.Dtype) interval.Set {
	if s.NaN {
		s = s.Join(interval.Of(0)) // that of NaN
	}
	return interval.Monotone(s, func(x float64) float64 {
		switch {
		case x > 0:
			return 1
		case x < 0:
			return -1
		}
		return 0
	})
}

func clip(c *op.RangeCall) interval.Set {
	least, ok1 := c.Attrs.Float("a_min")
	most, ok2 := c.Attrs.Float("a_max")
	s := c.Set(0)
	if !ok1 || !ok2 || !(least <= most) || s.Empty() {
		return s.Join(interval.Between(math.Floor(math.Min(least, most)), math.Ceil(math.Max(least, most)))).Clipped(c.Dtype)
	}
	if !c.Dtype.IsFloat() {
		return s.Join(interval.Between(math.Floor(least), math.Ceil(most))).Clipped(c.Dtype)
	}
	low, high := interval.Of(least).Rounded(c.Dtype, 1), interval.Of(most).Rounded(c.Dtype, 1)
	return interval.Set{
		Least: math.Max(low.Least, math.Min(high.Least, s.Least)), Most: math.Max(low.Most, math.Min(high.Most, s.Most)), NaN: s.NaN,
	}
}

// rounded is the range of a function of two numbers that rounds once.
func rounded(f func(s, t interval.Set) interval.Set) op.Range {
	return func(c *op.RangeCall) interval.Set {
		if truths(c) {
			return op.Truths(c)
		}
		const exact = 1 << 53
		if c.Dtype.Bits() == 64 && !c.Dtype.IsFloat() && math.Max(c.Set(0).Magnitude(), c.Set(1).Magnitude()) > exact {
			return interval.All(c.Dtype) // float64 does not have all ends
		}
		return f(c.Set(0), c.Set(1)).Rounded(c.Dtype, 1)
	}
}

func choice(f func(s, t interval.Set) interval.Set) op.Range {
	return func(c *op.RangeCall) interval.Set { return f(c.Set(0), c.Set(1)) }
}

func subtract(c *op.RangeCall) interval.Set {
	if c.Same && c.Set(0).Finite() && !truths(c) {
		return interval.Of(0)
	}
	return rounded(interval.Subtract)(c)
}

func multiply(c *op.RangeCall) interval.Set {
	if c.Same && !truths(c) {
		return interval.Square(c.Set(0)).Rounded(c.Dtype, 1)
	}
	return rounded(interval.Multiply)(c)
}

func divide(c *op.RangeCall) interval.Set {
	switch s, t := c.Set(0), c.Set(1); {
	case truths(c):
		return op.Truths(c)
	case !c.Dtype.IsFloat():
		return interval.Quotient(s, t, c.Dtype, math.Trunc)
	case c.Same && s.Finite() && !s.Contains(0):
		return interval.Of(1)
	default:
		return interval.Divide(s, t).Rounded(c.Dtype, 1)
	}
}

func power(c *op.RangeCall) interval.Set {
	if !c.Dtype.IsFloat() {
		return interval.All(c.Dtype)
	}
	return interval.Power(c.Set(0), c.Set(1), c.Dtype)
}

func remainder(c *op.RangeCall) interval.Set {
	if c.Dtype.IsFloat() || truths(c) {
		return interval.All(c.Dtype)
	}
	return interval.Remainder(c.Set(0), c.Set(1))
}

func floorRemainder(c *op.RangeCall) interval.Set {
	if c.Dtype.IsFloat() || truths(c) {
		return interval.All(c.Dtype)
	}
	return interval.FloorRemainder(c.Set(1))
}

func quotient(round func(float64) float64) op.Range {
	return func(c *op.RangeCall) interval.Set {
		if c.Dtype.IsFloat() || truths(c) {
			return interval.All(c.Dtype)
		}
		return interval.Quotient(c.Set(0), c.Set(1), c.Dtype, round)
	}
}

func shiftedRight(c *op.RangeCall) interval.Set {
	if s := c.Set(0); !c.Dtype.IsFloat() && s.Least >= 0 {
		return interval.Between(0, s.Most)
	}
	return interval.All(c.Dtype)
}

func conjunction(c *op.RangeCall) interval.Set {
	if s, t := c.Set(0), c.Set(1); !c.Dtype.IsFloat() && s.Least >= 0 && t.Least >= 0 {
		return interval.Between(0, math.Min(s.Most, t.Most))
	}
	return interval.All(c.Dtype)
}

// union is the range of bits of either of two numbers that are not negative: those up to the highest one.
func union(c *op.RangeCall) interval.Set {
	s, t := c.Set(0), c.Set(1)
	if c.Dtype.IsFloat() || truths(c) || s.Empty() || t.Empty() || s.Least < 0 || t.Least < 0 {
		return interval.All(c.Dtype)
	}
	_, bits := math.Frexp(math.Max(s.Most, t.Most))
	return interval.Between(0, math.Ldexp(1, bits)-1).Clipped(c.Dtype)
}

// complement has -1 - x of signed numbers, and of others the greatest less x.
func complement(s interval.Set, d value.Dtype) interval.Set {
	if d == value.Bool || d.Bits() == 64 {
		return interval.All(d)
	}
	if d.IsSigned() {
		return interval.Subtract(interval.Of(-1), s).Clipped(d)
	}
	return interval.Subtract(interval.Of(interval.All(d).Most), s).Clipped(d)
}

// shiftedLeft has products by powers of 2.
func shiftedLeft(c *op.RangeCall) interval.Set {
	s, t := c.Set(0), c.Set(1)
	if c.Dtype.IsFloat() || truths(c) || t.Empty() || t.Least < 0 || t.Most >= float64(c.Dtype.Bits()) {
		return interval.All(c.Dtype)
	}
	return interval.Multiply(s, interval.Between(math.Ldexp(1, int(t.Least)), math.Ldexp(1, int(t.Most)))).Clipped(c.Dtype)
}

// steps is the range of start, start + step, … up to stop.
func steps(c *op.RangeCall) interval.Set {
	return c.Set(0).Join(c.Set(1)).Rounded(c.Dtype, 4)
}

// shape is the range of the extents of a tensor.
func shape(c *op.RangeCall) interval.Set {
	t, ok := types.Head(c.Args[0]).(*types.Tensor)
	if !ok {
		return interval.All(c.Dtype)
	}
	out := interval.None
	if len(t.Shape) == 0 {
		out = interval.Of(0)
	}
	for _, d := range t.Shape {
		out = out.Join(interval.Between(op.ExtentAtLeast(d), op.ExtentAtMost(d)))
	}
	return out.Clipped(c.Dtype)
}

// collapsed is the range of sums of elements that were broadcast from one.
func collapsed(c *op.RangeCall) interval.Set {
	_, most := c.Elements(0)
	return interval.Sum(c.Set(0).Join(interval.Of(0)), 0, most, c.Dtype)
}

// fillOf is the range of a tensor of one operand's number.
func fillOf(arg int) op.Range {
	return func(c *op.RangeCall) interval.Set { return interval.Convert(c.Set(arg), c.DtypeOf(arg), c.Dtype) }
}

// roles are what bounds of several operators together need to know.
var roles = map[string]op.Numbers{"subtract": op.IsDifference, "divide": op.IsQuotient, "exp": op.IsExponential}
