// Package egraph has e-graphs: sets of terms in which equal terms are one class.
//
// Terms go in (Add), equations between them too (Union), and after Rebuild the graph is
// closed under congruence: where the arguments of two terms with one head are equal, so are
// the terms. That is the least congruence that contains the equations, so two terms are in one
// class exactly if the equations imply that they are equal. Rules are the user's: package
// optimize adds equations until nothing new comes (equality saturation).
//
// # Representation
//
// Each node that was ever added keeps the number that Add gave it. A union-find structure over
// these numbers (parent) gives the class of each. The number that represents a class has its
// data, its nodes and its users, the nodes with an argument in it. Nodes are hash-consed: memo
// finds a node by its head and its canonical arguments.
//
// Between Union and Rebuild two nodes that congruence makes equal may still be in different
// classes, and memo may miss nodes whose arguments were united. Unions are collected, and Rebuild
// restores both invariants for many of them at once, by entering the users of united classes
// anew (M. Willsey et al., egg: Fast and Extensible Equality Saturation, POPL 2021). Each class
// has data of the user's, joined when classes are.
//
// # Proofs
//
// Each equation keeps the reason that was given for it. The reasons form a forest over the
// numbers of nodes, with a tree for each class (R. Nieuwenhuis and A. Oliveras, Proof-producing
// congruence closure, RTA 2005). The path between two nodes of a tree is a proof that they are
// equal, which Explain returns; a step by congruence holds because the arguments of both nodes
// are equal, and these have paths of their own.
//
// # Cost
//
// Find takes amortized logarithmic time. Add and Lookup take time with the number of arguments,
// Union with the smaller one of two classes, and with the depth of a tree of reasons. Rebuild
// takes time with the users of the classes that were united. Nothing is ever removed.
//
// A graph is not safe for concurrent use.
package egraph
