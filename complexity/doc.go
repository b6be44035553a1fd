// Package complexity derives what calling a definition costs, as a function of
// the sizes of its arguments.
//
// Typed trees go in (an Analysis over a module), a Bound for each definition
// comes out: for each Metric an expression over the sizes that no run exceeds, or the
// reason why none was found. A size is the number of constructors with fields of one recursive
// type in an argument (|l| of a list is its length), the value of an integer, which
// counts from 0, an extent of a tensor, or a length of a FractalTensor: its own, and for
// each depth inside the total and the longest one.
//
// It works in three steps.
//
//  1. Every path through a definition is walked with sizes in place of values
//     (path.go, walk.go, match.go): a path knows by equations how the sizes of the
//     parts that it takes out of its arguments add up, which definitions it calls
//     with which sizes, and what it costs besides. A definition is walked once
//     for each form of its arguments (instance.go): a function that is passed is a
//     part of the form, so a call of @map is charged for what its function does.
//     Type variables that only a call's result decides are a part of the form too (chosen.go).
//     Types of values have extents over the path's sizes (extent.go); operators cost
//     what their entries say of these (tensor.go). Functions on FractalTensors
//     (sequence_operation.go, access.go, parallel.go) add up what the function that they
//     are given costs for one element whose sizes are open (application.go); where it
//     calls the definition that it stands in, a map over few elements goes through it for
//     each of them (unroll.go). Parts of FractalTensors are counted exactly (cut.go).
//     Values without a size keep their identity (same.go), so that a path knows which
//     conditions on them have been decided (comparison.go).
//  2. Calls that are passed the same data are looked at as one body, for what their
//     results come to together (together.go). What definitions that call each other give
//     back is bounded, integers included (integer.go), then what they cost (system.go,
//     solve.go): a path is the inequality that its cost is no more than the bound. A call
//     that is passed what another gave has it by its bound (ground.go, accumulator.go), or
//     exactly where that is proved (exact.go). For the span every chain of dependent
//     operations is an inequality (moment.go).
//  3. Package amortize finds polynomials; of paths that are split, where what is known of
//     sizes is not used otherwise (split.go). Where there are none, or a size is divided, the
//     paths become the cases of a recurrence over one size (recursion.go), for package
//     recurrence to solve; what does not call itself is bounded by the largest of its
//     paths. What is only known to be at most something is put in by upper.go.
//
// Nothing is guessed: what the walk does not follow is a size without bound or a
// cost without bound, and a Bound that would need one is unknown.
//
// Read analysis.go first.
package complexity
