// Package types owns the types of Frac: tensors with their dimensions,
// FractalTensors, tuples, functions, references and algebraic data types; their
// printing, equivalence, substitution, size and structure trees.
//
// Types are immutable values, but for one thing: a Var that inference made may
// be linked to the type that was found for it. Head follows those links; what
// leaves the type checker has none left.
//
// Read type.go first, then dtype.go and dim.go.
package types
