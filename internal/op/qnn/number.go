package qnn

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A code is how integers represent numbers: integer q of a channel for
// scales[channel] · (q - zeros[channel]). One scale or zero point is for all.
type code struct {
	scales []float32
	zeros  []int64
}

// scale and zero are those of a channel.
func (k code) scale(channel int) float32 { return pick(k.scales, channel) }
func (k code) zero(channel int) int64    { return pick(k.zeros, channel) }

// pick is the entry for a channel of a list that has one for each, or one for all.
func pick[T any](xs []T, channel int) T {
	if len(xs) == 1 {
		return xs[0]
	}
	return xs[channel]
}

// codeOf reads scale and zero point from two arguments, for this many channels.
func codeOf(m op.Machine, c *op.KernelCall, scale, zero, channels int) (k code, err error) {
	for _, i := range []int{scale, zero} {
		a, err := c.Array(i)
		if err != nil {
			return k, err
		}
		if n := a.Len(); n != 1 && n != channels {
			return k, fmt.Errorf("`%s`: `%s` has %d elements, and there are %d channels", c.Op.Name, c.Op.Params[i].Name, n, channels)
		}
		if i == scale {
			k.scales, err = buffer.Read[float32](m, a)
		} else {
			k.zeros, err = buffer.Read[int64](m, a)
		}
		if err != nil {
			return k, err
		}
	}
	return k, nil
}

// codeFrom reads a code from its scales and zero points.
func codeFrom(m op.Machine, scale, zero *value.Array) (k code, err error) {
	if k.scales, err = buffer.Read[float32](m, scale); err != nil {
		return k, err
	}
	k.zeros, err = buffer.Read[int64](m, zero)
	return k, err
}

// channelsAlong is how elements in row-major order fall to the channels of an
// axis: element i to i / inner % extent.
type channelsAlong struct{ extent, inner int }

// channelsOf reads the axis of the channels; a scalar is one channel of one element.
func channelsOf(c *op.KernelCall, attr string, shape []int) (channelsAlong, error) {
	if len(shape) == 0 {
		return channelsAlong{1, 1}, nil
	}
	axis, err := c.Axis(attr, len(shape))
	if err != nil {
		return channelsAlong{}, err
	}
	return channelsAlong{shape[axis], max(1, value.Product(shape[axis+1:]))}, nil
}

// of is the channel of element i.
func (a channelsAlong) of(i int) int { return i / a.inner % a.extent }

// limits are the least and the greatest integer of a dtype.
func limits(d value.Dtype) (least, most int64) {
	if d.IsSigned() {
		return -1 << (d.Bits() - 1), 1<<(d.Bits()-1) - 1
	}
	return 0, 1<<d.Bits() - 1
}

// integers makes a result of integers, limited to what the dtype holds: number(i) is element
// i before that. uint64 is refused, as int64 does not hold its integers.
func integers(m op.Machine, d value.Dtype, shape []int, steps int, number func(i int) int64) (value.Value, error) {
	if !d.IsInteger() || d == value.Uint64 {
		return nil, fmt.Errorf("%s holds no quantized numbers", d)
	}
	out, err := buffer.Alloc[int64](m, d, shape)
	if err != nil {
		return nil, err
	}
	least, most := limits(d)
	err = buffer.Each(m, len(out), steps, func(i int) { out[i] = min(max(number(i), least), most) })
	return buffer.Result(d, shape, out), err
}
