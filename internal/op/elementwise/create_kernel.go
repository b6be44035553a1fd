package elementwise

import (
	"fmt"
	"math"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

// filled is a tensor of one value: a view of one element with strides 0, whatever its
// shape.
func filled(s value.Scalar, shape []int) (value.Value, error) {
	if _, err := value.CheckedLen(shape); err != nil {
		return nil, err
	}
	return value.Simplest(value.FromScalar(s).Broadcast(shape)), nil
}

// bit is 1 for ones and 0 for zeros.
func bit(ones bool) int64 {
	if ones {
		return 1
	}
	return 0
}

func initialKernel(ones bool) op.Kernel {
	return func(_ op.Machine, c *op.KernelCall) (value.Value, error) {
		shape, err := c.Ints("shape")
		if err != nil {
			return nil, err
		}
		d, err := c.ResultDtype(value.Float32)
		if err != nil {
			return nil, err
		}
		return filled(value.FromInt(d, bit(ones)), shape)
	}
}

func likeKernel(ones bool) op.Kernel {
	return op.Reads{Arrays: 1}.Kernel(func(_ op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
		a := in.Arrays[0]
		return filled(value.FromInt(a.Dtype, bit(ones)), a.Shape)
	})
}

func fullKernel(_ op.Machine, c *op.KernelCall) (value.Value, error) {
	fill, err := c.Scalar(0)
	if err != nil {
		return nil, err
	}
	shape, err := c.Ints("shape")
	if err != nil {
		return nil, err
	}
	d, err := c.AttrDtype("dtype", fill.Dtype)
	if err != nil {
		return nil, err
	}
	return filled(fill.Convert(d), shape)
}

func fullLikeKernel(_ op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	a := in.Arrays[0]
	fill, err := c.Scalar(1)
	if err != nil {
		return nil, err
	}
	return filled(fill.Convert(a.Dtype), a.Shape)
}

// arangeKernel makes the vector start + i·step for 0 ≤ i < ⌈(end - start) / step⌉, with
// the bounds converted to the dtype of the result. Each element is computed from i and not
// from the one before, so that rounding does not add up and cores share the range. Floats
// are computed in float64 and rounded once.
func arangeKernel(m op.Machine, c *op.KernelCall) (value.Value, error) {
	var bounds [3]value.Scalar
	for i := range bounds {
		s, err := c.Scalar(i)
		if err != nil {
			return nil, err
		}
		bounds[i] = s
	}
	d, err := c.ResultDtype(bounds[0].Dtype)
	if err != nil {
		return nil, err
	}
	start, end, step := bounds[0].Convert(d), bounds[1].Convert(d), bounds[2].Convert(d)
	n := math.Ceil((end.Float() - start.Float()) / step.Float())
	if !step.IsTrue() || math.IsNaN(n) {
		return nil, fmt.Errorf("`arange` cannot go from %s to %s in steps of %s", value.Text(start), value.Text(end), value.Text(step))
	}
	if n > math.MaxInt32*float64(1<<16) {
		return nil, fmt.Errorf("integer overflow in the length of `arange`")
	}
	r, err := op.NewResult(m, d, []int{int(max(n, 0))})
	if err != nil {
		return nil, err
	}
	return r, op.Sweep(m, r.Len(), 1, func(from, to int) error {
		for i := from; i < to; i++ {
			value.Store(r.Data, i, term(d, start, step, i))
		}
		return nil
	})
}

// term is element i.
func term(d value.Dtype, start, step value.Scalar, i int) value.Scalar {
	if d.IsFloat() {
		return value.FromFloat(d, start.Float()+float64(i)*step.Float())
	}
	return value.FromInt(d, start.Int()+int64(i)*step.Int())
}

// oneHotKernel computes where(indices = k, on_value, off_value) with k = 0, …, depth - 1
// along the new axis. An index outside of [0, depth) gives off_value everywhere.
func oneHotKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	indices := in.Arrays[0]
	depth, err := c.Int("depth")
	if err != nil {
		return nil, err
	}
	if depth < 1 {
		return nil, fmt.Errorf("`depth` of `one_hot` is %d, and must be 1 at least", depth)
	}
	d, err := c.ResultDtype(value.Float32)
	if err != nil {
		return nil, err
	}
	axis, err := c.Axis("axis", indices.Rank()+1)
	if err != nil {
		return nil, err
	}
	if indices, err = op.Converted(m, indices, value.Int64); err != nil {
		return nil, err
	}
	var switched [2]*value.Array
	for i := range switched {
		s, err := c.Scalar(i + 1)
		if err != nil {
			return nil, err
		}
		switched[i] = value.FromScalar(s.Convert(d))
	}
	r, err := hot(m, indices.Insert(axis, 1), depth, axis, switched)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// hot compares the indices, which have an axis of extent 1 put in, and chooses.
func hot(m op.Machine, indices *value.Array, depth, axis int, switched [2]*value.Array) (*value.Array, error) {
	classes, err := op.Iota(m, depth)
	if err != nil {
		return nil, err
	}
	classes = classes.Insert(1, indices.Rank()-1-axis)
	equal, err := op.MapOver(m, value.BinaryMap("equal", value.Int64), indices, classes)
	if err != nil {
		return nil, err
	}
	return op.MapOver(m, value.WhereMap(value.Bool, switched[0].Dtype), equal, switched[0], switched[1])
}
