// Package rename gives what a program declares another name. In go an object, the
// file in which it was named and the new name; out come edits of files in bytes,
// or an error that tells a user in a sentence why the name cannot be given.
//
// The edits (edit.go) are proven before they are given away: they are applied in
// a snapshot of their own, and every name of every file that sees the object has
// to stand there for what it stands for now (compare.go), so that nothing is
// captured and nothing is left behind. Where that cannot be known, since a line
// does not parse or check, the renaming is refused (verify.go).
//
// Read rename.go first, then verify.go.
package rename
