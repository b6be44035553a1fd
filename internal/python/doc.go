// Package python reads Python's source text into a tree: the statements and expressions of
// Python 3.12 but `match` statements and `type` aliases, each with its place in bytes.
//
// The lexer (token.go) follows the chapter "Lexical analysis" of Python's language reference:
// a stack of columns gives INDENT and DEDENT, and lines are joined within brackets. The parser
// is recursive descent, with precedence climbing for binary operators. A statement that cannot
// be read is an error with its place; the parser goes on at the next line. Nothing is evaluated.
//
// Read tree.go first, then parse.go.
package python
