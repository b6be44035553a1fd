package nn

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/value"
)

// convolveIntegers convolves integers in floats, which are faster, where every sum
// is one that floats hold exactly, whatever the data.
func convolveIntegers(k conv) op.Kernel {
	return func(m op.Machine, c *op.KernelCall) (value.Value, error) {
		o, err := k.operands(m, c)
		if err != nil {
			return nil, err
		}
		bound, err := o.bound(m)
		if err != nil {
			return nil, err
		}
		switch {
		case o.dtype != value.Int32 || bound >= 1<<31:
			return convolveOperands[int32](m, c, k, o)
		case bound >= 1<<24:
			return convolveOperands[float64](m, c, k, o)
		}
		return convolveOperands[float32](m, c, k, o)
	}
}

// bound is more than the magnitude of any sum.
func (o operands) bound(m op.Machine) (float64, error) {
	data, err := magnitude(m, o.data)
	if err != nil {
		return 0, err
	}
	weight, err := magnitude(m, o.weight)
	return data * weight * float64(value.Product(o.weight.Shape[1:])), err
}

// magnitude is the greatest absolute value of an element, as int32.
func magnitude(m op.Machine, a *value.Array) (float64, error) {
	xs, err := buffer.Read[int32](m, a)
	if err != nil {
		return 0, err
	}
	least, most := int32(0), int32(0)
	for _, x := range xs {
		least, most = min(least, x), max(most, x)
	}
	return max(float64(most), -float64(least)), nil
}
