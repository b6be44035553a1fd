package symbolic

import "slices"

// An Order says how two growths compare: a partial order.
type Order uint8

// Orders of f to g. Each is proved, or the order is Undecided.
const (
	Undecided    Order = iota
	Less               // f = O(g), and g is not O(f)
	Equal              // f = Θ(g)
	Greater            // g = O(f), and f is not O(g)
	Incomparable       // neither is O of the other
)

// String is the name of the order.
func (o Order) String() string {
	return [...]string{"undecided", "grows less", "grows alike", "grows more", "incomparable"}[o]
}

// Asymptotic compares e with o by their growth, as Growth.Compare does;
// Undecided where either has none.
func (e *Expr) Asymptotic(o *Expr) Order {
	f, err := e.Growth()
	if err != nil {
		return Undecided
	}
	g, err := o.Growth()
	if err != nil {
		return Undecided
	}
	return f.Compare(g)
}

// Compare compares what g and o were worked out of, in the meaning that Growth
// gives to O and Θ. An upper bound that is not tight may decide that its
// expression is O of another, but not that another is O of it.
func (g *Growth) Compare(o *Growth) Order {
	up, down := g.isO(o), o.isO(g)
	switch {
	case up == yes && down == yes:
		return Equal
	case up == yes && down == no:
		return Less
	case up == no && down == yes:
		return Greater
	case up == no && down == no:
		return Incomparable
	}
	return Undecided
}

// AtMost says that the expression of g is proved to be O of that of o.
func (g *Growth) AtMost(o *Growth) bool { return g.isO(o) == yes }

type verdict uint8

const (
	perhaps verdict = iota
	yes
	no
)

func (g *Growth) isO(o *Growth) verdict {
	switch {
	case o.tight && covered(g.terms, o.terms):
		return yes
	case g.tight && refuted(g.terms, o.terms):
		return no
	}
	return perhaps
}

// covered says that the sum of f is proved to be O of that of g.
func covered(f, g []*monomial) bool {
	return !slices.ContainsFunc(f, func(m *monomial) bool {
		return !slices.ContainsFunc(g, func(n *monomial) bool { return dominates(n, m, false) }) && !belowMean(m, g)
	})
}

// Beyond is the part of g that is not shown to be O of what o was worked out of: the
// terms that o would need to reach g.
func (g *Growth) Beyond(o *Growth) *Growth {
	rest := &Growth{tight: g.tight}
	for _, m := range g.terms {
		if !o.tight || !covered([]*monomial{m}, o.terms) {
			rest.terms = append(rest.terms, m)
		}
	}
	return rest
}

// exponent is that of v itself, if rational.
func (r ratio) exponent(v *atom) (rat, bool) {
	for _, p := range r {
		if p.level == 0 && p.variable.equal(v) {
			return p.exp.constant()
		}
	}
	return rat{}, true
}

// Degree is the highest power of s in the growth, with all else fixed; logarithms
// do not count. Not polynomial where s stands in an exponent.
func (g *Growth) Degree(s *Symbol) (degree float64, polynomial bool) {
	for _, m := range g.terms {
		d, ok := m.degreeIn(s)
		if !ok {
			return 0, false
		}
		degree = max(degree, d)
	}
	return degree, true
}

// degreeIn is the least of the degrees of the alternatives.
func (m *monomial) degreeIn(s *Symbol) (float64, bool) {
	least, first := 0.0, true
	for _, o := range alternatives(m) {
		d, ok := o.productDegree(s)
		if !ok {
			return 0, false
		}
		if first || d < least {
			least, first = d, false
		}
	}
	return least, true
}

func (m *monomial) productDegree(s *Symbol) (float64, bool) {
	if m == nil {
		return 0, true
	}
	sum := 0.0
	for _, p := range m.powers {
		v, level, exp, ok := p.atom.chain()
		switch {
		case !ok && p.atom.find(func(t *Symbol) bool { return s == t }):
			return 0, false
		case ok && level == 0 && v.symbol == s && v.kind == symbolAtom:
			x, err := exp.Enclose(nil)
			if err != nil {
				return 0, false
			}
			sum += x.Mid() * float64(p.exp)
		}
	}
	return sum, true
}
