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
// # Normal form
//
//	Expr     = Σ Coef · Monomial     distinct monomials in falling order, no Coef 0
//	Monomial = Π Atom^k              atoms in ascending order, k ≥ 1
//	Atom     = symbol | floor(Expr/Expr) | min(Expr…) | max(Expr…) | log_c(Expr)
//	         | Expr^Expr | W(f, Expr…) | (Expr)·(Expr) unexpanded
//
// Coefficients are rationals (rational.go), arguments of atoms are in normal form again, so
// that equality is structural and a hash decides most of it. A constructor gives the normal
// form of what it is asked for by rewriting with identities; each is stated where it is
// applied, and holds for all values that its comment names. So the order in which they are
// applied decides only what is found equal. The main ones:
//
//	floor((k·x + r)/k)          = x + floor(r/k)               x whole     quotient.go
//	floor((floor(a/b) + r)/k)   = floor((a + b·r)/(b·k))       r whole     quotient.go
//	min(c·min(a, b) + r, x)     = min(c·a + r, c·b + r, x)     c > 0       extremum.go
//	min(g·a, g·b)               = g·min(a, b)                  g > 0       extremum.go
//	log_c(x^k)                  = k·log_c(x)                   x ≥ 0       log.go
//	c^(x + y)                   = c^x·c^y, c^(q·x) = (c^q)^x               power.go
//	c^(k·log_c(x))              = max(x, 1)^k                              power.go
//	b^x·b^y = b^(x + y), a^x·b^x = (a·b)^x                     a, b ≥ 0    join.go
//
// # Order
//
// Monomials are ordered by degree, then lexicographically by their atoms: the graded
// lexicographic order. It is compatible with multiplication (m < n implies m·o < n·o) and
// a well-order, which is what exact division needs to end. It is no order of values.
// Atoms are ordered by kind, then by their arguments. Ties of symbols are broken by name
// and ID, so that texts are the same in every run.
//
// # Bounds
//
// A function that answers a question of values (Nonnegative, Trend, AtMost, Sum, Growth,
// Asymptotic) is sound: what it says holds for all natural numbers in the place of the
// symbols, and for all values ≥ 0 of cost variables. None is complete, and they say so:
// false, Mixed, not ok, Unknown, Undecided. Each is a structural induction over the normal
// form, whose cases precede it as rules.
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
