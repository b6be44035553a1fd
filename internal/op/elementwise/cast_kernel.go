package elementwise

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

func castLikeKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	r, err := op.Converted(m, in.Arrays[0], in.Arrays[1].Dtype)
	if err != nil {
		return nil, err
	}
	return value.Simplest(r), nil
}

// reinterpretKernel keeps the bits of elements of the same width. It reads block by block,
// since the data may be a view.
func reinterpretKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	a := in.Arrays[0]
	d, err := c.AttrDtype("dtype", a.Dtype)
	if err != nil {
		return nil, err
	}
	if d.Size() != a.Dtype.Size() {
		return nil, fmt.Errorf("`reinterpret` cannot read %s as %s, which has another width", a.Dtype, d)
	}
	r, err := op.NewResult(m, d, a.Shape)
	if err != nil {
		return nil, err
	}
	err = op.Sweep(m, r.Len(), 1, func(from, to int) error {
		const block = 1024
		for reader := value.NewReader(a); from < to; from += block {
			n := min(block, to-from)
			value.Reinterpret(value.Cut(r.Data, from, from+n), reader.Read(from, n))
		}
		return nil
	})
	return value.Simplest(r), err
}

// shapeOfKernel writes the extents, which are few, so that it asks for no memory.
func shapeOfKernel(_ op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	a := in.Arrays[0]
	d, err := c.ResultDtype(value.Int32)
	if err != nil {
		return nil, err
	}
	r := value.NewArray(d, []int{a.Rank()})
	for i, n := range a.Shape {
		value.Store(r.Data, i, value.FromInt(d, int64(n)))
	}
	if a.Rank() == 0 {
		// A scalar has no extents; its relation gives a scalar for it.
		return value.FromInt(d, 0), nil
	}
	return r, nil
}

func ndarraySizeKernel(_ op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	a := in.Arrays[0]
	d, err := c.ResultDtype(value.Int32)
	if err != nil {
		return nil, err
	}
	return value.FromInt(d, int64(a.Len())), nil
}
