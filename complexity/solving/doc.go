// Package solving bounds what bodies that call each other give and cost, from the paths
// through them.
//
// In goes a group of bodies, each with the Traces of its paths: what is known of sizes
// (constraint.Set), the calls with the sizes that are passed and given, and costs besides.
// Out come, for each Body, bounds of the sizes of its result (Amount) and of its cost by
// each Metric (Cost), or a Loss. A group is a component of the call graph: the bodies that
// it calls besides have been bounded before.
//
// A bound U of a body is found by induction over the calls of a run that ends. It is enough
// that on every path with the sizes x of the parameters
//
//	U(x) ≥ cost + Σ U_g(y)    over the calls of bodies g with sizes y
//
// where cost and y are over the symbols of the path, which are any naturals that satisfy its
// Set. For sizes of results the sum is over the calls whose results are parts of what the
// path gives. Three methods look for U, in this order:
//
//  1. Polynomials (inequality.go, result_size.go): sums of products of binomials with
//     coefficients that are at least 0, by a linear program (complexity/amortize). All
//     bodies of a group are unknowns of one system.
//  2. Recurrences (recurrence.go): where a body calls only itself, its paths become the
//     cases of a recurrence over one of its sizes (complexity/recurrence). So what divides
//     a size has logarithms, and what calls itself twice has exponentials.
//  3. The largest of all paths (upper.go), where nothing calls itself.
//
// Every bound that is used in another has to be monotone: U does not fall where an argument
// rises. The first kind is by its form; of the second and third symbolic.Expr.Trend says so.
//
// The theorems by which paths are prepared, each in the file of its name with a proof and
// the example that made it necessary:
//
//	monotone.go      what bounds a size may be passed in its place
//	exact.go         a size that is known to reach its bound may be replaced by it
//	residue.go       calls are distinguished by their depth modulo m
//	composition.go   two steps of a loop are one step of its square
//	result_size.go   a parameter that is only added is added by the bound too
//	derived.go       sizes that guards, quotients and roots are counted by
//	refund.go        what is left in a result has not been paid for
//	chain.go         a loop ends where the differences of its differences fall
//	scaling.go       a parameter that is multiplied from call to call is one that stays
//	floor.go         an integer of a result is at least one that was passed
//
// and, in package constraint, Split: cases on which inequalities are equations.
//
// Span is bounded by one inequality for each chain of dependent operations (moment.go).
// Cost: a linear program has a row for each product of at most three of at most 12 symbols;
// Spend counts steps, and a body whose steps run out has no bound.
//
// Read trace.go first, then solve.go.
package solving
