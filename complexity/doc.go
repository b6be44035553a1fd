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
//     (path.go, walk.go, match.go, call.go): an abstract interpretation in which a value
//     (value.go) has sizes, linear forms over the symbols of the path (complexity/linear).
//     A path knows by equations and inequalities how the sizes of the parts that it takes
//     out of its arguments add up (complexity/constraint), which definitions it calls with
//     which sizes, and what it costs besides. A definition is walked once for each form of
//     its arguments (instance.go): a function that is passed is a part of the form, so a
//     call of @map is charged for what its function does, and functions that
//     recursion builds are data (frames.go). Type variables that only a call's
//     result decides are a part of the form too (chosen.go). What has a size is decided by
//     its type (complexity/measure). Types of values have extents over the path's sizes
//     (extent.go); operators cost what their entries say of these (tensor.go). Functions on
//     FractalTensors (sequence_operation.go, access.go, parallel.go, cut.go) add up what the
//     function that they are given costs for one element whose sizes are open
//     (application.go). Sizes of a loop that are no argument's are derived from its guards
//     (derived.go); calls are distinguished by the signs of integers and by constants
//     (sign.go), and sums are taken to stay in their ranges where there is no bound
//     otherwise (range.go). What is left of data by a helper shows by tags (tag.go), and data with one
//     constructor is a tuple (record.go). Values
//     without a size keep their identity (identity.go), so that a path knows which
//     conditions on them have been decided.
//  2. Some calls are unfolded, where the paths through a body say more than its bound
//     (unfold.go, tupling.go, finite_map.go, each a theorem).
//  3. Groups of definitions that call each other are bounded (group.go, complexity/solving):
//     first the sizes of what they give, integers included (integer.go), then what they
//     cost, also as one body (reduce.go). A path is the inequality that its cost is no more
//     than the bound.
//
// Nothing is guessed: what the walk does not follow is a size without bound or a
// cost without bound, and a Bound that would need one is unknown.
//
// Read analysis.go first.
package complexity
