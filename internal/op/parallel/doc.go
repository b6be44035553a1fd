// Package parallel owns the entries of the functions on FractalTensors
// (language, section 5): those that apply a function to elements or carry a
// state along them, and those that select and rearrange elements.
//
// A function that takes functions has a Scheme, so that the types of the
// arguments guide the checking of lambdas. What a scheme cannot say yet, such
// as the stacked form of a result of unknown type, it leaves to the Internal
// relations Stacked, ForallDepth, FilterallDepth, Indices, Parts and Literals.
//
// Read ops.go first, then each.go, fold.go and stacked.go.
package parallel
