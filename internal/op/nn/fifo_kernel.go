package nn

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/value"
)

// fifoKernel computes nn.fifo_buffer: the last elements, as many as the buffer
// has, of the buffer with the data behind it.
func fifoKernel(m op.Machine, c *op.KernelCall) (value.Value, error) {
	arrays, err := c.Arrays()
	if err != nil {
		return nil, err
	}
	kept := arrays[1]
	data, err := buffer.InDtype(m, arrays[0], kept.Dtype)
	if err != nil {
		return nil, err
	}
	axis, err := c.Axis("axis", kept.Rank())
	if err != nil {
		return nil, err
	}
	for k, extent := range data.Shape {
		if k != axis && extent != kept.Shape[k] {
			return nil, fmt.Errorf("`%s`: data of shape %s does not fit behind a buffer of %s", c.Op.Name, value.ShapeText(data.Shape), value.ShapeText(kept.Shape))
		}
	}
	out, err := op.NewResult(m, kept.Dtype, kept.Shape)
	if err != nil {
		return nil, err
	}
	n := kept.Shape[axis]
	fresh := min(n, data.Shape[axis])
	if err := op.Assign(m, out.Slice(axis, 0, n-fresh, 1), kept.Slice(axis, fresh, n-fresh, 1)); err != nil {
		return nil, err
	}
	return out, op.Assign(m, out.Slice(axis, n-fresh, fresh, 1), data.Slice(axis, data.Shape[axis]-fresh, fresh, 1))
}
