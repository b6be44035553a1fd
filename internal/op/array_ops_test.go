package op_test

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/elementwise"
	"github.com/fraccheck/fraccheck/internal/op/indexing"
	"github.com/fraccheck/fraccheck/internal/op/linear"
	"github.com/fraccheck/fraccheck/internal/op/rearrange"
	"github.com/fraccheck/fraccheck/internal/op/reduction"
	"github.com/fraccheck/fraccheck/internal/op/runtime"
)

// arrayOps are the operators of the families that tests of this folder try,
// those of NumPy among them.
func arrayOps() []*op.Op {
	return slices.Concat(elementwise.Ops(), rearrange.Ops(), indexing.Ops(), reduction.Ops(), linear.Ops(), runtime.Ops())
}
