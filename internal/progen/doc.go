// Package progen makes random well-typed programs for the tests of the type
// checker: ADTs, polymorphic and recursive functions, functions as values,
// matches, references, tensors whose extents are numbers, `?` or variables, and
// pipelines over FractalTensors. A program is always the same for the same
// seed, and every definition in it is annotated in full.
//
// Read program.go first, then expr.go, which makes an expression of a given
// type; tensor.go and fractal.go make pipelines, whose types follow from their
// steps. effect.go and fault.go make programs of other kinds, for tests of effects and of
// faults: those of fault.go leave annotations out. sound.go makes programs whose types are
// inferred, marked.go programs that say which effects they have in which order, and mutate.go changes texts, which may make them wrong.
package progen
