package op

import (
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A Kernel computes a call of an operator. It may run on several goroutines
// through the Machine; its result must not depend on how many.
type Kernel func(m Machine, c *KernelCall) (value.Value, error)

// A KernelCall is what a kernel sees of a call: arguments by parameter (nil
// for an optional one not given), attributes, and the type that the result was
// checked to have (extents may be `?`).
type KernelCall struct {
	Op    *Op
	Args  []value.Value
	Attrs Attrs
	Out   types.Type
}

// A Machine is what kernels need of the interpreter that runs them.
type Machine interface {
	// Call applies a function value.
	Call(f value.Value, args ...value.Value) (value.Value, error)
	// Parallel runs body over [0, n) in pieces of at least grain, on as many
	// cores as are free. The first error in the order of the pieces is
	// returned.
	Parallel(n, grain int, body func(from, to int) error) error
	// Charge counts elementary operations; it fails where a limit is passed or
	// the run was cancelled.
	Charge(steps int64) error
	// Allocate counts bytes of results; it fails where a limit is passed.
	Allocate(bytes int64) error
}

// Reads states what a kernel reads of its call before it computes. It is the
// preamble of nearly every kernel, in one place: operands are checked to be
// tensors, the axis to lie in the first of them, and the relation is asked
// again for the shape of the result, since extents that were `?` in the
// program are known now.
//
//	Kernel: op.Reads{Arrays: 2, Axis: "axis"}.Kernel(gatherKernel)
//
// What is read in another way (an axis of the result, integers in a tensor,
// a number among the operands) the kernel reads itself, by methods of
// KernelCall.
type Reads struct {
	Arrays   int    // how many arguments, from the first on, are tensors
	Elements bool   // argument 0 is a tuple of tensors
	Axis     string // the attribute that names an axis of argument 0; "" for none
	Shape    bool   // the shape of the result
}

// mostArrays is the greatest number of operands that are read for a kernel.
const mostArrays = 6

// Inputs are what Reads has read.
type Inputs struct {
	Arrays   [mostArrays]*value.Array // nil for an optional argument that is not given
	Elements []*value.Array
	Axis     int
	Shape    []int
}

// A Body computes a call whose operands are read.
type Body func(m Machine, c *KernelCall, in Inputs) (value.Value, error)

// Kernel reads, and runs body on what was read. The first thing that cannot be
// read is the error, in the order of the fields of Reads.
func (r Reads) Kernel(body Body) Kernel {
	return func(m Machine, c *KernelCall) (value.Value, error) {
		in, err := r.read(c)
		if err != nil {
			return nil, err
		}
		return body(m, c, in)
	}
}

func (r Reads) read(c *KernelCall) (in Inputs, err error) {
	for i := range min(r.Arrays, len(c.Args)) {
		if c.Args[i] == nil {
			continue
		}
		if in.Arrays[i], err = c.Array(i); err != nil {
			return in, err
		}
	}
	if r.Elements {
		if in.Elements, err = c.ArraysOf(0); err != nil {
			return in, err
		}
	}
	if r.Axis != "" {
		if in.Axis, err = c.Axis(r.Axis, in.Arrays[0].Rank()); err != nil {
			return in, err
		}
	}
	if r.Shape {
		in.Shape, err = c.ResultShape()
	}
	return in, err
}
