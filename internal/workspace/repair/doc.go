// Package repair mends findings where the check that found them does not see enough:
// an undefined name that another file of the workspace declares is imported, a function
// that is called and not there is written out, a value of another dtype is cast, a hole is filled
// with what fits.
//
// A Finding goes in, out come fixes. Each was tried: with it, the item of the finding
// has fewer errors and no other ones, and no name that the file sees means something
// else. What a fix does is a choice, so none of them is safe.
//
// Read repair.go first.
package repair
