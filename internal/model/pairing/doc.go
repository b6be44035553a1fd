// Package pairing compares two models by what their nodes compute, not by the names and the
// order of nodes.
//
// A reader of a format makes a Graph of each model. Pair finds, for the nodes of one, those of
// the other that do the same work:
//
//  1. Nodes whose labels agree are pairs. A label is a hash of a node's operator, attributes
//     and constants with those of all that it reads (from the inputs on) or of all that reads
//     it (from the outputs on), as in the refinement of Weisfeiler and Leman. Where one change
//     separates two models, all nodes before it agree from the inputs, and all after it
//     from the outputs. Labels without the contents of constants follow, for models that were
//     trained anew.
//  2. What is left is searched from the pairs outwards: of the nodes beside two that are a
//     pair, those become one that agree best in operator, attributes, constants and
//     neighbours.
//  3. Nodes at the same place between pairs become one though their operators differ.
//  4. All that is left was removed or added.
//
// Differences lists what differs between pairs. What a removed node read in place of it, or an
// added one reads, is no difference of its neighbours.
//
// All steps take time that is linear in the nodes and what they read, but for a logarithm and a
// bound of the candidates that are looked at beside a pair.
//
// Read graph.go first, then label.go, pair.go, search.go and difference.go.
package pairing
