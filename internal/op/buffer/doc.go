// Package buffer is what kernels share: operands and
// results as slices of the type in which a kernel computes, arrays rearranged
// from a layout to the canonical one and back, and loops that are spread over
// the machine's cores and charge what they do.
//
// Read operand.go first, then form.go and layout.go. Matrices are multiplied by
// package value/matrix.
package buffer
