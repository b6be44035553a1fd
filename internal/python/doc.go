// Package python reads Python's source text into a tree: the statements and expressions of
// Python 3.12 but `match` statements and `type` aliases, each with its place in bytes.
//
// Its callers translate such programs (package fractaltensor) or evaluate parts of them (package
// dfpattern). Nothing is evaluated here but arithmetic with known numbers (constant.go), which both
// need.
//
//	tree.go        the nodes
//	token.go       the lexer
//	parse.go       the parser's state: looking ahead, errors, the bound of nesting
//	statement.go   statements and blocks, and going on after an error
//	expression.go  expressions
//	string.go      literals of strings: escapes, f-strings
//	constant.go    numbers as Python computes with them
//
// The lexer follows the chapter "Lexical analysis" of Python's language reference: a stack of columns
// gives INDENT and DEDENT, and lines are joined within brackets. All tokens are cut before the parser
// reads the first. The parser is recursive descent with precedence climbing for binary operators
// (Richards, 1979), in the order of the reference's grammar. It accepts more than Python does where a
// caller has no use for the difference: any expression as a target of an assignment, parameters with
// defaults before ones without, `return` outside of a function.
//
// # Errors
//
// Parsing never fails. An error has a place and a message, and ends the statement that it is in: no
// more errors are reported of it (parser.fail), and the parser goes on after its line, or after the
// block if one follows (parser.recover). The statements that are left are those without errors.
//
// # Invariants
//
//   - A span lies in the source, and a node's span contains those of its parts.
//   - Every loop of the parser reads a token, or ends on an error: parsing takes time with the number
//     of tokens, but for the first item of a `with`, which may be read twice. Fields of f-strings are
//     lexed and parsed again, at most maxNesting deep.
//   - The stack is bounded by maxNesting: each way down passes parser.nest.
package python
