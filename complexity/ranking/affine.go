package ranking

import "slices"

// An atom is an integer that is not taken apart: one at a place, or a value of the
// graph behind all places.
type atom int32

// An affine is a sum of atoms with coefficients and a constant. Terms are in the
// order of their atoms and have no coefficient 0.
type affine struct {
	terms []term
	k     int64
}

type term struct {
	of   atom
	coef int64
}

// Limits of sums: beyond them a value is an atom of its own.
const (
	maxTerms    = 4
	maxFactor   = 1 << 16
	maxConstant = 1 << 61
)

func number(k int64) affine { return affine{k: k} }

func single(a atom) affine { return affine{terms: []term{{a, 1}}} }

// plus is a + factor·b.
func (a affine) plus(factor int64, b affine) affine {
	sum := affine{k: a.k + factor*b.k, terms: make([]term, 0, len(a.terms)+len(b.terms))}
	i, j := 0, 0
	for i < len(a.terms) || j < len(b.terms) {
		var t term
		switch {
		case j == len(b.terms) || i < len(a.terms) && a.terms[i].of < b.terms[j].of:
			t = a.terms[i]
			i++
		case i == len(a.terms) || b.terms[j].of < a.terms[i].of:
			t = term{b.terms[j].of, factor * b.terms[j].coef}
			j++
		default:
			t = term{a.terms[i].of, a.terms[i].coef + factor*b.terms[j].coef}
			i, j = i+1, j+1
		}
		if t.coef != 0 {
			sum.terms = append(sum.terms, t)
		}
	}
	return sum
}

func (a affine) minus(b affine) affine { return a.plus(-1, b) }

// constant tells of a sum without atoms.
func (a affine) constant() bool { return len(a.terms) == 0 }

// bare tells of an atom or a number by itself: it is what it says, where a sum
// may have wrapped around.
func (a affine) bare() bool {
	return a.constant() || len(a.terms) == 1 && a.terms[0].coef == 1 && a.k == 0
}

// lone is the atom that a sum is, false where it is more or less than that.
func (a affine) lone() (atom, bool) {
	if a.constant() || !a.bare() {
		return 0, false
	}
	return a.terms[0].of, true
}

// handy tells of a sum that is within the limits.
func (a affine) handy() bool {
	return len(a.terms) <= maxTerms && -maxConstant < a.k && a.k < maxConstant &&
		!slices.ContainsFunc(a.terms, func(t term) bool { return t.coef > maxFactor || t.coef < -maxFactor })
}

func (a affine) equal(b affine) bool { return a.k == b.k && slices.Equal(a.terms, b.terms) }
