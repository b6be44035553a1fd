// Package optimize finds cheaper forms of definitions by equality saturation (R. Tate et al.,
// Equality Saturation: A New Approach to Optimization, POPL 2009; egg, POPL 2021).
//
// A module goes in (Module), and a module comes out in which definitions have bodies whose
// bounds of cost are less, with the chain of rewrites that leads to each. The way of a
// definition:
//
//  1. build.go reads its dataflow graph into an e-graph (package egraph), by the terms of
//     term.go. A class knows its type, the variables that its value depends on, and the number
//     that all its elements are, where they are one.
//  2. rules.go saturates the e-graph: with the rewrite rules of rules/*.fracrule and of the user,
//     which match.go, condition.go and template.go apply to classes, and with laws, which compute
//     what no pattern can name (laws*.go). New nodes are typed by typing.go.
//  3. weigh.go gives nodes weights that can be added up; extract.go and improve.go choose nodes
//     by them in several ways. emit.go writes each choice as text.
//  4. judge.go bounds the cost of each text as `fraccheck cost` does. The cheapest one whose type
//     is the same and that agrees with the definition on generated arguments is taken
//     (optimize.go). explain.go tells which rewrites led to it.
//
// What may fail, may not end or has an effect is an entry of its region (the body of a
// definition, a function, a branch or a clause). Entries keep their order, their number and their
// form; no rule looks into one. So a rule may drop and repeat what it matches: whatever may fail
// was evaluated before. Two laws replace an entry by one that fails in the same cases (entry.go).
// What is no entry is total, and is written where it is cheapest: once, outside of the functions
// on whose parameters it does not depend.
//
// Read optimize.go first, then term.go.
package optimize
