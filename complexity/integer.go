package complexity

import (
	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/complexity/measure"
	"github.com/fraccheck/fraccheck/complexity/solving"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Integers that calls give are sizes as well, as the length that @length gives is.
// That they are no less than 0, and that no sum on the way to them wraps around, is
// assumed while a body is walked and shown then: by induction over the calls of a
// run, each result is at least 0 if it is where those of the calls inside are. Where
// it cannot be shown, the body is walked again without it.

// A following says what is known of the integers that an instance gives.
type following uint8

const (
	counting  following = iota // they count something, and are at most MaxCounted or twice as many
	naturally                  // they are no less than 0
	unknown                    // nothing: they may be less than 0
)

// follows reports whether the integers that an instance gives are sizes.
func (a *Analysis) follows(in *instance) bool {
	return in.result != nil && a.following[in.key] != unknown
}

// hides reports whether integers that an instance gives may be sizes if no sum leaves its range.
func (a *Analysis) hides(in *instance) bool {
	return in.unfit && !a.follows(in) && in.result != nil && measure.HasCountable(in.result)
}

// given is a value of which nothing is known but that a call of an instance gave it.
func (w *walk) given(p *path, in *instance, t types.Type) value {
	in.assumed = in.assumed || !in.Done && w.follows(in)
	return w.counted(p, in, t)
}

func (w *walk) counted(p *path, in *instance, t types.Type) value {
	switch x := types.Head(t).(type) {
	case *types.ADT:
		v := w.unknown(p, t, false)
		if d, ok := v.(*data); ok && w.tagged(x) {
			d.sizes[tagMeasure] = p.Symbol()
			p.Limit(d.sizes[tagMeasure], 1)
		}
		return v
	case *types.Tuple:
		v := &tuple{}
		for _, e := range x.Elems {
			v.parts = append(v.parts, w.counted(p, in, e))
		}
		return v
	case *types.Tensor:
		if measure.Countable(x) && w.follows(in) {
			n := p.Symbol()
			if w.following[in.key] == counting && !in.conditional {
				p.Limit(n, 2*measure.MaxCounted)
			}
			return numberOf(x, n)
		}
		if w.in != nil && w.hides(in) {
			w.in.unfit = true
		}
	}
	return w.unknown(p, t, false)
}

// naturals reports whether the integers in a value of a type are known to be no less
// than 0.
func (p *path) naturals(v value, t types.Type) bool {
	switch x := types.Head(t).(type) {
	case *types.Tuple:
		whole, ok := v.(*tuple)
		if !ok || len(whole.parts) != len(x.Elems) {
			return !measure.HasCountable(x)
		}
		for i, e := range x.Elems {
			if !p.naturals(whole.parts[i], e) {
				return false
			}
		}
	case *types.Tensor:
		n, ok := v.(*number)
		return !measure.Countable(x) || ok && p.Natural(n.size)
	}
	return true
}

// walk goes through an instance's body; again, where integers that it gives may be
// less than 0 and a call of itself took them for sizes.
func (a *Analysis) walk(in *instance) {
	a.walkInstance(in)
	if in.result == nil || !a.follows(in) || !measure.HasCountable(in.result) || in.givesNaturals() {
		return
	}
	a.following[in.key] = unknown
	if in.assumed {
		a.forget(in)
		a.walkInstance(in)
	}
}

func (in *instance) givesNaturals() bool {
	for _, o := range in.outcomes {
		if !o.naturals(o.result, in.result) {
			return false
		}
	}
	return in.Loss == nil
}

// forget drops what was found of an instance, and of those that were entered after
// it: they may call it.
func (a *Analysis) forget(in *instance) {
	at := len(a.stack) - 1
	for ; a.stack[at] != in; at-- {
		delete(a.instances, a.stack[at].key)
		a.forms[a.stack[at].source()]--
	}
	a.stack = a.stack[:at+1]
	in.restart()
}

// restart makes an instance as it was before it was looked at.
func (in *instance) restart() {
	own, unknown := in.Body, in.Unknown
	*own = *in.home.NewBody(in, in.object)
	own.Unknown = unknown
	*in = instance{Body: own, home: in.home, key: in.key, conditional: in.conditional, object: in.object, literal: in.literal, family: in.family, effects: in.effects, passed: in.passed, extents: in.extents, args: in.args, chosen: in.chosen, number: in.number, low: in.number}
}

// body is what an instance is one form of.
func (in *instance) source() any {
	if in.family != nil {
		return in.family
	}
	if in.literal != nil {
		return literalKey{in.literal.graph, in.literal.at}
	}
	return in.object
}

type literalKey struct {
	graph *graph.Graph
	at    graph.Value
}

// unbounded no longer takes the integers that instances of a group give for counts where it is
// not shown that they are among MaxCounted: they are only no less than 0. It reports whether a
// call took one for a count.
func (a *Analysis) unbounded(group []*instance) (assumed bool) {
	for _, in := range group {
		if in.conditional || a.following[in.key] != counting || in.result == nil || !measure.HasCountable(in.result) || in.Bounded((*solving.Body).Counts) {
			continue
		}
		a.following[in.key] = naturally
		assumed = assumed || in.assumed
	}
	return assumed
}

// again looks at a group once more, from the first of it on.
func (a *Analysis) again(group []*instance) {
	first := group[0]
	for _, in := range group[1:] {
		delete(a.instances, in.key)
		a.forms[in.source()]--
	}
	first.restart()
	a.look(first)
}

// fits reports whether a sum of integers is what the run computes: integers wrap
// around at their width, and a sum that does is no longer the sum. It does not
// where it lies between constants, or between parameters, which are integers
// themselves; what counts something is at most a constant.
func (w *walk) fits(p *path, n *number) bool {
	low, high := measure.IntegerRange(n.of)
	if low == high {
		return false
	}
	return w.above(p, n.size, low) && w.below(p, n.size, high) || w.in != nil && low < 0 && measure.Countable(n.of) && w.in.takesRange()
}

func (w *walk) below(p *path, size linear.Form, high int64) bool {
	if p.Natural(linear.Number(high).Plus(-1, p.Elements(p.Raised(p.Now(size), high), measure.MaxCounted))) {
		return true
	}
	for i, most := range w.in.Most {
		if 0 < most && most <= high && p.Natural(linear.Variable(i).Plus(-1, size)) {
			return true
		}
	}
	return false
}

func (w *walk) above(p *path, size linear.Form, low int64) bool {
	if p.Natural(size.Plus(-1, linear.Number(low))) {
		return true
	}
	for i, most := range w.in.Most {
		if 0 < most && most < -low && p.Natural(size.Plus(1, linear.Variable(i)).Plus(1, linear.Number(1))) {
			return true
		}
	}
	return false
}
