// Package sample draws values of types: numbers, tensors, FractalTensors, tuples
// and data, to try functions on.
//
// A Domain says which numbers are drawn, a Sampler draws them. The same seed gives
// the same values, so that what is found by trying is found again. Functions,
// references and types that stand open have no values here: Drawable tells.
//
// Read sample.go first.
package sample
