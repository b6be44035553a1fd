// Package table joins the families of operators into the one table that the
// checker, the editor and the manual read.
package table

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/contrib"
	"github.com/fraccheck/fraccheck/internal/op/dyn"
	"github.com/fraccheck/fraccheck/internal/op/elementwise"
	"github.com/fraccheck/fraccheck/internal/op/image"
	"github.com/fraccheck/fraccheck/internal/op/indexing"
	"github.com/fraccheck/fraccheck/internal/op/layout"
	"github.com/fraccheck/fraccheck/internal/op/linear"
	"github.com/fraccheck/fraccheck/internal/op/nn"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/op/qnn"
	"github.com/fraccheck/fraccheck/internal/op/random"
	"github.com/fraccheck/fraccheck/internal/op/rearrange"
	"github.com/fraccheck/fraccheck/internal/op/reduction"
	"github.com/fraccheck/fraccheck/internal/op/runtime"
	"github.com/fraccheck/fraccheck/internal/op/vision"
)

// Default is the table of all operators, built anew by every call, so that a
// caller may change its own. Relay's operators whose name a function on
// FractalTensors has too hold that one as their form for FractalTensors.
func Default() op.Table {
	table := op.Table{}
	for _, o := range relay() {
		table[o.Name] = guarded(withPython(o))
	}
	for _, o := range append(parallel.Ops(), parallel.Range) {
		dense, both := table[o.Name]
		if !both {
			table[o.Name] = o
			continue
		}
		linked := *dense
		linked.Fractal = o
		table[o.Name] = &linked
	}
	return table
}

// relay lists the operators on tensors, family by family.
func relay() []*op.Op {
	return slices.Concat(
		elementwise.Ops(), rearrange.Ops(), indexing.Ops(), reduction.Ops(), linear.Ops(), layout.Ops(), nn.Ops(), qnn.Ops(), image.Ops(),
		vision.Ops(), dyn.Ops(), random.Ops(), contrib.Ops(), runtime.Ops(),
	)
}
