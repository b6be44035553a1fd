// Package elementwise owns the operators that work on corresponding elements:
// functions of one number, arithmetic with broadcasting, choices, conversions of
// dtypes, and tensors made of one value or of counted ones.
//
// An entry with a Map is all that the interpreter needs: the functions themselves
// are in package value. Read elementwise.go and broadcast.go first; what is known
// of arithmetic (its laws, what it fails on) is in arithmetic_traits.go.
package elementwise
