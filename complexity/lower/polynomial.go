package lower

import (
	"slices"

	"github.com/fraccheck/fraccheck/complexity/linear"
)

// maxDegree is the largest degree of products in the inequalities.
const maxDegree = 5

// A monomial is a product of symbols, in falling order; 0 stands for none.
type monomial [maxDegree]int16

func (m monomial) degree() (n int) {
	for _, s := range m {
		if s != 0 {
			n++
		}
	}
	return n
}

// times is the product of two monomials; not ok where its degree is too large.
func (m monomial) times(o monomial) (p monomial, ok bool) {
	d := m.degree()
	if d+o.degree() > maxDegree {
		return p, false
	}
	copy(m[d:], o[:])
	slices.SortFunc(m[:], func(x, y int16) int { return int(y) - int(x) })
	return m, true
}

func (m monomial) compare(o monomial) int { return slices.Compare(m[:], o[:]) }

// without leaves out one factor.
func (m monomial) without(at int) monomial {
	copy(m[at:], m[at+1:])
	m[maxDegree-1] = 0
	return m
}

// divides reports whether a monomial is a proper part of another.
func (m monomial) divides(o monomial) bool {
	left := slices.Clone(o[:])
	for _, s := range m {
		if s == 0 {
			continue
		}
		at := slices.Index(left, s)
		if at < 0 {
			return false
		}
		left[at] = 0
	}
	return m != o
}

// A polynomial is its terms in ascending order of their monomials; no coefficient is 0.
type polynomial []term

// A term is a monomial times a number.
type term struct {
	monomial
	coef rational
}

func (p *polynomial) add(m monomial, c rational) {
	at, met := slices.BinarySearchFunc(*p, m, func(t term, m monomial) int { return t.compare(m) })
	switch {
	case !met && c.sign() != 0:
		*p = slices.Insert(*p, at, term{m, c})
	case met:
		if (*p)[at].coef = (*p)[at].coef.plus(c); (*p)[at].coef.sign() == 0 {
			*p = slices.Delete(*p, at, at+1)
		}
	}
}

func constant(c rational) polynomial {
	if c.sign() == 0 {
		return nil
	}
	return polynomial{{coef: c}}
}

func ofForm(a linear.Form) polynomial {
	p := make(polynomial, 0, len(a.Terms)+1)
	if a.Const != 0 {
		p = append(p, term{coef: whole(a.Const)})
	}
	for _, t := range a.Terms { // in ascending order
		p = append(p, term{monomial{int16(t.Of)}, whole(t.Coef)})
	}
	return p
}

// times is the product; not ok where its degree is too large.
func (p polynomial) times(o polynomial) (result polynomial, ok bool) {
	result = make(polynomial, 0, len(p)*len(o))
	for _, x := range p {
		for _, y := range o {
			m, ok := x.monomial.times(y.monomial)
			if !ok {
				return nil, false
			}
			result.add(m, x.coef.times(y.coef))
		}
	}
	return result, true
}

// at is a monomial at a point.
func (m monomial) at(x point) (polynomial, bool) {
	if m[0] == 0 {
		return constant(whole(1)), true
	}
	p := x[m[0]-1]
	for _, s := range m[1:] {
		if s == 0 {
			break
		}
		var ok bool
		if p, ok = p.times(x[s-1]); !ok {
			return nil, false
		}
	}
	return p, true
}

// at is a polynomial at a point.
func (p polynomial) at(x point) (sum polynomial, ok bool) {
	for _, t := range p {
		part, ok := t.monomial.at(x)
		if !ok {
			return nil, false
		}
		for _, u := range part {
			sum.add(u.monomial, t.coef.times(u.coef))
		}
	}
	return sum, true
}

// natural reports whether no coefficient is below 0.
func (p polynomial) natural() bool {
	return !slices.ContainsFunc(p, func(t term) bool { return t.coef.sign() < 0 })
}

// A digitForm gives the form whose digits a symbol stands for; false for other symbols.
type digitForm func(symbol int16) (linear.Form, bool)

// sound reports whether a bound grows as its terms that are added do: what is taken away is
// outgrown by one of these.
func (p polynomial) sound(of digitForm) bool {
	for _, t := range p {
		outgrown := t.coef.sign() > 0 || t.degree() == 0
		for _, u := range p {
			outgrown = outgrown || u.coef.sign() > 0 && u.outgrows(t.monomial, of)
		}
		if !outgrown {
			return false
		}
	}
	return len(p) > 0
}

// outgrows reports whether a product grows faster than another one: it has all of its factors
// and more, where n counts as more than the digits of n and a number.
func (m monomial) outgrows(less monomial, of digitForm) bool {
	if m == less {
		return false
	}
	if less.divides(m) {
		return true
	}
	above := monomial{}
	for _, s := range less {
		if f, ok := of(s); ok && len(f.Terms) == 1 {
			s = int16(f.Last())
		}
		above, _ = above.times(monomial{s})
	}
	return above != less && (above == m || above.divides(m))
}

// monomials are those of up to a degree over symbols 1 to k.
func monomials(k, degree int) []monomial {
	all := []monomial{{}}
	for from := 0; degree > 0; degree-- {
		level := all[from:]
		from = len(all)
		for _, m := range level {
			for s := range k {
				if n, ok := m.times(monomial{int16(s + 1)}); ok && !slices.Contains(all, n) {
					all = append(all, n)
				}
			}
		}
	}
	return all
}
