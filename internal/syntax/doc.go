// Package syntax reads Frac and Relay text.
//
// It owns positions, diagnostics with their codes and edits, the lexer, the
// parser and the tree. Text goes in; a File comes out, whatever the text: the
// parser never fails, it gives a tree with Error nodes and diagnostics.
//
// A File is cut into Items (one definition, type, import or top-level
// expression each) whose texts together are the file's text. Each Item is
// parsed by itself and holds positions relative to its own start, so an edit
// in one item leaves every other Item as it was. The tree of an item depends
// on its text alone, never on what is in scope.
//
// Read node.go first: it lists the node kinds and the children of each; then
// tree.go (how nodes are stored), split.go (how a file is cut), newline.go (where
// a newline stands for `;`), parser.go, recover.go and bracket.go (what is done
// about mistakes). The files habit_*.go read what programmers of other languages
// write; package habits has the table of it.
package syntax
