package qnn

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/value"
)

// shifted is the kernel of a quantized layer: that of the layer on integers
// from which the zero points are subtracted. The scales say what the result
// represents and take no part. x and y are the places of the zero points.
func shifted(plain *op.Op, x, y int) op.Kernel {
	return func(m op.Machine, c *op.KernelCall) (value.Value, error) {
		call := &op.KernelCall{Op: plain, Args: make([]value.Value, 2), Attrs: c.Attrs, Out: c.Out}
		for i, zero := range []int{x, y} {
			a, err := subtracted(m, c, i, zero)
			if err != nil {
				return nil, err
			}
			call.Args[i] = a
		}
		return plain.Kernel(m, call)
	}
}

// subtracted is argument i in int32, less the zero point.
func subtracted(m op.Machine, c *op.KernelCall, i, zero int) (*value.Array, error) {
	a, err := c.Array(i)
	if err != nil {
		return nil, err
	}
	z, err := c.Array(zero)
	if err != nil {
		return nil, err
	}
	if z.Len() != 1 {
		return nil, fmt.Errorf("`%s`: `%s` has %d elements, and one zero point is computed with", c.Op.Name, c.Op.Params[zero].Name, z.Len())
	}
	points, err := buffer.Read[int32](m, z)
	if err != nil {
		return nil, err
	}
	wide, err := buffer.InDtype(m, a, value.Int32)
	if err != nil {
		return nil, err
	}
	point := points[0]
	out, err := buffer.Map(m, wide, 1, func(dst, src []int32) {
		for k, q := range src {
			dst[k] = q - point
		}
	})
	if err != nil {
		return nil, err
	}
	return out.(*value.Array), nil
}

// densePackKernel unpacks the weight, (units/n, k/l, n, l), and is a dense layer
// then.
func densePackKernel(plain *op.Op) op.Kernel {
	layer := shifted(plain, inputZero, weightZero)
	return op.Reads{Arrays: 2}.Kernel(func(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
		w := in.Arrays[1]
		call := *c
		call.Args = append([]value.Value{}, c.Args...)
		flat, err := buffer.Reshaped(m, w.Transpose([]int{0, 2, 1, 3}), []int{w.Shape[0] * w.Shape[2], w.Shape[1] * w.Shape[3]})
		if err != nil {
			return nil, err
		}
		call.Args[1] = flat
		return layer(m, &call)
	})
}

// averageKernel brings the data to the result's code and takes the means.
func averageKernel(plain *op.Op) op.Kernel {
	return op.Reads{Arrays: 1}.Kernel(func(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
		data := in.Arrays[0]
		wide, err := recoded(m, c, data)
		if err != nil {
			return nil, err
		}
		out, err := plain.Kernel(m, &op.KernelCall{Op: plain, Args: []value.Value{wide}, Attrs: c.Attrs, Out: c.Out})
		if err != nil {
			return nil, err
		}
		return limited(m, out.(*value.Array), data.Dtype)
	})
}

// recoded is the data in int32 and the result's code.
func recoded(m op.Machine, c *op.KernelCall, data *value.Array) (value.Value, error) {
	again, err := betweenCodes(m, c, 1, 2, 3, 4)
	if err != nil {
		return nil, err
	}
	wide, err := buffer.InDtype(m, data, value.Int32)
	if err != nil {
		return nil, err
	}
	return buffer.Map(m, wide, 3, func(dst, src []int32) {
		for i, q := range src {
			dst[i] = int32(again(int64(q), 0))
		}
	})
}

// betweenCodes is what turns integers of the code in two arguments into those
// of another.
func betweenCodes(m op.Machine, c *op.KernelCall, scale, zero, toScale, toZero int) (func(q int64, channel int) int64, error) {
	from, err := codeOf(m, c, scale, zero, 1)
	if err != nil {
		return nil, err
	}
	to, err := codeOf(m, c, toScale, toZero, 1)
	if err != nil {
		return nil, err
	}
	return from.requantizer(to, upward, ""), nil
}

// limited is an array in a dtype of less bits.
func limited(m op.Machine, a *value.Array, d value.Dtype) (value.Value, error) {
	qs, err := buffer.Read[int64](m, a)
	if err != nil {
		return nil, err
	}
	return integers(m, d, a.Shape, 1, func(i int) int64 { return qs[i] })
}
