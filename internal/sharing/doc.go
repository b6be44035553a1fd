// Package sharing finds what is computed more often, or in more places, than needed:
// the same pure, total expression twice in one function, where the first computation
// is there whenever the second is made; in all branches of an `if` or clauses of a
// match; and in a function that is called again and again, though it is the same in
// each call.
//
// A typed tree and what its expressions do go in, findings come out, with fixes that
// bind the value once. Values of the dataflow graph get a class each, by what they are
// and the classes of their operands (value numbering: J. Cocke, Global common
// subexpression elimination, 1970); two values of one class are equal. What is bound
// elsewhere must give a value there and do nothing else, and read variables that are
// bound there.
//
// Read analyzer.go first, then repeated.go, branch.go and invariant.go, which find;
// written.go and fix.go write the edits.
package sharing
