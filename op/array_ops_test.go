package op_test

import (
	"slices"

	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/op/elementwise"
	"github.com/fraccheck/fraccheck/op/indexing"
	"github.com/fraccheck/fraccheck/op/linear"
	"github.com/fraccheck/fraccheck/op/rearrange"
	"github.com/fraccheck/fraccheck/op/reduction"
	"github.com/fraccheck/fraccheck/op/runtime"
)

// arrayOps are the operators of the families that tests of this folder try,
// those of NumPy among them.
func arrayOps() []*op.Op {
	return slices.Concat(elementwise.Ops(), rearrange.Ops(), indexing.Ops(), reduction.Ops(), linear.Ops(), runtime.Ops())
}
