package solving

import (
	"math/big"
	"slices"

	"github.com/fraccheck/fraccheck/complexity/linear"

	"github.com/fraccheck/fraccheck/complexity/amortize"
)

// In `@onto(%l, Cons(%v, @onto(%r, %x)))` a call is passed what another one gave. A bound
// of the size of what is given would have to be put into itself, U(l, 1 + U(r, x)), which
// is not linear in its coefficients. It is where the parameter is only added: with
// U(t, x) = V(t) + x, that is V(l) + 1 + V(r) + x.

// accumulators are the sizes of parameters in which the results of calls of the same group
// stand, for each amount of which such a result is a part: by their places among the sizes
// of both results.
func accumulators(subjects []subject) map[subject][]int {
	found := map[subject][]int{}
	for _, x := range subjects {
		for _, o := range x.in.Paths {
			for at := range o.Calls {
				o.accumulated(found, subjects, &o.Calls[at])
			}
		}
	}
	return found
}

// accumulated notes the sizes that a call is passed and that other calls of the group gave.
func (p *Trace) accumulated(found map[subject][]int, subjects []subject, c *Call) {
	for _, x := range subjects {
		if x.in != c.Callee {
			continue
		}
		for size, arg := range c.Args {
			if !slices.Contains(found[x], size) && p.gaveAny(p.Now(arg), x.in.Sizes[x.amount].Parts, subjects) {
				found[x] = append(found[x], size)
			}
		}
	}
}

// gaveAny tells whether some parts of the results of a group's calls are in a sum.
func (p *Trace) gaveAny(sum linear.Form, parts []int, subjects []subject) bool {
	return slices.ContainsFunc(p.Calls, func(c Call) bool {
		in := slices.ContainsFunc(subjects, func(x subject) bool { return x.in == c.Callee })
		return in && slices.ContainsFunc(parts, func(part int) bool {
			return part < len(c.Out) && sum.Contains(p.Now(c.Out[part])) > 0
		})
	})
}

// added is the sum of the sizes that are added to an unknown.
func (s *system) added(x subject, sizes []linear.Form) linear.Form {
	sum := linear.Form{}
	for _, size := range s.accumulate[x] {
		sum = sum.Plus(1, sizes[size])
	}
	return sum
}

// others are the sizes on which an unknown depends besides: 0 in the places of those that
// are added to it.
func (s *system) others(x subject, sizes []linear.Form) []linear.Form {
	if len(s.accumulate[x]) == 0 {
		return sizes
	}
	rest := slices.Clone(sizes)
	for _, size := range s.accumulate[x] {
		rest[size] = linear.Form{}
	}
	return rest
}

// accumulated are the sizes that are added to an unknown, as a part of a polynomial.
func (s *system) accumulated(x subject) []amortize.Term {
	var terms []amortize.Term
	for _, size := range s.accumulate[x] {
		powers := make([]uint8, size+1)
		powers[size] = 1
		terms = append(terms, amortize.Term{Coef: big.NewRat(1, 1), Powers: powers})
	}
	return terms
}
