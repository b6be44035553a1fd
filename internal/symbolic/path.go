package symbolic

import "slices"

// A path is a way in which all sizes tend to infinity: the first variable faster
// than any function of the others that occurs, the second faster than any of the
// rest, and so on. Cost variables take part; those in vanish tend to 0. Along a
// path growth terms are totally ordered, which refutes f = O(g) where f comes out
// greater.
type path struct {
	order  []*atom
	vanish []*atom
}

// To refute f = O(g) one sequence of sizes that tend to infinity along which f/g does too is
// enough. Three kinds are tried:
//
//	v₁ ≫ v₂ ≫ …                 each variable beyond any function of the later ones: f/g is
//	                            decided by the first variable in which it is not constant
//	the same with costs → 0     as a call may cost nothing
//	t^p for each size, t^q for one  all grow as powers of one variable (rates)
//
// Along the first kind all terms are ordered totally, as in a Hardy field: of two, one is o
// of the other, or they are a constant apart. So the greatest term of f decides against the
// greatest of g. A refutation by it is a proof; that no path refutes proves nothing, and the
// answer is Undecided then.

// refuted says that f = O(g) is proved false.
func refuted(f, g []*monomial) bool {
	vars := variables(f, g)
	if sharedFunction(vars) {
		return false
	}
	for _, p := range paths(vars) {
		if p.refutes(f, g) {
			return true
		}
	}
	return refutedAtEqualRates(f, g, vars)
}

func variables(sets ...[]*monomial) []*atom {
	var out []*atom
	for _, set := range sets {
		for _, m := range set {
			m.variables(&out)
		}
	}
	return out
}

func (m *monomial) variables(out *[]*atom) {
	if m == nil {
		return
	}
	for _, p := range m.powers {
		p.atom.variables(out)
	}
}

func (a *atom) variables(out *[]*atom) {
	if a.kind == symbolAtom || a.kind == costAtom {
		if !slices.ContainsFunc(*out, a.equal) {
			*out = append(*out, a)
		}
		return
	}
	for _, x := range a.args {
		for _, t := range x.terms {
			t.mono.variables(out)
		}
	}
}

// sharedFunction says that two cost variables speak of one function: then they
// are tied to each other, and no path may choose them freely.
func sharedFunction(vars []*atom) bool {
	for i, a := range vars {
		for _, b := range vars[:i] {
			if a.kind == costAtom && b.kind == costAtom && a.symbol == b.symbol {
				return true
			}
		}
	}
	return false
}

// maxPermuted bounds the variables of which all orders are tried.
const maxPermuted = 4

func paths(vars []*atom) []path {
	var out []path
	for _, order := range orders(vars) {
		out = append(out, path{order, nil})
		var costs []*atom
		for _, v := range order {
			if v.kind == costAtom {
				out = append(out, path{order, []*atom{v}})
				costs = append(costs, v)
			}
		}
		if len(costs) > 1 {
			out = append(out, path{order, costs})
		}
	}
	return out
}

// orders are all of few variables, else those that turn round forwards and
// backwards.
func orders(vars []*atom) [][]*atom {
	if len(vars) > maxPermuted {
		var out [][]*atom
		for i := range min(len(vars), 16) {
			turned := append(slices.Clone(vars[i:]), vars[:i]...)
			back := slices.Clone(turned)
			slices.Reverse(back)
			out = append(out, turned, back)
		}
		return out
	}
	out := [][]*atom{nil}
	for _, v := range vars {
		var next [][]*atom
		for _, o := range out {
			for i := range len(o) + 1 {
				next = append(next, slices.Insert(slices.Clone(o), i, v))
			}
		}
		out = next
	}
	return out
}

func (p path) refutes(f, g []*monomial) bool {
	a, ok := p.greatest(f)
	b, known := p.greatest(g)
	if !ok || !known {
		return false
	}
	if len(g) == 0 {
		return len(f) > 0
	}
	return len(f) > 0 && p.compare(a, b) == 1
}

// greatest is the greatest of terms, of each of which the least alternative
// counts.
func (p path) greatest(terms []*monomial) (*monomial, bool) {
	return p.extreme(terms, 1, func(m *monomial) (*monomial, bool) {
		return p.extreme(alternatives(m), -1, func(m *monomial) (*monomial, bool) { return m, true })
	})
}

// extreme is the first of terms that no other one exceeds in the direction.
func (p path) extreme(terms []*monomial, direction int, value func(*monomial) (*monomial, bool)) (*monomial, bool) {
	var best *monomial
	for i, m := range terms {
		m, ok := value(m)
		if !ok {
			return nil, false
		}
		if i == 0 {
			best = m
			continue
		}
		switch p.compare(m, best) {
		case unsure:
			return nil, false
		case direction:
			best = m
		}
	}
	return best, true
}

// compare is 1 where f/g tends to infinity along p, -1 where it vanishes, 0 where
// neither, and else unsure.
func (p path) compare(f, g *monomial) int {
	if f.equal(g) {
		return 0
	}
	if r, ok := ratioOf(f, g); ok {
		return p.ofRatio(r)
	}
	if len(p.vanish) > 0 {
		return unsure
	}
	l, o := binaryLog(f), binaryLog(g)
	if l == nil || o == nil {
		return unsure
	}
	return p.ofSum(gather(l.Sub(o)))
}

func (p path) ofRatio(r ratio) int {
	for _, v := range p.order {
		sign := r.signIn(v)
		if sign == 0 {
			continue
		}
		if sign == unsure || !slices.ContainsFunc(p.vanish, v.equal) {
			return sign
		}
		if r.levels(v) > 1 { // its logarithm is 0 where it is small
			return unsure
		}
		return -sign
	}
	return 0
}

func (r ratio) levels(v *atom) int {
	n := 0
	for _, p := range r {
		if p.variable.equal(v) && numberSign(p.exp) != 0 {
			n++
		}
	}
	return n
}

// ofSum is the sign of the greatest growing term.
func (p path) ofSum(sum []signedTerm) int {
	out := signedTerm{}
	for _, t := range sum {
		switch p.compare(t.mono, nil) {
		case unsure:
			return unsure
		case 1:
		default:
			continue
		}
		if t.sign == unsure {
			return unsure
		}
		if t.sign == 0 {
			continue
		}
		switch {
		case out.sign == 0:
			out = t
		default:
			switch p.compare(t.mono, out.mono) {
			case 1:
				out = t
			case -1:
			default:
				return unsure
			}
		}
	}
	return out.sign
}

// rates are the powers of one variable that all others, and one of them, grow as.
var rates = [][2]uint32{{1, 1}, {1, 2}, {2, 1}, {2, 3}, {3, 2}}

// refutedAtEqualRates puts a power of one variable for each size.
func refutedAtEqualRates(f, g []*monomial, vars []*atom) bool {
	var sizes []*Symbol
	for _, v := range vars {
		if v.kind == symbolAtom {
			sizes = append(sizes, v.symbol)
		}
	}
	if len(sizes) < 2 {
		return false
	}
	t := NewSymbol("t", 0)
	for _, s := range sizes[:min(len(sizes), 8)] {
		for _, r := range rates {
			put := func(u *Symbol) *Expr {
				if u == s {
					return Var(t).Pow(r[1])
				}
				return Var(t).Pow(r[0])
			}
			if refutedAt(f, g, put) {
				return true
			}
		}
	}
	return false
}

func refutedAt(f, g []*monomial, put func(*Symbol) *Expr) bool {
	a, ok := along(f, put)
	b, known := along(g, put)
	if !ok || !known {
		return false
	}
	for _, p := range paths(variables(a, b)) {
		if p.refutes(a, b) {
			return true
		}
	}
	return false
}

// along puts a function of one variable for each size in growth terms; what falls
// together there must stay a growth term.
func along(terms []*monomial, put func(*Symbol) *Expr) ([]*monomial, bool) {
	var out []*monomial
	for _, m := range terms {
		s := growthOf(nil)
		if m != nil {
			e := single(one, m).Subst(put)
			if e == nil {
				return nil, false
			}
			g := growing{}
			if s = g.expr(e); g.overflow || !s.known || !s.tight {
				return nil, false
			}
		}
		out = append(out, s.terms...)
	}
	return maximal(out), true
}
