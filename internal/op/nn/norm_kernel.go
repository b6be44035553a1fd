package nn

import (
	"fmt"
	"math"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A setsOf says over what a normalization takes mean and variance: groups of
// dimensions, put behind those that count them. It views the data as (sets,
// members), where each set is normalized by itself, and tells the channel of a
// member.
type setsOf func(c *op.KernelCall, data *value.Array, axis int) (sets, error)

// sets are the data in an order in which each set lies together.
type sets struct {
	view    *value.Array
	order   []int // of the data's dimensions in view
	members int   // elements of a set
	// The channel of element i of the view is i / inner % channels.
	channels, inner int
}

// over makes sets of the dimensions behind the first `lead` of an order of
// dimensions, with the channels on an axis.
func over(data *value.Array, order []int, lead, axis int) sets {
	view := data.Transpose(order)
	at := buffer.Inverse(order)[axis]
	return sets{view, order, value.Product(view.Shape[lead:]), view.Shape[at], value.Product(view.Shape[at+1:])}
}

// layerSets normalize over the axis.
func layerSets(_ *op.KernelCall, data *value.Array, axis int) (sets, error) {
	order := moved(data.Rank(), axis, data.Rank()-1)
	return over(data, order, data.Rank()-1, axis), nil
}

// instanceSets normalize over all but the batch and the axis.
func instanceSets(_ *op.KernelCall, data *value.Array, axis int) (sets, error) {
	if axis == 0 {
		return over(data, buffer.Identity(data.Rank()), 1, 0), nil
	}
	return over(data, moved(data.Rank(), axis, 1), 2, axis), nil
}

// groupSets normalize over all but the batch, and a group of the axis.
func groupSets(c *op.KernelCall, data *value.Array, axis int) (sets, error) {
	groups := buffer.Int(c, "num_groups")
	if groups < 1 || axis == 0 || data.Shape[axis]%groups != 0 {
		return sets{}, fmt.Errorf("`%s`: `num_groups` is %d, and there are %d channels", c.Op.Name, groups, data.Shape[axis])
	}
	s := over(data, moved(data.Rank(), axis, 1), 2, axis)
	s.members *= data.Shape[axis] / groups
	return s, nil
}

// moved is the order of n dimensions in which one of them stands at another
// place.
func moved(n, axis, to int) []int {
	var order []int
	for k := range n {
		if k != axis {
			order = append(order, k)
		}
	}
	return append(order[:to], append([]int{axis}, order[to:]...)...)
}

func normKernel(g setsOf) op.Kernel {
	return buffer.Typed(buffer.Forms{F32: normal[float32](g), F64: normal[float64](g)})
}

func normal[T value.Float](g setsOf) op.Kernel {
	return func(m op.Machine, c *op.KernelCall) (value.Value, error) {
		arrays, err := c.Arrays()
		if err != nil {
			return nil, err
		}
		axis, err := c.Axis("axis", arrays[0].Rank())
		if err != nil {
			return nil, err
		}
		s, err := g(c, arrays[0], axis)
		if err != nil {
			return nil, err
		}
		a, err := affineOf[T](m, c, arrays[1], arrays[2])
		if err != nil {
			return nil, err
		}
		return normalSets(m, s, a)
	}
}

func normalSets[T value.Float](m op.Machine, s sets, a affine[T]) (value.Value, error) {
	src, err := buffer.Read[T](m, s.view)
	if err != nil {
		return nil, err
	}
	out, err := buffer.Alloc[T](m, s.view.Dtype, s.view.Shape)
	if err != nil {
		return nil, err
	}
	if s.members > 0 {
		err = buffer.Each(m, len(src)/s.members, 3*s.members, func(i int) {
			at := i * s.members
			standard(out[at:][:s.members], src[at:][:s.members], a.epsilon)
			a.finish(out[at:][:s.members], s, at)
		})
	}
	return buffer.Result(s.view.Dtype, s.view.Shape, out).Transpose(buffer.Inverse(s.order)), err
}

// standard gives (x - mean) / sqrt(var + epsilon); sums are in float64, in
// order.
func standard[T value.Float](dst, src []T, epsilon float64) {
	sum, n := 0.0, float64(len(src))
	for _, x := range src {
		sum += float64(x)
	}
	mean, squares := sum/n, 0.0
	for _, x := range src {
		d := float64(x) - mean
		squares += d * d
	}
	scale := 1 / math.Sqrt(squares/n+epsilon)
	for i, x := range src {
		dst[i] = T((float64(x) - mean) * scale)
	}
}

// finish multiplies by gamma and adds beta, to elements from `at` of the view
// on.
func (a affine[T]) finish(dst []T, s sets, at int) {
	for len(dst) > 0 {
		channel := at / s.inner % s.channels
		n := min(len(dst), s.inner-at%s.inner)
		a.channel(dst[:n], channel)
		dst, at = dst[n:], at+n
	}
}

func (a affine[T]) channel(dst []T, channel int) {
	gamma, beta := T(1), T(0)
	if a.gamma != nil {
		gamma = a.gamma[channel]
	}
	if a.beta != nil {
		beta = a.beta[channel]
	}
	for i, x := range dst {
		dst[i] = x*gamma + beta
	}
}
