// Package typed is the typed tree of one item: what the checker found out about each node.
//
// An Info has the type of every expression and pattern and the Object that every name stands
// for, as the maps of go/types do, but by node number in slices. What most nodes do not have
// is recorded apart: how the arguments of an operator's call were sorted (OperatorCall), the
// conversions that a run has to check (Conversion), the types that comments claim. The rest is
// derived when somebody asks: parents, binders and uses (Index), and operators however they
// are written (Application).
//
// The package knows neither modules nor inference. An Info does not change once the checker
// has returned it, so that it can be read from several goroutines.
//
// Start with object.go and info.go.
package typed
