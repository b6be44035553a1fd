package nn

import (
	"fmt"

	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/value"
)

// fifoKernel computes nn.fifo_buffer: the last elements, as many as the buffer
// has, of the buffer with the data behind it.
func fifoKernel(m op.Machine, c *op.KernelCall) (value.Value, error) {
	arrays, err := c.Arrays()
	if err != nil {
		return nil, err
	}
	data, kept := arrays[0].Convert(arrays[1].Dtype), arrays[1]
	axis, err := c.Axis("axis", kept.Rank())
	if err != nil {
		return nil, err
	}
	for k, extent := range data.Shape {
		if k != axis && extent != kept.Shape[k] {
			return nil, fmt.Errorf("`%s`: data of shape %s does not fit behind a buffer of %s", c.Op.Name, value.ShapeText(data.Shape), value.ShapeText(kept.Shape))
		}
	}
	if err := charge(m, kept); err != nil {
		return nil, err
	}
	n := kept.Shape[axis]
	fresh := min(n, data.Shape[axis])
	out := value.NewArray(kept.Dtype, kept.Shape)
	assign(out.Slice(axis, 0, n-fresh, 1), kept.Slice(axis, fresh, n-fresh, 1))
	assign(out.Slice(axis, n-fresh, fresh, 1), data.Slice(axis, data.Shape[axis]-fresh, fresh, 1))
	return out, nil
}

// assign writes the elements of src to a view of an array that is being made.
func assign(dst, src *value.Array) {
	if dst.Len() == 0 {
		return
	}
	at, elems := value.Elems[int64](positions(dst)), src.Contiguous()
	for i, to := range at {
		value.Store(dst.Data, int(to), value.Load(src.Dtype, elems.Data, elems.Offset+i))
	}
}

// positions are where the elements of a view stand in its data.
func positions(a *value.Array) *value.Array {
	out := value.NewArray(value.Int64, a.Shape)
	ns := out.Data.([]int64)
	for i := range ns {
		at, rest := a.Offset, i
		for k := a.Rank() - 1; k >= 0; k-- {
			at += rest % a.Shape[k] * a.Strides[k]
			rest /= a.Shape[k]
		}
		ns[i] = int64(at)
	}
	return out
}
