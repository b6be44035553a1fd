// Package ranking finds why recursion ends: what gets smaller from call to call
// and cannot do so for ever.
//
// Typed trees go in, by way of facts about definitions (Analyzer); out comes for
// each definition a Verdict: it ends, with the measure in words, or it is unknown
// whether it does, with the call at fault.
//
// It is the size-change principle (Lee, Jones and Ben-Amram, "The size-change
// principle for program termination", POPL 2001). Of every call it is worked out
// which measures of the callee's arguments are smaller than which of the caller's,
// or not larger (step.go, arcs.go); the calls are composed with each other until
// nothing new comes out, and every one that composed with itself is itself must
// have a measure that is smaller than itself (closure.go). Where one row of
// measures, the first that changes getting smaller, does it for all, that is found
// first: it is what people name (lexicographic.go).
//
// The measures are natural numbers (measure.go):
//
//   - the size of a value: how many constructors with fields are in it, so that a
//     part that a pattern takes out of a constructor is smaller than the whole;
//   - how far an integer, or the difference of two, is above 0, where a condition
//     shows that it is;
//   - the same modulo the width, for integers that are counted down to one that a
//     condition asks for: they come to it from everywhere, since they wrap around;
//   - the absolute value, for quotients and remainders.
//
// Integers wrap around. A step that could leave the range of its type is taken to
// stay in it only if there is no other way, and the Verdict says so (Assumes).
// Functions that are passed as arguments are taken to end. Limits on the number of
// measures, calls and compositions keep the work bounded; beyond them the answer is
// that it is unknown.
//
// Read ranking.go first.
package ranking
