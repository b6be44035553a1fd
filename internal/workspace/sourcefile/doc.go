// Package sourcefile has what a single file is: its text and encoding, the items of a program,
// the programs in the code blocks of a document, the rules in a file of rules, lines and
// columns, and diagnostics in their places. It knows no other file.
//
// Read source.go first, then document.go (which blocks of a document are programs), finding.go
// (diagnostics) and files.go (where texts come from).
package sourcefile
