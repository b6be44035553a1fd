package assume

import "github.com/fraccheck/fraccheck/internal/symbolic"

// A scope is a set in the symbols of one expression: a symbol of the expression is in the
// place of the set's own one of that name.
type scope struct {
	*Set
	here map[string]*symbolic.Symbol
	// relations are those of the set in the expression's symbols.
	relations []*symbolic.Expr
	left      int // of maxAll
}

func (s *Set) scope(e *symbolic.Expr) *scope {
	sc := &scope{Set: s, here: map[string]*symbolic.Symbol{}, left: maxAll}
	e.Symbols(func(t *symbolic.Symbol) {
		sc.here[t.Name] = t
	})
	for _, r := range s.relations {
		sc.relations = append(sc.relations, sc.translated(r.difference))
	}
	return sc
}

// translated is an expression of the set in the scope's symbols.
func (sc *scope) translated(e *symbolic.Expr) *symbolic.Expr {
	return e.Subst(func(t *symbolic.Symbol) *symbolic.Expr {
		if own := sc.here[t.Name]; own != nil && own != t {
			return symbolic.Var(own)
		}
		return nil
	})
}

// value puts the values of sizes into the expression.
func (sc *scope) value(e *symbolic.Expr) *symbolic.Expr {
	return e.Subst(func(t *symbolic.Symbol) *symbolic.Expr {
		if v := sc.values[t.Name]; v != nil {
			return sc.translated(v)
		}
		return nil
	})
}

// The rule of relations. A relation r ≥ 0 with a size x in one term c·x, and nowhere else, says
// that x = (d - rest)/c for a natural number d, its slack: d is r itself. Putting that in the
// place of x loses nothing, and makes what follows from the relation follow from the sizes
// being natural numbers: a·c - b·c with a = b + d is d·c ≥ 0. Where the result rises with d it
// is enough that it is at least 0 for d = 0: log(b + d) - log(b). It may lose that x is natural,
// so each relation is tried alone, too, and each of its sizes.

// maxProof bounds the expressions into which a proof puts something, maxAll those of all proofs
// about one expression, maxDepth the relations that a proof uses, and maxRelation the terms and
// factors of a relation.
const (
	maxProof    = 1000
	maxAll      = 20_000
	maxDepth    = 4
	maxRelation = 100
)

// atLeast reports whether one expression is no less than another under the relations.
func (sc *scope) atLeast(a, b *symbolic.Expr) bool {
	left := min(maxProof, sc.left)
	sc.left -= left
	proved := sc.proves(a.Sub(b), sc.relations, 0, &left)
	sc.left += max(left, 0)
	return proved
}

// proves searches for relations whose sizes, put in, show an expression to be at least 0.
func (sc *scope) proves(e *symbolic.Expr, relations []*symbolic.Expr, depth int, left *int) bool {
	if *left--; e == nil || *left < 0 {
		return false
	}
	if e.Nonnegative() {
		return true
	}
	if depth == maxDepth {
		return false
	}
	for i, r := range relations {
		if r == nil {
			continue
		}
		found := false
		r.Symbols(func(x *symbolic.Symbol) {
			if found || !e.Has(x) {
				return
			}
			put := sc.without(i, r, x)
			if put == nil {
				return
			}
			*left -= len(relations)
			rest := make([]*symbolic.Expr, len(relations))
			for j, other := range relations {
				if j != i {
					rest[j] = other.Subst(put)
				}
			}
			with := e.Subst(put)
			if trend := with.Trend(sc.slacks[i]); trend == symbolic.Rising {
				with = with.Subst(replace(sc.slacks[i], symbolic.Int(0)))
			}
			found = sc.proves(with, rest, depth+1, left)
		})
		if found {
			return true
		}
	}
	return false
}

// without gives for a size what relation i says it is, with the slack of that relation; nil
// where the size is in other terms than one by itself.
func (sc *scope) without(i int, r *symbolic.Expr, x *symbolic.Symbol) func(*symbolic.Symbol) *symbolic.Expr {
	zero := r.Subst(replace(x, symbolic.Int(0)))
	coefficient, ok := r.Sub(zero).Div(symbolic.Var(x))
	if !ok || !coefficient.IsConst() {
		return nil
	}
	value, ok := symbolic.Var(sc.slacks[i]).Sub(zero).Div(coefficient)
	if !ok {
		return nil
	}
	return replace(x, value)
}

// replace puts a value into the place of one symbol.
func replace(x *symbolic.Symbol, value *symbolic.Expr) func(*symbolic.Symbol) *symbolic.Expr {
	return func(s *symbolic.Symbol) *symbolic.Expr {
		if s == x {
			return value
		}
		return nil
	}
}
