package nn

import (
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/value"
)

// lrnKernel computes nn.lrn: x / (bias + alpha/size · Σ x²)^beta over `size`
// neighbours along the axis, which do not reach beyond its ends.
var lrnKernel = buffer.Typed(buffer.Forms{F32: localResponse[float32], F64: localResponse[float64]})

func localResponse[T value.Float](m op.Machine, c *op.KernelCall) (value.Value, error) {
	reach := buffer.Int(c, "size") / 2
	bias, beta := buffer.Float(c, "bias"), buffer.Float(c, "beta")
	share := buffer.Float(c, "alpha") / float64(max(1, buffer.Int(c, "size")))
	return rowKernel(func(dst, src row[T]) {
		for i := range src.n {
			squares := 0.0
			for k := max(0, i-reach); k <= min(src.n-1, i+reach); k++ {
				x := float64(src.elems[k*src.step])
				squares += x * x
			}
			x := float64(src.elems[i*src.step])
			dst.elems[i*src.step] = T(x / math.Pow(bias+share*squares, beta))
		}
	})(m, c)
}

// l2Kernel computes nn.l2_normalize: x / sqrt(max(Σ x², eps)) over some axes, over all of
// them where axis is None.
var l2Kernel = buffer.Typed(buffer.Forms{F32: euclidean[float32], F64: euclidean[float64]})

func euclidean[T value.Float](m op.Machine, c *op.KernelCall) (value.Value, error) {
	data, err := c.Array(0)
	if err != nil {
		return nil, err
	}
	var axes []int
	if c.Attrs.Has("axis") {
		if axes, err = c.Axes("axis", data.Rank()); err != nil {
			return nil, err
		}
	} else {
		for k := range data.Rank() {
			axes = append(axes, k)
		}
	}
	order, lead := behind(data.Rank(), axes)
	view := data.Transpose(order)
	members := value.Product(view.Shape[lead:])
	src, err := buffer.Read[T](m, view)
	if err != nil {
		return nil, err
	}
	out, err := buffer.Alloc[T](m, data.Dtype, view.Shape)
	if err != nil {
		return nil, err
	}
	eps := buffer.Float(c, "eps")
	if members > 0 {
		err = buffer.Each(m, len(src)/members, 2*members, func(i int) {
			unit(out[i*members:][:members], src[i*members:][:members], eps)
		})
	}
	return buffer.Result(data.Dtype, view.Shape, out).Transpose(buffer.Inverse(order)), err
}

func unit[T value.Float](dst, src []T, eps float64) {
	squares := 0.0
	for _, x := range src {
		squares += float64(x) * float64(x)
	}
	scale := math.Sqrt(max(squares, eps))
	for i, x := range src {
		dst[i] = T(float64(x) / scale)
	}
}

// behind is the order of n dimensions that puts some axes behind the others; lead is
// the number of those.
func behind(n int, axes []int) (order []int, lead int) {
	last := make([]bool, n)
	for _, axis := range axes {
		last[axis] = true
	}
	order = buffer.Identity(n)
	slices.SortStableFunc(order, func(i, j int) int { return rank(last[i]) - rank(last[j]) })
	for _, is := range last {
		lead += 1 - rank(is)
	}
	return order, lead
}

func rank(last bool) int {
	if last {
		return 1
	}
	return 0
}
