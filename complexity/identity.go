package complexity

import (
	"slices"

	"github.com/fraccheck/fraccheck/complexity/measure"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Identity is a congruence on values of a path:
//
//	copies of one value are the same; numbers with equal forms and types are;
//	tuples and function literals of the same parts are; the same operator or body, applied
//	to the same values, gives the same, if it has no effects and no attributes
//
// It is found by need, for at most 32 computations of a path (a congruence closure would
// find more). Of two values without sizes a path knows a set of orderings {<, =, >, neither}
// in which they may be; a comparison intersects it, and where nothing is left the path is
// never taken. "neither" is NaN: of floats ¬(a < b) does not give a ≥ b.

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

// same is set where two values are one and the same in every run that takes the path.
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

// settled is set where no function is in a value of which nothing is known: it may give
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

// What a path knows of values without a size: truth values that conditions have decided,
// and which of two values is larger.

// An order is how two values may stand to each other: one of some orderings.
type order struct {
	a, b value
	may  ordering
}

// An ordering is a set: below, alike, above, and for floats neither of these (with NaN).
type ordering uint8

const (
	below ordering = 1 << iota
	alike
	above
	unordered
)

// orderings are those in which a comparison holds.
var orderings = map[relation]ordering{equal: alike, different: below | above | unordered, less: below, atMost: below | alike}

// swapped is what b has to a.
func (o ordering) swapped() ordering {
	turned := o & (alike | unordered)
	if o&below != 0 {
		turned |= above
	}
	if o&above != 0 {
		turned |= below
	}
	return turned
}

// decide notes that a truth value of which nothing else is known holds, or does not;
// false where the path has found the opposite.
func (p *path) decide(v value, holds bool) bool {
	for _, d := range p.decided {
		if p.same(d.value, v) {
			return d.holds == holds
		}
	}
	p.decided = append(p.decided, decision{v, holds})
	return true
}

type decision struct {
	value value
	holds bool
}

// compare notes that a comparison of two values holds, or does not; false where it
// cannot.
func (p *path) compare(r relation, a, b value, holds bool) bool {
	may := orderings[r]
	if !holds {
		may = ^may
	}
	for i, o := range p.orders {
		switch {
		case p.same(o.a, a) && p.same(o.b, b):
		case p.same(o.a, b) && p.same(o.b, a):
			may = may.swapped()
		default:
			continue
		}
		p.orders[i].may &= may
		return p.orders[i].may != 0
	}
	o := order{a, b, possible(a, b) & may}
	if p.same(a, b) {
		o.may &= alike | unordered
	}
	p.orders = append(p.orders, o)
	return o.may != 0
}

// byValue reports whether a condition compares values without sizes.
func (c *condition) byValue() bool { return c.a != nil && orderings[c.relation] != 0 }

// possible are the orderings of two values: whatever is no integer may be NaN.
func possible(a, b value) ordering {
	if measure.IsInteger(a.typ()) && measure.IsInteger(b.typ()) {
		return below | alike | above
	}
	return below | alike | above | unordered
}

// compared is a comparison as a condition: of sizes, or of values without.
func compared(r relation, args []value, swapped bool) value {
	if len(args) != 2 {
		return nil
	}
	if swapped {
		args = []value{args[1], args[0]}
	}
	if a, b := numbers(args); a != nil && b != nil {
		return &condition{relation: r, left: a.size, right: b.size}
	}
	if c := squareCompared(r, args); c != nil {
		return c
	}
	return &condition{relation: r, a: args[0], b: args[1]}
}
