package solving

import (
	"math/big"
	"slices"

	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// A Derived is a size of a body that stands for no argument: a natural number that follows
// from the other sizes. A bound is a sum of naturals, so what a loop counts down has to be
// one. All sizes that a Derived is made of stand before it.
//
//	Excess     max(Form, 0), of a loop that goes on while Form > 0: a linear ranking function
//	Quotient   ⌊Of/Form⌋, 0 where Form is 0: how often a counter can be taken away, or multiplied
//	Root       ⌊√Of⌋: of a loop that goes on while the square of a counter is at most Of
//
// Excess is the ranking function of A. Podelski and A. Rybalchenko ("A complete method for
// the synthesis of linear ranking functions", 2004) with the guard of the loop as Form; the
// others make x·y ≤ n linear in the sizes, as the hyper-rectangular variables of KoAT2 do.
type Derived struct {
	Kind DerivedKind
	Form linear.Form // of Excess and Quotient
	Of   int         // of Quotient and Root, by number of the size
}

// A DerivedKind says how a Derived follows from other sizes.
type DerivedKind uint8

// The kinds of Derived.
const (
	Excess DerivedKind = iota
	Quotient
	Root
)

// At is the value where the sizes before have some values.
func (d Derived) At(sizes []int64) int64 {
	switch d.Kind {
	case Quotient:
		per := d.Form.At(sizes)
		if per <= 0 {
			return 0
		}
		return sizes[d.Of] / per
	case Root:
		return new(big.Int).Sqrt(big.NewInt(max(sizes[d.Of], 0))).Int64()
	}
	return max(d.Form.At(sizes), 0)
}

// Expr is a bound of the value over expressions for the sizes before: it is at least the
// value, and the value itself for Excess.
func (d Derived) Expr(sizes []*symbolic.Expr) *symbolic.Expr {
	form := symbolic.Int(d.Form.Const)
	for i, c := range d.Form.All() {
		form = form.Add(sizes[i].Mul(symbolic.Int(c)))
	}
	switch d.Kind {
	case Quotient:
		q, _ := sizes[d.Of].Div(form.Max(symbolic.Int(1)))
		return q
	case Root:
		half, _ := symbolic.Rational(1, 2)
		return sizes[d.Of].Power(half)
	}
	return form.Max(symbolic.Int(0))
}

// Passed are the sizes that a call passes with the derived ones, or what these are at most.
func (p *Trace) Passed(all []Derived, sizes []linear.Form) []linear.Form {
	for _, d := range all {
		form := linear.Number(d.Form.Const)
		for i, c := range d.Form.All() {
			form = form.Plus(c, sizes[i])
		}
		var next linear.Form
		switch d.Kind {
		case Quotient:
			next = p.quotient(sizes[d.Of], form)
		case Root:
			next = p.root(sizes[d.Of])
		default:
			next = p.excess(form)
		}
		sizes = append(sizes, next)
	}
	return sizes
}

// excess bounds max(over, 0).
func (p *Trace) excess(over linear.Form) linear.Form {
	over = p.Now(over)
	switch {
	case over.Large():
		return p.Symbol()
	case over.Sign() == 1 || (over.Rises() || fallsOnly(over)) && p.Natural(over):
		return over
	case over.Rises():
		return over.Positive()
	}
	if own, ok := p.shifted(over); ok {
		return own
	}
	return p.Raised(over, maxRest).Positive()
}

// NeedsSign reports whether more than max(over, 0) would be passed for it as long as its sign is
// not known, where it is known to be no more than what an Excess is made of now.
func (p *Trace) NeedsSign(over linear.Form, d Derived) bool {
	over = p.Now(over)
	_, ok := p.shifted(over)
	return !ok && over.Sign() == 0 && !over.Large() && p.Natural(d.Form.Minus(over))
}

// fallsOnly reports whether nothing is added in a sum but a number.
func fallsOnly(a linear.Form) bool {
	return !slices.ContainsFunc(a.Terms, func(t linear.Term) bool { return t.Coef > 0 })
}

// shifted bounds a difference by one of the path's own that it exceeds by a number, as that
// of a list without its head and n - 1: x + k is at most max(x, 0) + max(k, 0).
func (p *Trace) shifted(over linear.Form) (linear.Form, bool) {
	best, least, found := linear.Form{}, int64(0), false
	p.ownDerived(func(i int, d Derived) {
		if d.Kind != Excess {
			return
		}
		more := over.Minus(p.Now(d.Form))
		if k := max(more.Const, 0); more.IsNumber() && (!found || k < least) {
			best, least, found = linear.Variable(i).Plus(1, linear.Number(k)), k, true
		}
	})
	return best, found
}

// ownDerived calls f for the derived sizes of the path's body, by number.
func (p *Trace) ownDerived(f func(i int, d Derived)) {
	if p.Of == nil {
		return
	}
	first := p.Of.Arity - len(p.Of.Derived)
	for i, d := range p.Of.Derived {
		f(first+i, d)
	}
}

// quotient bounds ⌊of/per⌋, 0 where per is 0, by a quotient q = ⌊n/k⌋ of the path's own:
//
//	of ≤ n - m·k, per ≥ k ≥ 1, n ≥ m·k:   q - m
//	of ≤ n, per ≥ c·k, c ≥ 1:             ⌊q/c⌋
//
// Where per is a number, it divides. Otherwise the quotient is at most of.
func (p *Trace) quotient(of, per linear.Form) linear.Form {
	of, per = p.Now(of), p.Now(per)
	if per.IsNumber() {
		if per.Const <= 0 {
			return linear.Form{}
		}
		if per.Const == 1 || !p.Natural(of) {
			return of
		}
		whole, _ := p.Divide(of, min(per.Const, linear.MaxFactor))
		return whole
	}
	best, found := of, false
	p.ownDerived(func(i int, d Derived) {
		if d.Kind != Quotient || found {
			return
		}
		n, k := p.Now(linear.Variable(d.Of)), p.Now(d.Form)
		if !p.Natural(k.Plus(-1, linear.Number(1))) || !p.Natural(n.Minus(of)) {
			return
		}
		if q, ok := p.lessened(linear.Variable(i), n.Minus(of), k, per); ok {
			best, found = q, true
		}
	})
	return best
}

// lessened is a quotient q = ⌊n/k⌋ after n has lost something, and k has become per.
func (p *Trace) lessened(q, lost, k, per linear.Form) (linear.Form, bool) {
	for c := int64(maxRatio); c > 1; c-- {
		if p.Natural(per.Plus(-c, k)) {
			whole, _ := p.Divide(q, c)
			return whole, true
		}
	}
	if !p.Natural(per.Minus(k)) {
		return q, false
	}
	if p.Natural(lost.Minus(k)) && p.AtLeast(q, linear.Number(1)) { // n ≥ of + k ≥ k
		return q.Plus(-1, linear.Number(1)), true
	}
	return q, true
}

// maxRatio is the greatest factor that a counter is found to be multiplied by.
const maxRatio = 16

// root bounds ⌊√of⌋: by a root of the path's own, or as an expression.
func (p *Trace) root(of linear.Form) linear.Form {
	of = p.Now(of)
	if of.IsNumber() && of.Const >= 0 {
		return linear.Number(new(big.Int).Sqrt(big.NewInt(of.Const)).Int64())
	}
	best, found := linear.Form{}, false
	p.ownDerived(func(i int, d Derived) {
		if d.Kind == Root && p.Natural(p.Now(linear.Variable(d.Of)).Minus(of)) {
			best, found = linear.Variable(i), true
		}
	})
	if found || !of.Natural() {
		if !found {
			return of.Positive()
		}
		return best
	}
	half, _ := symbolic.Rational(1, 2)
	return p.Fresh(p.Solver.AffineExpr(of).Power(half))
}
