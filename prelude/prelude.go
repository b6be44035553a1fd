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
