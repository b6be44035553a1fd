// Package shadow evaluates definitions twice at once: in the dtypes of the program, and
// beside that in wide ones, floats in float64 and integers in int64. The second value of a
// number is its shadow. Where both differ, the program has lost what the exact computation
// keeps, and the operator is known at which that began (F. Benz, A. Hildebrandt, S. Hack, A
// Dynamic Program Analysis to find Floating-Point Accuracy Problems, 2012).
//
// A module and arguments go in, and a result with the events that it shows comes out: a
// number that became infinite or NaN, an integer that wrapped or saturated, a result that
// rounding has spoilt. Which branch is taken, which element is read and how often a function
// is called follow from the program's own numbers, never from the shadows.
//
// What holds of an evaluation:
//
//   - The kernels are those of the interpreter, called one at a time. A result in the
//     program's dtypes is what the interpreter computes, but for what it fuses.
//   - An event is recorded where it begins: all operands of the operator are sound, and its
//     result is not. What is computed from that keeps the event as its origin, until a result
//     is sound again. So what `where` or `if` hides is no part of the answer.
//   - It ends: steps, memory and the depth of calls are bounded, and what the evaluator does
//     not know (references, operators without a kernel) is an error, never a guess.
//
// Read value.go first, then eval.go (the walk over the graph), operation.go (an operator in
// three computations) and event.go.
package shadow
