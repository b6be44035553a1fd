// Package habits holds what programmers of other languages (OCaml, Haskell, Rust, Python, C and
// their kin) write out of habit: a table of rows, each of a habit, what is meant, and an example.
// Subpackage library has the names of other libraries.
//
// The parser asks Find at the places where another language may have something else, and Word for
// a single word or sign: what it shows of the text is the interface Tokens. Both are only asked
// where the grammar accepts nothing, so that no program is read in another way than it says.
// A habit whose parts are expressions or types is recognized by the parser, which reads the parts
// (the files habit_*.go of package syntax), and takes its words from here (part.go).
//
// Read habit.go first, then form.go for the notation of forms. The test checks each row's example:
// it has one diagnostic, and what its fix writes has none.
package habits
