// Package fractaltensor reads FractalTensor's Python programs (the library `kaleido`) as programs
// in Frac: functions whose parameters have annotations such as `Tensor['1, 512', float, 'cpu']`
// and `FractalTensor[…]`, and whose bodies call `kaleido.operations`.
//
// The translation is directed by types, because Python's are not written where they decide what
// is meant: `*x` spreads a tuple of as many components as its type says, and `x[0]` is a
// component of a tuple or an element of a FractalTensor. A type is known from annotations and
// follows through operations (types.go); where it is not known, it is nil, and the program is
// translated as far as its text alone says what is meant. Types are not checked here: the
// program is checked as any other, and its map leads each diagnostic to the Python line.
//
// Kaleido looks at the annotations of functions with the decorator `@kaleido.function` alone.
// Another function is translated for the types that it is called with; an annotation that says
// otherwise is a warning.
//
// Read reader.go first, then types.go, statement.go, expression.go and operation.go.
package fractaltensor
