// Package model has what a model of any format is once it is read: the text of a program in
// Frac, a map from its bytes to the nodes of the model, the types of the model's values, its
// faults, and its constants, which stay unread until one is asked for.
//
// A reader of a format makes a program with a Builder. The builder types each call of an
// operator by the operator's own relation while it writes it, so that a reader knows the
// shape of every operand, and computes what follows from constants and extents alone. Package onnx
// is such a reader. A Translation is the same for a text in another language, which package
// fractaltensor makes without a Builder.
//
// # Steps
//
//	model.go        what a reader delivers: Program, Node, Place, Finding, Constant
//	builder.go      definitions, blocks, the node at hand and its fault
//	value.go        a Value: what an expression of the program gives
//	call.go         a call of an operator: attributes, the relation, the text
//	relax.go        size variables that a call requires to be equal
//	fold.go         calls of constants, computed by the operator's kernel
//	extent.go       elements of integer tensors as formulas of size variables
//	statement.go    statements other than calls
//	literal.go      constants: numbers in the text, or entries that are read when needed
//	symbol.go       size variables; names.go the names of variables
//	render.go       the text, and the places of the nodes in it; power.go powers of extents
//	translation.go  programs that represent a text
//
// # Representation
//
// A program is a list of definitions, each a block of statements `let vs = expression` and results.
// A statement belongs to the node that was begun last. An expression is a list of texts, Values and
// blocks: the text is made in Finish, when it is known which statements a result needs and which
// variables there are. Until then a Value may get a better type (Refine) or a name (Name).
//
// Invariants:
//
//   - A Value's type holds in every run that reaches it. Const are its elements in every run, and
//     element i of Extents is the i-th element as a formula in every run, or not known. Each of the
//     three is only ever more exact than what the text says.
//   - Size variables are natural numbers. Two that a run requires to be equal are noted in equal
//     once, with the node that requires it; in a Block, which a run may not enter, only as long as it
//     is written.
//   - The first fault since Begin is kept. After it a call gives a value of unknown type, and writes
//     nothing: a reader needs no check between two calls of one node.
//   - Places lie in the text, and one of an inner node lies in that of the node around it.
//
// # Budgets
//
// What is computed while a model is read is bounded: mostKept elements of a constant, mostFolded of
// one of floats, mostSteps of a kernel's work, mostExtents formulas, mostTrials calls of a relation.
// Beyond a bound the call is written as it is. mostStatements bounds what one node is written as; more
// is a fault.
package model
