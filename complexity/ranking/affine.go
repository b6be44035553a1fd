package ranking

import "github.com/fraccheck/fraccheck/complexity/linear"

// An atom is a variable of sums: an integer that is not taken apart, one at a place of a
// parameter (below maxPlaces) or a value of the graph (from maxPlaces on). A sum of atoms
// is an integer of the run modulo the width of its type, since integers wrap around.
type atom = int

// Limits of sums: beyond them a value is an atom of its own. So no product or sum of
// coefficients overflows 64 bits.
const (
	maxTerms    = 4
	maxFactor   = 1 << 16
	maxConstant = 1 << 61
)

// exactSum reports whether a sum is an atom or a number by itself: it is the integer that
// it says, where any other sum may have wrapped around.
func exactSum(a linear.Form) bool {
	_, single := loneAtom(a)
	return a.IsNumber() || single
}

// loneAtom is the atom that a sum is; false where it is more or less than that.
func loneAtom(a linear.Form) (of atom, ok bool) {
	if len(a.Terms) != 1 || a.Terms[0].Coef != 1 || a.Const != 0 {
		return 0, false
	}
	return a.Terms[0].Of, true
}

// withinLimits reports whether a sum is one that is followed.
func withinLimits(a linear.Form) bool {
	if len(a.Terms) > maxTerms || a.Const <= -maxConstant || maxConstant <= a.Const {
		return false
	}
	a.Const = 0
	return !a.Exceeds(maxFactor)
}
