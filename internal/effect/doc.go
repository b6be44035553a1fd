// Package effect says what evaluating an expression may do besides giving a
// value: make, read and write references, rebind variables, fail (and on what),
// not end. It is a fact about definitions (Analyzer) and an answer for every
// expression of an item (Info).
//
// What is said is an upper bound: an expression that is called total gives a
// value whatever its variables are, on shapes that its types say. Limits of a
// run (steps, memory, depth) stop every expression and do not count. A function
// that is a parameter does what its argument does, so that `map(f, xs)` of a pure
// f is pure (Lucassen and Gifford, "Polymorphic effect systems", 1988); calls of
// functions that are not known by then may do anything. There is recursion
// where a definition, a local function or a graph binding may come to need
// itself; that of definitions ends where package ranking sees why, all other may not
// end. Without it, and without functions that come out of data or references,
// evaluation of a typed program ends.
//
// Read summary.go first, then expr.go, which knows what each form does.
package effect
