package nn

import (
	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/op/nn/buffer"
	"github.com/fraccheck/fraccheck/value"
)

// An activator makes, from a call, what fills dst from src.
type activator[T value.Number] func(c *op.KernelCall) func(dst, src []T)

var reluKernel = buffer.Typed(buffer.Forms{
	Single: activate(rectifier[float32]), Double: activate(rectifier[float64]),
	Word: activate(rectifier[int32]), Long: activate(rectifier[int64]), Natural: activate(rectifier[uint64]),
})

var leakyReluKernel = buffer.Typed(buffer.Forms{
	Single: activate(leaky[float32]), Double: activate(leaky[float64]),
	Word: activate(leaky[int32]), Long: activate(leaky[int64]), Natural: activate(leaky[uint64]),
})

func activate[T value.Number](of activator[T]) op.Kernel {
	return func(m op.Machine, c *op.KernelCall) (value.Value, error) {
		data, err := c.Array(0)
		if err != nil {
			return nil, err
		}
		return buffer.Map(m, data, 1, of(c))
	}
}

func rectifier[T value.Number](*op.KernelCall) func(dst, src []T) {
	return func(dst, src []T) {
		dst = dst[:len(src)]
		for i, x := range src {
			dst[i] = max(x, 0)
		}
	}
}

// leaky scales what is not positive; alpha is cut off for integers.
func leaky[T value.Number](c *op.KernelCall) func(dst, src []T) {
	alpha := T(buffer.Float(c, "alpha"))
	return func(dst, src []T) {
		dst = dst[:len(src)]
		for i, x := range src {
			dst[i] = x
			if !(x > 0) {
				dst[i] = x * alpha
			}
		}
	}
}

// dropout is the identity, as it is when a network is not trained, and a mask
// of ones.
func dropout(_ op.Machine, c *op.KernelCall) (value.Value, error) {
	data, err := c.Array(0)
	if err != nil {
		return nil, err
	}
	ones := value.FromScalar(value.FromInt(data.Dtype, 1)).Broadcast(data.Shape)
	return &value.Tuple{Elems: []value.Value{data, ones}}, nil
}
