package symbolic

import (
	"math/big"
	"slices"
)

// A Factor is a symbol, or a function of expressions, to a positive exponent.
type Factor struct {
	Symbol   *Symbol // nil of a function
	Function Function
	Args     []*Expr
	Exponent uint32
}

// A Function is what a factor that is no symbol computes of its arguments.
type Function uint8

const (
	Quotient Function = iota + 1 // of two, rounded down
	Minimum
	Maximum
	Product
)

var factorFunctions = map[atomKind]Function{symbolAtom: 0, floorAtom: Quotient, minAtom: Minimum, maxAtom: Maximum, productAtom: Product}

// Polynomial calls f for every term of a polynomial: its coefficient, which f must
// not change, and its factors in printing order. It is false, and f has not been
// called, where e is no polynomial in symbols.
func (e *Expr) Polynomial(f func(coefficient *big.Rat, factors []Factor)) bool {
	return e.isPolynomial() && e.Terms(f)
}

// Terms calls f for every term as Polynomial does, of expressions with functions, too. It is
// false, and f has not been called, where e is unknown or has a logarithm, a power with an
// exponent that is no number, or a cost.
func (e *Expr) Terms(f func(coefficient *big.Rat, factors []Factor)) bool {
	other := func(a *atom) bool { _, ok := factorFunctions[a.kind]; return !ok }
	if e == nil || e.anyAtom(other) {
		return false
	}
	for _, t := range e.terms {
		var factors []Factor
		if t.mono != nil {
			for _, p := range t.mono.powers {
				factors = append(factors, Factor{p.atom.symbol, factorFunctions[p.atom.kind], p.atom.args, p.exp})
			}
		}
		f(t.coef.big(), factors)
	}
	return true
}

func (e *Expr) isPolynomial() bool {
	return e != nil && !e.anyAtom(func(a *atom) bool { return a.kind != symbolAtom })
}

// Negative reports whether a polynomial has a negative coefficient; polynomial is false of
// other expressions.
func (e *Expr) Negative() (some, polynomial bool) {
	if !e.isPolynomial() {
		return false, false
	}
	return slices.ContainsFunc(e.terms, func(t term) bool { return t.coef.sign() < 0 }), true
}

// The positive part is the simplest monotone majorant of a polynomial over naturals: p ≤ p⁺,
// and p⁺ rises with each symbol. n² - n ≤ n².

// Positive is a polynomial without the terms that have a negative coefficient: it is
// no smaller wherever all symbols are at least 0, and there it rises with each. Other
// expressions stay as they are.
func (e *Expr) Positive() *Expr {
	if negative, polynomial := e.Negative(); !negative || !polynomial {
		return e
	}
	kept := newExpr(len(e.terms))
	for _, t := range e.terms {
		if t.coef.sign() > 0 {
			kept.terms = append(kept.terms, t)
		}
	}
	return kept
}

// Whole reports whether the value of an expression is an integer wherever those of its
// symbols are.
func (e *Expr) Whole() bool { return e != nil && e.integral() }
