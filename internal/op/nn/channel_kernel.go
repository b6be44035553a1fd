package nn

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/vector"
)

// A channelwise fills dst from src, the elements of piece i, which all belong to channel
// i modulo the number of channels.
type channelwise[T value.Number] func(dst, src []T, i int)

// byChannel fills a result like the data, channel by channel along an axis. It
// keeps the data's order in memory.
func byChannel[T value.Number](m op.Machine, data *value.Array, axis int, body channelwise[T]) (*value.Array, error) {
	order := op.MemoryOrder(data)
	behind := data.Transpose(order).Shape[op.Inverse(order)[axis]+1:]
	inner := value.Product(behind)
	return buffer.Pieces(m, data, order, inner, inner, body)
}

// onVector is what operators on data and one vector along an axis read.
var onVector = op.Reads{Arrays: 2, Axis: "axis"}

// withVector computes such an operator.
func withVector[T value.Number](with func(vector []T) channelwise[T]) op.Body {
	return func(m op.Machine, _ *op.KernelCall, in op.Inputs) (value.Value, error) {
		vector, err := buffer.Read[T](m, in.Arrays[1])
		if err != nil {
			return nil, err
		}
		return byChannel(m, in.Arrays[0], in.Axis, with(vector))
	}
}

// biasKernel computes nn.bias_add: x[…, c, …] + bias[c].
var biasKernel = buffer.Typed(onVector, buffer.Forms{
	F32: withVector(biased[float32]), F64: withVector(biased[float64]),
	I32: withVector(biased[int32]), I64: withVector(biased[int64]),
})

// biased adds the bias of the channel.
func biased[T value.Number](bias []T) channelwise[T] {
	return func(dst, src []T, i int) {
		b := bias[i%len(bias)]
		dst = dst[:len(src)]
		for i, x := range src {
			dst[i] = x + b
		}
	}
}

// preluKernel computes nn.prelu: x where x > 0, and alpha[c]·x elsewhere. NaN is not
// greater than 0, and NaN·alpha is NaN.
var preluKernel = buffer.Typed(onVector, buffer.Forms{
	F32: withVector(parametric[float32]), F64: withVector(parametric[float64]),
	I32: withVector(parametric[int32]), I64: withVector(parametric[int64]),
})

// parametric scales what is not positive by the channel's alpha.
func parametric[T value.Number](alpha []T) channelwise[T] {
	return func(dst, src []T, i int) {
		a := alpha[i%len(alpha)]
		dst = dst[:len(src)]
		for i, x := range src {
			dst[i] = x
			if !(x > 0) {
				dst[i] = x * a
			}
		}
	}
}

// batchNormKernel computes nn.batch_norm for inference, along the axis,
//
//	y = (x - mean) · scale + beta,  scale = gamma / √(var + epsilon)
//
// and gives the statistics as they are. The scale of a channel is computed in float64
// and rounded once; then two operations an element, each rounded.
var batchNormKernel = buffer.Typed(op.Reads{Arrays: 5, Axis: "axis"}, buffer.Forms{F32: batchNormal[float32], F64: batchNormal[float64]})

func batchNormal[T value.Float](m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	a, err := affineOf[T](m, c, in.Arrays[1], in.Arrays[2])
	if err != nil {
		return nil, err
	}
	mean, err := buffer.Read[T](m, in.Arrays[3])
	if err != nil {
		return nil, err
	}
	variance, err := buffer.Read[T](m, in.Arrays[4])
	if err != nil {
		return nil, err
	}
	scale, err := normalScale(m, a.gamma, variance, a.epsilon)
	if err != nil {
		return nil, err
	}
	out, err := byChannel(m, in.Arrays[0], in.Axis, normalize(mean, scale, a.beta))
	if err != nil {
		return nil, err
	}
	return &value.Tuple{Elems: []value.Value{out, in.Arrays[3], in.Arrays[4]}}, nil
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
	return func(dst, src []T, i int) {
		channel := i % len(mean)
		var shift T
		if beta != nil {
			shift = beta[channel]
		}
		vector.Affine(dst, src, mean[channel], scale[channel], shift)
	}
}

// An affine is what a normalization ends with; nil where it is left out.
type affine[T value.Float] struct {
	gamma, beta []T
	epsilon     float64
}

// affineOf reads gamma and beta, which the attributes scale and center may leave out.
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
