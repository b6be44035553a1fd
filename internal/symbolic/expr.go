package symbolic

import "slices"

// An Expr is a polynomial in normal form: terms with distinct monomials in
// printing order and no coefficient zero. No terms is the constant 0.
type Expr struct {
	terms []term
}

// A term is a coefficient times a monomial.
type term struct {
	coef rat
	mono *monomial
}

// small holds the constants that most dimensions are.
var small = func() (table [1025]*Expr) {
	table[0] = &Expr{}
	for i := 1; i < len(table); i++ {
		table[i] = single(rat{n: int64(i)}, nil)
	}
	return table
}()

// Int is the constant n.
func Int(n int64) *Expr { return constant(rat{n: n}) }

// Rational is the constant num/den; not ok if den is zero.
func Rational(num, den int64) (*Expr, bool) {
	if den == 0 {
		return nil, false
	}
	return constant(rat{n: num}.quo(rat{n: den})), true
}

func constant(c rat) *Expr {
	if c.r == nil && 0 <= c.n && c.n < int64(len(small)) {
		return small[c.n]
	}
	return single(c, nil)
}

// single is the expression of one term; c is not zero.
func single(c rat, m *monomial) *Expr {
	e := newExpr(1)
	e.terms = append(e.terms, term{c, m})
	return e
}

// newExpr gives an expression with inline for n terms; up to four share its
// allocation.
func newExpr(n int) *Expr {
	switch {
	case n <= 1:
		e := &struct {
			Expr
			inline [1]term
		}{}
		e.terms = e.inline[:0]
		return &e.Expr
	case n <= 2:
		e := &struct {
			Expr
			inline [2]term
		}{}
		e.terms = e.inline[:0]
		return &e.Expr
	case n <= 4:
		e := &struct {
			Expr
			inline [4]term
		}{}
		e.terms = e.inline[:0]
		return &e.Expr
	}
	return &Expr{make([]term, 0, n)}
}

// collect brings terms in any order to normal form. It owns the slice.
func collect(terms []term) *Expr {
	slices.SortFunc(terms, func(a, b term) int { return a.mono.compare(b.mono) })
	out := terms[:0]
	for i := 0; i < len(terms); {
		t := terms[i]
		for i++; i < len(terms) && terms[i].mono.equal(t.mono); i++ {
			t.coef = t.coef.add(terms[i].coef)
		}
		if !t.coef.isZero() {
			out = append(out, t)
		}
	}
	return &Expr{out}
}

// Const is the value of e if e is a constant that fits int64.
func (e *Expr) Const() (int64, bool) {
	c, ok := e.constant()
	return c.n, ok && c.r == nil
}

// IsConst reports whether an expression is a number, of whatever size.
func (e *Expr) IsConst() bool {
	_, ok := e.constant()
	return ok
}

func (e *Expr) constant() (rat, bool) {
	switch {
	case e == nil:
		return rat{}, false
	case len(e.terms) == 0:
		return rat{}, true
	}
	t := e.terms[0]
	return t.coef, t.mono == nil
}

func (e *Expr) isZero() bool { return e != nil && len(e.terms) == 0 }

// split divides e into its terms that are not constant and its constant.
func (e *Expr) split() ([]term, rat) {
	if n := len(e.terms); n > 0 && e.terms[n-1].mono == nil {
		return e.terms[:n-1], e.terms[n-1].coef
	}
	return e.terms, rat{}
}

// Undefined says whether e contains a division by the constant zero, which a
// substitution can bring about.
func (e *Expr) Undefined() bool {
	return e.anyAtom(func(a *atom) bool { return a.undefined })
}

// integral says that the value is an integer wherever the symbols are; it may
// miss polynomials such as n*(n + 1)/2.
func (e *Expr) integral() bool {
	return e.wholeCoefficients() && e.wholeAtoms()
}

func (e *Expr) wholeCoefficients() bool {
	return !slices.ContainsFunc(e.terms, func(t term) bool { return !t.coef.isInt() })
}

func (e *Expr) wholeAtoms() bool {
	return !e.anyAtom(func(a *atom) bool { return !a.integral })
}

func (e *Expr) anyAtom(is func(*atom) bool) bool {
	if e == nil {
		return false
	}
	for _, t := range e.terms {
		if t.mono == nil {
			continue
		}
		for _, p := range t.mono.powers {
			if is(p.atom) {
				return true
			}
		}
	}
	return false
}

// Size counts the terms and atoms that e has when written out, up to
// math.MaxInt32. Subexpressions are shared, so a short chain of quotients can
// be long when written; String, Eval and Subst take time in proportion to it.
func (e *Expr) Size() int {
	if e == nil {
		return 0
	}
	n := int64(len(e.terms))
	for _, t := range e.terms {
		if t.mono != nil {
			n += int64(t.mono.size)
		}
	}
	return int(saturate(n))
}
