package symbolic

import "math"

// What a product may grow to before it stays unexpanded. Larger degrees would
// overflow exponents, and squaring a constant doubles its bits each time.
const (
	maxTerms  = 4096
	maxDegree = math.MaxInt32
	maxBits   = 4096
	// maxRebuilt bounds what substitution gives, in terms and atoms written out.
	maxRebuilt = 1 << 12
)

// Size is bounded where it multiplies. A product of n and m terms has up to n·m, and a
// chain of them is exponential in the text; unexpanded it is one atom whose arguments are
// shared. So every operation is polynomial in the sizes of its operands, and no text makes
// an expression that does not fit memory. Nothing wrong is found equal, only less.

// Mul is e*o. Where the numbers of terms multiply to more than 4096, or degree
// or coefficients leave their bounds, the product stays unexpanded as an atom:
// it evaluates and substitutes as usual, but equals only a product of the same
// two factors.
func (e *Expr) Mul(o *Expr) *Expr {
	switch {
	case e == nil || o == nil:
		return nil
	case e.isZero() || o.isZero():
		return small[0]
	case e.overgrows(o):
		return e.unexpanded(o)
	}
	if c, ok := e.constant(); ok {
		return o.scale(c)
	}
	if c, ok := o.constant(); ok {
		return e.scale(c)
	}
	return e.expand(o)
}

func (e *Expr) overgrows(o *Expr) bool {
	return len(e.terms)*len(o.terms) > maxTerms ||
		e.degree()+o.degree() > maxDegree ||
		e.bits()+o.bits() > maxBits
}

// degree is that of the first term, which no other exceeds.
func (e *Expr) degree() int64 {
	if len(e.terms) == 0 || e.terms[0].mono == nil {
		return 0
	}
	return int64(e.terms[0].mono.degree)
}

// Bits is the length of the longest numerator or denominator in e.
func (e *Expr) Bits() int {
	if e == nil {
		return 0
	}
	return e.bits()
}

func (e *Expr) bits() int {
	n := 0
	for _, t := range e.terms {
		n = max(n, t.coef.bits())
	}
	return n
}

func (e *Expr) unexpanded(o *Expr) *Expr {
	if e.Compare(o) > 0 {
		e, o = o, e
	}
	return newAtom(productAtom, e, o).expr()
}

func (e *Expr) expand(o *Expr) *Expr {
	if len(e.terms) == 1 {
		return o.mulTerm(e.terms[0])
	}
	if len(o.terms) == 1 {
		return e.mulTerm(o.terms[0])
	}
	terms := make([]term, 0, len(e.terms)*len(o.terms))
	for _, t := range e.terms {
		for _, u := range o.terms {
			terms = append(terms, t.times(u))
		}
	}
	return collect(terms)
}

// mulTerm keeps the order of terms, since the order of monomials is compatible
// with multiplication, unless powers are joined.
func (e *Expr) mulTerm(t term) *Expr {
	if t.mono.hasPowers() || e.hasPowers() {
		return e.joinTerm(t)
	}
	out := newExpr(len(e.terms))
	for _, u := range e.terms {
		out.terms = append(out.terms, term{t.coef.mul(u.coef), t.mono.mul(u.mono)})
	}
	return out
}

func (e *Expr) joinTerm(t term) *Expr {
	terms := make([]term, 0, len(e.terms))
	for _, u := range e.terms {
		terms = append(terms, t.times(u))
	}
	return collect(terms)
}

// Pow is e to the k-th power; anything to the 0-th is 1.
func (e *Expr) Pow(k uint32) *Expr {
	if e == nil {
		return nil
	}
	out := small[1]
	for square := e; k > 0; k >>= 1 {
		if k&1 == 1 {
			out = out.Mul(square)
		}
		if k > 1 {
			square = square.Mul(square)
		}
	}
	return out
}
