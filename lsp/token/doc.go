// Package token classifies the words of programs for editors that colour them. In
// go a file of a snapshot and a span of it in bytes; out come tokens in bytes with
// what each word is, which package lsp numbers and counts for a client.
//
// Two sources tell what a word is: the tree with its types (a name is a parameter,
// a constructor, a shape variable), and where it knows nothing the letters (a
// number, a comment). Where both speak of one word the tree counts; classify.go
// merges them. Items whose meaning is that of the last time are taken from a cache
// (cache.go).
//
// Read class.go first (what can be said of a word), then classify.go.
package token
