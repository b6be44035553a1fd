package buffer

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

// Read gives the elements in row-major order as T's: the array's own memory
// where it holds them so, which must not be written. What has to be copied is
// asked for first; it counts no steps, since operators' costs are those of their
// own work.
func Read[T value.Number](m op.Machine, a *value.Array) ([]T, error) {
	return Cast[T](m, a, a.Dtype)
}

// Cast is Read through another dtype, to which the elements are rounded first.
func Cast[T value.Number](m op.Machine, a *value.Array, d value.Dtype) ([]T, error) {
	var err error
	for _, d := range []value.Dtype{d, value.DtypeOf[T]()} {
		if a, err = InDtype(m, a, d); err != nil {
			return nil, err
		}
	}
	return op.ElementsOf[T](m, a)
}

// InDtype is op.Converted, which counts no steps.
func InDtype(m op.Machine, a *value.Array, d value.Dtype) (*value.Array, error) {
	return op.Converted(op.Uncounted(m), a, d)
}

// Reshaped is op.Reshaped, which counts no steps.
func Reshaped(m op.Machine, a *value.Array, shape []int) (*value.Array, error) {
	return op.Reshaped(op.Uncounted(m), a, shape)
}

// OutDtype is the attribute out_dtype, the data's dtype where it is left out.
// Typed has reported those that are none of arrays.
func OutDtype(c *op.KernelCall, data *value.Array) value.Dtype {
	d, _ := c.AttrDtype("out_dtype", data.Dtype)
	return d
}

// Int is an attribute that counts, 0 where it is no number.
func Int(c *op.KernelCall, attr string) int {
	n, _ := c.Attrs.Int(attr)
	return int(n)
}

// Float is an attribute that may be written as a float or an integer.
func Float(c *op.KernelCall, attr string) float64 {
	if x, ok := c.Attrs.Float(attr); ok {
		return x
	}
	return float64(Int(c, attr))
}
