package op

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/value"
)

// A Mapping gives the function that a call applies to corresponding elements of
// its operands, which are broadcast to one shape; nil where the dtypes have
// none. Chains of operators that have one are computed in one pass.
type Mapping func(attrs Attrs, in []value.Dtype) *value.Map

// MapKernel is the kernel of every operator with a Mapping.
func MapKernel(m Machine, c *KernelCall) (value.Value, error) {
	if v, done, err := mapScalars(m, c); done {
		return v, err
	}
	operands, err := c.Arrays()
	if err != nil {
		return nil, err
	}
	in := make([]value.Dtype, len(operands))
	for i, a := range operands {
		in[i] = a.Dtype
	}
	f, err := c.mapping(in)
	if err != nil {
		return nil, err
	}
	order := commonOrder(operands)
	if order == nil {
		a, err := MapOver(m, f, operands...)
		if err != nil {
			return nil, err
		}
		return value.Simplest(a), nil
	}
	turned := make([]*value.Array, len(operands))
	for i, a := range operands {
		turned[i] = a.Transpose(order)
	}
	a, err := MapOver(m, f, turned...)
	if err != nil {
		return nil, err
	}
	return a.Transpose(Inverse(order)), nil
}

// commonOrder is the order of dimensions in which all operands lie side by side in memory, if
// they have one shape and that is another order than the dimensions are in: nothing is gathered
// then, and the result lies as the operands do.
func commonOrder(operands []*value.Array) []int {
	first := operands[0]
	if first.IsContiguous() {
		return nil
	}
	for _, a := range operands[1:] {
		if !slices.Equal(a.Shape, first.Shape) || !slices.Equal(a.Strides, first.Strides) {
			return nil
		}
	}
	order := MemoryOrder(first)
	if !first.Transpose(order).IsContiguous() {
		return nil
	}
	return order
}

func (c *KernelCall) mapping(in []value.Dtype) (*value.Map, error) {
	if f := c.Op.Map(c.Attrs, in); f != nil {
		return f, nil
	}
	names := make([]string, len(in))
	for i, d := range in {
		names[i] = d.String()
	}
	return nil, fmt.Errorf("`%s` cannot be computed of %s", c.Op.Name, strings.Join(names, " and "))
}

// mapScalars computes a call whose operands all are scalars.
func mapScalars(m Machine, c *KernelCall) (v value.Value, done bool, err error) {
	in, xs := make([]value.Dtype, len(c.Args)), make([]value.Scalar, len(c.Args))
	for i, arg := range c.Args {
		s, ok := arg.(value.Scalar)
		if !ok {
			return nil, false, nil
		}
		in[i], xs[i] = s.Dtype, s
	}
	f, err := c.mapping(in)
	if err != nil {
		return nil, true, err
	}
	if err := m.Charge(1); err != nil {
		return nil, true, err
	}
	s, err := f.Apply(xs...)
	return s, true, err
}

// LeastGathered is the number of elements from which operands whose neighbours lie apart are
// brought side by side first: a block of them would be read from as many lines of the cache.
const LeastGathered = 1 << 14

// MapOver applies a function to arrays, broadcast to one shape.
func MapOver(m Machine, f *value.Map, operands ...*value.Array) (*value.Array, error) {
	for i, a := range operands {
		if a.Dtype != f.In[i] {
			return nil, fmt.Errorf("`%s` of %s gets a tensor of %s", f.Name, f.In[i], a.Dtype)
		}
	}
	if alongside(operands) {
		return mapFlat(m, f, operands)
	}
	shapes := make([][]int, len(operands))
	for i, a := range operands {
		shapes[i] = a.Shape
	}
	shape, err := value.BroadcastShape(shapes...)
	if err != nil {
		return nil, err
	}
	result, err := NewUnset(m, f.Out, shape)
	if err != nil {
		return nil, err
	}
	spread := make([]*value.Array, len(operands))
	for i, a := range operands {
		if result.Len() >= LeastGathered && a.IsScattered() {
			if a, err = Compact(Uncounted(m), a); err != nil {
				return nil, err
			}
		}
		spread[i] = a.Broadcast(shape)
	}
	return result, Sweep(m, result.Len(), 1, func(from, to int) error {
		return f.Range(result.Data, spread, from, to)
	})
}

// alongside reports whether arrays have one shape and lie side by side, so that
// corresponding elements are found without looking at dimensions.
func alongside(arrays []*value.Array) bool {
	for _, a := range arrays {
		if !a.IsContiguous() || !slices.Equal(a.Shape, arrays[0].Shape) {
			return false
		}
	}
	return true
}

func mapFlat(m Machine, f *value.Map, operands []*value.Array) (*value.Array, error) {
	result, err := NewUnset(m, f.Out, operands[0].Shape)
	if err != nil || result.Len() == 0 {
		return result, err
	}
	return result, Sweep(m, result.Len(), 1, func(from, to int) error {
		src := make([]any, len(operands))
		for i, a := range operands {
			src[i] = value.Cut(a.Data, a.Offset+from, a.Offset+to)
		}
		return f.Block(value.Cut(result.Data, from, to), src)
	})
}

// UnaryMapping and BinaryMapping find functions by Relay's name.
func UnaryMapping(name string) Mapping {
	return func(_ Attrs, in []value.Dtype) *value.Map { return value.UnaryMap(name, in[0]) }
}

func BinaryMapping(name string) Mapping {
	return func(_ Attrs, in []value.Dtype) *value.Map {
		if in[0] != in[1] {
			return nil
		}
		return value.BinaryMap(name, in[0])
	}
}

func ClipMapping(attrs Attrs, in []value.Dtype) *value.Map {
	least, _ := attrs.Float("a_min")
	most, _ := attrs.Float("a_max")
	return value.ClipMap(in[0], least, most)
}

func CastMapping(attrs Attrs, in []value.Dtype) *value.Map {
	d, err := DtypeValue(attrs.Dtype("dtype"), in[0])
	if err != nil {
		return nil
	}
	return value.CastMap(d, in[0])
}

func WhereMapping(_ Attrs, in []value.Dtype) *value.Map {
	if in[1] != in[2] {
		return nil
	}
	return value.WhereMap(in[0], in[1])
}
