package fill

import (
	"encoding/binary"
	"math"
	"slices"
	"sort"

	"github.com/fraccheck/fraccheck/internal/value"
)

// Rules that go through all stored terms: for each, they compute or look up the other operands.

// arithmetic finds, for each stored operand x, the other one with which an operator comes to a goal z:
// y = x⁻¹ z, looked up by its values. That takes time with the bank, where trying all pairs takes its
// square.
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
	d.each(g.dtype(), func(t *term) {
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

// shapes are those of the goal's tensors.
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

// arithmeticInverses are z = x + y, x - y, x * y, x / y and y / x, solved for y.
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
	h := hash{sum: hashBasis, rough: true}
	for _, g := range grids {
		h.grid(g)
	}
	return len(b.byRough[h.sum]) > 0
}

// A choice is the elements of all valuations where a term agrees with a goal, or is true.
type choice struct {
	t    *term
	bits []uint64
}

// mostChosen bounds the elements of a goal that is taken apart by `where`.
const mostChosen = 1 << 10

// choices finds conditions and two operands of which `where` comes to a goal: for each condition, the
// lightest term that agrees with the goal where it holds, and the lightest that does elsewhere. Sets of
// elements are bits, and agreement is inclusion of sets (as EUSolver divides and conquers: R. Alur et al.,
// Scaling Enumerative Program Synthesis via Divide and Conquer, TACAS 2017).
func (d *deduction) choices(g *goal, take offer) {
	f := d.bank.form("where", 3)
	size := 0
	for _, each := range g.grids {
		size += len(each.at)
	}
	if f == nil || size < 2 || size > mostChosen {
		return
	}
	// Both lists are in the order of weights, so the first that covers a condition is the lightest.
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
	d.each(dtype, func(t *term) {
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
	d.each(g.dtype(), func(t *term) {
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
	d.each(g.dtype(), func(t *term) {
		if t.weight <= lightWeight && broadcasts(t, shapes) {
			light = append(light, operand{t, stretchedAll(t, shapes)})
		}
	})
	d.each(g.dtype(), func(t *term) {
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

// lossy are operators without an inverse: they lose what would determine an operand.
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
