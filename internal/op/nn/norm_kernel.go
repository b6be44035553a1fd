package nn

import (
	"fmt"
	"math"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/vector"
)

// Normalizations of layers, instances and groups differ in the sets of elements over
// which they take mean and variance:
//
//	y = (x - mean) / √(var + epsilon) · gamma[channel] + beta[channel]
//
// where var is the mean of (x - mean)². Sums are in float64, in the order that vector.Sum has
// for the set in row-major data, so that a result does not depend on how sets are shared out.

// A setsOf views the data as (sets, members): the dimensions of a set are put after
// those that count the sets. It gives the channel of a member, too.
type setsOf func(c *op.KernelCall, data *value.Array, axis int) (sets, error)

// sets are the data in an order in which each set lies together.
type sets struct {
	order   []int // of the data's dimensions in view
	members int   // elements of a set
	// The channel of element i of the view is i / inner % channels.
	channels, inner int
}

// over makes sets of the dimensions after the first `lead` of an order of
// dimensions, with the channels on an axis.
func over(data *value.Array, order []int, lead, axis int) sets {
	view := data.Transpose(order)
	at := op.Inverse(order)[axis]
	return sets{order, value.Product(view.Shape[lead:]), view.Shape[at], value.Product(view.Shape[at+1:])}
}

// layerSets normalize over the axis.
func layerSets(_ *op.KernelCall, data *value.Array, axis int) (sets, error) {
	order := moved(data.Rank(), axis, data.Rank()-1)
	return over(data, order, data.Rank()-1, axis), nil
}

// instanceSets normalize over all but the batch and the axis.
func instanceSets(_ *op.KernelCall, data *value.Array, axis int) (sets, error) {
	if axis == 0 {
		return over(data, op.AxisOrder(data.Rank()), 1, 0), nil
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

// moved is the order of n dimensions in which one of them is at another
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

// normKernel is the kernel of a normalization over some sets.
func normKernel(g setsOf) op.Kernel {
	return buffer.Typed(op.Reads{Arrays: 3, Axis: "axis"}, buffer.Forms{F32: normal[float32](g), F64: normal[float64](g)})
}

func normal[T value.Float](g setsOf) op.Body {
	return func(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
		s, err := g(c, in.Arrays[0], in.Axis)
		if err != nil {
			return nil, err
		}
		a, err := affineOf[T](m, c, in.Arrays[1], in.Arrays[2])
		if err != nil {
			return nil, err
		}
		return buffer.Pieces(m, in.Arrays[0], s.order, s.members, 3*s.members, func(dst, src []T, i int) {
			standard(dst, src, a.epsilon)
			a.finish(dst, s, i*s.members)
		})
	}
}

// standard gives (x - mean) / sqrt(var + epsilon).
func standard[T value.Float](dst, src []T, epsilon float64) {
	n := float64(len(src))
	mean := vector.Sum(src) / n
	vector.Scale(dst, src, mean, 1/math.Sqrt(vector.Squares(src, mean)/n+epsilon))
}

// finish multiplies by gamma and adds beta, to elements from `at` of the view
// on.
func (a affine[T]) finish(dst []T, s sets, at int) {
	for len(dst) > 0 {
		channel := at / s.inner % s.channels
		if s.inner == 1 && a.gamma != nil && a.beta != nil {
			n := min(len(dst), s.channels-channel)
			vector.Multiply(dst[:n], dst[:n], a.gamma[channel:])
			vector.Add(dst[:n], dst[:n], a.beta[channel:])
			dst, at = dst[n:], at+n
			continue
		}
		n := min(len(dst), s.inner-at%s.inner)
		a.channel(dst[:n], channel)
		dst, at = dst[n:], at+n
	}
}

// channel applies gamma and beta of a channel.
func (a affine[T]) channel(dst []T, channel int) {
	gamma, beta := T(1), T(0)
	if a.gamma != nil {
		gamma = a.gamma[channel]
	}
	if a.beta != nil {
		beta = a.beta[channel]
	}
	vector.Affine(dst, dst, 0, gamma, beta)
}
