package fill

import (
	"encoding/binary"
	"math"
	"slices"
	"sort"

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
	if depth < deducedDepth { // the bank's own next terms have come to the hole's goal
		d.reduced(g, take)
		d.withLight(g, take)
	}
	d.moved(g, depth, take)
	d.joined(g, depth, take)
	d.functions(g, depth, take)
}

// constructors takes data apart.
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

// functions inverts functions of single elements.
func (d *deduction) functions(g *goal, depth int, take offer) {
	dtype := g.dtype()
	one := func(name string, grids []grid) {
		if f := d.bank.form(name, 1); f != nil && grids != nil {
			d.through(g, grids, depth, func(t *term) { take(f, t) })
		}
	}
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
	if square := d.bank.form("multiply", 2); square != nil {
		d.through(g, g.mapped(dtype, math.Sqrt), depth, func(t *term) { take(square, t, t) })
	}
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

// moved inverts operators that move elements, and running sums.
func (d *deduction) moved(g *goal, depth int, take offer) {
	one := func(name string, grids []grid) {
		if f := d.bank.form(name, 1); f != nil && grids != nil {
			d.through(g, grids, depth, func(t *term) { take(f, t) })
		}
	}
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

// reversed is a grid in the other order along an axis.
func (g grid) reversed(axis int) grid {
	strides := value.RowMajor(g.shape)
	to := grid{g.dtype, g.shape, make([]float64, len(g.at))}
	if len(g.at) == 0 {
		return to
	}
	offset := (g.shape[axis] - 1) * strides[axis]
	strides[axis] = -strides[axis]
	to.gather(g.at, offset, strides)
	return to
}

// differences are those of elements that are side by side along an axis: what a running sum is of.
func (g grid) differences(axis int) grid {
	step := value.RowMajor(g.shape)[axis]
	to := grid{g.dtype, g.shape, slices.Clone(g.at)}
	for i := range to.at {
		if i/step%g.shape[axis] > 0 {
			to.at[i] -= g.at[i-step]
		}
	}
	return to
}

// split makes two axes of one, one of them of an extent.
func (g grid) split(axis, part int, inner bool) (grid, bool) {
	n := g.shape[axis]
	if n%part != 0 || n == part {
		return g, false
	}
	parts := []int{part, n / part}
	if inner {
		parts = []int{n / part, part}
	}
	return grid{g.dtype, slices.Concat(g.shape[:axis], parts, g.shape[axis+1:]), g.at}, true
}

// joined takes tensors apart along an axis.
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
				continue
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

// arithmetic finds, for each stored operand, the other one with which an operator comes to a goal.
func (d *deduction) arithmetic(g *goal, take offer) {
	if g.dtype() == value.Bool {
		return
	}
	var inverses []inverse
	for _, inv := range arithmeticInverses {
		if d.bank.form(inv.name, 2) != nil && (!inv.floats || g.dtype().IsFloat()) {
			inverses = append(inverses, inv)
		}
	}
	shapes := g.shapes()
	other := make([]grid, len(g.grids))
	found := 0
	d.each(g.dtype(), 1, func(t *term) {
		if found > mostDeduced*4 || !broadcasts(t, shapes) {
			return
		}
		operands := gridsOf(t.values)
		for _, inv := range inverses {
			if !inv.apply(g.grids, operands, other) {
				continue
			}
			for _, o := range d.narrowedTerms(g, other) {
				found++
				if inv.second {
					take(d.bank.form(inv.name, 2), o, t)
				} else {
					take(d.bank.form(inv.name, 2), t, o)
				}
			}
		}
	})
}

func (g *goal) shapes() [][]int {
	shapes := make([][]int, len(g.grids))
	for i, each := range g.grids {
		shapes[i] = each.shape
	}
	return shapes
}

// broadcasts reports whether the values of a term broadcast to some shapes.
func broadcasts(t *term, shapes [][]int) bool {
	for i, v := range t.values {
		a, ok := v.(*value.Array)
		if !ok {
			continue
		}
		lead := len(shapes[i]) - len(a.Shape)
		if lead < 0 {
			return false
		}
		for k, n := range a.Shape {
			if n != 1 && n != shapes[i][lead+k] {
				return false
			}
		}
	}
	return true
}

// An inverse gives y for the value z of an operator and its operand x.
type inverse struct {
	name   string
	second bool // x is the second operand
	floats bool
	of     func(z, x float64) float64 // NaN where there is none
}

var arithmeticInverses = []inverse{
	{"add", false, false, func(z, x float64) float64 { return z - x }},
	{"subtract", false, false, func(z, x float64) float64 { return x - z }},
	{"multiply", false, false, quotient},
	{"divide", false, true, func(z, x float64) float64 { return quotient(x, z) }},
	{"divide", true, true, func(z, x float64) float64 { return z * x }},
}

// quotient is that of z and x, NaN where x is 0.
func quotient(z, x float64) float64 {
	if x == 0 {
		return math.NaN()
	}
	return z / x
}

// apply computes the other operand in each context.
func (inv inverse) apply(goals, operands, other []grid) bool {
	for i, z := range goals {
		x := operands[i].stretched(z.shape)
		if x == nil {
			return false
		}
		y := make([]float64, len(x))
		for k := range y {
			if y[k] = inv.of(z.at[k], x[k]); math.IsNaN(y[k]) || !z.dtype.IsFloat() && y[k] != math.Trunc(y[k]) {
				return false
			}
		}
		other[i] = grid{z.dtype, z.shape, y}
	}
	return true
}

// narrowedTerms are the stored terms that broadcast to some grids: one for each narrowing.
func (d *deduction) narrowedTerms(g *goal, grids []grid) (found []*term) {
	for _, n := range grids[0].narrowed() {
		narrow := make([]grid, len(grids))
		ok := true
		for i := range grids {
			if narrow[i], ok = grids[i].narrow(n); !ok {
				break
			}
		}
		if !ok || !d.bank.hasRough(narrow) {
			continue
		}
		if sub := goalOf(narrow, g.near); sub != nil {
			if terms := d.stored(sub); len(terms) > 0 {
				found = append(found, terms[0])
			}
		}
	}
	return found
}

// hasRough reports whether some stored term has the hash of grids.
func (b *bank) hasRough(grids []grid) bool {
	h := newHash()
	for _, g := range grids {
		h.grid(g)
	}
	return len(b.byRough[h.sum]) > 0
}

// A choice is the elements of all contexts where a term agrees with a goal, or is true.
type choice struct {
	t    *term
	bits []uint64
}

// mostChosen bounds the elements of a goal that is taken apart by `where`.
const mostChosen = 1 << 10

// choices finds conditions and two operands of which `where` comes to a goal: for each condition, the lightest
// term that agrees with the goal where it holds, and the lightest that does elsewhere.
func (d *deduction) choices(g *goal, take offer) {
	f := d.bank.form("where", 3)
	size := 0
	for _, each := range g.grids {
		size += len(each.at)
	}
	if f == nil || size < 2 || size > mostChosen {
		return
	}
	agree := d.masks(g, g.dtype(), nearTo)
	conditions := d.masks(g, value.Bool, func(x, _ float64) bool { return x != 0 })
	type selection struct{ c, yes, no *term }
	var found []selection
	for _, c := range conditions {
		yes := slices.IndexFunc(agree, func(a choice) bool { return covers(a.bits, c.bits, 0) })
		no := slices.IndexFunc(agree, func(a choice) bool { return covers(a.bits, c.bits, ^uint64(0)) })
		if yes >= 0 && no >= 0 && yes != no {
			found = append(found, selection{c.t, agree[yes].t, agree[no].t})
		}
	}
	sort.SliceStable(found, func(i, j int) bool {
		a, b := found[i], found[j]
		return a.c.weight+a.yes.weight+a.no.weight < b.c.weight+b.yes.weight+b.no.weight
	})
	for _, s := range found[:min(len(found), mostDeduced)] {
		take(f, s.c, s.yes, s.no)
	}
}

// masks are the choices of the stored terms of a dtype, the lightest of those with one mask, in the
// order of their weights.
func (d *deduction) masks(g *goal, dtype value.Dtype, holds func(x, z float64) bool) (found []choice) {
	seen := map[string]int{}
	shapes := g.shapes()
	d.each(dtype, 1, func(t *term) {
		if !broadcasts(t, shapes) {
			return
		}
		bits := maskOf(t, g, shapes, holds)
		var key []byte
		for _, w := range bits {
			key = binary.LittleEndian.AppendUint64(key, w)
		}
		at, ok := seen[string(key)]
		if !ok {
			seen[string(key)] = len(found)
			found = append(found, choice{t, bits})
		} else if t.weight < found[at].t.weight {
			found[at].t = t
		}
	})
	sort.SliceStable(found, func(i, j int) bool { return found[i].t.weight < found[j].t.weight })
	return found
}

// maskOf has a bit for each element of all contexts: whether a term's and the goal's hold. Bits beyond the last
// element are 1.
func maskOf(t *term, g *goal, shapes [][]int, holds func(x, z float64) bool) (bits []uint64) {
	n := 0
	for i, v := range t.values {
		x, _ := gridOf(v)
		for k, at := range x.stretched(shapes[i]) {
			if n%64 == 0 {
				bits = append(bits, 0)
			}
			if holds(at, g.grids[i].at[k]) {
				bits[n/64] |= 1 << (n % 64)
			}
			n++
		}
	}
	if n%64 > 0 {
		bits[n/64] |= ^uint64(0) << (n % 64)
	}
	return bits
}

// covers reports whether a mask has all bits of another, whose bits flip turns over.
func covers(mask, other []uint64, flip uint64) bool {
	for i, w := range other {
		if (w^flip)&^mask[i] != 0 {
			return false
		}
	}
	return true
}

// rows finds, for each stored tensor whose rows those of a goal are, the indices of `take`.
func (d *deduction) rows(g *goal, take offer) {
	f := d.bank.form("take", 2)
	if f == nil || g.rank() == 0 {
		return
	}
	d.each(g.dtype(), 1, func(t *term) {
		indices := make([]grid, len(g.grids))
		for i, z := range g.grids {
			x, ok := t.values[i].(*value.Array)
			if !ok || len(x.Shape) == 0 || len(x.Shape) > len(z.shape) || len(z.shape) > len(x.Shape)+1 {
				return
			}
			if from, _ := gridOf(x); !indexRows(z, from, &indices[i]) {
				return
			}
		}
		if !d.bank.hasRough(indices) {
			return
		}
		if sub := goalOf(indices, g.near); sub != nil {
			for _, i := range d.stored(sub) {
				take(f, t, i)
			}
		}
	})
}

// indexRows finds the rows of z among those of x.
func indexRows(z, x grid, indices *grid) bool {
	row := value.Product(x.shape[1:])
	lead := len(z.shape) - (len(x.shape) - 1)
	if row == 0 || x.shape[0] > mostRowsTaken || !slices.Equal(z.shape[lead:], x.shape[1:]) {
		return false
	}
	*indices = grid{value.Int32, z.shape[:lead], make([]float64, value.Product(z.shape[:lead]))}
	for i := range indices.at {
		at := 0
		for at < x.shape[0] && !slices.Equal(x.at[at*row:(at+1)*row], z.at[i*row:(i+1)*row]) {
			at++
		}
		if at == x.shape[0] {
			return false
		}
		indices.at[i] = float64(at)
	}
	return len(indices.at) > 0
}

// reductions are those that reduced looks for, as folds.
var reductions = []struct {
	name string
	fold func(a, b float64) float64
}{
	{"sum", func(a, b float64) float64 { return a + b }},
	{"max", math.Max},
	{"min", math.Min},
}

// reduced finds stored terms of which a reduction along one axis, or along all, comes to a goal.
func (d *deduction) reduced(g *goal, take offer) {
	if g.dtype() == value.Bool {
		return
	}
	d.each(g.dtype(), 1, func(t *term) {
		operands := gridsOf(t.values)
		for _, r := range reductions {
			f := d.bank.form(r.name, 1)
			if f == nil {
				continue
			}
			for axis := range operands[0].shape {
				if reducesTo(operands, g.grids, axis, r.fold) {
					take(f, t)
					break
				}
			}
		}
	})
}

// reducesTo reports whether each operand, reduced along an axis, is the goal.
func reducesTo(operands, goals []grid, axis int, fold func(a, b float64) float64) bool {
	for i, x := range operands {
		z := goals[i]
		if len(x.shape) != len(z.shape)+1 || len(x.at) == 0 || !slices.Equal(slices.Delete(slices.Clone(x.shape), axis, axis+1), z.shape) {
			return false
		}
		step := value.RowMajor(x.shape)[axis]
		n := x.shape[axis]
		for k, want := range z.at {
			from := k/step*step*n + k%step
			total := x.at[from]
			for j := 1; j < n; j++ {
				total = fold(total, x.at[from+j*step])
			}
			if !nearTo(total, want) {
				return false
			}
		}
	}
	return true
}

// nearTo reports whether two numbers are the same but for rounding.
func nearTo(a, b float64) bool { return a == b || math.Abs(a-b) <= 1e-5*math.Abs(b) }

// lightWeight is the greatest weight of the second operand that withLight tries.
const lightWeight = 2

// withLight finds stored terms that come to a goal with a light one, by operators without an inverse.
func (d *deduction) withLight(g *goal, take offer) {
	if g.dtype() == value.Bool {
		return
	}
	shapes := g.shapes()
	type operand struct {
		t  *term
		at [][]float64
	}
	var light []operand
	d.each(g.dtype(), 1, func(t *term) {
		if t.weight <= lightWeight && broadcasts(t, shapes) {
			light = append(light, operand{t, stretchedAll(t, shapes)})
		}
	})
	d.each(g.dtype(), 1, func(t *term) {
		if !broadcasts(t, shapes) {
			return
		}
		at := stretchedAll(t, shapes)
		for _, l := range light {
			for _, o := range lossy {
				if f := d.bank.form(o.name, 2); f != nil && comesTo(g.grids, at, l.at, o.of) {
					take(f, t, l.t)
				}
			}
		}
	})
}

// stretchedAll are the elements of a term in each context, in some shapes.
func stretchedAll(t *term, shapes [][]int) [][]float64 {
	all := make([][]float64, len(shapes))
	for i, v := range t.values {
		x, _ := gridOf(v)
		all[i] = x.stretched(shapes[i])
	}
	return all
}

// lossy are operators that no operand can be found of.
var lossy = []struct {
	name string
	of   func(x, y float64) float64
}{
	{"mod", math.Mod},
	{"floor_mod", func(x, y float64) float64 { return x - y*math.Floor(x/y) }},
	{"floor_divide", func(x, y float64) float64 { return math.Floor(x / y) }},
	{"divide", func(x, y float64) float64 { return math.Trunc(x / y) }}, // of integers
	{"maximum", math.Max},
	{"minimum", math.Min},
	{"power", math.Pow},
}

// comesTo reports whether a function of two operands is the goal in each context.
func comesTo(goals []grid, x, y [][]float64, of func(x, y float64) float64) bool {
	for i, z := range goals {
		for k, want := range z.at {
			if !nearTo(of(x[i][k], y[i][k]), want) {
				return false
			}
		}
	}
	return true
}
