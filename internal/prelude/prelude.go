// Package prelude holds the source of Frac's prelude: the types and functions
// that a file may use without defining or importing them. The prelude is an
// ordinary Frac program, checked by the checker itself; prelude.frac is the
// file to read.
package prelude

import _ "embed"

// Name is the file name that positions in the prelude carry.
const Name = "prelude.frac"

// Source is the text of the prelude.
//
//go:embed prelude.frac
var Source string

// TVM names the definitions that names of the prelude denote in files with a version
// header, where TVM's prelude has another type for the name.
var TVM = map[string]string{
	"@unfoldr": "@unfoldr_seed_first",
	"@unfoldl": "@unfoldl_seed_first",
}

// InTVM is the name that TVM has for a definition of the prelude; "" where only Frac has it.
func InTVM(name string) string {
	if TVM[name] != "" {
		return ""
	}
	for own, definition := range TVM {
		if name == definition {
			return own
		}
	}
	return name
}
