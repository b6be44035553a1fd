// Package inspect shows values to people who look at them part by part: what a part is, what
// lies in it, a window of a large tensor with its statistics, and what differs from a value
// that was expected.
//
// A Subject (a value, its type, and in comparisons the value that was expected) and a View
// (which part, and which section of it) go in, a Node comes out, which is also how the part is
// written for editors. Whatever the value, a Node is small: of many children there are the
// first, of tensors a window, and the work ends with the context. Values may share parts and
// be of any depth; a view goes into few levels.
//
// Short is the form of a value on one line of an editor.
//
// Read node.go first, then build.go.
package inspect
