// Package symbolic owns expressions over size variables: tensor dimensions such
// as 2*n + floor(m/4), and costs such as n*log2(n) + W(f).
//
// In go symbols and integers, or a text (parse.go), out come immutable expressions
// in normal form, safe for concurrent use: polynomials with rational coefficients
// over atoms. An atom is a symbol, a floor quotient, a minimum, a maximum, a
// logarithm (log.go), a power with any exponent (power.go), a cost variable
// (cost_variable.go), or a product too large to expand. Equal means equal normal
// forms. That decides equality of polynomials; over the other atoms it is sound
// but not complete (floor(n/2) + floor((n + 1)/2) is not found to be n).
// Identities hold wherever no divisor is zero (floor(n*m/n) is m); those of
// logarithms and powers where all symbols are natural numbers, as sizes are.
//
// A nil *Expr is the unknown expression, printed "?": every operation on it is
// unknown, and it equals only itself.
//
// Values are exact where they are rational (eval.go), else enclosed (interval.go).
// What else is asked of a cost: whether it rises with a size, and a bound of it
// where a size is bounded (trend.go); its sum over a range (summation.go); how
// fast it grows (growth.go), and whether it is O of another (asymptotic.go), with
// several variables in the meaning that Growth gives. Every answer is proved, or
// says that it is not known.
//
// The polynomials are sparse and distributed: terms sorted by graded
// lexicographic order (monomial.go), which multiplication preserves, so that sums
// merge and products by one term need no sorting. Exact division (quotient.go) is
// the long division of Knuth, The Art of Computer Programming, volume 2, 4.6.1,
// by leading terms. Floors are simplified by the identities of Graham, Knuth and
// Patashnik, Concrete Mathematics, 1994, 3.2. What an expression may grow to is
// bounded (product.go): sizes come from programs that anyone may have written.
//
// Read expr.go first, then quotient.go and join.go, which hold the subtle
// rewriting, and dominate.go for the order of growths.
package symbolic
