// Package refactor changes programs without changing what they mean: it names
// and inlines values, writes and removes annotations, moves and merges clauses,
// turns recursion into folds and folds into recursion.
//
// A Target goes in: an item with its types, and what the user points at. Out
// come Actions, each with the edits of the item's text that it stands for. An
// action that cannot be done states why.
//
// Three things are asked of edits before they are given out:
//
//   - They keep the order in which what can be observed happens (behavior.go,
//     order.go). What reads or writes references never passes another such
//     thing; what may fail never comes to run where it did not.
//   - The text that they leave is checked in the item's place (examine.go, package
//     rewrite): there is no new error, and the definition keeps its type.
//   - That text reads as the tree that was meant: so no operator binds
//     differently and no line becomes part of another.
//
// Read action.go first.
package refactor
