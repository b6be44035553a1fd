// Package lawcheck owns the checks that run a program's own functions: whether
// the function of a `reduce` is associative, whether its initial value is an
// identity, and whether a fold could be a `reduce`. They are for those who ask
// for them (`check --execute`), never for a check by default.
//
// An item's typed tree and its module go in, diagnostics come out. Each call is
// tried on a bounded number of small values of its type, each evaluation on a
// bounded number of steps. The values follow from the text of the call, so that
// every check of one text finds the same.
//
// Nothing is reported but what was seen: a counterexample whose four
// evaluations all came to their end, of functions without effects. Where floats
// are computed, only functions are tried in which rounding cannot pass for a
// counterexample (footprint.go).
//
// Read analyzer.go first, then harness.go (a call as a definition that can be
// run) and trial.go (the laws). Package interp/sample draws the values.
package lawcheck
