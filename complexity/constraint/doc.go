// Package constraint keeps what is known of the sizes on one path through a program: a set
// of linear equations and inequalities over symbols that stand for natural numbers.
//
// A Set has a solved form. Each symbol is free, or it is solved: a linear form over free
// symbols stands in its place. An equation solves one of its symbols, and so does an
// inequality where one of its symbols is the sum of the others and something: x ≥ y makes
// x the sum of y and a new symbol, the slack. What cannot be solved so, as x + y ≥ z + w,
// stays in a list. The invariants of a Set are:
//
//   - no symbol that is solved stands in a solution (Now needs one pass);
//   - every point of the run satisfies the set: forgetting an equation or an inequality is
//     safe, adding one that does not follow is not;
//   - a solution has no number and no symbol taken away in it, unless the list has it as
//     an inequality as well (Equate, settle).
//
// Of a form over free symbols it is seen by its coefficients that it is at least 0
// (linear.Form.Natural). Natural also tries each inequality of the list by itself: it is
// Farkas' lemma with one multiplier, which is 1. Linear programs that need more of them
// get the list with their inequalities (complexity/amortize), or a path is split so that
// the list solves symbols as well (Split).
//
// Cost: Now is linear in the terms of a form and of the solutions that it meets; putting a
// solution in its place goes through all that are there. Limits.Spend counts both.
package constraint
