package symbolic

import "slices"

// Symbols calls f for every occurrence of a symbol, in the order of terms.
func (e *Expr) Symbols(f func(*Symbol)) {
	e.find(func(s *Symbol) bool { f(s); return false })
}

// Symbol gives the symbol that e consists of; false where e is anything else.
func (e *Expr) Symbol() (*Symbol, bool) {
	if e == nil || len(e.terms) != 1 {
		return nil, false
	}
	t := e.terms[0]
	if a := t.mono.sole(); a != nil && a.kind == symbolAtom && t.coef.isOne() {
		return a.symbol, true
	}
	return nil, false
}

// Has says whether s occurs in e.
func (e *Expr) Has(s *Symbol) bool {
	return e.find(func(t *Symbol) bool { return s == t })
}

func (e *Expr) find(is func(*Symbol) bool) bool {
	return e.anyAtom(func(a *atom) bool { return a.find(is) })
}

func (a *atom) find(is func(*Symbol) bool) bool {
	if a.kind == symbolAtom {
		return is(a.symbol)
	}
	for _, x := range a.args {
		if x.find(is) {
			return true
		}
	}
	return false
}

// Substitution rebuilds an expression bottom up by the constructors, so that the result is
// in normal form. Substitution and evaluation commute: the value of e.Subst(f) at a point is
// that of e at the values of f there, wherever both have one. Subexpressions that do not
// change are shared, and an expression in which none does is returned as it is.

// Subst replaces, all at once, every symbol for which f gives an expression;
// nil keeps the symbol. It returns e itself when nothing changes. A divisor
// that becomes zero stays in the result, which is then Undefined. What would grow
// to more than 4096 terms and atoms is unknown.
func (e *Expr) Subst(f func(*Symbol) *Expr) *Expr {
	if e == nil {
		return nil
	}
	return (&rebuilding{size: f}).expr(e)
}

// A rebuilding says what is replaced. Each function may be nil.
type rebuilding struct {
	// size gives what stands for a symbol, cost what for a cost variable with its sizes; nil
	// keeps it.
	size func(*Symbol) *Expr
	cost func(measure Measure, fn *Symbol, sizes []*Expr) *Expr
	// needed gives those arguments of a minimum or maximum that decide its value.
	needed func(kind atomKind, args []*Expr) []*Expr
}

func (r *rebuilding) expr(e *Expr) *Expr {
	for i, t := range e.terms {
		if x, changed := r.monomial(t.mono); changed {
			return r.exprFrom(e, i, x)
		}
	}
	return e
}

// exprFrom goes on at term i, whose monomial became x.
func (r *rebuilding) exprFrom(e *Expr, i int, x *Expr) *Expr {
	first := x.Mul(constant(e.terms[i].coef)).bounded()
	if first == nil || len(e.terms) == 1 {
		return first
	}
	size := first.Size()
	terms := append(make([]term, 0, 2*len(e.terms)), e.terms[:i]...)
	terms = append(terms, first.terms...)
	for _, t := range e.terms[i+1:] {
		x, changed := r.monomial(t.mono)
		if !changed {
			terms = append(terms, t)
			continue
		}
		x = x.Mul(constant(t.coef))
		if size += x.Size(); x == nil || size > maxRebuilt {
			return nil
		}
		terms = append(terms, x.terms...)
	}
	return collect(terms)
}

// monomial says whether an atom of m changes, and gives what m becomes then,
// which may be unknown.
func (r *rebuilding) monomial(m *monomial) (out *Expr, changed bool) {
	if m == nil {
		return nil, false
	}
	for i, p := range m.powers {
		x, replaced := r.atom(p.atom)
		if !replaced && !changed {
			continue
		}
		if !replaced {
			x = p.atom.expr()
		}
		if !changed {
			out, changed = m.prefix(i), true
		}
		if out = out.Mul(x.Pow(p.exp)).bounded(); out == nil {
			return nil, true
		}
	}
	return out, changed
}

// bounded is e, or unknown where e is too large for a part of a substitution.
func (e *Expr) bounded() *Expr {
	if e.Size() > maxRebuilt {
		return nil
	}
	return e
}

// prefix is the product of the first n powers.
func (m *monomial) prefix(n int) *Expr {
	if n == 0 {
		return small[1]
	}
	out := newMonomial(n)
	out.powers = append(out.powers, m.powers[:n]...)
	return single(rat{n: 1}, out.seal())
}

func (r *rebuilding) atom(a *atom) (x *Expr, changed bool) {
	if a.kind == symbolAtom {
		if r.size != nil {
			x = r.size(a.symbol)
		}
		return x, x != nil && !x.Equal(Var(a.symbol))
	}
	args := r.args(a)
	given := args
	if given == nil {
		given = a.args
	}
	switch {
	case a.kind == costAtom && r.cost != nil:
		if x := r.cost(a.measure, a.symbol, given); x != nil {
			return x, true
		}
	case (a.kind == minAtom || a.kind == maxAtom) && r.needed != nil && !slices.Contains(given, nil):
		if kept := r.needed(a.kind, given); len(kept) < len(given) {
			args = kept
		}
	}
	if args == nil {
		return nil, false
	}
	return a.remake(args), true
}

// remake is a with other arguments.
func (a *atom) remake(args []*Expr) *Expr {
	if slices.Contains(args, nil) {
		return nil
	}
	switch a.kind {
	case floorAtom:
		return floorQuotient(args[0], args[1])
	case productAtom:
		return args[0].Mul(args[1])
	case logAtom:
		return args[0].log(a.base())
	case powerAtom:
		return args[0].Power(args[1])
	case costAtom:
		return Cost(a.measure, a.symbol, args...)
	}
	return extremum(a.kind, args)
}

// args is nil if no argument changes.
func (r *rebuilding) args(a *atom) []*Expr {
	var args []*Expr
	for i, x := range a.args {
		y := r.expr(x)
		if y != x && args == nil {
			args = append(make([]*Expr, 0, len(a.args)), a.args[:i]...)
		}
		if args != nil {
			args = append(args, y)
		}
	}
	return args
}
