// Package repl owns a session in which a program is entered piece by piece:
// definitions, bindings, expressions, files. Texts go in; findings, signatures and
// values come out. How lines are read and answers are shown is up to the caller.
//
// A session is a text of its own, which is checked as a file is: definitions and
// imports are in it until they are entered anew. Bindings (`let %x = 1`) are in
// front of each expression that needs them. What can be written next is found by
// lsp/complete, as in an editor.
//
// Read session.go first, then input.go (how a text is cut, and when it is whole).
package repl
