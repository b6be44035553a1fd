// Package vector has the loops over slices of numbers in which tensor programs spend their
// time: products of matrices, functions of each element, sums. Each exists as plain Go and,
// on amd64, as assembly for AVX2 with FMA and for AVX-512, which tools/kernels generates. The
// processor decides which of them runs, once at the start; the tag purego leaves the assembly
// out.
//
// All of them give the same bits. The plain Go version is the definition:
//
//   - A product of float32 and its sum are rounded once (a fused multiply-add). Plain Go
//     computes it exactly, in float64 rounded to odd (fma.go).
//   - A product of float64 and its sum are rounded one after the other: without a fused
//     instruction plain Go would take tens of times as long.
//   - An element of a product of matrices adds its terms in the order of the inner dimension.
//     Columns go side by side through the lanes of a register, so that lanes, blocks and cores
//     change nothing.
//   - Functions of one number are polynomials of float32 (exp, log, tanh) or of float64
//     (sigmoid, erf), evaluated in one order of operations.
//   - Folds keep foldLanes partial results, lane i for the elements i, i + foldLanes, ….
//
// NaN is NaN on all paths, but its sign and payload are not defined.
//
// Lengths are checked here, in Go: assembly gets whole blocks that lie in the slices, and the
// rest goes through a block on the stack.
//
// Read this file first, then fma.go, then elementary.go.
package vector
