package op

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// Array gives argument i as an array; an error where it is no tensor.
func (c *KernelCall) Array(i int) (*value.Array, error) {
	if a := value.Dense(c.Args[i]); a != nil {
		return a, nil
	}
	return nil, fmt.Errorf("argument %d of `%s` is no tensor", i+1, c.Op.Name)
}

// Arrays gives all arguments as arrays, nil for those not given.
func (c *KernelCall) Arrays() ([]*value.Array, error) {
	arrays := make([]*value.Array, len(c.Args))
	for i, arg := range c.Args {
		if arg == nil {
			continue
		}
		a, err := c.Array(i)
		if err != nil {
			return nil, err
		}
		arrays[i] = a
	}
	return arrays, nil
}

// ArraysOf gives the elements of argument i, a tuple of tensors.
func (c *KernelCall) ArraysOf(i int) ([]*value.Array, error) {
	tuple, ok := c.Args[i].(*value.Tuple)
	if !ok {
		return nil, fmt.Errorf("argument %d of `%s` is no tuple", i+1, c.Op.Name)
	}
	arrays := make([]*value.Array, len(tuple.Elems))
	for k, elem := range tuple.Elems {
		if arrays[k] = value.Dense(elem); arrays[k] == nil {
			return nil, fmt.Errorf("element %d of the tuple is no tensor", k)
		}
	}
	return arrays, nil
}

// IntsOf gives argument i, a tensor of integers, as Go ints in row-major order.
func (c *KernelCall) IntsOf(m Machine, i int) ([]int, error) {
	a, err := c.Array(i)
	if err != nil {
		return nil, err
	}
	wide, err := WholeNumbers(Uncounted(m), a)
	if err != nil {
		return nil, err
	}
	ints, err := Make[int](m, len(wide))
	if err != nil {
		return nil, err
	}
	for i, n := range wide {
		ints[i] = int(n)
	}
	return ints, nil
}

// Axis reads an attribute as an axis of a tensor of rank dimensions.
func (c *KernelCall) Axis(attr string, rank int) (int, error) {
	n, ok := c.Attrs.Int(attr)
	if !ok {
		return 0, fmt.Errorf("`%s` of `%s` must be a number", attr, c.Op.Name)
	}
	return c.axisOf(attr, n, rank)
}

func (c *KernelCall) axisOf(attr string, n int64, rank int) (int, error) {
	axis, ok := NormalAxis(n, rank)
	if !ok {
		return 0, fmt.Errorf("`%s` of `%s` is %d, and a tensor of %s has no such axis", attr, c.Op.Name, n, Dimensions(rank))
	}
	return axis, nil
}

// Axes reads an attribute as a list of axes.
func (c *KernelCall) Axes(attr string, rank int) ([]int, error) {
	ns, err := c.Ints(attr)
	if err != nil {
		return nil, err
	}
	axes := make([]int, len(ns))
	for i, n := range ns {
		if axes[i], err = c.axisOf(attr, int64(n), rank); err != nil {
			return nil, err
		}
	}
	return axes, nil
}

// Int reads an attribute that must be a number.
func (c *KernelCall) Int(attr string) (int, error) {
	if n, ok := c.Attrs.Int(attr); ok {
		return int(n), nil
	}
	return 0, fmt.Errorf("`%s` of `%s` must be a number", attr, c.Op.Name)
}

// mostModerate bounds numbers so that the sum of a few products of two is an int.
const mostModerate = 1 << 30

// Moderate refuses numbers whose products may overflow.
func (c *KernelCall) Moderate(ns ...int) error {
	for _, n := range ns {
		if n > mostModerate || n < -mostModerate {
			return fmt.Errorf("%w: `%s` does not compute with an extent or an attribute of %d", value.ErrTooLarge, c.Op.Name, n)
		}
	}
	return nil
}

// Ints reads an attribute that must be a list of numbers.
func (c *KernelCall) Ints(attr string) ([]int, error) {
	ns, ok := c.Attrs.Ints(attr)
	if !ok {
		return nil, fmt.Errorf("`%s` of `%s` must be a list of numbers", attr, c.Op.Name)
	}
	ints := make([]int, len(ns))
	for i, n := range ns {
		ints[i] = int(n)
	}
	return ints, nil
}

// ResultDtype is the dtype of the result's type, or of its first element's;
// otherwise where the type has none.
func (c *KernelCall) ResultDtype(otherwise value.Dtype) (value.Dtype, error) {
	return tensorDtype(c.Out, otherwise)
}

func tensorDtype(t types.Type, otherwise value.Dtype) (value.Dtype, error) {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		return DtypeValue(t.Dtype, otherwise)
	case *types.Tuple:
		if len(t.Elems) > 0 {
			return tensorDtype(t.Elems[0], otherwise)
		}
	}
	return otherwise, nil
}

// AttrDtype reads a dtype attribute.
func (c *KernelCall) AttrDtype(attr string, otherwise value.Dtype) (value.Dtype, error) {
	return DtypeValue(c.Attrs.Dtype(attr), otherwise)
}

// valueDtypes are the dtypes that arrays have. On those of the last lines there is no
// arithmetic (value.Dtype.IsStored); an integer of another width would need its own: kept in
// a wider one it would not wrap where it does.
var valueDtypes = map[types.Dtype]value.Dtype{
	types.Bool: value.Bool, types.Uint1: value.Bool,
	{Class: types.UintClass, Bits: 16, Lanes: 1}: value.Uint16,
	types.Int8: value.Int8, types.Int16: value.Int16, types.Int32: value.Int32, types.Int64: value.Int64,
	types.Uint8: value.Uint8, types.Uint32: value.Uint32, types.Uint64: value.Uint64,
	types.Float16: value.Float16, types.Bfloat16: value.Bfloat16, types.Float32: value.Float32, types.Float64: value.Float64,
	{Class: types.IntClass, Bits: 4, Lanes: 1}: value.Int4, {Class: types.UintClass, Bits: 4, Lanes: 1}: value.Uint4,
	{Class: types.IntClass, Bits: 2, Lanes: 1}: value.Int2, {Class: types.UintClass, Bits: 2, Lanes: 1}: value.Uint2,
	{Class: types.E4M3FNClass, Bits: 8, Lanes: 1}: value.Float8E4M3FN, {Class: types.E4M3FNUZClass, Bits: 8, Lanes: 1}: value.Float8E4M3FNUZ,
	{Class: types.E5M2Class, Bits: 8, Lanes: 1}: value.Float8E5M2, {Class: types.E5M2FNUZClass, Bits: 8, Lanes: 1}: value.Float8E5M2FNUZ,
	{Class: types.E2M1FNClass, Bits: 4, Lanes: 1}: value.Float4E2M1FN,
}

// DtypeValue finds the dtype of arrays of a type; otherwise for none.
func DtypeValue(d types.Dtype, otherwise value.Dtype) (value.Dtype, error) {
	if d == types.NoDtype {
		return otherwise, nil
	}
	if v, ok := valueDtypes[d]; ok {
		return v, nil
	}
	return 0, fmt.Errorf("values of dtype %s cannot be computed with", d)
}

// Scalar gives argument i, a tensor of one element.
func (c *KernelCall) Scalar(i int) (value.Scalar, error) {
	switch v := c.Args[i].(type) {
	case value.Scalar:
		return v, nil
	case *value.Array:
		if v.Len() == 1 {
			return v.Item(), nil
		}
	}
	return value.Scalar{}, fmt.Errorf("argument %d of `%s` must be a scalar", i+1, c.Op.Name)
}
