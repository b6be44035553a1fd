package solving

import (
	"math/big"

	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// known tells of an expression over the path's sizes.
func (a *Solver) Known(e *symbolic.Expr) bool {
	if e == nil {
		return false
	}
	known := true
	e.Symbols(func(s *symbolic.Symbol) {
		_, ok := a.Index[s]
		known = known && ok
	})
	return known
}

// atMost is a size of which nothing is known but that it is no more than an expression:
// the expression itself where that is a sum of sizes.
func (p *Trace) AtMost(e *symbolic.Expr) linear.Form {
	if s, ok := p.Solver.affineOf(e); ok {
		return s
	}
	s := p.Symbol()
	p.Bound(s, e)
	return s
}

// bound notes that a new symbol is at most an expression.
func (p *Trace) Bound(s linear.Form, e *symbolic.Expr) {
	if e = p.Solver.Rising(e); e == nil {
		return
	}
	if p.most == nil {
		p.most = map[int]*symbolic.Expr{}
	}
	p.most[s.Last()] = e
}

// fresh is a new symbol for a size that is at most an expression.
func (p *Trace) Fresh(e *symbolic.Expr) linear.Form {
	s := p.Symbol()
	p.Bound(s, e)
	return s
}

// affineOf reads a sum of sizes with factors that are naturals.
func (a *Solver) affineOf(e *symbolic.Expr) (s linear.Form, ok bool) {
	if !a.Known(e) || !e.Polynomial(func(*big.Rat, []symbolic.Factor) {}) {
		return linear.Form{}, false
	}
	ok = true
	e.Polynomial(func(c *big.Rat, factors []symbolic.Factor) {
		switch {
		case !c.IsInt() || c.Sign() < 0 || !c.Num().IsInt64() || c.Num().Int64() > linear.MaxFactor || len(factors) > 1:
			ok = false
		case len(factors) == 0:
			s.Const = c.Num().Int64()
		case factors[0].Exponent != 1:
			ok = false
		default:
			s = s.Plus(c.Num().Int64(), linear.Variable(a.Index[factors[0].Symbol]))
		}
	})
	return s, ok
}

// rising is an expression that is no less and falls with no size; nil where none is
// found.
func (a *Solver) Rising(e *symbolic.Expr) *symbolic.Expr {
	if e == nil || !a.Known(e) || e.Undefined() {
		return nil
	}
	negative, is := e.Negative()
	switch {
	case is && !negative:
		return e
	case e.Nonnegative() && a.rises(e):
		return e
	case is:
		return e.Positive()
	}
	up, ok := e.AtMost(symbolic.Var)
	if !ok || !a.rises(up) {
		return nil
	}
	if !up.Nonnegative() {
		return up.Max(symbolic.Int(0))
	}
	return up
}

func (a *Solver) rises(e *symbolic.Expr) bool {
	all := true
	e.Symbols(func(s *symbolic.Symbol) {
		if all {
			trend := e.Trend(s)
			all = trend == symbolic.Rising || trend == symbolic.Constant
		}
	})
	return all
}
