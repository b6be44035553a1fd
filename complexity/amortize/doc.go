// Package amortize finds polynomial bounds of recursive functions.
//
// In goes a System: unknown functions of natural numbers, and for each path
// through their definitions the inequality that a bound has to satisfy,
//
//	U(args) ≥ cost + U₁(args₁) + U₂(args₂) + …
//
// where arguments are affine in the path's own natural variables, and cost is a
// polynomial in them. Out come polynomials for the unknowns that satisfy every
// inequality for all naturals, or none.
//
// The method is that of resource polynomials (Hoffmann, Aehlig, Hofmann,
// "Multivariate amortized resource analysis", 2012), on sizes instead of types:
// a bound is a sum of products of binomial coefficients of the arguments, with
// coefficients of at least 0, and an inequality holds when the difference of its
// sides has no negative coefficient in the same basis over the path's variables.
// That is linear in the unknown coefficients, so a linear program finds the least
// ones. What a path knows of its variables, facts that are at least 0, may be taken off
// the difference first, each times anything that is at least 0: the program looks for
// these multipliers too. Its answer is in floating point; it is rounded to fractions,
// and every inequality is checked again exactly, so that no rounding makes a bound wrong.
//
// Bounds are monotone in every argument: whoever knows only upper bounds of the
// arguments may use them.
//
// Read system.go first, then solve.go.
package amortize
