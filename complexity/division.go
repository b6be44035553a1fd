package complexity

import (
	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/internal/op"
)

// Division of naturals, where all ways of rounding are one.

// quotient is a natural number divided by a constant, and rounded down.
func quotient(p *path, args []value) value {
	a, b := numbers(args)
	if a == nil || b == nil || !divides(p, a, b) {
		return nil
	}
	whole, _ := p.divide(a.size, b.size.Const)
	p.noteHighest(linear.Number(mostOf(p, a)/b.size.Const).Plus(-1, p.now(whole)))
	return &number{a.of, whole}
}

// remainder is what the division of a natural number leaves: less than the divisor, and
// no more than the number; where that is no less than the divisor, the divisor less.
func remainder(p *path, args []value) value {
	a, b := numbers(args)
	switch {
	case a == nil || b == nil:
		return nil
	case divides(p, a, b):
		_, rest := p.divide(a.size, b.size.Const)
		return &number{a.of, rest}
	case !divisor(p, a, b):
		return nil
	case p.natural(b.size.Plus(-1, a.size).Plus(-1, linear.Number(1))):
		return a
	}
	for _, d := range p.remainders {
		if p.now(d.of).Equal(p.now(a.size)) && p.now(d.by).Equal(p.now(b.size)) {
			return &number{a.of, d.rest}
		}
	}
	rest := p.symbol()
	p.remainders = append(p.remainders, leaving{a.size, b.size, rest})
	p.atLeast(b.size, rest.Plus(1, linear.Number(1)))
	if p.natural(a.size.Plus(-1, b.size)) {
		p.atLeast(a.size, b.size.Plus(1, rest))
	} else {
		p.atLeast(a.size, rest)
	}
	return &number{a.of, rest}
}

// A leaving is what the division of a size by another leaves.
type leaving struct{ of, by, rest linear.Form }

// divide is a natural divided by a number, and what is left of it. Where that shows by the
// coefficients nothing new is needed: half of 2·n + 3 is n + 1, and leaves 1.
func (p *path) divide(size linear.Form, by int64) (whole, rest linear.Form) {
	size = p.now(size)
	if whole, exact := dividedBy(size, by); exact {
		return whole, size.Plus(-by, whole)
	}
	for _, q := range p.quotients {
		if q.by == by && p.now(q.of).Equal(size) {
			return q.whole, q.rest
		}
	}
	q := division{of: size, by: by, whole: p.symbol(), rest: p.symbol()}
	p.quotients = append(p.quotients, q)
	p.bound(q.rest, by-1)
	p.equate(size, linear.Form{}.Plus(by, q.whole).Plus(1, q.rest))
	return q.whole, q.rest
}

// dividedBy is a sum divided by a number and rounded down where the number divides all
// coefficients.
func dividedBy(size linear.Form, by int64) (whole linear.Form, exact bool) {
	whole = linear.Number(size.Const / by)
	if size.Const < 0 {
		whole.Const = -((by - 1 - size.Const) / by)
	}
	for i, c := range size.All() {
		if c%by != 0 {
			return whole, false
		}
		whole = whole.Plus(c/by, linear.Variable(i))
	}
	return whole, true
}

// divides tells whether a natural number is divided by a constant above 0.
func divides(p *path, a, b *number) bool {
	return b.size.IsNumber() && b.size.Const > 0 && b.size.Const <= maxFactor && p.natural(a.size)
}

// divisor tells whether a natural number is divided by one that is known to be above 0: a
// division by 0 ends the run, and what holds of a divisor does not hold of 0.
func divisor(p *path, a, b *number) bool {
	return p.natural(a.size) && p.natural(b.size.Plus(-1, linear.Number(1)))
}

// leaves are the operators that give what a division leaves.
var leaves = map[string]bool{op.Mod: true, op.TruncMod: true, op.FloorMod: true}

// apart are the ways in which a division leaves something: all of a number that is less
// than the divisor, or a part of one that is not.
func (p *path) apart(o *op.Op, args []value) []*path {
	a, b := numbers(args)
	if !leaves[o.Canonical()] || a == nil || b == nil || b.size.IsNumber() || !divisor(p, a, b) {
		return []*path{p}
	}
	var open []*path
	if q := p.fork(); q.atLeast(b.size, a.size.Plus(1, linear.Number(1))) {
		open = append(open, q)
	}
	if p.atLeast(a.size, b.size) {
		open = append(open, p)
	}
	return open
}
