// Package matcher finds where rules match.
//
// Rules go in (Compile), and a compiled set comes out, which is asked about one
// item at a time: the Subject's dataflow graph, types and effects go in, and the
// Matches come out, in the order of the text, then of the rules. It changes
// nothing, and is safe for concurrent use.
//
// Read match.go first.
package matcher
