package table

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// storing are the operators that take dtypes which are only stored.
var storing = map[string]bool{
	"cast": true, "cast_like": true, "reinterpret": true, "reshape": true, "reshape_like": true, "dyn.reshape": true, "transpose": true,
	"expand_dims": true, "squeeze": true, "strided_slice": true, "split": true, "concatenate": true, "stack": true, "take": true,
	"gather": true, "broadcast_to": true, "reverse": true, "repeat": true, "tile": true, "where": true, "shape_of": true,
	"ndarray_size": true, "full": true, "full_like": true, "zeros": true, "zeros_like": true, "ones": true, "ones_like": true,
}

// guarded is an operator whose kernel refuses dtypes that are only stored, unless it moves
// elements: others would compute with the bits of floats, or not wrap where integers do.
func guarded(o *op.Op) *op.Op {
	changed := *o
	if o.Kernel == nil || storing[o.Name] {
		changed.Stores = true
		return &changed
	}
	var chosen []string // attributes that are dtypes
	for _, a := range o.Attrs {
		if a.Type == op.DtypeAttr {
			chosen = append(chosen, a.Name)
		}
	}
	changed.Kernel = func(m op.Machine, c *op.KernelCall) (value.Value, error) {
		for _, arg := range c.Args {
			if d, ok := stored(arg); ok {
				return nil, fmt.Errorf("`%s` cannot be computed of %s: convert it by `cast` first", c.Op.Name, d)
			}
		}
		for _, attr := range chosen {
			if d := c.Attrs.Dtype(attr); d.IsStored() && given(c.Out) {
				return nil, fmt.Errorf("`%s` cannot give %s: convert the result by `cast`", c.Op.Name, d)
			}
		}
		return o.Kernel(m, c)
	}
	return &changed
}

// given reports whether a result may have a dtype that is only stored: where its type is known,
// an attribute that says so may mean nothing.
func given(out types.Type) bool {
	if out == nil {
		return true
	}
	switch types.Head(out).(type) {
	case *types.Tensor, *types.Tuple:
		return op.HoldsStored(out)
	}
	return true
}

// stored finds a dtype that is only stored in a tensor, or in a tuple of them.
func stored(v value.Value) (value.Dtype, bool) {
	switch v := v.(type) {
	case value.Scalar:
		return v.Dtype, v.Dtype.IsStored()
	case *value.Array:
		return v.Dtype, v.Dtype.IsStored()
	case *value.Tuple:
		for _, elem := range v.Elems {
			if d, ok := stored(elem); ok {
				return d, true
			}
		}
	}
	return 0, false
}
