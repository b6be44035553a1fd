// Package constcheck finds what the text alone decides: conditions that are
// always true or always false, integers that are divided by 0, elements that are
// read where there are none.
//
// It folds scalars over the dataflow graph of an item by the functions of the
// operators' own entries, so that it computes what a run would. What it cannot
// fold it says nothing of. Read analyzer.go first, then fold.go.
package constcheck
