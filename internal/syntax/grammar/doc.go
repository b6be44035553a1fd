// Package grammar states the syntax of Frac as a participle grammar.
//
// It is the normative grammar: docs/grammar.ebnf is printed from it. The
// parser that programs use is the hand-written one of package syntax, which
// is faster and goes on after a mistake; tests hold the two together. For
// every text both accept it and give the same tree, or both refuse it.
//
// The text of one item goes in, a Tree comes out; Tree.String prints what
// syntax.Dump prints of the hand-written parser's tree. Both parsers read the
// token stream of syntax.Tokens. token.go sorts these tokens into classes,
// such that one or two tokens of lookahead decide everything else; item.go is
// where the grammar begins.
package grammar

//go:generate go run ./internal/ebnf ../../../docs/grammar.ebnf
