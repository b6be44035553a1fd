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
	"github.com/fraccheck/fraccheck/internal/op/table"
)

// arrayOps are the operators of the families that tests of this folder try,
// those of NumPy among them.
func arrayOps() []*op.Op {
	var ops []*op.Op
	all := table.Default()
	for _, o := range slices.Concat(elementwise.Ops(), rearrange.Ops(), indexing.Ops(), reduction.Ops(), linear.Ops(), runtime.Ops()) {
		ops = append(ops, all[o.Name])
	}
	return ops
}
