package op

import (
	"github.com/fraccheck/fraccheck/internal/value"
)

// Traits are what is known of an operator beyond its types: what proofs,
// rewritings, cost bounds and the interpreter's short maps rest on. The zero
// value of each field says that nothing is known; who reads one must then
// expect the worst. Every entry's traits are held against its kernel by tests.
type Traits struct {
	Laws     Laws
	Fails    Failures
	Rounding Rounding
	Aliasing Aliasing
	Cost     Cost

	// Rebinding gives new values to the variables that stand as some of the
	// arguments; nil for all operators but those that keep statistics.
	Rebinding *Rebinding
	// Product gives the two sides of the product of matrices that the operator
	// is; nil for all others.
	Product Product
	// SameAs names the operator that this one is another name of: the two have
	// one kernel and one set of traits.
	SameAs string
	// Numbers is what the operator does to numbers in particular.
	Numbers Numbers
	// Domain is where the operator has a result; empty for one that has everywhere.
	Domain []Domain
	// Range bounds the elements of the result; nil for all numbers of its dtype.
	Range Range
}

// Canonical is the one name by which an operator with several is known.
func (o *Op) Canonical() string {
	if o.SameAs != "" {
		return o.SameAs
	}
	return o.Name
}

// Costing are the traits with a cost.
func (t Traits) Costing(c Cost) Traits {
	t.Cost = c
	return t
}

// Aliasing says whether the result holds the elements of the first argument
// itself, or copies. Values never change, so that only memory and time can tell
// the difference: a view keeps all of its argument alive and costs nothing.
type Aliasing uint8

const (
	UnknownAliasing Aliasing = iota
	// Fresh results have memory of their own.
	Fresh
	// View results lie in the memory of the first argument, whatever that is.
	View
	// ViewOrCopy results do where the argument's layout allows it.
	ViewOrCopy
)

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

// A Rebinding gives new values to variables: a variable that stands as one of
// the parameters has its new value in all that is evaluated after the call, in
// the same activation. Kernel gives the new values as a tuple, one for each of
// Params in their order; its work is counted in the operator's cost.
type Rebinding struct {
	Params []int
	Kernel Kernel
}

// A Product gives the sides of the product of matrices that a call is, as
// (…, m, k) and (…, k, n), without computing anything; where the two k differ,
// the call is no product. Before the dimensions
// that the operator sees, each operand may have `lead` dimensions that count
// calls: then one product represents all of them. Both sides are nil where that
// cannot be.
type Product func(attrs Attrs, a, b *value.Array, leadA, leadB int) (left, right *value.Array)

// Numbers is a set of properties that matter where a result is compared with the one in wider
// dtypes.
type Numbers uint16

const (
	// Steps: the result jumps where an operand of floats changes a little, as that of floor.
	Steps Numbers = 1 << iota
	// Modular: the result on integers depends on the width of the dtype by definition, as that
	// of bitwise_not and of quantized operators, which saturate.
	Modular
	// IsDifference, IsQuotient, IsExponential, IsGreatest and IsTotal mark x - y, x / y, exp(x), and the
	// greatest and the sum of elements along the attribute `axis`: bounds relate them.
	IsDifference
	IsQuotient
	IsExponential
	IsGreatest
	IsTotal
)

// Have reports whether the set has a property.
func (n Numbers) Have(property Numbers) bool { return n&property != 0 }
