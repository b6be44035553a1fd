package op

import (
	"sync"

	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// Work is the number of steps that a call takes by the cost of its operator; false where
// that is a bound, or where it is not known before the kernel has run. MapKernel is left
// out: what it counts while it runs is this number.
func (c *KernelCall) Work() (steps int64, known bool) {
	if !c.counts() {
		return 0, false
	}
	if steps = c.Op.Cost.steady; steps > 0 {
		return steps, true
	}
	described := descriptions.Get().(*description)
	defer descriptions.Put(described)
	call := described.of(c)
	if !concrete(c.Out) {
		call.Out = nil
	}
	if steps, known = c.Op.Cost.Work.Number(call); known || call.Out != nil {
		return steps, known && steps >= 0
	}
	out, err := c.ResultType()
	if err != nil {
		return 0, false
	}
	call.Out = out
	steps, known = c.Op.Cost.Work.Number(call)
	return steps, known && steps >= 0
}

// A description is a call as its cost sees it, in memory that is used again: figures
// keep nothing, and most calls are described for their sake. Without that the costs of
// BenchmarkWork take 2.3 times as long.
type description struct {
	call    Call
	args    []types.Type
	tensors []types.Tensor
	dims    []types.Dim
}

var descriptions = sync.Pool{New: func() any {
	return &description{args: make([]types.Type, 0, 8), tensors: make([]types.Tensor, 8), dims: make([]types.Dim, 0, 32)}
}}

func (d *description) of(c *KernelCall) *Call {
	d.args, d.dims = d.args[:0], d.dims[:0]
	for i, arg := range c.Args {
		a, isArray := arg.(*value.Array)
		switch {
		case arg == nil:
			d.args = append(d.args, nil)
		case isArray && i < len(d.tensors):
			first := len(d.dims)
			for _, n := range a.Shape {
				d.dims = append(d.dims, types.Const(int64(n)))
			}
			d.tensors[i] = types.Tensor{Dtype: dtypeType(a.Dtype), Shape: d.dims[first:len(d.dims):len(d.dims)]}
			d.args = append(d.args, &d.tensors[i])
		default:
			d.args = append(d.args, TypeOf(arg))
		}
	}
	d.call = Call{Op: c.Op, Args: d.args, Attrs: c.Attrs, Out: c.Out, Last: true}
	return &d.call
}

// WorkFor is the number of steps that a call took that gave a value, where the size of
// the result was all that was missing.
func (c *KernelCall) WorkFor(v value.Value) (steps int64, known bool) {
	if !c.counts() {
		return 0, false
	}
	call := c.Call()
	call.Out = TypeOf(v)
	steps, known = c.Op.Cost.Work.Number(call)
	return steps, known && steps >= 0
}

// counts reports whether the cost says the number of steps of each call.
func (c *KernelCall) counts() bool {
	return c.Op.Cost.Work != nil && !c.Op.Cost.Bound && c.Op.Map == nil
}

// concrete reports whether all extents of a tensor, or of a tuple of them, are numbers.
func concrete(t types.Type) bool {
	if t == nil {
		return false
	}
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		for _, d := range t.Shape {
			if _, known := d.Const(); !known {
				return false
			}
		}
		return true
	case *types.Tuple:
		for _, e := range t.Elems {
			if !concrete(e) {
				return false
			}
		}
		return true
	}
	return false
}
