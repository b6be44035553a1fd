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
