// Package measure says which sizes the values of a type have.
//
// A size is a natural number that a value has. What is counted depends on its type:
//
//	algebraic data       for each recursive type that can be reached in its fields, itself
//	                     first: the constructors with fields of that type in the value
//	                     (Measures); of a list of lists its length, and all lengths together
//	FractalTensors       the length; for each depth inside, the total and the longest
//	in data              for each FractalTensor type in its fields, all elements together
//	integers             the value, from 0 (Countable, IntegerRange)
//	tensors              none; their extents are in their types (MapExtents)
//
// Two types of one value must have one list of measures, also where one of them is known
// further than the other. So measures are named by Key, which leaves out what may differ:
// dtypes, extents and functions.
//
// A type in a program may be exponentially larger than its text, since its parts are
// shared. Wide and Narrow bound what is looked at: 500 parts; a type that is wider is Bad,
// and has no sizes.
//
// Read measure.go first.
package measure

import "github.com/fraccheck/fraccheck/internal/types"

// A Table answers questions about types, and keeps the answers. It is not safe for
// concurrent use.
type Table struct {
	measured  map[string]measured   // by key
	keys      map[types.Type]string // of types and their parts
	numbers   map[any]int           // of declarations and type variables, in keys
	functions map[string]bool       // by text: there are functions in values of the type
}

// NewTable makes an empty table.
func NewTable() *Table {
	return &Table{map[string]measured{}, map[types.Type]string{}, map[any]int{}, map[string]bool{}}
}
