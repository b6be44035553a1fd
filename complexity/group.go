package complexity

import (
	"slices"

	"github.com/fraccheck/fraccheck/complexity/solving"
)

// solve bounds instances that call each other: first the sizes of their results,
// then what they cost.
func (a *Analysis) solve(group []*instance) {
	bodies := make([]*solving.Body, len(group))
	for i, in := range group {
		bodies[i] = in.Body
		in.leave()
		in.ways = len(in.outcomes) + len(in.ended)
	}
	for _, in := range group {
		in.Loops = len(group) > 1 || in.Recursive()
		for _, p := range in.walked() {
			a.join(p)
		}
		in.measure()
		in.Learn(true)
	}
	solving.BoundSizes(bodies)
	if a.unbounded(group) {
		a.again(group)
		return
	}
	fails := markFailing(group)
	for _, in := range group {
		in.Summed = in.sums()
		in.Doubled = in.doubled
	}
	a.BoundAll(bodies, !fails)
	a.reduce(group)
	shareRange(group)
	for _, in := range group {
		in.countBodies()
	}
	for _, in := range group {
		if !in.Recursive() {
			in.keep()
		}
		in.Finish()
		in.outcomes, in.ended, in.doubles, in.Doubled = nil, nil, nil, nil
	}
}

// leave gives the paths of an instance to its body.
func (in *instance) leave() {
	in.Paths, in.Failed = nil, nil
	for _, o := range in.outcomes {
		in.Paths = append(in.Paths, &o.Trace)
	}
	for _, p := range in.ended {
		in.Failed = append(in.Failed, &p.Trace)
	}
}

// measure finds the sizes of what an instance gives, and what is bounded of them.
func (in *instance) measure() {
	for _, o := range in.outcomes {
		o.Given, o.Integers = resultSizes(o, in)
	}
	in.Sizes = in.Amounts()
}

// walked are the paths through an instance, those that end in a failure too.
func (in *instance) walked() []*path {
	var all []*path
	for _, o := range in.outcomes {
		all = append(all, o.path)
	}
	return append(all, in.ended...)
}

// markFailing notes whether one of a group may fail, and so all that call it.
func markFailing(group []*instance) bool {
	fails := slices.ContainsFunc(group, func(in *instance) bool { return in.fails || len(in.ended) > 0 })
	for _, in := range group {
		in.fails = fails
	}
	return fails
}

// counted reports whether a value has no FractalTensors in it, as a whole or in data.
func (a *Analysis) counted(v value) bool {
	switch v := v.(type) {
	case *tuple:
		for _, part := range v.parts {
			if !a.counted(part) {
				return false
			}
		}
		return true
	case *frames:
		return a.FreeOfFractals(v.data.of)
	case *closure:
		for _, seen := range v.seen {
			if !a.counted(seen) {
				return false
			}
		}
		return true
	}
	return a.FreeOfFractals(v.typ())
}

// sums reports whether each of an instance's sizes is known as it is where the instance is
// called: there are no extents, and nothing in it is a FractalTensor.
func (in *instance) sums() bool {
	return in.extents == 0 && in.home.FreeOfFractals(in.result) && !slices.ContainsFunc(in.args, func(v value) bool { return !in.home.counted(v) })
}
