// Package contract owns cost contracts: what `#[cost(work = "|l|^2")]` in front of a
// definition promises of it, and whether the bounds of package complexity keep that.
//
// An item goes in, its clauses come out, with mistakes in them as findings
// (clause.go); a clause and a bound go in, a verdict comes out (verdict.go). A clause
// is asymptotic: the bound must be O of it. One that begins with `at most` is meant
// to the letter.
//
// The Analyzer (analyzer.go) looks at items with such an attribute alone, so that
// programs without contracts are checked as fast as ever. Read clause.go first.
package contract
