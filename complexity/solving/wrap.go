package solving

import (
	"math/big"
	"slices"

	"github.com/fraccheck/fraccheck/complexity/amortize"
	"github.com/fraccheck/fraccheck/complexity/measure"
)

// bounded tells whether all integers that an instance gives have a bound of some kind.
func (in *Body) Bounded(is func(*Body, amortize.Polynomial) bool) bool {
	if len(in.Paths) == 0 {
		return true
	}
	for _, at := range in.Paths[0].Integers {
		if b := in.Sizes[at].Bound; b == nil || b.polynomial == nil || !is(in, *b.polynomial) {
			return false
		}
	}
	return true
}

// passes tells of a size that an integer is as well, or a part of it.
func (in *Body) Passes(p amortize.Polynomial) bool {
	return len(p.Terms) == 1 && p.Degree() == 1 && p.Terms[0].Coef.Cmp(big.NewRat(1, 1)) <= 0 && slices.Index(p.Terms[0].Powers, 1) < in.Arity-len(in.Differences)
}

// counts tells of a sum of sizes that count something, each once, and a number.
func (in *Body) Counts(p amortize.Polynomial) bool {
	for _, t := range p.Terms {
		at := slices.Index(t.Powers, 1)
		switch {
		case t.Degree() > 1:
			return false
		case t.Degree() == 0:
			if t.Coef.Cmp(big.NewRat(measure.MaxCounted, 1)) > 0 {
				return false
			}
		case in.Most[at] > 0 || at >= in.Arity-len(in.Differences) || t.Coef.Cmp(big.NewRat(1, 1)) > 0:
			return false
		}
	}
	return true
}
