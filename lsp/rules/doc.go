// Package rules answers what editors ask about files of rules: what the word at a
// place stands for and where else it does (word.go), a new name for it (rename.go),
// what can be written (complete.go), what each word is (token.go), and the parts
// around a place (region.go).
//
// Files come as package pattern/rulefile read them, places in bytes; package lsp
// counts for a client, and knows the workspace. Nothing here evaluates anything.
//
// Read word.go first.
package rules
