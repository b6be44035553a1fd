package symbolic

// Atoms of a monomial are sorted, and a monomial knows its degree and hash from
// its making on (seal): comparing two, which sums and products do for every pair
// of terms, mostly looks at these alone.

import (
	"cmp"
	"math"
)

// A power is an atom to a positive exponent.
type power struct {
	atom *atom
	exp  uint32
}

// A monomial is a product of powers in ascending order of their atoms. The nil
// monomial is the empty product, 1.
type monomial struct {
	powers []power
	degree uint32
	size   int32
	// special says that a power has an exponent that is no natural number.
	special bool
	hash    uint64
}

// newMonomial gives an unsealed monomial with inline for n powers; one or two
// share its allocation.
func newMonomial(n int) *monomial {
	switch {
	case n <= 1:
		m := &struct {
			monomial
			inline [1]power
		}{}
		m.powers = m.inline[:0]
		return &m.monomial
	case n == 2:
		m := &struct {
			monomial
			inline [2]power
		}{}
		m.powers = m.inline[:0]
		return &m.monomial
	}
	return &monomial{powers: make([]power, 0, n)}
}

// seal completes a monomial whose powers are in place.
func (m *monomial) seal() *monomial {
	if len(m.powers) == 0 {
		return nil
	}
	for _, p := range m.powers {
		m.degree += p.exp
		m.special = m.special || p.atom.kind == powerAtom
		m.size = saturate(int64(m.size) + int64(p.atom.size))
		m.hash = mix(mix(m.hash, p.atom.hash), uint64(p.exp))
	}
	return m
}

func saturate(n int64) int32 { return int32(min(n, math.MaxInt32)) }

// sole is the atom of a monomial that is an atom, else nil.
func (m *monomial) sole() *atom {
	if m == nil || len(m.powers) != 1 || m.powers[0].exp != 1 {
		return nil
	}
	return m.powers[0].atom
}

// Graded lexicographic order: m < n prints first where m has the greater degree or, at one
// degree, the first atom in which they differ stands in m to the greater power. For all o,
// m < n implies m·o < n·o: degrees add up, and o adds the same power to both sides. Sums
// merge and products by one term need no sorting for that.

// compare orders monomials as they print: falling degree, then by their atoms.
// It is the graded lexicographic order, so multiplication preserves it.
func (m *monomial) compare(o *monomial) int {
	switch {
	case m == o:
		return 0
	case m == nil:
		return 1
	case o == nil:
		return -1
	case m.degree != o.degree:
		return cmp.Compare(o.degree, m.degree)
	}
	// At equal degrees neither list of powers is a prefix of the other.
	for i, p := range m.powers {
		q := o.powers[i]
		if c := p.atom.compare(q.atom); c != 0 {
			return c
		}
		if p.exp != q.exp {
			return cmp.Compare(q.exp, p.exp)
		}
	}
	return 0
}

func (m *monomial) equal(o *monomial) bool {
	if m == o {
		return true
	}
	if m == nil || o == nil || m.hash != o.hash || len(m.powers) != len(o.powers) {
		return false
	}
	for i, p := range m.powers {
		if p.exp != o.powers[i].exp || !p.atom.equal(o.powers[i].atom) {
			return false
		}
	}
	return true
}

func (m *monomial) mul(o *monomial) *monomial {
	if m == nil {
		return o
	}
	if o == nil {
		return m
	}
	out := newMonomial(len(m.powers) + len(o.powers))
	a, b := m.powers, o.powers
	for len(a) > 0 && len(b) > 0 {
		switch c := a[0].atom.compare(b[0].atom); {
		case c < 0:
			out.powers, a = append(out.powers, a[0]), a[1:]
		case c > 0:
			out.powers, b = append(out.powers, b[0]), b[1:]
		default:
			out.powers = append(out.powers, power{a[0].atom, a[0].exp + b[0].exp})
			a, b = a[1:], b[1:]
		}
	}
	out.powers = append(append(out.powers, a...), b...)
	return out.seal()
}

// exponent is the exponent of a in m, zero if it does not occur.
func (m *monomial) exponent(a *atom) uint32 {
	if m == nil {
		return 0
	}
	for _, p := range m.powers {
		if p.atom.equal(a) {
			return p.exp
		}
	}
	return 0
}

// quo is m/o if o divides m.
func (m *monomial) quo(o *monomial) (*monomial, bool) {
	if o == nil {
		return m, true
	}
	if m == nil || m.degree < o.degree {
		return nil, false
	}
	out := newMonomial(len(m.powers))
	divided := 0
	for _, p := range m.powers {
		e := o.exponent(p.atom)
		if e > p.exp {
			return nil, false
		}
		if e > 0 {
			divided++
		}
		if p.exp > e {
			out.powers = append(out.powers, power{p.atom, p.exp - e})
		}
	}
	return out.seal(), divided == len(o.powers)
}

// gcd is the greatest monomial that divides both.
func (m *monomial) gcd(o *monomial) *monomial {
	if m == nil || o == nil || m == o {
		if m == o {
			return m
		}
		return nil
	}
	out := newMonomial(len(m.powers))
	for _, p := range m.powers {
		if e := min(p.exp, o.exponent(p.atom)); e > 0 {
			out.powers = append(out.powers, power{p.atom, e})
		}
	}
	return out.seal()
}
