package ranking

import (
	"slices"

	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/internal/graph"
)

// A measure is a natural number that the arguments of a function have.
type measure struct {
	kind  measureKind
	place int32       // size, absolute
	sum   linear.Form // above, modulo
	bits  int         // modulo
}

type measureKind uint8

const (
	size     measureKind = iota // how many constructors with fields are in the value at a place
	above                       // a sum, 0 where it is below
	modulo                      // a sum, modulo 2 to the bits
	absolute                    // the absolute value of the integer at a place
)

// Limits of the measures of a function.
const (
	maxMeasures = 64
	maxSums     = 10
)

func (m measure) equal(n measure) bool {
	return m.kind == n.kind && m.place == n.place && m.bits == n.bits && m.sum.Equal(n.sum)
}

// resembles tells of sums that differ in their constants only.
func (m measure) resembles(n measure) bool {
	return m.kind == n.kind && m.bits == n.bits && slices.Equal(m.sum.Terms, n.sum.Terms)
}

// measures are those of the functions of a component.
type measures map[function][]measure

// measuresOf finds what may be measured: sizes; sums that conditions speak of, and
// what becomes one in a call; absolute values where there are quotients.
func measuresOf(steps []*step) measures {
	all := measures{}
	for _, s := range steps {
		if _, known := all[s.from]; !known {
			all[s.from] = all.sizes(s)
		}
	}
	for _, s := range steps {
		all.guards(s)
	}
	all.carry(steps)
	if slices.ContainsFunc(steps, (*step).divides) {
		for _, s := range steps {
			all.absolutes(s)
		}
	}
	return all
}

func (all measures) sizes(s *step) []measure {
	list := []measure{}
	for i, p := range s.at.places {
		if p.integer.bits == 0 && s.at.encloses(p.function, s.from.block) && len(list) < maxMeasures/2 {
			list = append(list, measure{kind: size, place: int32(i)})
		}
	}
	return list
}

// divides tells of a call with a quotient or a remainder.
func (s *step) divides() bool {
	return slices.ContainsFunc(s.args, func(t *thing) bool {
		return slices.ContainsFunc(s.atoms(t), func(a atom) bool { _, ok := s.at.called[a]; return ok })
	})
}

func (all measures) absolutes(s *step) {
	for i, p := range s.at.places {
		if p.integer.bits > 0 && s.at.encloses(p.function, s.from.block) {
			all.add(s.from, measure{kind: absolute, place: int32(i)})
		}
	}
}

// guards are the sums that the conditions around a call speak of.
func (all measures) guards(s *step) {
	for _, b := range s.where.least {
		if s.stable(b.sum, s.from.block) {
			e := b.sum
			e.Const++
			all.sum(s.from, measure{kind: above, sum: e})
		}
	}
	for _, d := range s.where.unequal {
		if !s.stable(d, s.from.block) {
			continue
		}
		bits := s.at.ranges[d.Terms[0].Of].bits
		all.sum(s.from, measure{kind: modulo, sum: d, bits: bits})
		all.sum(s.from, measure{kind: modulo, sum: linear.Number(0).Minus(d), bits: bits})
	}
}

// stable tells of a sum that says something of the arguments of a function, or of
// what stands around it.
func (s *step) stable(e linear.Form, f graph.Block) bool {
	return !e.IsNumber() && !slices.ContainsFunc(e.Terms, func(t linear.Term) bool {
		home := s.at.home(t.Of)
		return !s.at.encloses(home, f) || int(t.Of) >= maxPlaces && home == f
	})
}

func (all measures) add(f function, m measure) bool {
	if len(all[f]) >= maxMeasures || slices.ContainsFunc(all[f], m.equal) {
		return false
	}
	all[f] = append(all[f], m)
	return true
}

func (all measures) sum(f function, m measure) bool {
	sums := 0
	for _, other := range all[f] {
		if other.kind == above || other.kind == modulo {
			sums++
		}
	}
	return withinLimits(m.sum) && sums < maxSums && all.add(f, m)
}

// carry looks for the measures of callers that those of callees come from.
func (all measures) carry(steps []*step) {
	for grew := true; grew; {
		grew = false
		for _, s := range steps {
			for _, m := range all[s.to] {
				if m.kind != above && m.kind != modulo {
					continue
				}
				e, ok := s.before(m.sum)
				if !ok || !s.stable(e, s.from.block) {
					continue
				}
				m.sum = e
				if !slices.ContainsFunc(all[s.from], m.resembles) && all.sum(s.from, m) {
					grew = true
				}
			}
		}
	}
}

// before is a sum of the callee's in the atoms of the caller.
func (s *step) before(e linear.Form) (linear.Form, bool) {
	sum := linear.Number(e.Const)
	for _, t := range e.Terms {
		a, ok := s.passes(t.Of)
		if !ok {
			return linear.Form{}, false
		}
		sum = sum.Plus(t.Coef, a)
		if !withinLimits(sum) {
			return linear.Form{}, false
		}
	}
	return sum, true
}

// passes is what an atom of the callee is in the atoms of the caller: an argument,
// or what stands around both.
func (s *step) passes(a atom) (linear.Form, bool) {
	if int(a) < maxPlaces && s.owns(int32(a)) {
		t := s.argument(int32(a))
		if t == nil || t.num == nil {
			return linear.Form{}, false
		}
		return *t.num, true
	}
	return linear.Variable(a), s.shares(s.at.home(a))
}

// shares tells whether what is bound in a function is the same for the caller and
// the callee: then it stands around both.
func (s *step) shares(home graph.Block) bool {
	return s.to.item == s.from.item && s.to.block != graph.Body && s.at.encloses(home, s.from.block) && s.at.encloses(home, s.to.block)
}

// owns tells whether a place of the callee's is a parameter of its own.
func (s *step) owns(p int32) bool { return s.callees().places[p].function == s.to.block }

// callees is the outline of the callee.
func (s *step) callees() *outline { return s.toward }

// argument is what is passed for a place of the callee; nil where it is not known.
func (s *step) argument(p int32) *thing {
	at := s.callees().places[p]
	if at.param >= len(s.args) {
		return nil
	}
	t := s.args[at.param]
	for _, i := range at.path {
		if i >= len(t.parts) {
			return nil
		}
		t = t.parts[i]
	}
	return t
}
