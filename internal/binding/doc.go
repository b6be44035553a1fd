// Package binding checks the variables of an item: bindings that nothing reads,
// and those that hide another one.
//
// It reads the typed tree alone, where every name leads to its binder, and goes
// over its nodes once. Read analyzer.go first.
package binding
