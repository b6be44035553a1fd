package ranking

import (
	"slices"

	"github.com/fraccheck/fraccheck/complexity/linear"
)

// A change is what a step does to measures: of each measure of the caller, which of
// the callee are not larger and which are smaller, a bit each.
type change struct {
	from, to int32 // functions
	loose    []uint64
	strict   []uint64
}

// A ruler compares the measures of one step.
type ruler struct {
	*step
	bounds  []bound
	unequal []linear.Form
	assume  bool // sums do not wrap around
}

func newRuler(s *step, assume bool) *ruler {
	r := &ruler{step: s, assume: assume, bounds: slices.Clone(s.where.least), unequal: s.where.unequal}
	r.bounds = slices.DeleteFunc(r.bounds, func(b bound) bool { return b.assumed && !assume })
	for _, t := range s.args {
		for _, a := range s.atoms(t) {
			r.natural(a)
			r.divided(a)
		}
	}
	for _, b := range s.where.least {
		for _, t := range b.sum.Terms {
			r.natural(t.Of)
		}
	}
	r.sharpen()
	return r
}

func (r *ruler) know(sum linear.Form) {
	b := bound{sum: sum}
	if len(r.bounds) < 2*maxConditions && !slices.ContainsFunc(r.bounds, func(c bound) bool { return c.sum.Equal(sum) }) {
		r.bounds = append(r.bounds, b)
	}
}

// natural notes that integers without a sign are at least 0.
func (r *ruler) natural(a atom) {
	if of := r.at.ranges[a]; of.bits > 0 && !of.signed {
		r.know(linear.Variable(a))
	}
}

// divided notes where a quotient or a remainder lies, for operands that are known
// not to be negative.
func (r *ruler) divided(a atom) {
	d, ok := r.at.called[a]
	if !ok || !exactSum(d.of) && !r.assume || !exactSum(d.by) {
		return
	}
	x := linear.Variable(a)
	switch positive := r.atLeast(d.of, 1); {
	case d.remainder:
		if r.atLeast(d.of, 0) && r.atLeast(d.by, 1) {
			r.know(x)
			less := d.by.Minus(x)
			less.Const--
			r.know(less)
		}
	case d.by.IsNumber() && d.by.Const >= 2 && (positive || r.atLeast(d.of, 0)):
		r.know(x)
		less := d.of.Minus(x)
		if positive {
			less.Const--
		}
		r.know(less)
	}
}

// sharpen makes of x ≥ 0 and x ≠ 0 that x ≥ 1.
func (r *ruler) sharpen() {
	for i := range r.bounds {
		b := &r.bounds[i]
		for _, d := range r.unequal {
			if b.sum.Equal(d) || b.sum.Equal(linear.Number(0).Minus(d)) {
				b.sum.Const--
				break
			}
		}
	}
}

// atLeast tells whether a sum is at least a number, as far as that follows from two
// bounds at most.
func (r *ruler) atLeast(e linear.Form, k int64) bool {
	e.Const -= k
	return follows(e, r.bounds)
}

func follows(e linear.Form, bounds []bound) bool {
	if e.IsNumber() {
		return e.Const >= 0
	}
	for i, b := range bounds {
		rest := e.Minus(b.sum)
		if rest.IsNumber() {
			if rest.Const >= 0 {
				return true
			}
			continue
		}
		for _, c := range bounds[i:] {
			if last := rest.Minus(c.sum); last.IsNumber() && last.Const >= 0 {
				return true
			}
		}
	}
	return false
}

// exact tells whether a sum that a run works out is that of integers, so that it
// does not wrap around.
func (r *ruler) exact(e linear.Form) bool {
	if exactSum(e) || r.assume {
		return true
	}
	low, high := r.at.ranges[e.Terms[0].Of].extremes()
	bounds := slices.Clone(r.bounds)
	for _, a := range r.near(e) {
		bounds = append(bounds, bound{sum: linear.Variable(a).Minus(linear.Number(low))}, bound{sum: linear.Number(high).Minus(linear.Variable(a))})
	}
	return follows(e.Minus(linear.Number(low)), bounds) && follows(linear.Number(high).Minus(e), bounds)
}

// near are the atoms of a sum, and of the bounds that speak of these.
func (r *ruler) near(e linear.Form) []atom {
	var found []atom
	note := func(sum linear.Form) {
		for _, t := range sum.Terms {
			if !slices.Contains(found, t.Of) {
				found = append(found, t.Of)
			}
		}
	}
	note(e)
	own := found
	for _, b := range r.bounds {
		if slices.ContainsFunc(b.sum.Terms, func(t linear.Term) bool { return slices.Contains(own, t.Of) }) {
			note(b.sum)
		}
	}
	return found
}

// A relation is how a measure of the callee compares with one of the caller.
type relation uint8

const (
	unrelated relation = iota
	notLarger
	smaller
)

// compare compares measure m of the caller with measure n of the callee.
func (r *ruler) compare(m, n measure) relation {
	if m.kind != n.kind || m.bits != n.bits {
		return unrelated
	}
	return comparing[m.kind](r, m, n)
}

var comparing = [...]func(r *ruler, m, n measure) relation{
	size: (*ruler).sizes, above: (*ruler).above, modulo: (*ruler).modulo, absolute: (*ruler).absolute,
}

func (r *ruler) sizes(m, n measure) relation {
	if !r.owns(n.place) {
		return same(m.place == n.place && r.shares(r.at.places[n.place].function))
	}
	t := r.argument(n.place)
	if t == nil {
		return unrelated
	}
	for _, b := range t.below {
		if b.place == m.place && b.strict {
			return smaller
		}
		if b.place == m.place {
			return notLarger
		}
	}
	return same(t.least)
}

func same(is bool) relation {
	if is {
		return notLarger
	}
	return unrelated
}

func (r *ruler) above(m, n measure) relation {
	e, ok := r.before(n.sum)
	if !ok || !r.exactly(n.sum) {
		return unrelated
	}
	d := m.sum.Minus(e)
	switch {
	case r.atLeast(d, 1) && r.atLeast(m.sum, 1):
		return smaller
	case r.atLeast(d, 0):
		return notLarger
	}
	return unrelated
}

// exactly tells whether the integers that a sum of the callee's is made of are
// passed as they are worked out.
func (r *ruler) exactly(e linear.Form) bool {
	return !slices.ContainsFunc(e.Terms, func(t linear.Term) bool {
		a, ok := r.passes(t.Of)
		return !ok || !r.exact(a)
	})
}

// maxStep is how many numbers a sum may pass over on the way to the one that a
// condition asks for.
const maxStep = 8

func (r *ruler) modulo(m, n measure) relation {
	e, ok := r.before(n.sum)
	if !ok {
		return unrelated
	}
	d := m.sum.Minus(e)
	if !d.IsNumber() {
		return unrelated
	}
	step := wrapped(d.Const, m.bits)
	if step == 0 {
		return notLarger
	}
	if step < 0 || step > maxStep {
		return unrelated
	}
	for j := range step {
		if !r.never(m, j) {
			return unrelated
		}
	}
	return smaller
}

// wrapped is a number modulo 2 to the bits, as a signed one.
func wrapped(k int64, bits int) int64 {
	shift := 64 - max(bits, 1)
	return k << shift >> shift
}

// never tells whether a sum is not j, modulo its width.
func (r *ruler) never(m measure, j int64) bool {
	e := m.sum
	e.Const -= j
	for _, d := range r.unequal {
		for _, sign := range []int64{1, -1} {
			if rest := e.Plus(sign, d); rest.IsNumber() && wrapped(rest.Const, m.bits) == 0 {
				return true
			}
		}
	}
	return len(e.Terms) == 1 && e.Terms[0].Coef*e.Terms[0].Coef == 1 && e.Const > -1<<6 && e.Const < 1<<6 && m.bits >= 8 && (r.atLeast(e, 1) || r.atLeast(linear.Number(0).Minus(e), 1))
}

// absolute compares with |x| the absolute values of x itself, of quotients of x and
// of remainders of divisions by x.
func (r *ruler) absolute(m, n measure) relation {
	x := linear.Variable(atom(m.place))
	if !r.owns(n.place) {
		return same(m.place == n.place && r.shares(r.at.places[n.place].function))
	}
	t := r.argument(n.place)
	switch {
	case t == nil || t.num == nil:
		return unrelated
	case t.num.Equal(x) || t.num.Equal(linear.Number(0).Minus(x)) || t.num.Equal(linear.Number(0)):
		return notLarger
	}
	a, lone := loneAtom(*t.num)
	d, ok := r.at.called[a]
	switch {
	case !lone || !ok:
		return unrelated
	case d.remainder && d.by.Equal(x):
		return smaller // a division by 0 ends the run
	case d.remainder || !d.by.IsNumber() || d.by.Const < 2 || !d.of.Equal(x):
		return unrelated
	case r.never(measure{sum: x, bits: r.at.ranges[atom(m.place)].bits}, 0):
		return smaller
	}
	return notLarger
}

// change is what the step does to all measures.
func (r *ruler) change(all measures) change {
	from, to := all[r.from], all[r.to]
	c := change{loose: make([]uint64, len(from)), strict: make([]uint64, len(from))}
	for i, m := range from {
		for j, n := range to {
			switch r.compare(m, n) {
			case smaller:
				c.strict[i] |= 1 << j
				fallthrough
			case notLarger:
				c.loose[i] |= 1 << j
			}
		}
	}
	return c
}
