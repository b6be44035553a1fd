package buffer

import (
	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/value"
)

// Read gives the elements in row-major order as T's: the array's own memory
// where it holds them so, which must not be written.
func Read[T value.Number](a *value.Array) []T {
	return value.Elems[T](a.Convert(value.DtypeOf[T]()))
}

// Cast is Read through another dtype, to which the elements are rounded first.
func Cast[T value.Number](a *value.Array, d value.Dtype) []T { return Read[T](a.Convert(d)) }

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
