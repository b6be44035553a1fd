// Package export writes programs as ONNX models.
//
// A definition goes in, with the typed trees of what it calls, and a model comes out, or a
// Refusal, which says where the program has something that ONNX cannot express, and why. The
// values of the definition's dataflow graph are evaluated in the order of the text. A value is a
// tensor, a sequence or an optional of the model, or something that exists during the export
// alone: a tuple, a function, a constructor with its fields. Functions are written where they
// are called; one that calls itself as the last thing that it does is a Loop. An operator is one
// entry of a table, which says what nodes it becomes.
//
// Where ONNX's operator computes something else than the language's, the entry composes the
// result of several nodes, or refuses the call. Every node is checked against the signature of
// its operator when it is written.
//
// Read export.go first, then frame.go, which evaluates; call.go is what entries are written in.
package export
