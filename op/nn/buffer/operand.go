package buffer

import (
	"fmt"

	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/types"
	"github.com/fraccheck/fraccheck/value"
)

// Array gives argument i as an array; a scalar is one of rank 0.
func Array(c *op.KernelCall, i int) (*value.Array, error) {
	a, ok := arrayOf(c.Args[i])
	if !ok {
		return nil, fmt.Errorf("`%s`: `%s` is no tensor", c.Op.Name, c.Op.Params[i].Name)
	}
	return a, nil
}

func arrayOf(v value.Value) (*value.Array, bool) {
	switch v := v.(type) {
	case *value.Array:
		return v, true
	case value.Scalar:
		return value.FromScalar(v), true
	}
	return nil, false
}

// Arrays gives all arguments as arrays, nil for those not given.
func Arrays(c *op.KernelCall) ([]*value.Array, error) {
	arrays := make([]*value.Array, len(c.Args))
	for i, arg := range c.Args {
		if arg == nil {
			continue
		}
		a, err := Array(c, i)
		if err != nil {
			return nil, err
		}
		arrays[i] = a
	}
	return arrays, nil
}

// Read gives the elements in row-major order as T's: the array's own memory
// where it holds them so, which must not be written.
func Read[T value.Number](a *value.Array) []T {
	return value.Elems[T](a.Convert(value.DtypeOf[T]()))
}

// Cast is Read through another dtype, to which the elements are rounded first.
func Cast[T value.Number](a *value.Array, d value.Dtype) []T { return Read[T](a.Convert(d)) }

// Dtype is a dtype of the checker as arrays have it.
func Dtype(d types.Dtype) (value.Dtype, bool) { return value.ParseDtype(d.String()) }

// OutDtype is the attribute out_dtype, the data's dtype where it is left out.
func OutDtype(c *op.KernelCall, data *value.Array) value.Dtype {
	if d, ok := Dtype(c.Attrs.Dtype("out_dtype")); ok {
		return d
	}
	return data.Dtype
}

// Int is an attribute that counts, which the relation has checked.
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

// Ints is an attribute that lists numbers.
func Ints(c *op.KernelCall, attr string) ([]int, error) {
	if !c.Attrs.Has(attr) {
		return nil, nil
	}
	wide, ok := c.Attrs.Ints(attr)
	if !ok {
		return nil, fmt.Errorf("`%s`: `%s` must be numbers", c.Op.Name, attr)
	}
	ns := make([]int, len(wide))
	for i, n := range wide {
		ns[i] = int(n)
	}
	return ns, nil
}

// Axis is an attribute that counts dimensions, from the end where it is
// negative.
func Axis(c *op.KernelCall, attr string, rank int) (int, error) {
	n := Int(c, attr)
	if n < 0 {
		n += rank
	}
	if n < 0 || n >= rank {
		return 0, fmt.Errorf("`%s`: `%s` is %d, and the data has %d dimensions", c.Op.Name, attr, Int(c, attr), rank)
	}
	return n, nil
}
