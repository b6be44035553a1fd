package lower

import (
	"math/big"
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

// A polynomial has rational coefficients; none is 0.
type polynomial map[monomial]*big.Rat

func (p polynomial) add(m monomial, c *big.Rat) {
	sum := new(big.Rat).Set(c)
	if have := p[m]; have != nil {
		sum.Add(sum, have)
	}
	if p[m] = sum; sum.Sign() == 0 {
		delete(p, m)
	}
}

func constant(c *big.Rat) polynomial {
	p := polynomial{}
	p.add(monomial{}, c)
	return p
}

func ofForm(a linear.Form) polynomial {
	p := constant(big.NewRat(a.Const, 1))
	for _, t := range a.Terms {
		p.add(monomial{int16(t.Of)}, big.NewRat(t.Coef, 1))
	}
	return p
}

// times is the product; not ok where its degree is too large.
func (p polynomial) times(o polynomial) (polynomial, bool) {
	product := polynomial{}
	for m, c := range p {
		for n, d := range o {
			mn, ok := m.times(n)
			if !ok {
				return nil, false
			}
			product.add(mn, new(big.Rat).Mul(c, d))
		}
	}
	return product, true
}

// at puts linear forms in the place of symbols 1, 2, … of a monomial.
func (m monomial) at(args []linear.Form) (polynomial, bool) {
	p := constant(big.NewRat(1, 1))
	for _, s := range m {
		if s == 0 {
			continue
		}
		var ok bool
		if p, ok = p.times(ofForm(args[s-1])); !ok {
			return nil, false
		}
	}
	return p, true
}

// at puts linear forms in the place of symbols 1, 2, ….
func (p polynomial) at(args []linear.Form) (polynomial, bool) {
	sum := polynomial{}
	for m, c := range p {
		part, ok := m.at(args)
		if !ok {
			return nil, false
		}
		for n, d := range part {
			sum.add(n, new(big.Rat).Mul(c, d))
		}
	}
	return sum, true
}

// natural reports whether no coefficient is below 0.
func (p polynomial) natural() bool {
	for _, c := range p {
		if c.Sign() < 0 {
			return false
		}
	}
	return true
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
