package fill

import (
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/internal/value"
)

// Folds go from the stored terms towards a goal, by what no operand can be computed of: a function of each
// element, and one or two reductions. So sums of squares, least distances and sums of what a condition
// holds for are found with the terms that they are of. Elements are computed as those of grids, context
// by context, and few terms come to the first element of the goal.

// A reduction is a fold along an axis.
type reduction struct {
	name string
	mean bool // the fold is divided by the extent
	of   func(a, b float64) float64
}

func plus(a, b float64) float64 { return a + b }

// reductions are the folds that are looked for.
var reductions = []reduction{{"sum", false, plus}, {"max", false, math.Max}, {"min", false, math.Min}, {"mean", true, plus}}

// along is a grid reduced along an axis.
func (r reduction) along(from grid, axis int) grid {
	to := grid{from.dtype, slices.Delete(slices.Clone(from.shape), axis, axis+1), nil}
	to.at = make([]float64, value.Product(to.shape))
	step := value.RowMajor(from.shape)[axis]
	for k := range to.at {
		to.at[k] = r.element(from, axis, step, k)
	}
	return to
}

// element is the k-th element of a grid reduced along an axis whose elements are step apart.
func (r reduction) element(from grid, axis, step, k int) float64 {
	n := from.shape[axis]
	at := k/step*step*n + k%step
	total := from.at[at]
	for j := 1; j < n; j++ {
		total = r.of(total, from.at[at+j*step])
	}
	if r.mean {
		return total / float64(n)
	}
	return total
}

// comesTo reports whether a grid reduced along an axis is another one.
func (r reduction) comesTo(from grid, axis int, goal grid) bool {
	if axis >= len(from.shape) || len(from.shape) != len(goal.shape)+1 || len(from.at) == 0 ||
		!slices.Equal(from.shape[:axis], goal.shape[:axis]) || !slices.Equal(from.shape[axis+1:], goal.shape[axis:]) {
		return false
	}
	step := value.RowMajor(from.shape)[axis]
	for k, want := range goal.at {
		if !nearTo(r.element(from, axis, step, k), want) {
			return false
		}
	}
	return true
}

// An operand is what a fold is applied to in each context, and how the terms that have these values are
// made.
type operand struct {
	grids []grid
	make  func() []*term
}

// folded offers the folds that come to a goal: for each stored term x of one or two axes more than the
// goal, ⊕(x), ⊕(x²) and ⊕(|x|), and ⊕(⊗(x)) where two axes go. single reports whether one reduction of a
// stored term is looked for, too; the bank makes that itself in its next weight.
func (d *deduction) folded(g *goal, single bool, take offer) {
	if g.dtype() == value.Bool {
		return
	}
	suits := func(t *term) bool {
		a, ok := t.values[0].(*value.Array)
		return ok && len(a.Shape) > g.rank() && len(a.Shape) <= g.rank()+2 && a.Len() <= mostChosen
	}
	d.each(g.dtype(), func(t *term) {
		if !suits(t) {
			return
		}
		operands := gridsOf(t.values)
		d.reduced(g, operand{operands, func() []*term { return []*term{t} }}, single, take)
		for _, m := range []struct {
			name string
			of   func(x float64) float64
		}{{"square", func(x float64) float64 { return x * x }}, {"abs", math.Abs}} {
			if f := d.bank.form(m.name, 1); f != nil {
				d.reduced(g, d.mapped(g, operands, func(_, k int, x float64) float64 { return m.of(x) }, f, t), true, take)
			}
		}
	})
	d.conditional(g, suits, take)
	d.argExtremes(g, take)
}

// argExtremes offers the indices of the greatest and the least elements of stored terms, or of their
// absolute values.
func (d *deduction) argExtremes(g *goal, take offer) {
	abs := d.bank.form("abs", 1)
	for _, dtype := range []value.Dtype{value.Float32, value.Int32} {
		d.each(dtype, func(t *term) {
			a, ok := t.values[0].(*value.Array)
			if !ok || len(a.Shape) != g.rank()+1 || g.dtype().IsFloat() || a.Len() > mostChosen {
				return
			}
			operands := gridsOf(t.values)
			tried := []operand{{operands, func() []*term { return []*term{t} }}}
			if abs != nil {
				other := d.mapped(g, operands, func(_, _ int, x float64) float64 { return math.Abs(x) }, abs, t)
				for i := range other.grids {
					other.grids[i].dtype = dtype
				}
				tried = append(tried, other)
			}
			for _, l := range tried {
				for _, name := range []string{"argmax", "argmin"} {
					f := d.bank.form(name, 1)
					for axis := range operands[0].shape {
						if f != nil && isArgExtreme(name == "argmin", l.grids, axis, g.grids) {
							for _, u := range l.make() {
								take(f, u)
							}
						}
					}
				}
			}
		})
	}
}

// isArgExtreme reports whether the indices of the greatest elements of grids along an axis, or of the
// least, are the goals; of equal elements it is the first.
func isArgExtreme(least bool, grids []grid, axis int, goals []grid) bool {
	for i, from := range grids {
		to := goals[i]
		if len(from.at) == 0 || len(from.shape) != len(to.shape)+1 || !slices.Equal(from.shape[:axis], to.shape[:axis]) || !slices.Equal(from.shape[axis+1:], to.shape[axis:]) {
			return false
		}
		step, n := value.RowMajor(from.shape)[axis], from.shape[axis]
		for k, want := range to.at {
			first, best := k/step*step*n+k%step, 0
			for j := 1; j < n; j++ {
				x, y := from.at[first+j*step], from.at[first+best*step]
				if x > y && !least || x < y && least {
					best = j
				}
			}
			if float64(best) != want {
				return false
			}
		}
	}
	return true
}

// conditional offers folds of light terms where a stored condition holds, and of 0 elsewhere:
// ⊕(where(c, x, 0)).
func (d *deduction) conditional(g *goal, suits func(*term) bool, take offer) {
	where := d.bank.form("where", 3)
	zero := -1
	var light []*term
	d.each(g.dtype(), func(t *term) {
		if t.weight <= lightWeight {
			if light = append(light, t); t.leaf < 0 && t.inst == nil && isZero(t.value) {
				zero = len(light) - 1
			}
		}
	})
	if where == nil || zero < 0 {
		return
	}
	d.each(value.Bool, func(t *term) {
		if !suits(t) {
			return
		}
		conditions := gridsOf(t.values)
		shapes := (&goal{grids: conditions}).shapes()
		for i, l := range light {
			if i == zero || !broadcasts(l, shapes) {
				continue
			}
			at := stretchedAll(l, shapes)
			d.reduced(g, d.mapped(g, conditions, func(i, k int, x float64) float64 { return x * at[i][k] }, where, t, l, light[zero]), true, take)
		}
	})
}

func isZero(v value.Value) bool {
	s, ok := v.(value.Scalar)
	return ok && number(s) == 0
}

// mapped is a function of each element of some grids, which a form of some terms is.
func (d *deduction) mapped(g *goal, from []grid, of func(context, k int, x float64) float64, f *form, args ...*term) operand {
	to := make([]grid, len(from))
	for i, each := range from {
		to[i] = grid{g.dtype(), each.shape, make([]float64, len(each.at))}
		for k, x := range each.at {
			to[i].at[k] = of(i, k, x)
		}
	}
	return operand{to, func() []*term { return d.holding(g, to, f, args...) }}
}

// holding are the terms of a form that come to some grids.
func (d *deduction) holding(g *goal, grids []grid, f *form, args ...*term) []*term {
	if sub := goalOf(grids, g.near); sub != nil {
		return d.apply(sub, f, args)
	}
	return nil
}

// reduced offers one reduction of an operand, where single says so, and two.
func (d *deduction) reduced(g *goal, l operand, single bool, take offer) {
	for _, r := range reductions {
		f := d.bank.form(r.name, 1)
		if f == nil || r.mean && !g.dtype().IsFloat() {
			continue
		}
		for axis := range l.grids[0].shape {
			if len(l.grids[0].shape) == g.rank()+1 {
				if single && reducesTo(r, l.grids, axis, g.grids) {
					for _, t := range l.make() {
						take(f, t)
					}
				}
				continue
			}
			d.reducedTwice(g, l, r, axis, f, take)
		}
	}
}

// reducesTo reports whether the grids of all contexts, reduced along an axis, are the goals.
func reducesTo(r reduction, grids []grid, axis int, goals []grid) bool {
	for i, from := range grids {
		if !r.comesTo(from, axis, goals[i]) {
			return false
		}
	}
	return true
}

// reducedTwice offers reductions of an operand that is reduced along an axis. Grids of the first valuation
// decide, and few come to its goal, so those of the others are computed only then.
func (d *deduction) reducedTwice(g *goal, l operand, first reduction, axis int, f *form, take offer) {
	if slices.ContainsFunc(l.grids, func(from grid) bool { return len(from.at) == 0 || len(from.shape) != g.rank()+2 }) {
		return
	}
	// inner is the operand reduced along the first axis, valuation by valuation.
	inner := []grid{first.along(l.grids[0], axis)}
	for _, second := range reductions {
		outer := d.bank.form(second.name, 1)
		if outer == nil || second.mean && !g.dtype().IsFloat() {
			continue
		}
		for to := range inner[0].shape {
			if !second.comesTo(inner[0], to, g.grids[0]) {
				continue
			}
			for len(inner) < len(l.grids) {
				inner = append(inner, first.along(l.grids[len(inner)], axis))
			}
			if !reducesTo(second, inner, to, g.grids) {
				continue
			}
			for _, t := range l.make() {
				if first.name == second.name { // one operator reduces several axes
					take(f, t)
					continue
				}
				for _, u := range d.holding(g, inner, f, t) {
					take(outer, u)
				}
			}
		}
	}
}
