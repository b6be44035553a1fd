package complexity

import (
	"math/big"
	"slices"

	"github.com/fraccheck/fraccheck/complexity/amortize"
	"github.com/fraccheck/fraccheck/complexity/measure"
)

// bounded tells whether all integers that an instance gives have a bound of some kind.
func (in *body) bounded(is func(*body, amortize.Polynomial) bool) bool {
	if len(in.paths) == 0 {
		return true
	}
	for _, at := range in.paths[0].integers {
		if b := in.sizes[at].bound; b == nil || b.polynomial == nil || !is(in, *b.polynomial) {
			return false
		}
	}
	return true
}

// passes tells of a size that an integer is as well, or a part of it.
func (in *body) passes(p amortize.Polynomial) bool {
	return len(p.Terms) == 1 && p.Degree() == 1 && p.Terms[0].Coef.Cmp(big.NewRat(1, 1)) <= 0 && slices.Index(p.Terms[0].Powers, 1) < in.arity-len(in.differences)
}

// counts tells of a sum of sizes that count something, each once, and a number.
func (in *body) counts(p amortize.Polynomial) bool {
	for _, t := range p.Terms {
		at := slices.Index(t.Powers, 1)
		switch {
		case t.Degree() > 1:
			return false
		case t.Degree() == 0:
			if t.Coef.Cmp(big.NewRat(measure.MaxCounted, 1)) > 0 {
				return false
			}
		case in.most[at] > 0 || at >= in.arity-len(in.differences) || t.Coef.Cmp(big.NewRat(1, 1)) > 0:
			return false
		}
	}
	return true
}
