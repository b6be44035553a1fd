// Package sharing finds what is computed twice: the same pure, total expression in
// one function, where the first computation is there whenever the second is made.
//
// A typed tree and what its expressions do go in, findings come out. Values of the
// dataflow graph get a class each, by what they are and the classes of their operands
// (value numbering: J. Cocke, Global common subexpression elimination, 1970); two
// values of one class are equal. Read analyzer.go first.
package sharing
