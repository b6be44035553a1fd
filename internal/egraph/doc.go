// Package egraph has e-graphs: sets of terms in which equal terms are one class.
//
// Terms go in (Add), equations between them too (Union), and after Rebuild the graph is
// closed under congruence: where the arguments of two terms with one head are equal, so are
// the terms. Nodes are hash-consed. Unions are collected and congruence is restored for
// many of them at once, as in egg (M. Willsey et al., egg: Fast and Extensible Equality
// Saturation, POPL 2021). Each class has data of the user's, joined when classes are.
//
// Each node that was ever added keeps the number that Add gave it, and each equation the
// reason that was given for it. The reasons form a forest over these numbers (R. Nieuwenhuis
// and A. Oliveras, Proof-producing congruence closure, RTA 2005), in which Explain finds why
// two of them are equal.
//
// A graph is not safe for concurrent use.
package egraph
