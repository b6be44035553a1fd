package ranges

import (
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/internal/interval"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A Remedy is a bound of one operand of a site: where the operand keeps to it, the result is finite and
// no operand is outside of its domain. Beyond it, the result is not.
type Remedy struct {
	Arg   int
	Bound float64
	Least bool // it bounds the operand from below
}

// Remedy finds a bound. It is 0 or a number that the dtype adds to 1 without loss, where one of them
// is enough, else what bisection finds, rounded towards 0 to three digits. ok is false where no single bound
// is enough.
func (a *Analysis) Remedy(n syntax.NodeID) (r Remedy, ok bool) {
	c := a.calls[n]
	if c == nil || c.Same || !c.Dtype.IsFloat() {
		return r, false
	}
	for i := len(c.In) - 1; i >= 0; i-- {
		if s := c.In[i]; c.Args[i] != nil && c.DtypeOf(i).IsFloat() && !s.Empty() {
			if r, ok = remedyOf(c, i); ok {
				return r, true
			}
		}
	}
	return r, false
}

func remedyOf(c *op.RangeCall, i int) (Remedy, bool) {
	s := c.In[i]
	for _, least := range []float64{0, Epsilon(c.DtypeOf(i))} {
		if s.Least < least && least < s.Most && isSafe(c, i, interval.Between(least, s.Most)) && !cutsSafe(c, i, s.Least, -least) {
			return Remedy{i, least, true}, true
		}
	}
	below, above := max(s.Least, min(0, s.Most)), s.Most
	if !isSafe(c, i, interval.Between(s.Least, below)) {
		return Remedy{}, false
	}
	for range 80 {
		middle := below + (above-below)/2
		if isSafe(c, i, interval.Between(s.Least, middle)) {
			below = middle
		} else {
			above = middle
		}
	}
	most := threeDigits(below)
	return Remedy{i, most, false}, s.Least < most && most < s.Most && isSafe(c, i, interval.Between(s.Least, most))
}

// cutsSafe reports whether the numbers below a bound give finite results too, up to those near 0: a bound
// would change them.
func cutsSafe(c *op.RangeCall, i int, least, most float64) bool {
	most = min(most, -Epsilon(c.DtypeOf(i)))
	return least < most && isSafe(c, i, interval.Between(least, most))
}

// isSafe reports whether a call has a finite result where operand i is within bounds.
func isSafe(c *op.RangeCall, i int, within interval.Set) bool {
	trial := *c
	trial.In = slices.Clone(c.In)
	trial.In[i] = within
	for _, d := range c.Op.Domain {
		if d.Arg < len(trial.In) && leaves(d, trial.In[d.Arg]) {
			return false
		}
	}
	return c.Op.Range(&trial).Finite()
}

// Epsilon is a power of ten that changes 1 when it is added in a dtype.
func Epsilon(d value.Dtype) float64 {
	return math.Pow(10, math.Ceil(math.Log10(interval.Unit(d))))
}

// threeDigits rounds a number towards 0 to three significant digits.
func threeDigits(x float64) float64 {
	if x == 0 || math.IsInf(x, 0) {
		return x
	}
	unit := math.Pow(10, math.Floor(math.Log10(math.Abs(x)))-2)
	return math.Trunc(x/unit) * unit
}
