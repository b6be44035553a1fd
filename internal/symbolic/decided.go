package symbolic

import "slices"

// What is known of sizes beyond that they are natural numbers decides minima and maxima:
//
//	min(a, b) = b, max(a, b) = a        a ≥ b
//
// and of a growth it leaves the term n out beside a term m ≥ n.

// Decided takes those arguments out of minima and maxima that others make superfluous:
// atLeast reports whether one expression is known to be no less than another. It returns e
// itself when nothing changes.
func (e *Expr) Decided(atLeast func(a, b *Expr) bool) *Expr {
	if e == nil {
		return nil
	}
	r := &rebuilding{needed: func(kind atomKind, args []*Expr) []*Expr {
		return least(args, func(a, b *Expr) bool {
			if kind == minAtom {
				return atLeast(b, a)
			}
			return atLeast(a, b)
		})
	}}
	return r.expr(e)
}

// Decided is the growth with its minima decided, and without the terms that atLeast shows to
// be no more than another one.
func (g *Growth) Decided(atLeast func(a, b *Expr) bool) *Growth {
	decided, err := g.Expr().Decided(atLeast).Growth()
	if err != nil {
		return g
	}
	var terms []*Expr
	for _, m := range decided.terms {
		terms = append(terms, single(one, m))
	}
	kept := &Growth{tight: g.tight && decided.tight}
	for _, x := range least(terms, atLeast) {
		kept.terms = append(kept.terms, x.terms[0].mono)
	}
	return kept
}

// least leaves out what another one covers; of two that cover each other the first stays.
func least(all []*Expr, covers func(a, b *Expr) bool) []*Expr {
	kept := slices.Clone(all)
	for i := 0; i < len(kept); {
		covered := false
		for j, other := range kept {
			if covered = j != i && covers(other, kept[i]) && (j < i || !covers(kept[i], other)); covered {
				break
			}
		}
		if covered {
			kept = slices.Delete(kept, i, i+1)
		} else {
			i++
		}
	}
	return kept
}
