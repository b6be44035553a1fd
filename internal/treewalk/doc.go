// Package treewalk evaluates programs by walking their trees: call by value, from left
// to right, as docs/language.md says and in the plainest way there is. It is what the
// tests of the interpreter hold the interpreter against, so it shares nothing with it:
// no types, no compiled code, no kernels. Bounds of costs are held against it too, since
// it counts what an evaluation costs.
//
// A Program is made of parsed files. Run evaluates a definition without parameters, Call
// one for some arguments, to a Value or a Fault, and its Cost; what the evaluator does not
// know ends in a fault of the kind Unsupported. Programs must have been accepted by the
// checker.
//
// Read value.go first, then program.go and expr.go; operator.go lists the operators.
// cost.go has the rules by which costs are counted, source.go what names stand for.
// typed.go says whether a value is of a type.
package treewalk
