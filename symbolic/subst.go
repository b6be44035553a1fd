package symbolic

// Symbols calls f for every occurrence of a symbol, in the order of terms.
func (e *Expr) Symbols(f func(*Symbol)) {
	e.find(func(s *Symbol) bool { f(s); return false })
}

// Symbol gives the symbol that e consists of; false where e is anything else.
func (e *Expr) Symbol() (*Symbol, bool) {
	var found *Symbol
	e.Symbols(func(s *Symbol) { found = s })
	return found, found != nil && e.Equal(Var(found))
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

// Subst replaces, all at once, every symbol for which f gives an expression;
// nil keeps the symbol. It returns e itself when nothing changes. A divisor
// that becomes zero stays in the result, which is then Undefined.
func (e *Expr) Subst(f func(*Symbol) *Expr) *Expr {
	if e == nil {
		return nil
	}
	for i, t := range e.terms {
		if x := t.mono.subst(f); x != nil {
			return e.substFrom(i, x, f)
		}
	}
	return e
}

// substFrom goes on at term i, whose monomial became x.
func (e *Expr) substFrom(i int, x *Expr, f func(*Symbol) *Expr) *Expr {
	first := x.Mul(constant(e.terms[i].coef))
	if len(e.terms) == 1 {
		return first
	}
	terms := append(make([]term, 0, 2*len(e.terms)), e.terms[:i]...)
	terms = append(terms, first.terms...)
	for _, t := range e.terms[i+1:] {
		if x := t.mono.subst(f); x != nil {
			terms = append(terms, x.Mul(constant(t.coef)).terms...)
		} else {
			terms = append(terms, t)
		}
	}
	return collect(terms)
}

// subst is nil if no atom of m changes.
func (m *monomial) subst(f func(*Symbol) *Expr) *Expr {
	if m == nil {
		return nil
	}
	var out *Expr
	for i, p := range m.powers {
		x := p.atom.subst(f)
		if x == nil && out == nil {
			continue
		}
		if x == nil {
			x = p.atom.expr()
		}
		if out == nil {
			out = m.prefix(i)
		}
		out = out.Mul(x.Pow(p.exp))
	}
	return out
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

// subst is nil if a does not change.
func (a *atom) subst(f func(*Symbol) *Expr) *Expr {
	if a.kind == symbolAtom {
		x := f(a.symbol)
		if x.Equal(Var(a.symbol)) {
			return nil
		}
		return x
	}
	args := a.substArgs(f)
	if args == nil {
		return nil
	}
	switch a.kind {
	case floorAtom:
		return floorQuotient(args[0], args[1])
	case productAtom:
		return args[0].Mul(args[1])
	}
	return extremum(a.kind, args)
}

func (a *atom) substArgs(f func(*Symbol) *Expr) []*Expr {
	var args []*Expr
	for i, x := range a.args {
		y := x.Subst(f)
		if y != x && args == nil {
			args = append(make([]*Expr, 0, len(a.args)), a.args[:i]...)
		}
		if args != nil {
			args = append(args, y)
		}
	}
	return args
}
