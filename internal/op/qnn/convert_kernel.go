package qnn

import (
	"fmt"
	"math"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/value"
)

// quantizeKernel computes round(x/scale) + zero.
func quantizeKernel(m op.Machine, c *op.KernelCall) (value.Value, error) {
	data, along, k, err := coded(m, c, 1, 2)
	if err != nil {
		return nil, err
	}
	xs, err := buffer.Read[float32](m, data)
	if err != nil {
		return nil, err
	}
	return integers(m, buffer.OutDtype(c, data), data.Shape, 1, func(i int) int64 {
		return k.integer(xs[i], along.of(i))
	})
}

// coded reads the data with its channels and what codes them.
func coded(m op.Machine, c *op.KernelCall, scale, zero int) (data *value.Array, along channelsAlong, k code, err error) {
	if data, err = c.Array(0); err != nil {
		return
	}
	if along, err = channelsOf(c, "axis", data.Shape); err != nil {
		return
	}
	k, err = codeOf(m, c, scale, zero, along.extent)
	return
}

// integer is the one that represents a number, not limited to a dtype: halves are rounded
// away from zero, and NaN is 0. Numbers beyond ±2⁴⁰ are cut there, far outside of every
// dtype that follows.
func (k code) integer(x float32, channel int) int64 {
	q := math.Round(float64(x / k.scale(channel)))
	if q != q {
		q = 0
	}
	return int64(max(-1<<40, min(q, 1<<40))) + k.zero(channel)
}

// number is what an integer stands for.
func (k code) number(q int64, channel int) float32 {
	return float32(q-k.zero(channel)) * k.scale(channel)
}

// dequantizeKernel computes scale·(q - zero), in float32.
func dequantizeKernel(m op.Machine, c *op.KernelCall) (value.Value, error) {
	data, along, k, err := coded(m, c, 1, 2)
	if err != nil {
		return nil, err
	}
	qs, err := buffer.Read[int64](m, data)
	if err != nil {
		return nil, err
	}
	return floats(m, buffer.OutDtype(c, data), data.Shape, func(i int) float32 {
		return k.number(qs[i], along.of(i))
	})
}

// floats makes a result of floats.
func floats(m op.Machine, d value.Dtype, shape []int, number func(i int) float32) (value.Value, error) {
	out, err := buffer.Alloc[float32](m, d, shape)
	if err != nil {
		return nil, err
	}
	err = buffer.Each(m, len(out), 1, func(i int) { out[i] = number(i) })
	return buffer.Result(d, shape, out), err
}

// requantizeKernel computes rescale(q - zero) + zero': from one code into another.
func requantizeKernel(m op.Machine, c *op.KernelCall) (value.Value, error) {
	data, along, k, err := coded(m, c, 1, 2)
	if err != nil {
		return nil, err
	}
	to, err := codeOf(m, c, 3, 4, 1)
	if err != nil {
		return nil, err
	}
	again := k.requantizer(to, c.Attrs.Str("rounding"), c.Attrs.Str("compute_dtype"))
	qs, err := buffer.Read[int64](m, data)
	if err != nil {
		return nil, err
	}
	return integers(m, buffer.OutDtype(c, data), data.Shape, 3, func(i int) int64 {
		return again(qs[i], along.of(i))
	})
}

// requantizer turns integers of one code into those of another.
func (k code) requantizer(to code, rounding, dtype string) func(q int64, channel int) int64 {
	rs := k.rescalers(to.scale(0), rounding, dtype)
	return func(q int64, channel int) int64 {
		return pick(rs, channel)(q-k.zero(channel)) + to.zero(0)
	}
}

// simulations are the dtypes by the number that represents them in an argument
// of the simulated operators; 0 leaves the data as they are.
var simulations = map[int64]value.Dtype{1: value.Int8, 2: value.Uint8, 3: value.Int32}

// simulatedQuantize is quantize with floats that hold the integers, simulatedDequantize the
// way back, as networks are trained with; the dtype is a number in argument 1.
func simulatedQuantize(m op.Machine, c *op.KernelCall) (value.Value, error) {
	return simulate(m, c, func(k code, d value.Dtype, x float32, channel int) float32 {
		least, most := limits(d)
		return float32(min(max(k.integer(x, channel), least), most))
	})
}

func simulatedDequantize(m op.Machine, c *op.KernelCall) (value.Value, error) {
	return simulate(m, c, func(k code, _ value.Dtype, x float32, channel int) float32 {
		return (x - float32(k.zero(channel))) * k.scale(channel)
	})
}

// simulate applies f to each element where the dtype is known, and else gives the data.
func simulate(m op.Machine, c *op.KernelCall, f func(k code, d value.Dtype, x float32, channel int) float32) (value.Value, error) {
	data, along, k, err := coded(m, c, 2, 3)
	if err != nil {
		return nil, err
	}
	which, err := c.Array(1)
	if err != nil {
		return nil, err
	}
	if which.Len() != 1 {
		return nil, fmt.Errorf("`%s`: `%s` has %d elements, and one is expected, the number of a dtype", c.Op.Name, c.Op.Params[1].Name, which.Len())
	}
	number, err := buffer.Read[int64](m, which)
	if err != nil {
		return nil, err
	}
	d, ok := simulations[number[0]]
	if !ok {
		return data, nil
	}
	xs, err := buffer.Read[float32](m, data)
	if err != nil {
		return nil, err
	}
	return floats(m, data.Dtype, data.Shape, func(i int) float32 { return f(k, d, xs[i], along.of(i)) })
}
