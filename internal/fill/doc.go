// Package fill finds expressions for the holes of a program, so that its evaluation
// comments pass.
//
// The search is enumerative, as in TF-Coder (K. Shi, D. Bieber, R. Singh, TF-Coder: Program
// Synthesis for Tensor Manipulations, 2022) and Escher (A. Albarghouthi et al., Recursive Program
// Synthesis, 2013). A probe (probe.go) is the program with each hole replaced by a call into
// this package. Its runs give the contexts in which a hole is reached: the values of the
// variables in scope and, where the hole is the result of what a comment calls, the value that
// is wanted. A bank (bank.go) makes terms bottom-up, by weight, from typed instances of forms
// (operator.go, attribute.go, call.go), and keeps one term of those that have the same type and
// the same values in all contexts. Deduction (deduce.go) goes from the wanted value towards the terms of the
// bank, by what operators are inverse to. A term of the wanted type is a candidate: search.go runs
// the probe with it, and what passes there is put into the text, checked and judged.
//
// Read search.go first, then joint.go, probe.go and bank.go. find.go answers questions about types.
package fill
