// Package contract reads and judges cost contracts: the bounds that `#[cost(work = "|l|^2")]` before a
// definition requires, and whether the bounds that package complexity finds satisfy them.
//
// Attributes returns the clauses of an item, with the diagnostics of their errors (clause.go).
// Clause.Judge compares a clause with a bound (verdict.go). A clause is asymptotic: the bound must be
// in O of it. A clause that begins with `at most` must be an upper bound for all sizes. Compare
// compares the bounds of two versions of a definition (compare.go).
//
// Read clause.go first.
package contract
