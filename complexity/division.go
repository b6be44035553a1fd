package complexity

import (
	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/internal/op"
)

// Division of naturals, where all ways of rounding are one. With n = d·q + r and 0 ≤ r < d both q
// and r are new sizes of the path (constraint.Set.Divide), and n is written by them: a half is then a
// part of n, as the rest of a list is. Of what is below 0 nothing is concluded: -7/2 is -3 or -4.

// quotient is a natural number divided by a constant, and rounded down.
func quotient(p *path, args []value) value {
	a, b := numbers(args)
	if a == nil || b == nil || !divides(p, a, b) {
		return nil
	}
	whole, _ := p.Divide(a.size, b.size.Const)
	p.NoteMost(linear.Number(mostOf(p, a)/b.size.Const).Plus(-1, p.Now(whole)))
	return numberOf(a.of, whole)
}

// remainder is what the division of a natural number leaves: less than the divisor, and
// no more than the number; where that is no less than the divisor, the divisor less.
func remainder(p *path, args []value) value {
	a, b := numbers(args)
	switch {
	case a == nil || b == nil:
		return nil
	case divides(p, a, b):
		_, rest := p.Divide(a.size, b.size.Const)
		return numberOf(a.of, rest)
	case !divisor(p, a, b):
		return nil
	case p.Natural(b.size.Plus(-1, a.size).Plus(-1, linear.Number(1))):
		return a
	}
	return numberOf(a.of, p.Remainder(a.size, b.size))
}

// divides reports whether a natural number is divided by a constant above 0.
func divides(p *path, a, b *number) bool {
	return b.size.IsNumber() && b.size.Const > 0 && b.size.Const <= linear.MaxFactor && p.Natural(a.size)
}

// divisor reports whether a natural number is divided by one that is known to be above 0: a
// division by 0 ends the run, and what holds of a divisor does not hold of 0.
func divisor(p *path, a, b *number) bool {
	return p.Natural(a.size) && p.Natural(b.size.Plus(-1, linear.Number(1)))
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
	if q := p.fork(); q.AtLeast(b.size, a.size.Plus(1, linear.Number(1))) {
		open = append(open, q)
	}
	if p.AtLeast(a.size, b.size) {
		open = append(open, p)
	}
	return open
}
