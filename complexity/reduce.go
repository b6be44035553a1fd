package complexity

import (
	"slices"

	"github.com/fraccheck/fraccheck/complexity/solving"
)

// Theorem (elimination). Let the bodies f and g call each other, and let no path of g call g.
// With the paths of g in the place of each call of g, f calls itself only, and a bound of the
// cost of these paths bounds f: by the theorem of unfolding (unfold.go), a run of f takes one
// of them. A bound of g follows from that of f by its own paths.
//
// What made it necessary: a recurrence is solved for one body. In
// `@f(%n) = @g(%n / 2)`, `@g(%n) = @f(%n - 1)` only both together halve n, and the polynomial
// that is found for the two is n. It is how PUBS makes equations directly recursive (E. Albert,
// P. Arenas, S. Genaim, G. Puebla, "Closed-form upper bounds in static cost analysis", 2011).

// Limits of bodies that are reduced to one.
const (
	maxReduced      = 4
	maxReducedPaths = 48
)

// The body that is left is the one with most derived sizes: its comparisons say what the loop
// counts.

// reduce bounds a group once more as one body that calls itself, where something is divided in
// it or it has no bound.
func (a *Analysis) reduce(group []*instance) {
	group = slices.Clone(group)
	slices.SortStableFunc(group, func(f, g *instance) int { return len(g.Derived) - len(f.Derived) })
	head := group[0]
	if len(group) < 2 || len(group) > maxReduced || !slices.ContainsFunc(group, func(in *instance) bool { return in.divides() || in.Bounds[solving.Work] == nil }) {
		return
	}
	if slices.ContainsFunc(group[1:], (*instance).callsItself) {
		return
	}
	paths, ok := a.eliminated(head, group)
	if !ok {
		return
	}
	own, ends := head.Paths, head.Failed
	head.Paths, head.Failed = paths, nil
	head.Body.Rebound()
	head.Paths, head.Failed = own, ends
	head.Done = true
	for range group[1:] {
		for _, in := range group[1:] {
			if !in.Done && in.callsOnlyDone() {
				in.Body.Rebound()
				in.Done = true
			}
		}
	}
	for _, in := range group {
		in.Done = false
	}
}

// callsItself reports whether some path through a body calls it.
func (in *instance) callsItself() bool {
	return slices.ContainsFunc(in.walked(), func(p *path) bool { return len(p.CallsOf(in.Body)) > 0 })
}

// callsOnlyDone reports whether a body calls, of those that are not bounded, itself at most.
func (in *instance) callsOnlyDone() bool {
	return !slices.ContainsFunc(in.walked(), func(p *path) bool {
		return slices.ContainsFunc(p.Calls, func(c solving.Call) bool { return !c.Callee.Done && c.Callee != in.Body })
	})
}

// eliminated are the paths of a body with those of the others of its group in the places of
// their calls; false where that has no end.
func (a *Analysis) eliminated(head *instance, group []*instance) (all []*solving.Trace, ok bool) {
	open := head.walked()
	for len(open) > 0 {
		p := open[0]
		open = open[1:]
		at := slices.IndexFunc(p.Calls, func(c solving.Call) bool { return !c.Callee.Done && c.Callee != head.Body })
		if at < 0 {
			head.relate(p)
			all = append(all, &p.Trace)
			continue
		}
		next, ok := a.goOn(p, at)
		if !ok || len(open)+len(all)+len(next) > maxReducedPaths {
			return nil, false
		}
		open = append(next, open...)
	}
	return all, true
}
