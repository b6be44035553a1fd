package nn

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/value"
)

// lrnKernel computes nn.lrn, local response normalization:
//
//	y_i = x_i / (bias + alpha/size · Σ x_k²)^beta,  |k - i| ≤ size/2 inside the axis
//
// in float64, rounded once.
var lrnKernel = buffer.Typed(op.Reads{Arrays: 1}, buffer.Forms{F32: localResponse[float32], F64: localResponse[float64]})

func localResponse[T value.Float](m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	reach := buffer.Int(c, "size") / 2
	bias, beta := buffer.Float(c, "bias"), buffer.Float(c, "beta")
	share := buffer.Float(c, "alpha") / float64(max(1, buffer.Int(c, "size")))
	return eachRow(func(dst, src row[T]) {
		for i := range src.n {
			squares := 0.0
			for k := max(0, i-reach); k <= min(src.n-1, i+reach); k++ {
				x := float64(src.elems[k*src.step])
				squares += x * x
			}
			x := float64(src.elems[i*src.step])
			dst.elems[i*src.step] = T(x / math.Pow(bias+share*squares, beta))
		}
	})(m, c, in)
}

// l2Kernel computes nn.l2_normalize: x / √(max(Σ x², eps)) over some axes, over all of
// them where axis is None. The sum is in float64, in row-major order.
var l2Kernel = buffer.Typed(op.Reads{Arrays: 1}, buffer.Forms{F32: euclidean[float32], F64: euclidean[float64]})

func euclidean[T value.Float](m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	data := in.Arrays[0]
	axes := op.AxisOrder(data.Rank())
	if c.Attrs.Has("axis") {
		var err error
		if axes, err = c.Axes("axis", data.Rank()); err != nil {
			return nil, err
		}
	}
	order, lead := behind(data.Rank(), axes)
	members, eps := value.Product(data.Transpose(order).Shape[lead:]), buffer.Float(c, "eps")
	return buffer.Pieces(m, data, order, members, 2*members, func(dst, src []T, _ int) {
		squares := 0.0
		for _, x := range src {
			squares += float64(x) * float64(x)
		}
		scale := math.Sqrt(max(squares, eps))
		for i, x := range src {
			dst[i] = T(float64(x) / scale)
		}
	})
}

// behind is the order of n dimensions that puts some axes after the others; lead is
// the number of those.
func behind(n int, axes []int) (order []int, lead int) {
	last := make([]bool, n)
	for _, axis := range axes {
		last[axis] = true
	}
	for i, is := range last {
		if !is {
			order = append(order, i)
		}
	}
	lead = len(order)
	for i, is := range last {
		if is {
			order = append(order, i)
		}
	}
	return order, lead
}
