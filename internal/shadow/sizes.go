package shadow

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// extent is the number that an extent represents in an activation.
func (m *machine) extent(act *activation, d types.Dim) (int64, bool) {
	if n, ok := d.Const(); ok {
		return n, true
	}
	e, ok := d.Symbolic()
	if !ok {
		return 0, false
	}
	for act.around != nil {
		act = act.around
	}
	if act.sizes == nil {
		act.sizes = sizesOf(act)
	}
	return act.sizes.Value(e)
}

// mostMeasured is how many parts of arguments are looked at for the sizes in them.
const mostMeasured = 1000

// sizesOf are the size variables of a definition that its arguments determine.
func sizesOf(act *activation) *symbolic.Solution {
	f, ok := types.Head(act.unit.object.Type).(*types.Func)
	if !ok {
		return symbolic.Solve(nil, nil)
	}
	var found []symbolic.Equation
	left := mostMeasured
	var walk func(v Value, t types.Type)
	walk = func(v Value, t types.Type) {
		if left--; left < 0 {
			return
		}
		switch v := v.(type) {
		case *Tensor:
			t, ok := types.Head(t).(*types.Tensor)
			if !ok || len(t.Shape) != len(v.Program.Shape) {
				return
			}
			for i, d := range t.Shape {
				if e, ok := d.Symbolic(); ok {
					found = append(found, symbolic.Equation{Expr: e, Value: int64(v.Program.Shape[i])})
				}
			}
		case *Tuple:
			if t, ok := types.Head(t).(*types.Tuple); ok && len(v.Elems) == len(t.Elems) {
				for i, e := range t.Elems {
					walk(v.Elems[i], e)
				}
			}
		case *Sequence:
			if t, ok := types.Head(t).(*types.Fractal); ok && len(v.Elems) > 0 {
				walk(v.Elems[0], t.Elem)
			}
		}
	}
	for i, t := range f.In {
		if i < len(act.args) {
			walk(act.args[i], t)
		}
	}
	slices.SortStableFunc(found, func(a, b symbolic.Equation) int { return a.Expr.Compare(b.Expr) })
	return symbolic.Solve(slices.CompactFunc(found, func(a, b symbolic.Equation) bool {
		return a.Value == b.Value && a.Expr.Equal(b.Expr)
	}), nil)
}
