// Package value owns what programs compute with: dense arrays of every dtype,
// jagged FractalTensors, tuples, values of algebraic data types, references and
// functions; their printing and comparison, NumPy's file formats, and the
// numeric kernels that operators are made of.
//
// Values of a program are immutable but for Cells. An Array may share its Data
// with others (slices, transposes and broadcasts are views); whoever writes
// into an Array's Data must have made that Data and not yet shown it.
//
// Functions on elements are Maps (map.go), the one definition for scalars, for
// arrays and for chains that are computed in one pass; Folds and Readers
// are the loops that kernels of package op are made of. All of them
// work on a range at a time, so that the caller may spread ranges over cores.
//
// Read value.go first, then array.go, fractal.go and map.go.
package value
