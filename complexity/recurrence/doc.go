// Package recurrence bounds functions that are given by recurrences of one natural
// number: linear recursion, divide and conquer, branching recursion.
//
// In goes a Recurrence: cases with a cost over the number and any parameters, and
// bounds of the arguments of recursive calls. Out comes an expression that is at
// least the function for every natural number, small ones too, or an error that
// says why there is none. Mostly it grows as the recurrence does, up to a constant
// factor; what is given up for the sake of a closed form:
//
//   - Of costs such as log2(n + m) the value at the top counts for all calls.
//   - In a case that calls itself on fractions of n and on n - c, all count as n - c.
//   - Arguments that add up are bounded as if one of them took all, or, where each is
//     a fraction of n, as if they did not add up.
//
// The cost of a call is the sum over its calls. For a span, which is their maximum,
// each call is a case of its own. Of functions that call each other on smaller
// arguments the greatest satisfies the recurrence that has the cases of all.
//
// How it works: the shape of the calls decides on one of the ways to solve
// (problem.go); costs are taken apart so that parameters are factors (group.go);
// each group is solved by a bound with unknown constants that is proved by
// induction, with the values for small n tabulated (table.go). Numbers are rounded
// towards the safe side (rounding.go), so that what is proved holds for what is
// printed.
//
// Read recurrence.go first, then linear.go, sum.go, divide.go (and place.go) and
// branch.go, each of which has its proof.
package recurrence
