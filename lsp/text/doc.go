// Package text owns the text of an open document as the protocol sees it:
// lines, columns counted in one of three encodings, and edits.
//
// Lines end with "\n", "\r\n" or a lone "\r" (LSP 3.18, Text Documents).
// Positions outside the text are moved to the nearest place inside it, as the
// protocol asks; one inside a character is moved to its start.
//
// Read text.go first, then encoding.go and edit.go.
package text
