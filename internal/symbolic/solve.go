package symbolic

// SolveLinear solves lhs == rhs for the unknown. It succeeds where the unknown
// is left, after cancelling, in one term, by itself, and the only solution has
// whole coefficients: 2*x == 6 gives 3, x + m == n gives n - m, 2*x == n fails.
func SolveLinear(lhs, rhs *Expr, unknown *Symbol) (*Expr, bool) {
	if lhs == nil || rhs == nil || unknown == nil {
		return nil, false
	}
	difference := lhs.Sub(rhs)
	i := difference.linearTerm(unknown)
	if i < 0 {
		return nil, false
	}
	t := difference.terms[i]
	rest := difference.addScaled(Var(unknown), t.coef.neg())
	if rest.Has(unknown) || rest.Undefined() {
		return nil, false
	}
	solution := rest.scale(rat{n: -1}.quo(t.coef))
	return solution, solution.integral()
}

// Solving is cancelling: lhs - rhs = c·x + rest = 0, where x stands nowhere in rest, has the
// solution -rest/c. Only one with whole coefficients is given, since 2·x = n has none for odd
// n; dimensions are whole.

// Linear takes apart an expression coefficient*s + constant of whole numbers; not ok of
// any other.
func (e *Expr) Linear() (s *Symbol, coefficient, constant int64, ok bool) {
	if e == nil || len(e.terms) == 0 {
		return nil, 0, 0, false
	}
	terms, rest := e.split()
	if len(terms) != 1 || rest.r != nil || terms[0].coef.r != nil {
		return nil, 0, 0, false
	}
	a := terms[0].mono.sole()
	if a == nil || a.kind != symbolAtom {
		return nil, 0, 0, false
	}
	return a.symbol, terms[0].coef.n, rest.n, true
}

// linearTerm is the index of the term that is a multiple of s, else -1.
func (e *Expr) linearTerm(s *Symbol) int {
	for i, t := range e.terms {
		if a := t.mono.sole(); a != nil && a.symbol == s {
			return i
		}
	}
	return -1
}
