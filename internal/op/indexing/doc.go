// Package indexing owns the operators that find elements by indices which are
// tensors themselves: taking, gathering, scattering, and sparse tensors, which
// list indices and values.
//
// An index out of range is refused, clipped or wrapped, as the operator says. Read
// take.go first.
package indexing
