// Package assume has what a user assumes of sizes, such as `N=1, seq=128`, `?=1` or
// `n >= m`, and puts it into costs.
//
// In go texts (Parse), out comes a Set; into it go expressions of costs (Set.Expr), how they
// grow (Set.Growth) and extents (Set.Dim). Sizes are the same where their names are, since a
// user knows them by what the command prints.
//
// An equation that can be solved for a size replaces it everywhere; the other relations
// decide minima and maxima, and which term of a growth outgrows another one (relation.go).
// Both is exact: wherever the sizes are as assumed, the value is what it was.
//
// Read set.go first.
package assume
