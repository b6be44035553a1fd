package qnn

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A side is one operand of a binary operator: its elements broadcast to the
// result's shape, and their codes.
type side struct {
	elems    []int64
	channels []int64 // of the elements; nil where all have one code
	code     code
}

// channel is the channel of element i of the result.
func (s side) channel(i int) int {
	if s.channels == nil {
		return 0
	}
	return int(s.channels[i])
}

// sides reads both operands.
func sides(m op.Machine, c *op.KernelCall) (l, r side, shape []int, err error) {
	arrays, err := c.Arrays()
	if err != nil {
		return l, r, nil, err
	}
	if shape, err = value.BroadcastShape(arrays[0].Shape, arrays[1].Shape); err != nil {
		return l, r, nil, err
	}
	if l, err = sideOf(m, c, arrays[0], "lhs_axis", 2, shape); err != nil {
		return l, r, nil, err
	}
	r, err = sideOf(m, c, arrays[1], "rhs_axis", 4, shape)
	return l, r, shape, err
}

// sideOf reads an operand, whose scale and zero point are arguments from scale on. Where it
// has several codes, the channels of its elements are broadcast as the elements are.
func sideOf(m op.Machine, c *op.KernelCall, a *value.Array, attr string, scale int, shape []int) (s side, err error) {
	along := channelsAlong{1, 1}
	axis := 0
	if a.Rank() > 0 {
		if axis, err = c.Axis(attr, a.Rank()); err != nil && a.Rank() > 1 {
			return s, err
		}
		along.extent = a.Shape[axis]
	}
	if s.code, err = codeOf(m, c, scale, scale+1, along.extent); err != nil {
		return s, err
	}
	if s.elems, err = buffer.Read[int64](m, a.Broadcast(shape)); err != nil {
		return s, err
	}
	if len(s.code.scales) > 1 || len(s.code.zeros) > 1 {
		which, err := indices(m, a.Shape, axis)
		if err != nil {
			return s, err
		}
		s.channels, err = buffer.Read[int64](m, which.Broadcast(shape))
		return s, err
	}
	return s, nil
}

// indices is an array of a shape that holds each element's index on an axis.
func indices(m op.Machine, shape []int, axis int) (*value.Array, error) {
	along, err := op.Iota(m, shape[axis])
	if err != nil {
		return nil, err
	}
	return along.Insert(1, len(shape)-axis-1).Broadcast(shape), nil
}

// sumKernel computes qnn.add, and qnn.subtract with sign -1:
//
//	rescale(l - zero_l) ± rescale(r - zero_r) + zero
//
// Both operands are brought to the result's scale, each rounded by itself.
func sumKernel(sign int64) op.Kernel {
	return func(m op.Machine, c *op.KernelCall) (value.Value, error) {
		l, r, shape, err := sides(m, c)
		if err != nil {
			return nil, err
		}
		to, err := codeOf(m, c, 6, 7, 1)
		if err != nil {
			return nil, err
		}
		zero := to.zero(0)
		to.zeros = []int64{0}
		left, right := l.code.requantizer(to, upward, ""), r.code.requantizer(to, upward, "")
		return result(m, c, shape, func(i int) int64 {
			return left(l.elems[i], l.channel(i)) + sign*right(r.elems[i], r.channel(i)) + zero
		})
	}
}

// rescalerBytes is what a pair of scales takes: their product, and a function with what
// it captures.
const rescalerBytes = 64

// productKernel computes qnn.mul: rescale((l - zero_l)·(r - zero_r)) + zero, where the product
// of the integers has the product of the scales. There is a rescaler for each pair of
// channels' scales.
func productKernel(m op.Machine, c *op.KernelCall) (value.Value, error) {
	l, r, shape, err := sides(m, c)
	if err != nil {
		return nil, err
	}
	to, err := codeOf(m, c, 6, 7, 1)
	if err != nil {
		return nil, err
	}
	if err := op.AskBytes(m, len(l.code.scales)*len(r.code.scales), rescalerBytes); err != nil {
		return nil, err
	}
	rs := make([][]rescaler, len(l.code.scales))
	for i, scale := range l.code.scales {
		both := code{scales: make([]float32, len(r.code.scales))}
		for k, other := range r.code.scales {
			both.scales[k] = scale * other
		}
		rs[i] = both.rescalers(to.scale(0), upward, "")
	}
	return result(m, c, shape, func(i int) int64 {
		a, b := l.channel(i), r.channel(i)
		product := (l.elems[i] - l.code.zero(a)) * (r.elems[i] - r.code.zero(b))
		return pick(pick(rs, a), b)(product) + to.zero(0)
	})
}

// result is of the dtype of the first operand.
func result(m op.Machine, c *op.KernelCall, shape []int, number func(i int) int64) (value.Value, error) {
	lhs, err := c.Array(0)
	if err != nil {
		return nil, err
	}
	return integers(m, lhs.Dtype, shape, 8, number)
}
