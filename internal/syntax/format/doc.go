// Package format lays programs out in the one style of the language.
//
// A parsed file goes in, edits come out. Every edit replaces the blanks
// between two tokens or comments by others, so no text can be lost; and what
// the edits make of the file is parsed again: where a token, a comment, the
// tree of an item or what a suppression speaks of were to change, the item
// stays as it is. So do items with syntax errors.
//
// The tree of an item is turned into a stream of tokens, gaps and groups
// (builder.go, with a layout for each kind of node in layout.go), and that is
// printed (printer.go): a group whose text fits on its line is flat, else each
// of its gaps is a line end (D. C. Oppen, Prettyprinting, 1980; P. Wadler, A
// prettier printer, 2003). Nothing recurses, and the time is linear in the
// text.
//
// Read format.go first, then layout.go.
package format
