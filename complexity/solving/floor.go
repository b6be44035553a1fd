package solving

import (
	"slices"

	"github.com/fraccheck/fraccheck/complexity/linear"
)

// Theorem (floors). Let r be an integer that f gives and x one that it is passed. If on each path
// r ≥ x follows from s ≥ y for all calls of f on it, which are passed y and give s, every call
// of f that gives something gives r ≥ x: by induction over the calls of a run that ends.
//
// What made it necessary: a loop that goes on where another one has stopped. In
// `@outer(@inner(%x, %n) + 1, %n)`, where @inner counts %x up as long as a condition holds,
// n - x falls since what @inner gives is no less than %x.

// A floor says that an integer of a result, by its place among the sizes of that, is at least a
// size that is passed.
type floor struct {
	in         *Body
	part, size int
}

// findFloors finds the floors of a group, all together: those that do not follow are left out,
// and the others looked at again without them.
func findFloors(group []*Body) {
	var open []floor
	for _, in := range group {
		in.floors, in.integers = nil, nil
		open = append(open, in.possibleFloors()...)
	}
	for {
		held := slices.DeleteFunc(slices.Clone(open), func(f floor) bool { return !f.follows(open) })
		if len(held) == len(open) {
			break
		}
		open = held
	}
	for _, f := range open {
		f.in.floors = append(f.in.floors, f)
	}
}

// possibleFloors are the integers of a body's result with each integer that it is passed.
func (in *Body) possibleFloors() (all []floor) {
	if len(in.Paths) == 0 || in.Loss != nil {
		return nil
	}
	in.integers = in.Paths[0].Integers
	for _, part := range in.integers {
		for size := range in.Arity - len(in.Derived) {
			if in.Most[size] > 0 {
				all = append(all, floor{in, part, size})
			}
		}
	}
	return all
}

// follows reports whether a floor holds on each path, if some do of the calls on it.
func (f floor) follows(open []floor) bool {
	for _, o := range f.in.Paths {
		q := o.Fork()
		for _, c := range q.Calls {
			q.learnFloors(c, open)
		}
		if !q.Natural(q.Given[f.part].Minus(linear.Variable(f.size))) {
			return false
		}
	}
	return true
}

// learnFloors notes those of some floors that are of a call.
func (p *Trace) learnFloors(c Call, all []floor) {
	for _, f := range all {
		if f.in == c.Callee && !c.Silent && f.part < len(c.Out) {
			p.AtLeast(c.Out[f.part], c.Args[f.size])
		}
	}
}

// LearnIntegers notes between which sizes that it was passed an integer is that a call gave.
func (p *Trace) LearnIntegers(c Call) {
	p.learnFloors(c, c.Callee.floors)
	for _, s := range c.Callee.Sizes {
		if len(s.Parts) == 1 && s.Bound != nil && s.Bound.polynomial != nil && slices.Contains(c.Callee.integers, s.Parts[0]) {
			p.learnAmount(c, s, s.Bound)
		}
	}
}
