// Package fill finds expressions for the holes of a program, so that its evaluation
// comments pass.
//
// A file with holes goes in (Fill), and texts for the holes come out, with which the file is checked and
// tested. A question about the type of a function goes in (Find), and calls of that type come out.
//
// The search is enumerative, as in TF-Coder (K. Shi, D. Bieber, R. Singh, TF-Coder: Program
// Synthesis for Tensor Manipulations, 2022) and Escher (A. Albarghouthi et al., Recursive Program
// Synthesis, 2013), with deduction from the wanted values (S. Gulwani, O. Polozov, R. Singh, Program
// Synthesis, 2017).
//
// # Steps
//
//  1. hole.go finds the holes and the variables in scope. Holes of attributes are filled by texts
//     (attribute_hole.go), and for each choice of these the other ones are searched.
//  2. probe.go makes the probe: the program with each hole replaced by a call into this package.
//     direct.go finds the holes whose value is the value of a run, which the comment gives.
//  3. context.go runs the probe for the valuations in which a hole is reached: the values of the
//     variables in scope and, for the holes of direct.go, the value that is wanted.
//  4. library.go collects what terms are made of from the types in scope: leaves, and forms, which are
//     operators (operator.go) with attributes (attribute.go), and calls (call.go).
//  5. bank.go makes terms bottom-up, by weight, of typed instances of forms (typing.go). It keeps one
//     term of those that have the same type and the same values in all valuations.
//  6. deduce.go goes from the wanted value towards the terms of the bank, by what operators are
//     inverse to: deduce_rules.go takes the value apart, deduce_scan.go computes the other operand for
//     each stored one, deduce_fold.go folds stored terms. grid.go is the arithmetic of both.
//  7. A term of the wanted type is a candidate (candidate.go). joint.go runs the probe with the
//     candidates of all holes by their weight together; sketch.go does so for calls whose arguments are
//     function literals. What passes is put into the text, checked and judged (search.go).
//
// find.go and question.go answer questions about types with the forms of step 4 and the checker.
//
// # What a result means
//
// All evaluation comments pass with the filling, by the same check and run as `fraccheck test`
// (search.accept). Nothing else is claimed: the filling is a guess, and Result.Weak says that the wanted
// values have fewer bits than it (bitsOfWeight), so that others of its size pass by chance. All that comes
// before that check only orders and prunes: an error there loses fillings and gives no wrong ones. Where
// nothing is found, nothing is proved.
//
// # Invariants
//
//   - Terms with equal values in all valuations are interchangeable there (observational equivalence), so
//     one of them, the lightest, represents all. Valuations of holes that runs reach may lack those of the
//     right filling; what is pruned for that is lost.
//   - The weight of a term is the sum of the weights of its parts. Terms of weight w are stored before
//     any of weight w + 1.
//   - Results do not depend on the number of goroutines: jobs are evaluated at once, and stored in order.
//
// # Budget
//
// The number of terms grows some threefold with each unit of weight; a bank holds at most mostTerms, and a
// run, a call and a pass of deduction have limits of steps and bytes. Otherwise the search ends with its
// context, at weight mostWeight, or with the number of fillings that are asked for.
//
// Read search.go first, then joint.go, probe.go and bank.go.
package fill
