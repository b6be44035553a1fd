// Package complete finds what can be written at a place of a program, and which
// call stands around it. In go a source, its module and a byte offset; out come
// candidates and signatures in bytes, which package lsp writes for a client.
//
// A program that is being written is broken at the very place that is asked
// about. So the word there is replaced by a name that nothing else has (word.go,
// scene.go), the item is parsed and checked again with it in its place, and the
// node that it became tells what belongs there (context.go): an expression, a
// pattern, a type, an attribute. What is in scope (scope.go) and what type is
// expected (expect.go) are read off the same tree. Where recovery has dropped
// the word, the tokens around it decide.
//
// Read scene.go first, then context.go.
package complete
