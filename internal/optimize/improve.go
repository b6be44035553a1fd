package optimize

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/egraph"
)

// An improvement changes a selection class by class as long as that makes it cheaper. Extraction adds
// up the costs of arguments; here what several nodes share counts once. Finding the best choice is
// NP-hard (M. Stepp, Equality Saturation: Engineering Challenges and Applications, 2011), so this is a
// local search: a class gets another node, what nothing needs any more goes, and what is needed besides
// comes in, by counts of users. A trial takes time with what changes.
//
// Each class that is needed has a position in an order in which users come before what they use. A node
// is tried only if all that it needs comes after its class, so that no choice is cyclic.
type improvement struct {
	*scale
	chosen selection
	users  map[id]int
	place  map[id]float64
	calls  map[int32]float64 // by binder: how often its function is called
	change float64
}

// improve makes a selection cheaper, and ends after a number of trials, or where a pass changes nothing.
// The order is made anew for each pass, since the positions of a pass get closer with each insertion.
func (s *scale) improve(chosen selection, roots []id, trials int, stop func() bool) selection {
	if s.metric == Span {
		return chosen // of a span nothing is shared: extraction finds the least
	}
	for changed := true; changed; {
		changed = false
		order, ok := s.reach(chosen, roots)
		if !ok {
			return chosen
		}
		x := s.improvement(chosen, order, roots)
		for i, c := range order {
			if i%32 == 0 && stop() {
				return chosen
			}
			if x.users[c] == 0 {
				continue // nothing needs it any more
			}
			for _, e := range s.choices(c) {
				if e.ID == chosen[c].ID {
					continue
				}
				if trials--; trials < 0 {
					return chosen
				}
				changed = x.try(c, e) || changed
			}
		}
	}
	return chosen
}

// improvement counts users, positions and calls of a selection.
func (s *scale) improvement(chosen selection, order, roots []id) *improvement {
	x := &improvement{scale: s, chosen: chosen, users: map[id]int{}, place: map[id]float64{}, calls: map[int32]float64{}}
	for _, r := range roots {
		x.users[s.Find(r)]++
	}
	for i, c := range order {
		x.place[c] = float64(i)
		e := chosen[c]
		for _, k := range e.Kids {
			x.users[s.Find(k)]++
		}
		x.count(e, x.times(c))
	}
	return x
}

// times is how often a class is computed: as often as the functions are called on whose variables it
// depends.
func (x *improvement) times(c id) float64 {
	n := 1.0
	for _, b := range x.Data(c).free {
		n = max(n, x.calls[b])
	}
	return n
}

// count adds the calls of a node to those of the functions among its arguments.
func (x *improvement) count(e egraph.Entry, n float64) {
	x.bindersOf(e, n, func(b *binder, times float64) { x.calls[b.id] += times })
}

// bindersOf calls f for the variables that are bound in what a node uses, with how often their function
// is called.
func (s *scale) bindersOf(e egraph.Entry, n float64, f func(*binder, float64)) {
	w := s.weigh(e)
	for _, k := range e.Kids {
		if h := s.head(s.NodeOf(s.Find(k))); h.kind == lambda {
			for _, b := range h.binders {
				f(b, n*max(w.calls, 1))
			}
		}
	}
	if h := s.head(e.Node); h.kind == choice {
		for _, cl := range h.clauses {
			for _, b := range cl.binders {
				f(b, n)
			}
		}
	}
}

// try gives a class another node, and takes that back where it is not cheaper. The change in cost is
// collected in x.change while users are counted.
func (x *improvement) try(c id, e egraph.Entry) bool {
	was := x.chosen[c]
	for _, k := range e.Kids {
		if !x.follows(x.Find(k), x.place[c], 0) {
			return false
		}
	}
	// What the exchange costs, without what it requires and releases; replace adds that.
	n := x.times(c)
	x.change = (x.weigh(e).own - x.weigh(was).own) * n
	x.replace(c, was, e)
	if x.change < -1e-9*math.Abs(x.weigh(was).own) {
		return true
	}
	x.replace(c, e, was)
	return false
}

// replace exchanges the node of a class: what the new one needs is required before what the old one
// needed is released, so that what both need stays.
func (x *improvement) replace(c id, from, to egraph.Entry) {
	x.chosen[c] = to
	n := x.times(c)
	x.bindersOf(to, n, func(b *binder, times float64) {
		if x.calls[b.id] == 0 {
			x.calls[b.id] = times
		}
	})
	for _, k := range to.Kids {
		x.require(x.Find(k), x.place[c])
	}
	for _, k := range from.Kids {
		x.release(x.Find(k))
	}
}

// mostFollowed is how deep what a node needs besides is followed.
const mostFollowed = 60

// follows reports whether a class and all that it needs come after a position. What has no position
// yet gets one when it is required.
func (x *improvement) follows(k id, place float64, depth int) bool {
	if x.users[k] > 0 {
		return x.place[k] > place
	}
	e, ok := x.chosen[k]
	if !ok || depth > mostFollowed {
		return false
	}
	for _, kid := range e.Kids {
		if !x.follows(x.Find(kid), place, depth+1) {
			return false
		}
	}
	return true
}

// require adds a user of a class. At the first one the class begins to cost what it does, and gets a
// position between the user and the first of what it needs.
func (x *improvement) require(k id, place float64) {
	if x.users[k]++; x.users[k] > 1 {
		return
	}
	e := x.chosen[k]
	n := x.times(k)
	x.change += x.weigh(e).own * n
	x.bindersOf(e, n, func(b *binder, times float64) {
		if x.calls[b.id] == 0 {
			x.calls[b.id] = times
		}
	})
	// The position is halfway between the user and the first argument.
	next := place + 1
	for i, kid := range e.Kids {
		x.require(x.Find(kid), place)
		if p := x.place[x.Find(kid)]; i == 0 || p < next {
			next = p
		}
	}
	x.place[k] = place + (next-place)/2
}

// release takes a user of a class away. Without users the class costs nothing, nor what it alone needs.
func (x *improvement) release(k id) {
	if x.users[k]--; x.users[k] > 0 {
		return
	}
	e := x.chosen[k]
	x.change -= x.weigh(e).own * x.times(k)
	for _, kid := range e.Kids {
		x.release(x.Find(kid))
	}
}
