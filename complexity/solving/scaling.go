package solving

import (
	"math/big"
	"slices"

	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/complexity/recurrence"
	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// Theorem (scaling). Let a path that costs C(n, x) pass at most b·x for the parameter x, b ≥ 2, and
// let C(n, λ·x) ≤ λ^d·C(n, x) for λ ≥ 1, as for a polynomial of degree d in x with coefficients of at
// least 0. Then T(n, x) ≤ T'(n), where T' is the recurrence with x as it is, and each call b^d times:
// T(n, λ·x) ≤ λ^d·T'(n) by induction over the calls. Where b·x + e is passed, the same is true of
// x + ⌈e/(b - 1)⌉ in the place of x.
//
// So `@doubled(%n - 1, 2 * %x)` gives at most x·2^n. It is the closed form that KoAT2 has for the
// sizes of loops (N. Lommen, J. Giesl, "Targeting completeness: using closed forms for size bounds
// of integer programs", 2023), for one variable.

// rising are the parameters that rise from call to call, with b and e; nil where one rises in
// another way. Parameters are the sizes on which costs depend besides the one of a recurrence.
func (a *Solver) rising(cases []recurrenceCase, parameters map[int]bool) map[int]recurrence.Argument {
	all := map[int]recurrence.Argument{}
	for j := range parameters {
		most, rises := recurrence.Argument{Num: 1, Den: 1}, false
		for _, w := range cases {
			whole := w.p.Now(linear.Variable(j))
			for _, c := range w.calls {
				arg := w.p.Now(c.Args[j])
				if over := arg.Minus(whole); over.IsZero() || over.Sign() == -1 {
					continue
				}
				of := w
				of.size, of.whole = j, whole
				bound, ok := of.argument(arg)
				if !ok || !whole.Rises() {
					return nil
				}
				rises = true
				most.Num = max(most.Num, ceilDiv(bound.Num, bound.Den))
				most.Add = max(most.Add, ceilDiv(bound.Add, bound.Den))
			}
		}
		if rises && most.Num < 2 {
			return nil
		}
		if rises {
			all[j] = most
		}
	}
	return all
}

// scaled is a recurrence in which the parameters that rise stay the same; false where some cost is
// no polynomial.
func (a *Solver) scaled(r recurrence.Recurrence, rising map[int]recurrence.Argument) (recurrence.Recurrence, bool) {
	times := int64(1)
	for j, by := range rising {
		degree := uint32(0)
		for i := range r.Cases {
			c := r.Cases[i].Cost.Positive()
			natural := true
			plain := c.Polynomial(func(k *big.Rat, factors []symbolic.Factor) {
				natural = natural && k.Sign() >= 0
				for _, f := range factors {
					if f.Symbol == a.symbol(j) {
						degree = max(degree, f.Exponent)
					}
				}
			})
			if !natural || !plain {
				return r, false
			}
			shift := symbolic.Int(ceilDiv(max(by.Add, 0), by.Num-1))
			r.Cases[i].Cost = c.Subst(func(s *symbolic.Symbol) *symbolic.Expr {
				if s == a.symbol(j) {
					return a.Size(j).Add(shift)
				}
				return nil
			})
		}
		for range degree {
			if times *= by.Num; times > maxTimes {
				return r, false
			}
		}
	}
	for i := range r.Cases {
		if times > 1 {
			r.Cases[i].Calls, r.Cases[i].Sum = slices.Repeat(r.Cases[i].Calls, int(times)), nil
		}
	}
	return r, true
}
