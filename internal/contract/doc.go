// Package contract reads and judges cost contracts: the bounds that `#[cost(work = "|l|^2")]` before a
// definition requires, and whether the bounds that package complexity finds satisfy them.
//
// Attributes returns the clauses of an item, with the diagnostics of their errors (clause.go, package
// attribute). Judge compares a clause with a bound (verdict.go). Compare compares the bounds of two
// versions of a definition, for reports of changes (compare.go).
//
// A clause is asymptotic: with B the bound and P the clause as functions of the sizes, B must be in
// O(P + 1) as all sizes grow. A clause that begins with `at most` must be an upper bound for all sizes:
// B ≤ P everywhere.
//
// # What a verdict means
//
// B is an upper bound of the cost and not the cost itself. So a clause without a diagnostic is proved:
// the cost is at most B, and B is at most the clause. The diagnostic cost-contract says that B is more than
// the clause, with sizes or a term that show it; the cost may still satisfy the clause, if B is not tight.
// unproved-contract says that neither was shown. Comparison of growth is decided on the terms of both
// (symbolic.Growth), and `at most` by the sign of the coefficients of P - B, which is sufficient and not
// necessary.
//
// Read clause.go first.
package contract
