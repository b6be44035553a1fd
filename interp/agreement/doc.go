// Package agreement tells by running them whether two programs compute the same.
//
// A Subject goes in: a definition or a top-level expression in two modules, as
// rewriting a program leaves them. Both are run on the same arguments, which are made
// up from the types of the parameters: several sizes, simple numbers and awkward ones,
// functions, empty FractalTensors. What comes out is an Outcome: they agreed as far as
// was tried, they differ (with a Counterexample), or nothing could be compared, and
// why.
//
// Floats agree within what rounding may do to numbers of their size, or to the bit
// where that is asked. What the first program fails on the second one may give a value
// for, since what is rewritten may drop what would have failed; not the other way round.
//
// The values follow from the program's text. Steps, memory and depth of every run are
// bounded.
//
// Read agreement.go first, then harness.go (what is run), instance.go (types and
// sizes), compare.go.
package agreement
