package fill

import (
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/internal/value"
)

// An offer takes a form with operands that come to a goal.
type offer func(f *form, args ...*term)

// rules goes through the operators that may come to a goal.
func (d *deduction) rules(g *goal, depth int, take offer) {
	if g.grids == nil {
		d.constructors(g, depth, take)
		return
	}
	d.arithmetic(g, take)
	d.choices(g, take)
	d.rows(g, take)
	inner := depth < deducedDepth // the bank's own next terms have come to the hole's goal
	d.folded(g, inner, take)
	if inner {
		d.withLight(g, take)
	}
	d.moved(g, depth, take)
	d.joined(g, depth, take)
	d.functions(g, depth, take)
}

// constructors takes data apart: C(x, y) comes from terms for x and for y.
func (d *deduction) constructors(g *goal, depth int, take offer) {
	first, ok := g.values[0].(*value.Data)
	if !ok || len(first.Fields) == 0 {
		return
	}
	args := make([]*term, len(first.Fields))
	for i := range first.Fields {
		part := &goal{near: g.near}
		for _, v := range g.values {
			data, ok := v.(*value.Data)
			if !ok || data.Tag != first.Tag || len(data.Fields) != len(first.Fields) {
				return
			}
			part.values = append(part.values, data.Fields[i])
		}
		part.grids = gridsOf(part.values)
		found := d.solve(part, depth-1)
		if len(found) == 0 {
			return
		}
		args[i] = found[0]
	}
	take(d.bank.form(first.Name, len(args)), args...)
}

// form is a form by its name and the number of its operands; nil where the bank has none.
func (b *bank) form(name string, arity int) *form {
	for _, f := range b.forms {
		if f.name == name && f.arity == arity {
			return f
		}
	}
	return nil
}

// through solves the goal of some grids, and offers a form with each term that is found.
func (d *deduction) through(g *goal, grids []grid, depth int, take func(t *term)) {
	if sub := goalOf(grids, g.near); sub != nil {
		for _, t := range d.solve(sub, depth-1) {
			take(t)
		}
	}
}

// inverted offers an operator of one operand with the terms of some grids, nil for none.
func (d *deduction) inverted(g *goal, depth int, take offer) func(name string, grids []grid) {
	return func(name string, grids []grid) {
		if f := d.bank.form(name, 1); f != nil && grids != nil {
			d.through(g, grids, depth, func(t *term) { take(f, t) })
		}
	}
}

// each is a function of each grid; nil where it has none of one.
func (g *goal) each(f func(grid) (grid, bool)) []grid {
	to := make([]grid, len(g.grids))
	for i, from := range g.grids {
		var ok bool
		if to[i], ok = f(from); !ok {
			return nil
		}
	}
	return to
}

// mapped is a function of each element, in a dtype.
func (g *goal) mapped(d value.Dtype, f func(float64) float64) []grid {
	return g.each(func(from grid) (grid, bool) {
		to := grid{d, from.shape, make([]float64, len(from.at))}
		for i, x := range from.at {
			to.at[i] = f(x)
		}
		return to, true
	})
}

func (g *goal) rank() int          { return len(g.grids[0].shape) }
func (g *goal) dtype() value.Dtype { return g.grids[0].dtype }

// functions inverts functions of single elements: x = f(y) for y = f⁻¹(x). Where f is not one to one, one
// of its inverses is tried (the square root that is not negative).
func (d *deduction) functions(g *goal, depth int, take offer) {
	dtype := g.dtype()
	one := d.inverted(g, depth, take)
	if dtype == value.Bool {
		one("logical_not", g.mapped(dtype, func(x float64) float64 { return 1 - x }))
		return
	}
	one("negative", g.mapped(dtype, func(x float64) float64 { return -x }))
	for _, other := range []value.Dtype{value.Int32, value.Int64, value.Float32, value.Bool} {
		if other != dtype {
			one("cast", g.mapped(other, func(x float64) float64 { return x }))
		}
	}
	one("square", g.mapped(dtype, math.Sqrt))
	if dtype.IsFloat() {
		one("sqrt", g.mapped(dtype, func(x float64) float64 { return x * x }))
		one("exp", g.mapped(dtype, math.Log))
		one("log", g.mapped(dtype, math.Exp))
	}
	d.oneHot(g, depth, take)
}

// oneHot finds the indices of rows that are 0 but at one place.
func (d *deduction) oneHot(g *goal, depth int, take offer) {
	if g.rank() == 0 {
		return
	}
	indices := g.each(func(from grid) (grid, bool) {
		last := len(from.shape) - 1
		n := from.shape[last]
		to := grid{value.Int32, from.shape[:last], make([]float64, value.Product(from.shape[:last]))}
		for i := range to.at {
			row := from.at[i*n : (i+1)*n]
			to.at[i] = float64(slices.IndexFunc(row, func(x float64) bool { return x != 0 }))
			if to.at[i] < 0 || slices.ContainsFunc(row, func(x float64) bool { return x != 0 && x != 1 }) || sum(row) != 1 {
				return to, false
			}
		}
		return to, len(to.at) > 0
	})
	depths := g.each(func(from grid) (grid, bool) {
		return grid{value.Int32, nil, []float64{float64(from.shape[len(from.shape)-1])}}, true
	})
	if indices == nil {
		return
	}
	d.through(g, indices, depth, func(t *term) {
		take(d.bank.form("one_hot", 1), t)
		if f := d.bank.form("dyn.one_hot", 2); f != nil {
			d.through(g, depths, 1, func(n *term) { take(f, t, n) })
		}
	})
}

func sum(row []float64) (total float64) {
	for _, x := range row {
		total += x
	}
	return total
}

// moved inverts operators that move elements, and running sums: cumsum by differences.
func (d *deduction) moved(g *goal, depth int, take offer) {
	one := d.inverted(g, depth, take)
	rank := g.rank()
	if rank == 2 || rank == 3 {
		for _, axes := range [][]int{{1, 0}, {1, 0, 2}, {0, 2, 1}, {2, 1, 0}, {1, 2, 0}, {2, 0, 1}} {
			if len(axes) == rank {
				one("transpose", g.each(func(from grid) (grid, bool) { return from.permuted(axes), true }))
			}
		}
	}
	for axis := range rank {
		one("reverse", g.each(func(from grid) (grid, bool) { return from.reversed(axis), len(from.at) > 0 }))
		if g.dtype() != value.Bool {
			one("cumsum", g.each(func(from grid) (grid, bool) { return from.differences(axis), len(from.at) > 0 }))
		}
		d.reshaped(g, axis, one)
	}
}

// reshaped inverts operators that give the elements another shape, at an axis.
func (d *deduction) reshaped(g *goal, axis int, one func(name string, grids []grid)) {
	one("squeeze", g.each(func(from grid) (grid, bool) {
		return grid{from.dtype, slices.Insert(slices.Clone(from.shape), axis, 1), from.at}, true
	}))
	one("expand_dims", g.each(func(from grid) (grid, bool) {
		return grid{from.dtype, slices.Delete(slices.Clone(from.shape), axis, axis+1), from.at}, from.shape[axis] == 1
	}))
	for part := 2; part <= 4; part++ {
		for _, inner := range []bool{true, false} {
			one("reshape", g.each(func(from grid) (grid, bool) { return from.split(axis, part, inner) }))
		}
	}
	if axis > 0 {
		one("reshape", g.each(func(from grid) (grid, bool) {
			shape := slices.Delete(slices.Clone(from.shape), axis, axis+1)
			shape[axis-1] *= from.shape[axis]
			return grid{from.dtype, shape, from.at}, true
		}))
	}
}

// joined takes tensors apart along an axis, in up to three parts.
func (d *deduction) joined(g *goal, depth int, take offer) {
	for axis := range g.rank() {
		n := g.grids[0].shape[axis]
		same := !slices.ContainsFunc(g.grids, func(o grid) bool { return o.shape[axis] != n })
		if same && n >= 1 && n <= 3 {
			cuts := make([]int, n+1)
			for i := range cuts {
				cuts[i] = i
			}
			d.parts(g, depth, axis, "stack", cuts, take)
		}
		if !same || n > 12 {
			continue
		}
		for first := 1; first < n; first++ {
			if !d.parts(g, depth, axis, "concatenate", []int{0, first, n}, take) {
				continue // nothing is the first part: three parts have none either
			}
			for second := first + 1; second < n; second++ {
				d.parts(g, depth, axis, "concatenate", []int{0, first, second, n}, take)
			}
		}
	}
}

// parts joins terms for the parts between cuts along an axis; some reports whether the first part has one.
func (d *deduction) parts(g *goal, depth, axis int, name string, cuts []int, take offer) (some bool) {
	f := d.bank.form(name, len(cuts)-1)
	args := make([]*term, len(cuts)-1)
	for i := range args {
		grids := g.each(func(from grid) (grid, bool) { return from.cut(axis, cuts[i], cuts[i+1], name != "stack"), true })
		d.through(g, grids, depth, func(t *term) {
			if args[i] == nil {
				args[i] = t
			}
		})
		if args[i] == nil {
			return i > 0
		}
	}
	take(f, args...)
	return true
}
