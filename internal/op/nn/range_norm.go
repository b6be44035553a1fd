package nn

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/interval"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// computed is the dtype that a kernel computes floats of a dtype in.
func computed(d value.Dtype) value.Dtype {
	if d.IsHalf() {
		return value.Float32
	}
	return d
}

// withAffine is the range of gamma and beta after a normalization.
func withAffine(c *op.RangeCall, s interval.Set, gamma, beta int) interval.Set {
	d := computed(c.Dtype)
	if c.Attrs.Bool("scale") {
		s = interval.Multiply(s, c.Set(gamma)).Rounded(d, 2)
	}
	if c.Attrs.Bool("center") {
		s = interval.Add(s, c.Set(beta)).Rounded(d, 2)
	}
	return s
}

// batchNormRange is that of (x - mean) · gamma / √(var + epsilon) + beta, and of the statistics, which are
// other tensors of the result.
func batchNormRange(c *op.RangeCall) interval.Set {
	d := computed(c.Dtype)
	epsilon, ok := c.Attrs.Float("epsilon")
	if !ok || !c.Dtype.IsFloat() {
		return interval.All(c.Dtype)
	}
	scale := interval.Of(1)
	if c.Attrs.Bool("scale") {
		scale = c.Set(1)
	}
	root := interval.Sqrt(interval.Add(c.Set(4), interval.Of(epsilon)), value.Float64)
	if !(root.Least > 0) { // a quotient by 0 of either sign
		return interval.All(c.Dtype)
	}
	scale = interval.Divide(scale, root).Rounded(d, 2)
	out := interval.Multiply(interval.Subtract(c.Set(0), c.Set(3)).Rounded(d, 2), scale).Rounded(d, 2)
	if c.Attrs.Bool("center") {
		out = interval.Add(out, c.Set(2)).Rounded(d, 2)
	}
	return out.Rounded(c.Dtype, 1).Join(c.Set(3)).Join(c.Set(4))
}

// standardRange is that of normalizations by the statistics of the data. The mean of the squares of n numbers
// y is 1 at most, so that y² is n at most.
func standardRange(c *op.RangeCall) interval.Set {
	s := c.Set(0)
	epsilon, ok := c.Attrs.Float("epsilon")
	_, n := c.Elements(0)
	if !ok || !(epsilon > 0) || !c.Dtype.IsFloat() || !s.Finite() || s.Empty() || math.IsInf(n, 1) || c.Dtype == value.Float64 && s.Magnitude() > 1e150 {
		return interval.All(c.Dtype)
	}
	root := math.Sqrt(n) * (1 + 1e-6)
	return withAffine(c, interval.Between(-root, root).Rounded(computed(c.Dtype), 2), 1, 2).Rounded(c.Dtype, 1)
}

// lrnRange is that of x / (bias + alpha · Σx²/size)^beta, where the divisor is 1 at least.
func lrnRange(c *op.RangeCall) interval.Set {
	bias, ok1 := c.Attrs.Float("bias")
	alpha, ok2 := c.Attrs.Float("alpha")
	beta, ok3 := c.Attrs.Float("beta")
	if s := c.Set(0); ok1 && ok2 && ok3 && bias >= 1 && alpha >= 0 && beta >= 0 && c.Dtype.IsFloat() && s.Finite() && s.Magnitude() < 1e15 {
		return s.Join(interval.Of(0)).Rounded(c.Dtype, 8)
	}
	return interval.All(c.Dtype)
}

// unitRange is that of a quotient by the Euclidean norm.
func unitRange(c *op.RangeCall) interval.Set {
	s := c.Set(0)
	eps, ok := c.Attrs.Float("eps")
	if !ok || !(eps > 0) || !c.Dtype.IsFloat() || !s.Finite() || s.Empty() || c.Dtype == value.Float64 && s.Magnitude() > 1e150 {
		return interval.All(c.Dtype)
	}
	out := interval.Between(-1, 1)
	if s.Least >= 0 {
		out.Least = 0
	}
	if s.Most <= 0 {
		out.Most = 0
	}
	return out.Rounded(c.Dtype, 2)
}

// logSoftmaxRange is that of x - max - log Σ exp(x - max), whose sum is between 1 and the extent.
func logSoftmaxRange(c *op.RangeCall) interval.Set {
	s := c.Set(0)
	axis, ok := c.Attrs.Int("axis")
	t, isTensor := types.Head(c.Args[0]).(*types.Tensor)
	if !c.Dtype.IsFloat() || !s.Finite() || s.Empty() || !ok || !isTensor || c.Dtype == value.Float64 && s.Magnitude() > 1e300 {
		return interval.All(c.Dtype)
	}
	n := 1.0
	if len(t.Shape) > 0 {
		n = extentOf(c, 0, int(axis))
	}
	if math.IsInf(n, 1) {
		return interval.Set{Least: math.Inf(-1)}
	}
	least := interval.Of(s.Least-s.Most-math.Log(math.Max(n, 1))).Rounded(computed(c.Dtype), 8).Rounded(c.Dtype, 1).Least
	return interval.Set{Least: math.Min(least, 0), Most: 8 * interval.Unit(c.Dtype)}
}

// leakyRange is that of x where x is greater than 0, and alpha · x elsewhere.
func leakyRange(c *op.RangeCall) interval.Set {
	alpha, ok := c.Attrs.Float("alpha")
	if !ok || !c.Dtype.IsFloat() {
		return interval.All(c.Dtype)
	}
	return withSlope(c, interval.Of(alpha).Rounded(computed(c.Dtype), 1))
}

func preluRange(c *op.RangeCall) interval.Set {
	if !c.Dtype.IsFloat() {
		return interval.All(c.Dtype)
	}
	return withSlope(c, c.Set(1))
}

func withSlope(c *op.RangeCall, alpha interval.Set) interval.Set {
	s := c.Set(0)
	positive := s.Meet(interval.Between(0, math.Inf(1)))
	rest := s.Meet(interval.Set{Least: math.Inf(-1), Most: 0, NaN: true})
	if rest.Nothing() {
		return positive
	}
	return positive.Join(interval.Multiply(rest, alpha).Rounded(computed(c.Dtype), 2).Rounded(c.Dtype, 2))
}
