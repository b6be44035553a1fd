// Package digraph holds algorithms on directed graphs whose nodes are numbered
// from 0: strongly connected components, dominators, topological order, and
// queries on trees of parents.
//
// It knows nothing of programs. Graphs go in as lists of edges (New) or, where
// edges are found only by looking, as a function (NewSearch); slices by node come
// out. All algorithms keep stacks of their own, so that depth costs memory and
// never overflows, and take linear time or a logarithm more. Results depend on
// the order of nodes and edges alone. Read graph.go first.
package digraph
