package complexity

import "github.com/fraccheck/fraccheck/complexity/measure"

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

// byValue tells of a comparison of values without sizes.
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
	return &condition{relation: r, a: args[0], b: args[1]}
}
