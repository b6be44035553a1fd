package qnn

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/value"
)

// formulas compute the functions on the numbers that integers stand for.
var formulas = map[string]func(float64) float64{
	"abs": math.Abs, "erf": math.Erf, "exp": math.Exp, "log": math.Log, "sqrt": math.Sqrt, "tanh": math.Tanh,
	"rsqrt":     func(x float64) float64 { return 1 / math.Sqrt(x) },
	"sigmoid":   func(x float64) float64 { return 1 / (1 + math.Exp(-x)) },
	"hardswish": func(x float64) float64 { return x * min(max(x+3, 0), 6) / 6 },
}

// functionKernel applies a function to each number.
func functionKernel(f func(float64) float64) op.Kernel {
	return throughFloats(func(xs []float64, _ []int, c *op.KernelCall) error {
		for i, x := range xs {
			xs[i] = f(x)
		}
		return nil
	})
}

// leakyKernel scales what is negative.
var leakyKernel = throughFloats(func(xs []float64, _ []int, c *op.KernelCall) error {
	alpha := buffer.Float(c, "alpha")
	for i, x := range xs {
		if x < 0 {
			xs[i] = x * alpha
		}
	}
	return nil
})

// softmaxKernel takes rows along an axis.
var softmaxKernel = throughFloats(func(xs []float64, shape []int, c *op.KernelCall) error {
	along, err := channelsOf(c, "axis", shape)
	if err != nil {
		return err
	}
	for i := range xs {
		if along.of(i) == 0 {
			softmaxRow(xs[i:], along)
		}
	}
	return nil
})

// softmaxRow is exp(x - max) / Σ exp(x - max), in float64.
func softmaxRow(xs []float64, along channelsAlong) {
	most, sum := math.Inf(-1), 0.0
	for k := range along.extent {
		most = max(most, xs[k*along.inner])
	}
	for k := range along.extent {
		xs[k*along.inner] = math.Exp(xs[k*along.inner] - most)
		sum += xs[k*along.inner]
	}
	for k := range along.extent {
		xs[k*along.inner] /= sum
	}
}

// throughFloats is the kernel of an operator on the numbers for which the data
// stand: f changes them, and the result is quantized again. Arguments 1 and 2 are the
// code of the data, 3 and 4 that of the result.
func throughFloats(f func(xs []float64, shape []int, c *op.KernelCall) error) op.Kernel {
	return op.Reads{Arrays: 1}.Kernel(func(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
		data := in.Arrays[0]
		from, err := codeOf(m, c, 1, 2, 1)
		if err != nil {
			return nil, err
		}
		to, err := codeOf(m, c, 3, 4, 1)
		if err != nil {
			return nil, err
		}
		qs, err := buffer.Read[int64](m, data)
		if err != nil {
			return nil, err
		}
		xs, err := op.Make[float64](m, len(qs))
		if err != nil {
			return nil, err
		}
		for i, q := range qs {
			xs[i] = float64(from.number(q, 0))
		}
		if err := f(xs, data.Shape, c); err != nil {
			return nil, err
		}
		return integers(m, data.Dtype, data.Shape, 8, func(i int) int64 { return to.integer(float32(xs[i]), 0) })
	})
}
