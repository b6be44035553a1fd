package complexity

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A value of the walk stands for one value of the run, and keeps its identity where it is
// bound to a variable, taken out of data, or copied in another form. So a path knows of
// some values that they are the same, also where it knows nothing else of them, and that
// what is worked out of the same is the same again.

// originOf is the value that another is a copy of, or else itself.
func originOf(v value) value {
	switch v := v.(type) {
	case *data:
		if v.origin != nil {
			return v.origin
		}
	case *opaque:
		if v.origin != nil {
			return v.origin
		}
	}
	return v
}

// same tells that two values are one and the same in every run that takes the path.
// Integers are where their sizes are equal: below 0 too, these are what the run computes.
func (p *path) same(a, b value) bool {
	if originOf(a) == originOf(b) {
		return true
	}
	switch a := a.(type) {
	case *number:
		n, ok := b.(*number)
		return ok && p.Now(a.size).Equal(p.Now(n.size)) && types.Key(a.of) == types.Key(n.of)
	case *global:
		f, ok := b.(*global)
		return ok && f.object == a.object
	case *operator:
		f, ok := b.(*operator)
		return ok && f.op == a.op
	case *tuple:
		t, ok := b.(*tuple)
		return ok && slices.EqualFunc(a.parts, t.parts, p.same)
	case *closure:
		f, ok := b.(*closure)
		return ok && f.graph == a.graph && f.at == a.at && len(a.extents)+len(f.extents) == 0 && p.sameSeen(a.seen, f.seen)
	}
	return false
}

func (p *path) sameSeen(a, b map[graph.Value]value) bool {
	for at, seen := range a {
		if other, ok := b[at]; !ok || !p.same(seen, other) {
			return false
		}
	}
	return len(a) == len(b)
}

// A computation is what an operator or a body has given on a path.
type computation struct {
	by     any // *op.Op or *instance
	args   []value
	result value
}

// maxComputed is how many computations a path remembers.
const maxComputed = 32

// again is what the same gave before on the path; nil where it has not been computed.
func (p *path) again(by any, args []value) value {
	for _, c := range p.computed {
		if c.by == by && slices.EqualFunc(c.args, args, p.same) {
			return c.result
		}
	}
	return nil
}

func (p *path) remember(by any, args []value, result value) {
	if len(p.computed) < maxComputed {
		p.computed = append(p.computed, computation{by, args, result})
	}
}

// once is what an operator on single numbers gives whose result has no size: the same for
// the same arguments. Attributes are not looked at, so it must have none.
func (p *path) once(o *op.Op, args []value, result value) value {
	if len(o.Attrs) > 0 || slices.Contains(args, value(absent)) {
		return result
	}
	if known := p.again(o, args); known != nil {
		return known
	}
	p.remember(o, args, result)
	return result
}

// settled tells that no function is in a value of which nothing is known: it may give
// another result for the same arguments, by way of references.
func (a *Analysis) settled(v value) bool {
	switch v := v.(type) {
	case *number, *condition, *global, *operator:
		return true
	case *data:
		return !a.Functional(v.of)
	case *tuple:
		return !slices.ContainsFunc(v.parts, func(part value) bool { return !a.settled(part) })
	case *closure:
		for _, seen := range v.seen {
			if !a.settled(seen) {
				return false
			}
		}
		return true
	case *opaque, *sequence:
		return !a.Functional(v.typ())
	}
	return false
}
