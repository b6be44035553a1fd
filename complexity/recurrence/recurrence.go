package recurrence

import (
	"errors"

	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// Why Solve gives no bound.
var (
	ErrShape   = errors.New("a case of the recurrence is not well formed")
	ErrDescent = errors.New("an argument of a recursive call may not be smaller")
	ErrCost    = errors.New("what a call costs besides its calls may fall as the argument rises, or is not known")
	ErrForm    = errors.New("the recursive calls have a form of which no bound is known")
	ErrSize    = errors.New("the recurrence is too large")
)

// A Recurrence bounds a function T of one natural number N and any number of
// parameters, the other symbols of its costs, which stay the same in all calls:
// T(n) is at most the greatest, over all cases that apply to n, of
//
//	Cost(n) + Σ T(argument)
//
// where an argument is any natural number up to its bound. Where no case applies,
// T is 0.
type Recurrence struct {
	N     *symbolic.Symbol
	Cases []Case
}

// A Case applies where Least <= n, and n < Below unless Below is 0.
type Case struct {
	Least, Below int64
	// Cost is at least 0 and does not fall as n rises, for all sizes.
	Cost *symbolic.Expr
	// Calls has the bound of the argument of each recursive call.
	Calls []Argument
	// Sum, if not nil, bounds what the arguments of all calls are together.
	Sum *Argument
}

// An Argument is the bound (Num*n + Add)/Den, rounded down; 0 where that is
// negative. Den is at least 1 and Num at least 0.
type Argument struct{ Num, Add, Den int64 }

// Minus is n - k.
func Minus(k int64) Argument { return Argument{1, -k, 1} }

// At is the bound for one n.
func (a Argument) At(n int64) int64 { return max(0, floorDiv(a.Num*n+a.Add, a.Den)) }

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && a < 0 {
		q--
	}
	return q
}

// Solve gives an upper bound of T for every n >= 0, wherever the parameters are
// natural numbers. It does not fall as n rises. The error is one of this package.
func (r Recurrence) Solve() (*symbolic.Expr, error) {
	p, err := r.problem()
	if err != nil {
		return nil, err
	}
	var best *symbolic.Expr
	for _, k := range p.kinds() {
		if k == branchy && best != nil {
			break
		}
		bound, failed := p.as(k).bound(r)
		switch {
		case failed != nil:
			err = failed
		case best == nil || bound.Asymptotic(best) == symbolic.Less:
			best = bound
		}
	}
	if best != nil {
		return best, nil
	}
	return nil, err
}

// bound adds up the bounds of the groups of costs.
func (p *problem) bound(r Recurrence) (*symbolic.Expr, error) {
	groups, err := p.groups(r)
	if err != nil {
		return nil, err
	}
	total := symbolic.Int(0)
	for _, g := range groups {
		bound, err := p.solve(g)
		if err != nil {
			return nil, err
		}
		total = total.Add(bound.Mul(g.factor))
	}
	return total, nil
}
