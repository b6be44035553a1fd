// Package rulefile reads and writes the text form of patterns and rules.
//
// A text goes in (Parse), and a File comes out, whatever the text is: the rules
// that are free of mistakes, findings for the others, and an index of the words for
// editors. ParsePattern reads a single pattern.
//
// The way of a text: scan.go cuts it into tokens and pairs the brackets, cut.go
// into rules and these into clauses, so that a mistake stays in its clause; the
// expressions in clauses are read by the grammar of grammar.go, which is
// participle's; pieces of programs go to package syntax (fragment.go). What names
// mean is decided in the files by what they read: resolve_pattern.go, form.go,
// condition.go, template.go. check.go looks at whole rules.
//
// Read file.go first. The text form is described in docs/patterns.md.
package rulefile
