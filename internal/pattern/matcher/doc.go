// Package matcher finds where rules match.
//
// Rules go in (Compile), and a compiled set comes out, which is asked about one
// item at a time: the Subject's dataflow graph, types and effects go in, and the
// Matches come out, in the order of the text, then of the rules. It changes
// nothing, and a compiled set is safe for concurrent use.
//
// How it goes:
//
//   - view.go says what is seen of a subject. A place is an expression where it is
//     written, with the value that it gives: through graph bindings, and through
//     `let`s of values without effects.
//   - tree.go reads the heads of operators in prefix order, of all rules at once, and
//     leads from each place to the few rules that may match there.
//   - search.go tries one rule at a place: goals that must hold, and other ways to go
//     on, both as lists of its own. What was found out about a pattern without free
//     names at a place is kept, so that recursive patterns and shared values take one
//     look; of a pattern with names it is kept that it fails. try.go has what each
//     kind of pattern asks for, call.go calls with their orders and groupings.
//   - paths.go finds dominators: once for a view, and for each pattern in one pass
//     over the values.
//   - condition.go decides conditions, of which some may not be known.
//
// A search has a budget. A rule that spends it is given up, which Find reports.
//
// Read match.go first, then rules.go, view.go and search.go. What patterns mean is
// described in docs/patterns.md.
package matcher
