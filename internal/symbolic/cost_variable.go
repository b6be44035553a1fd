package symbolic

// A Measure is what a cost is counted in, and the letter that it prints as.
type Measure byte

// Measures of cost.
const (
	Work   Measure = 'W'
	Span   Measure = 'S'
	Memory Measure = 'M'
)

// A cost variable stands for a function of which only monotonicity is known. Two of one f
// with other sizes are different atoms: W(f, n) ≤ W(f, m) for n ≤ m is not used. Those of
// one f with the same sizes are one atom, so W(f) - W(f) is 0.

// Cost is the cost of a call of an unknown function on arguments of the given
// sizes. Printed W(f), or W(f, n) with sizes. Its value is a number of which nothing is known but that it is
// whole, at least 0, and does not fall where a size rises: it stands for the most
// that a call on arguments of at most these sizes costs.
//
// The function is identified by the pointer f, as size variables are; f is no size and
// neither Symbols nor Subst sees it. SubstCosts puts in a cost that became known.
func Cost(measure Measure, f *Symbol, sizes ...*Expr) *Expr {
	for _, x := range sizes {
		if x == nil {
			return nil
		}
	}
	if f == nil {
		return nil
	}
	a := newAtom(costAtom, sizes...)
	a.measure, a.symbol = measure, f
	a.hash = mix(mix(a.hash, uint64(measure)), f.hash())
	return a.expr()
}

// SubstCosts replaces every cost variable for which f gives an expression; nil
// keeps it. f gets the sizes with inner cost variables replaced already.
func (e *Expr) SubstCosts(f func(measure Measure, fn *Symbol, sizes []*Expr) *Expr) *Expr {
	if e == nil {
		return nil
	}
	return (&rebuilding{cost: f}).expr(e)
}

// Costs calls f for every occurrence of a cost variable.
func (e *Expr) Costs(f func(measure Measure, fn *Symbol)) {
	e.anyAtom(func(a *atom) bool { a.costs(f); return false })
}

func (a *atom) costs(f func(measure Measure, fn *Symbol)) {
	if a.kind == costAtom {
		f(a.measure, a.symbol)
	}
	for _, x := range a.args {
		x.Costs(f)
	}
}
