package nn

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/vector"
)

// A channelwise computes each element from vectors that have an entry for each channel.
type channelwise[T value.Number] struct {
	vectors [][]T
	// one fills dst from src, elements of one channel; each does from elements that each have
	// their own entry of the vectors.
	one  func(dst, src []T, channel int)
	each func(dst, src []T, of [3][]T)
}

// byChannel fills a result like the data, along an axis. It keeps the data's order in memory.
// Channels whose elements lie side by side are computed one by one; where there are fewer than
// fewSideBySide, all of them are, with vectors that repeat their entries as the elements lie.
func byChannel[T value.Number](m op.Machine, data *value.Array, axis int, f channelwise[T]) (*value.Array, error) {
	order := op.MemoryOrder(data)
	view, channels := data.Transpose(order), len(f.vectors[0])
	inner := value.Product(view.Shape[op.Inverse(order)[axis]+1:])
	if inner >= fewSideBySide || data.Len() == 0 {
		return buffer.Pieces(m, data, order, inner, inner, func(dst, src []T, i int) { f.one(dst, src, i%channels) })
	}
	src, err := buffer.Read[T](m, view)
	if err != nil {
		return nil, err
	}
	dst, err := buffer.AllocUnset[T](m, data.Dtype, view.Shape)
	if err != nil {
		return nil, err
	}
	wide, err := f.repeated(m, channels, inner)
	if err != nil {
		return nil, err
	}
	period := len(wide[0])
	err = buffer.Spans(m, len(src), 1, func(from, to int) {
		for from < to {
			at := from % period
			n := min(period-at, to-from)
			of := wide
			for k := range f.vectors {
				of[k] = wide[k][at : at+n]
			}
			f.each(dst[from:from+n], src[from:from+n], of)
			from += n
		}
	})
	return buffer.Result(data.Dtype, view.Shape, dst).Transpose(op.Inverse(order)), err
}

// fewSideBySide is also the least number of elements that are computed at once.
const fewSideBySide = 64

// repeated are the vectors with each entry `inner` times, all of which is repeated for
// fewSideBySide elements and more.
func (f channelwise[T]) repeated(m op.Machine, channels, inner int) (wide [3][]T, err error) {
	times := (fewSideBySide + channels*inner - 1) / (channels * inner)
	for k, vector := range f.vectors {
		if wide[k] = vector; inner == 1 && times == 1 {
			continue
		}
		if wide[k], err = op.Make[T](m, times*channels*inner); err != nil {
			return wide, err
		}
		err = op.InTurn(m, len(wide[k]), 1, func(from, to int) error {
			for i := from; i < to; i++ {
				wide[k][i] = vector[i/inner%channels]
			}
			return nil
		})
		if err != nil {
			return wide, err
		}
	}
	return wide, nil
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
	return channelwise[T]{
		[][]T{bias},
		func(dst, src []T, channel int) {
			b := bias[channel]
			dst = dst[:len(src)]
			for i, x := range src {
				dst[i] = x + b
			}
		},
		func(dst, src []T, of [3][]T) { vector.Add(dst, src, of[0]) },
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
	scaled := func(x, a T) T {
		if x > 0 {
			return x
		}
		return x * a
	}
	return channelwise[T]{
		[][]T{alpha},
		func(dst, src []T, channel int) {
			a := alpha[channel]
			for i, x := range src {
				dst[i] = scaled(x, a)
			}
		},
		func(dst, src []T, of [3][]T) {
			for i, x := range src {
				dst[i] = scaled(x, of[0][i])
			}
		},
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
	if a.beta == nil {
		if a.beta, err = op.Make[T](m, len(mean)); err != nil {
			return nil, err
		}
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

// normalize gives (x - mean) · scale + beta.
func normalize[T value.Float](mean, scale, beta []T) channelwise[T] {
	return channelwise[T]{
		[][]T{mean, scale, beta},
		func(dst, src []T, c int) { vector.Affine(dst, src, mean[c], scale[c], beta[c]) },
		func(dst, src []T, of [3][]T) {
			vector.Subtract(dst, src, of[0])
			vector.Multiply(dst, dst, of[1])
			vector.Add(dst, dst, of[2])
		},
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
