package complexity

import (
	"slices"

	"github.com/fraccheck/fraccheck/complexity/solving"
)

// doubled are the ways through an instance, on which it goes through itself at the call of
// itself that they have; none where some way has more calls, or there are too many.
func (in *instance) doubled() []*solving.Trace {
	if in.doubles == nil && in.divides() && in.extents == 0 {
		in.doubles = in.double()
	}
	var all []*solving.Trace
	for _, p := range in.doubles {
		all = append(all, &p.Trace)
	}
	return all
}

func (in *instance) double() []*path {
	none := []*path{}
	var all []*path
	for _, p := range in.walked() {
		switch calls := p.CallsOf(in.Body); len(calls) {
		case 0:
			all = append(all, p)
		case 1:
			twice, ok := in.home.goOn(p, calls[0])
			if all = append(all, twice...); !ok || len(all) > maxPaths {
				return none
			}
		default:
			return none
		}
	}
	return append(none, all...)
}

// divides tells whether something is divided on some way.
func (in *instance) divides() bool {
	return slices.ContainsFunc(in.walked(), func(p *path) bool { return p.Divided() })
}

// goOn are the ways in which a path goes on in the body of a call of itself: what the
// path does behind the call costs what it costs. False where they are not known.
func (a *Analysis) goOn(p *path, at int) ([]*path, bool) {
	c, in := p.Calls[at], ownerOf(p.Of)
	body := a.scratch(in.Most)
	body.key, body.Loops = in.key, true
	w := &walk{Analysis: a, in: body}
	with := passed{asked(c).literal, originals(asked(c).args)}
	q := p.fork()
	if in.object != nil {
		q.Costs[solving.Tick]++
	}
	under := len(a.stack)
	done := w.unfold(q, a.newInstance(instance{object: in.object, literal: asked(c).literal, args: with.args, chosen: asked(c).chosen}), with)
	if !a.unwind(under) || body.Loss != nil {
		return nil, false
	}
	ends := slices.Clone(body.ended)
	for _, o := range done {
		if o.gives(c, in) {
			ends = append(ends, o.path)
		}
	}
	for _, q := range ends {
		for _, next := range q.Calls[len(p.Calls):] {
			q.Learn(next)
		}
		q.Calls = slices.Delete(slices.Clone(q.Calls), at, at+1)
	}
	return ends, true
}

// gives notes that what a body gives is what a call of it gave; false where it cannot be.
func (o outcome) gives(c solving.Call, in *instance) bool {
	sizes, _ := resultSizes(o, in)
	for i, s := range sizes {
		if i < len(c.Out) && !o.Equate(c.Out[i], s) {
			return false
		}
	}
	return true
}

// originals are values of which data is no copy: on a path it has been taken apart as what
// it was.
func originals(all []value) []value {
	mapped := make([]value, len(all))
	for i, v := range all {
		mapped[i] = v
		switch v := v.(type) {
		case *data:
			if d, ok := originOf(v).(*data); ok {
				mapped[i] = d
			}
		case *tuple:
			mapped[i] = &tuple{originals(v.parts)}
		}
	}
	return mapped
}
