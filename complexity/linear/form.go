// Package linear computes with linear forms c + Σ kᵢ·xᵢ over numbered variables, with
// whole coefficients. They are the sizes of the cost analysis, the arguments of its
// inequalities (amortize) and the sums of integers that rank recursion (ranking).
//
// A Form is sparse: a body may have some hundred sizes, of which a sum has few. It is a
// value: no operation changes its operands, and forms may share their terms.
//
// What the operations prove, they prove for natural variables. Let a = c + Σ kᵢ·xᵢ with
// all xᵢ ≥ 0. Where c and all kᵢ are at least 0, a is (Natural); where all are at most 0,
// so is a (Sign). Both are sufficient, and for a form by itself necessary: at x = 0 the
// value is c, and for large xᵢ the sign is that of kᵢ. Package constraint decides more,
// from what is known of the variables.
//
// Nothing here looks for overflow: who adds up forms without end checks Exceeds.
package linear

import (
	"iter"
	"slices"
	"sort"
)

// A Form is Const + Σ Coef·x over its terms, which stand in ascending order of their
// variables and have no coefficient 0.
type Form struct {
	Const int64
	Terms []Term
}

// A Term is Coef times the variable with the number Of.
type Term struct {
	Of   int
	Coef int64
}

// Number is a form without variables.
func Number(c int64) Form { return Form{Const: c} }

// Variable is variable i by itself.
func Variable(i int) Form { return Form{Terms: []Term{{i, 1}}} }

// New is the form with a constant and the coefficients of variables 0, 1, ….
func New(constant int64, coefs ...int64) Form {
	f := Number(constant)
	for i, c := range coefs {
		if c != 0 {
			f.Terms = append(f.Terms, Term{i, c})
		}
	}
	return f
}

// All gives the variables that stand in a form, in ascending order, with their
// coefficients.
func (a Form) All() iter.Seq2[int, int64] {
	return func(yield func(int, int64) bool) {
		for _, t := range a.Terms {
			if !yield(t.Of, t.Coef) {
				return
			}
		}
	}
}

// Of is the coefficient of variable i, 0 where it does not stand in the form.
func (a Form) Of(i int) int64 {
	at := sort.Search(len(a.Terms), func(n int) bool { return a.Terms[n].Of >= i })
	if at < len(a.Terms) && a.Terms[at].Of == i {
		return a.Terms[at].Coef
	}
	return 0
}

// Has reports whether variable i stands in the form.
func (a Form) Has(i int) bool { return a.Of(i) != 0 }

// Last is the greatest variable of a form, -1 where it has none.
func (a Form) Last() int {
	if len(a.Terms) == 0 {
		return -1
	}
	return a.Terms[len(a.Terms)-1].Of
}

// At is the value at a point, which has a number for each variable up to the last.
func (a Form) At(point []int64) int64 {
	v := a.Const
	for _, t := range a.Terms {
		v += t.Coef * point[t.Of]
	}
	return v
}

// Plus is a + k·b.
func (a Form) Plus(k int64, b Form) Form { return a.replacing(-1, k, b) }

// Minus is a - b.
func (a Form) Minus(b Form) Form { return a.replacing(-1, -1, b) }

// Replace puts b in the place of variable i.
func (a Form) Replace(i int, b Form) Form {
	k := a.Of(i)
	if k == 0 {
		return a
	}
	return a.replacing(i, k, b)
}

// replacing is a without variable i, plus k·b: the terms of both are merged.
func (a Form) replacing(without int, k int64, b Form) Form {
	sum := Form{Const: a.Const + k*b.Const}
	if k == 0 {
		b.Terms = nil
	}
	if n := len(a.Terms) + len(b.Terms); n > 0 {
		sum.Terms = make([]Term, 0, n)
	}
	i, j := 0, 0
	for i < len(a.Terms) || j < len(b.Terms) {
		var t Term
		switch {
		case i < len(a.Terms) && a.Terms[i].Of == without:
			i++
			continue
		case j == len(b.Terms) || i < len(a.Terms) && a.Terms[i].Of < b.Terms[j].Of:
			t = a.Terms[i]
			i++
		case i == len(a.Terms) || b.Terms[j].Of < a.Terms[i].Of:
			t = Term{b.Terms[j].Of, k * b.Terms[j].Coef}
			j++
		default:
			t = Term{a.Terms[i].Of, a.Terms[i].Coef + k*b.Terms[j].Coef}
			i, j = i+1, j+1
		}
		if t.Coef != 0 {
			sum.Terms = append(sum.Terms, t)
		}
	}
	return sum
}

// Without is the form with 0 in the place of variable i.
func (a Form) Without(i int) Form { return a.Replace(i, Form{}) }

// Map is the form with f of each coefficient in its place; f(i, 0) is taken to be 0.
func (a Form) Map(f func(i int, c int64) int64) Form {
	mapped := Form{Const: a.Const, Terms: make([]Term, 0, len(a.Terms))}
	for _, t := range a.Terms {
		if c := f(t.Of, t.Coef); c != 0 {
			mapped.Terms = append(mapped.Terms, Term{t.Of, c})
		}
	}
	return mapped
}

// Equal reports whether two forms are the same.
func (a Form) Equal(b Form) bool { return a.Const == b.Const && slices.Equal(a.Terms, b.Terms) }

// IsNumber reports whether no variable stands in a form.
func (a Form) IsNumber() bool { return len(a.Terms) == 0 }

// IsZero reports whether a form is the number 0.
func (a Form) IsZero() bool { return a.Const == 0 && len(a.Terms) == 0 }

// Sign is 1 where the constant and all coefficients are at least 0, -1 where all are at
// most 0 and one is below it, and 0 where there are some of both.
func (a Form) Sign() int64 {
	low, high := min(a.Const, 0), max(a.Const, 0)
	for _, t := range a.Terms {
		low, high = min(low, t.Coef), max(high, t.Coef)
	}
	switch {
	case low < 0 && high > 0:
		return 0
	case low < 0:
		return -1
	}
	return 1
}

// Natural reports whether a form is at least 0 for all natural variables.
func (a Form) Natural() bool { return a.Sign() == 1 }

// Rises reports whether no coefficient is below 0: a sum of naturals and a number, which
// may be taken away.
func (a Form) Rises() bool {
	return !slices.ContainsFunc(a.Terms, func(t Term) bool { return t.Coef < 0 })
}

// Positive is a form without what is taken away in it: at least the form, and at least 0,
// for all natural variables.
func (a Form) Positive() Form {
	up := a.Map(func(_ int, c int64) int64 { return max(c, 0) })
	up.Const = max(a.Const, 0)
	return up
}

// Sides are the variables that are added in a form, and those that are taken away. plain
// reports whether all coefficients are 1 and -1.
func (a Form) Sides() (added, taken []int, plain bool) {
	plain = true
	for _, t := range a.Terms {
		if t.Coef > 0 {
			added = append(added, t.Of)
		} else {
			taken = append(taken, t.Of)
		}
		plain = plain && -1 <= t.Coef && t.Coef <= 1
	}
	return added, taken, plain
}

// MaxFactor bounds the coefficients and the constant of forms that are computed with. A sum
// of 2²⁰ such forms, each times a number up to it, does not overflow 64 bits.
const MaxFactor = 1 << 20

// Large reports whether a form is outside of MaxFactor.
func (a Form) Large() bool { return a.Exceeds(MaxFactor) }

// Exceeds reports whether the constant or a coefficient lies outside of ±most.
func (a Form) Exceeds(most int64) bool {
	return a.Const > most || a.Const < -most || slices.ContainsFunc(a.Terms, func(t Term) bool { return t.Coef > most || t.Coef < -most })
}

// Contains is how often b is a part of a: the greatest k for which no variable that is
// added in b has a smaller coefficient in a than k times that in b; -1 where b adds none.
func (a Form) Contains(b Form) int64 {
	times := int64(-1)
	for _, t := range b.Terms {
		if t.Coef <= 0 {
			continue
		}
		if k := a.Of(t.Of) / t.Coef; times < 0 || k < times {
			times = k
		}
	}
	return times
}

// Covered is how often b must be counted for none of its variables to be left of a.
func (a Form) Covered(b Form) int64 {
	times := int64(0)
	for _, t := range b.Terms {
		if t.Coef > 0 {
			times = max(times, (a.Of(t.Of)+t.Coef-1)/t.Coef)
		}
	}
	return times
}
