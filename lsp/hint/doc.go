// Package hint finds what a program leaves out and an editor can show between its
// letters: the types of bindings, parameters and results, the names of
// parameters at arguments, and which calls make a definition costly (cost.go). In go an item of a snapshot and a span of it in bytes;
// out come hints at bytes of the item.
//
// A hint that can be written into the text has the edits that do it, and these
// read back: the checker reads the text of a type where it is to stand, and it has
// to be the same type (typing.go). Where it speaks of parameters that a definition
// does not declare, the whole signature is written out (signature.go), unless the
// types of several definitions are inferred together (group.go).
//
// Read hint.go first, then node.go.
package hint
