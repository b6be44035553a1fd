// Package runtime owns the entries of the operators that compilers put into
// programs: annotations of regions (`annotation.…`), explicit memory
// (`memory.…`) and the calls of the virtual machine (`vm.…`).
//
// Read the list below first.
package runtime

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
)

// Ops are all operators of the package.
func Ops() []*op.Op { return slices.Concat(devices, annotations(), memory(), machine()) }
