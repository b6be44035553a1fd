package symbolic

import (
	"errors"
	"slices"
)

// What Growth can fail with, besides ErrUnknown.
var (
	ErrTooLarge = errors.New("expression is too large")
	ErrGrowth   = errors.New("growth of the expression is not known")
)

// A Growth is how fast an expression grows, up to a constant factor: the sum of
// terms none of which another one dominates. Terms are products of sizes, their
// logarithms, powers of both, exponentials, cost variables and minima.
//
// With several variables, f = O(g) means that there are C and N such that
// f <= C*g wherever every size is at least N, whatever the values of cost
// variables are (at least 0); sizes grow independently, none is tied to another.
// f = Θ(g) means f = O(g) and g = O(f). So n is O(n*m), n + m is not O(n), and n
// is not O(n*W(f)), since a call may cost nothing.
type Growth struct {
	terms []*monomial
	tight bool
}

// The growth of an expression is found bottom up. Let G be a set of terms that stands for
// their sum, which is Θ of their maximum (Σ ≤ |G|·max):
//
//	G(e + f) = G(e) ∪ G(f)                    e, f ≥ 0
//	G(e - f) = G(e)                           tight where f = o(e), else O only
//	G(e·f)   = { m·n : m ∈ G(e), n ∈ G(f) }
//	G(max)   = ∪ G(args)                      as a sum
//	G(min)   = { min(m, n) }                  min distributes over max
//	G(e^q)   = { m^q : m ∈ G(e) }             q > 0 fixed: (max m)^q = max m^q
//	G(log e) = { log m } ∪ {1}                log max = max log; log(C·m) = log m + O(1)
//	G(floor(p/q)) = G(p)·G(1/q)               tight where the quotient grows, as floor is
//	                                          less than 1 below it
//	G(c^e)                                    only of an e that is known up to a constant,
//	                                          since c^O(n) is no growth: 2^(2n) ≠ O(2^n)
//
// Of the union those are dropped that another term dominates (maximal); the rest is the
// antichain of maximal terms.

// What growth is worked out of, and how many terms it may have.
const (
	maxGrowthSize  = 1 << 13
	maxGrowthTerms = 128
)

// Growth works out how fast e grows. The result is not Tight where only e = O(it)
// is known.
func (e *Expr) Growth() (*Growth, error) {
	switch {
	case e == nil:
		return nil, ErrUnknown
	case e.Size() > maxGrowthSize:
		return nil, ErrTooLarge
	}
	g := growing{}
	s := g.expr(e)
	switch {
	case g.overflow:
		return nil, ErrTooLarge
	case !s.known:
		return nil, ErrGrowth
	}
	return &Growth{s.terms, s.tight}, nil
}

// Bounded says that the growth is 1, or 0.
func (g *Growth) Bounded() bool {
	return !slices.ContainsFunc(g.terms, func(m *monomial) bool { return m != nil })
}

// Tight says that the growth is Θ of the expression, and not just O.
func (g *Growth) Tight() bool { return g.tight }

// Expr is the sum of the terms; logarithms have base 2.
func (g *Growth) Expr() *Expr {
	terms := make([]term, len(g.terms))
	for i, m := range g.terms {
		terms[i] = term{one, m}
	}
	return collect(terms)
}

// A growthSet is the growth of a part: the sum, which is up to a constant the
// maximum, of terms. If not tight it is an upper bound; if not known, none.
type growthSet struct {
	terms        []*monomial
	tight, known bool
}

var noGrowth = growthSet{}

func growthOf(terms ...*monomial) growthSet { return growthSet{terms, true, true} }

func (s growthSet) loosen() growthSet { return growthSet{s.terms, false, s.known} }

// grows says that the set tends to infinity whatever way the sizes do.
func (s growthSet) grows() bool {
	return slices.ContainsFunc(s.terms, func(m *monomial) bool { return dominates(m, nil, true) })
}

type growing struct{ overflow bool }

// expr adds up terms. Negative ones must vanish beside the others, or the sum is
// an upper bound only.
func (g *growing) expr(e *Expr) growthSet {
	sum, negative := growthOf(), growthOf()
	for _, t := range e.terms {
		s, sign := g.term(t)
		if sign < 0 {
			negative = g.union(negative, s)
			continue
		}
		if sum = g.union(sum, s); !sum.known {
			return noGrowth
		}
	}
	sum.terms = maximal(sum.terms)
	sum.tight = sum.tight && negative.known && sum.outgrows(negative)
	return sum
}

// outgrows says that all of o vanishes beside s.
func (s growthSet) outgrows(o growthSet) bool {
	for _, m := range o.terms {
		if !slices.ContainsFunc(s.terms, func(n *monomial) bool { return dominates(n, m, true) }) {
			return false
		}
	}
	return true
}

// term is the growth of a term's size, and its sign.
func (g *growing) term(t term) (growthSet, int) {
	sign, set := t.coef.sign(), growthOf(nil)
	unsigned := 0
	if t.mono == nil {
		return set, sign
	}
	for _, p := range t.mono.powers {
		var factor growthSet
		switch {
		case p.exp%2 == 1 && p.atom.isNegatedCeiling():
			sign, factor = -sign, g.ceiling(p.atom)
		default:
			factor = g.atom(p.atom)
			if !p.atom.nonnegative {
				unsigned++
			}
		}
		set = g.product(set, g.natural(factor, p.exp))
	}
	switch {
	case unsigned > 0 && (sign < 0 || len(t.mono.powers) > 1 || t.mono.sole() == nil):
		return noGrowth, 1
	case unsigned > 0:
		set = set.loosen()
	}
	return set, sign
}

func (g *growing) union(a, b growthSet) growthSet {
	terms := append(slices.Clip(a.terms), b.terms...)
	if len(terms) > maxGrowthTerms {
		if terms = maximal(terms); len(terms) > maxGrowthTerms {
			g.overflow = true
			return noGrowth
		}
	}
	return growthSet{terms, a.tight && b.tight, a.known && b.known}
}

func (g *growing) product(a, b growthSet) growthSet {
	if !a.known || !b.known {
		return noGrowth
	}
	if len(a.terms)*len(b.terms) > 16*maxGrowthTerms {
		g.overflow = true
		return noGrowth
	}
	terms := make([]*monomial, 0, len(a.terms)*len(b.terms))
	for _, m := range a.terms {
		for _, n := range b.terms {
			terms = append(terms, term{one, m}.times(term{one, n}).mono)
		}
	}
	if len(terms) > 1 {
		terms = maximal(terms)
	}
	return g.union(growthSet{terms, a.tight && b.tight, true}, growthOf())
}

// natural is a power with a positive exponent, which distributes over a maximum.
func (g *growing) natural(s growthSet, k uint32) growthSet {
	if k == 1 {
		return s
	}
	return g.raise(s, constant(rat{n: int64(k)}))
}

// raise is s to a fixed exponent above 0.
func (g *growing) raise(s growthSet, x *Expr) growthSet {
	terms := make([]*monomial, len(s.terms))
	for i, m := range s.terms {
		p := single(one, m).Power(x)
		if p == nil || len(p.terms) != 1 {
			return noGrowth
		}
		terms[i] = p.terms[0].mono
	}
	return growthSet{terms, s.tight, s.known}
}

// maximal leaves out terms that others dominate; of equals the first stays.
func maximal(terms []*monomial) []*monomial {
	var out []*monomial
	for i, m := range terms {
		beaten := false
		for j, n := range terms {
			if i != j && dominates(n, m, false) && (j < i || !dominates(m, n, false)) {
				beaten = true
				break
			}
		}
		if !beaten {
			out = append(out, m)
		}
	}
	slices.SortFunc(out, (*monomial).compare)
	return out
}
