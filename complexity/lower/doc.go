// Package lower derives how much a call costs at least in the worst case: for arguments of every
// size there are some that cost no less than the bound.
//
// A definition with the types of its parameters goes in, a Bound for a metric comes out: a
// polynomial over the sizes of the arguments and their logarithms, or none. It is found in three steps.
//
//  1. A family of witnesses (family.go) has one value for each size: integers, chains of
//     constructors (a list of n elements, a tree that leans to one side) whose elements are equal,
//     rising, falling or unknown, and functions that answer always alike. What is unknown stands
//     for every value, so what is proved of it holds for all.
//  2. Calls of recursive definitions on such values are problems (problem.go). The body of each is
//     evaluated with linear forms over natural parameters in the place of numbers (machine.go,
//     expression.go). A condition that these decide has one outcome, others have all: the path of
//     each outcome knows the facts, what was counted, and which problems it calls with which
//     parameters. What a problem gives is guessed from some runs with numbers (guess.go) and then
//     proved by induction over the calls: every path must give it, if the calls in it do. It may be
//     over half of a parameter, and then whether that is even is one more condition.
//  3. The bound of a problem is a polynomial with open coefficients. It must be at most the cost of
//     each path, with the bounds of the calls on it in the place of their costs: then no run costs
//     less, by induction over the calls of the run. A polynomial whose coefficients are at least 0
//     is at least 0 for natural parameters, so these inequalities are a linear program
//     (solve.go, simplex.go), whose solution is exact. Numbers of digits, which bounds print as
//     logarithms, are further symbols of the polynomial (digits.go).
//
// Nothing is measured: runs only suggest results, which are proved. What the machine does not
// know is an unknown value, or there is no bound. Integers are taken not to leave the range of
// their type, as sizes are.
//
// Read lower.go first, then machine.go.
package lower
