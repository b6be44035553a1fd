package nn

import (
	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/op/buffer"
	"github.com/fraccheck/fraccheck/value"
)

// convolveIntegers convolves integers in floats, which are faster, where every sum
// is one that floats hold exactly, whatever the data.
func convolveIntegers(k conv) op.Kernel {
	return func(m op.Machine, c *op.KernelCall) (value.Value, error) {
		o, err := k.operands(c)
		if err != nil {
			return nil, err
		}
		bound := o.bound()
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
func (o operands) bound() float64 {
	filter := value.Product(o.weight.Shape[1:])
	return magnitude(o.data) * magnitude(o.weight) * float64(filter)
}

// magnitude is the greatest absolute value of an element, as int32.
func magnitude(a *value.Array) float64 {
	least, most := int32(0), int32(0)
	for _, x := range buffer.Read[int32](a) {
		least, most = min(least, x), max(most, x)
	}
	return max(float64(most), -float64(least))
}
