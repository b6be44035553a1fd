// Package network says what one run of a network costs: multiply-adds, bytes moved,
// parameters, and the memory that values need which are live at once.
//
// A definition with its typed tree goes in (Of), a Report comes out. Figures are
// extents (types.Dim): numbers where the types have numbers, expressions over the
// shape variables of the definition where they have those. What is not known has a
// Reason with a place, and what it is part of is not known either.
//
//   - A call of an operator costs what its entry says (op.Cost.MultiplyAdds), and
//     moves the bytes of its tensors: those that it reads and those that it gives. A
//     view moves none, nor do tuples, projections and calls of functions. Of a function
//     that is marked `Primitive=1` only arguments and result are moved.
//   - Of branches the dearest one counts, for each metric by itself.
//   - A definition that is called with tensors of several shapes is looked at for each.
//     Definitions and local functions are looked at once however often they are called,
//     and their layers count as often. Recursion has no figure, unless nothing in it
//     costs anything; nor has a function that an operator calls, or one that is not
//     known.
//   - Weights are constants with at least one dimension, and those parameters of the
//     definition that stand where operators expect weights (weights.go).
//   - Memory is that of tensors between the call that makes them and the last one that
//     reads them. Inputs count until they are last read, weights do not count, nor what
//     operators need meanwhile (memory.go). The order of evaluation is the best one
//     that is found (order.go, search.go); Peak.Exact is set where there is no better one.
//
// All of it takes time in proportion to the text, but for the search for an order, which
// has a budget, and for definitions that are looked at several times, of which there may
// be maxInstances. Read report.go first, then analysis.go.
package network
