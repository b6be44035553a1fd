// Package treewalk evaluates programs by walking their trees: call by value, from left
// to right, as docs/language.md says and in the plainest way there is. It is what the
// tests of the interpreter hold the interpreter against, so it shares nothing with it:
// no types, no compiled code, no kernels.
//
// A Program is made of parsed files. Run evaluates a definition without parameters to a
// Value or a Fault; what the evaluator does not know ends in a fault of the kind
// Unsupported. Programs must have been accepted by the checker.
//
// Read value.go first, then program.go and expr.go; operator.go lists the operators.
// typed.go says whether a value is of a type.
package treewalk
