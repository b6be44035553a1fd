package nn

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A channelwise fills dst from src, elements of one channel.
type channelwise[T value.Number] func(dst, src []T, channel int)

// byChannel fills a result like the data, channel by channel along an axis. It
// keeps the data's order in memory.
func byChannel[T value.Number](m op.Machine, data *value.Array, axis int, body channelwise[T]) (*value.Array, error) {
	order := buffer.MemoryOrder(data)
	view := data.Transpose(order)
	src, err := buffer.Read[T](m, view)
	if err != nil {
		return nil, err
	}
	out, err := buffer.Alloc[T](m, data.Dtype, view.Shape)
	if err != nil {
		return nil, err
	}
	axis = buffer.Inverse(order)[axis]
	channels, inner := view.Shape[axis], value.Product(view.Shape[axis+1:])
	if inner > 0 {
		err = buffer.Spans(m, len(src)/inner, inner, func(from, to int) {
			for i := from; i < to; i++ {
				body(out[i*inner:][:inner], src[i*inner:][:inner], i%channels)
			}
		})
	}
	return buffer.Result(data.Dtype, view.Shape, out).Transpose(buffer.Inverse(order)), err
}

// vectorKernel is the kernel of an operator on data and one vector along an
// axis.
func vectorKernel[T value.Number](with func(vector []T) channelwise[T]) op.Kernel {
	return func(m op.Machine, c *op.KernelCall) (value.Value, error) {
		arrays, err := c.Arrays()
		if err != nil {
			return nil, err
		}
		axis, err := c.Axis("axis", arrays[0].Rank())
		if err != nil {
			return nil, err
		}
		vector, err := buffer.Read[T](m, arrays[1])
		if err != nil {
			return nil, err
		}
		return byChannel(m, arrays[0], axis, with(vector))
	}
}

var biasKernel = buffer.Typed(buffer.Forms{
	F32: vectorKernel(biased[float32]), F64: vectorKernel(biased[float64]),
	I32: vectorKernel(biased[int32]), I64: vectorKernel(biased[int64]),
})

func biased[T value.Number](bias []T) channelwise[T] {
	return func(dst, src []T, channel int) {
		b := bias[channel]
		dst = dst[:len(src)]
		for i, x := range src {
			dst[i] = x + b
		}
	}
}

var preluKernel = buffer.Typed(buffer.Forms{
	F32: vectorKernel(parametric[float32]), F64: vectorKernel(parametric[float64]),
	I32: vectorKernel(parametric[int32]), I64: vectorKernel(parametric[int64]),
})

func parametric[T value.Number](alpha []T) channelwise[T] {
	return func(dst, src []T, channel int) {
		a := alpha[channel]
		dst = dst[:len(src)]
		for i, x := range src {
			dst[i] = x
			if !(x > 0) {
				dst[i] = x * a
			}
		}
	}
}

// batchNormKernel computes nn.batch_norm: (x - mean) / sqrt(var + epsilon) ·
// gamma + beta, and gives the statistics as they are.
var batchNormKernel = buffer.Typed(buffer.Forms{F32: batchNormal[float32], F64: batchNormal[float64]})

func batchNormal[T value.Float](m op.Machine, c *op.KernelCall) (value.Value, error) {
	arrays, err := c.Arrays()
	if err != nil {
		return nil, err
	}
	axis, err := c.Axis("axis", arrays[0].Rank())
	if err != nil {
		return nil, err
	}
	a, err := affineOf[T](m, c, arrays[1], arrays[2])
	if err != nil {
		return nil, err
	}
	mean, err := buffer.Read[T](m, arrays[3])
	if err != nil {
		return nil, err
	}
	variance, err := buffer.Read[T](m, arrays[4])
	if err != nil {
		return nil, err
	}
	scale, err := normalScale(m, a.gamma, variance, a.epsilon)
	if err != nil {
		return nil, err
	}
	out, err := byChannel(m, arrays[0], axis, normalize(mean, scale, a.beta))
	if err != nil {
		return nil, err
	}
	return &value.Tuple{Elems: []value.Value{out, arrays[3], arrays[4]}}, nil
}

// normalScale is gamma / sqrt(var + epsilon); gamma nil is 1.
func normalScale[T value.Float](m op.Machine, gamma, variance []T, epsilon float64) ([]T, error) {
	scale, err := op.Make[T](m, len(variance))
	if err != nil {
		return nil, err
	}
	for i, v := range variance {
		s := 1.0
		if gamma != nil {
			s = float64(gamma[i])
		}
		scale[i] = T(s / math.Sqrt(float64(v)+epsilon))
	}
	return scale, nil
}

// normalize gives (x - mean) · scale + beta; beta nil is 0.
func normalize[T value.Float](mean, scale, beta []T) channelwise[T] {
	return func(dst, src []T, channel int) {
		var shift T
		if beta != nil {
			shift = beta[channel]
		}
		center, factor := mean[channel], scale[channel]
		dst = dst[:len(src)]
		for i, x := range src {
			dst[i] = (x-center)*factor + shift
		}
	}
}

// An affine is what a normalization ends with; nil where it is left out.
type affine[T value.Float] struct {
	gamma, beta []T
	epsilon     float64
}

func affineOf[T value.Float](m op.Machine, c *op.KernelCall, gamma, beta *value.Array) (a affine[T], err error) {
	a = affine[T]{epsilon: buffer.Float(c, "epsilon")}
	if c.Attrs.Bool("scale") {
		if a.gamma, err = buffer.Read[T](m, gamma); err != nil {
			return a, err
		}
	}
	if c.Attrs.Bool("center") {
		a.beta, err = buffer.Read[T](m, beta)
	}
	return a, err
}
