// Package pattern says what a pattern of dataflow and a rule are: values that
// Go code builds with the functions of build.go, and rulefile reads from text.
//
// A Pattern says which expressions it matches; a Rule, what is done where its
// pattern matches and its conditions hold. Neither knows a program: matcher finds
// the places, rewriting and partition change them.
//
// The names of a rule are how one part refers to what another matched: a name
// that is at several places of a pattern matches the same expression at
// all of them. Sharing a *Pattern in Go says nothing of that kind.
//
// Patterns are trees, but for Recursive ones, which lead back to themselves;
// whoever walks patterns must expect that. All are immutable once they are
// built.
//
// Read pattern.go first, then rule.go. Concepts: the DFPattern language of
// Relay; the text form is described in docs/patterns.md.
package pattern
