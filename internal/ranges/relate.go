package ranges

import (
	"fmt"
	"math"

	"github.com/fraccheck/fraccheck/internal/interval"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// relate adds to a result what an interval loses: x - max(x) is at most 0, and 0 somewhere;
// exp of that is 1 somewhere, so that its sum is at least 1; and what is not negative is at most
// its sum.
func relate(a *typecheck.Application, c *op.RangeCall, args []Value, out Value) Value {
	t, ok := out.(*Tensor)
	if !ok || len(args) == 0 || !t.Dtype.IsFloat() {
		return out
	}
	x, ok := args[0].(*Tensor)
	if !ok {
		return out
	}
	related := *t
	role := a.Op.Numbers
	switch {
	case role.Have(op.IsGreatest) && x.origin.act != nil:
		if axes, ok := along(c); ok {
			related.greatestOf, related.axes = x.origin, axes
		}
	case role.Have(op.IsTotal):
		axes, ok := along(c)
		if !ok {
			break
		}
		if x.origin.act != nil {
			related.totalOf, related.axes = x.origin, axes
		}
		if x.peak != nil && x.axes == axes && x.Least >= 0 && !t.NaN {
			related.Least = math.Max(t.Least, x.peak.Least*(1-4*interval.Unit(t.Dtype)))
		}
	case role.Have(op.IsExponential) && x.peak != nil:
		peak := interval.Exp(*x.peak, t.Dtype)
		related.peak, related.axes = &peak, x.axes
	case role.Have(op.IsDifference) && len(args) == 2:
		y, ok := args[1].(*Tensor)
		if ok && x.origin.act != nil && y.greatestOf == x.origin && x.Finite() {
			related.Most = math.Min(t.Most, 0)
			zero := interval.Of(0)
			related.peak, related.axes = &zero, y.axes
		}
	case role.Have(op.IsQuotient) && len(args) == 2:
		y, ok := args[1].(*Tensor)
		if ok && x.origin.act != nil && y.totalOf == x.origin && x.Least >= 0 && y.Finite() && y.Least > 0 {
			// A sum of what is not negative is no less than each of it, in whatever order it is rounded.
			related.Least, related.Most = math.Max(0, t.Least), math.Min(t.Most, 1)
		}
	}
	return &related
}

// along names the axes of a reduction whose result fits its operand: a number, or a tensor that
// keeps the extents.
func along(c *op.RangeCall) (string, bool) {
	t, ok := types.Head(c.Out).(*types.Tensor)
	if !ok || len(t.Shape) > 0 && !c.Attrs.Bool("keepdims") {
		return "", false
	}
	if len(t.Shape) == 0 {
		return "*", true
	}
	return fmt.Sprint(c.Attrs.Value("axis"), c.Attrs.Value("exclude")), true
}
