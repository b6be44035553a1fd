package op

// Rounding is what an operator does to errors of floats, those of its operands
// and its own. It decides whether a difference of two results can be laid to
// rounding.
type Rounding uint8

const (
	UnknownRounding Rounding = iota
	// Linear results are exact on small multiples of 1/2, and no error of a
	// positive operand grows.
	Linear
	// Chooses: the result is exact, and jumps where an operand changes a little.
	Chooses
	// Multiplies: exact on small multiples of 1/2, as long as few such operators
	// follow each other.
	Multiplies
	// Smooth results are rounded, and magnify no relative error of positive
	// operands.
	Smooth
	// Cancels: exact as Linear is, but the difference of near numbers magnifies
	// their errors.
	Cancels

	// RoundingKinds counts the values above.
	RoundingKinds = iota
)
