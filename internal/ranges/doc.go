// Package ranges bounds the numbers that definitions compute: for each expression, which numbers
// its elements may be, infinities and NaN among them.
//
// A module and bounds of a definition's parameters go in, and bounds of its values come out
// (abstract interpretation: P. Cousot, R. Cousot, 1977). A definition is analysed for the
// arguments that it is called with. Recursion and folds are repeated until nothing grows, and
// widened where that takes long. Constants and weights are exact.
//
// What an interval loses is kept for operands of which one is made of the other: x - x, x * x
// and x - max(x) know that both are one value. Conditions bound what they compare in their
// branches.
//
// Of what is not known (data types, references, operators without a range) all numbers of the
// dtype are possible. The work is bounded; where the bound is reached, nothing is known.
//
// Read value.go first, then eval.go.
package ranges
