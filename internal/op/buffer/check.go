package buffer

import (
	"errors"
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// Checked makes each kernel ask its operator's relation first, now that all
// extents are known. What the relation refuses is an error, and so is a result that
// no tensor can be: relations follow TVM's, which let extents be negative. A result
// without elements is made here. So kernels can rely on what the relation holds, and
// on a result whose extents are 1 or more. What a kernel gives is held against the
// type: where TVM's relation leaves some extents of the arguments unread, they may make
// another result.
func Checked(ops []*op.Op) []*op.Op {
	for _, o := range ops {
		if kernel := o.Kernel; kernel != nil {
			o.Kernel = func(m op.Machine, c *op.KernelCall) (value.Value, error) {
				out, err := typed(c)
				if err != nil {
					return nil, err
				}
				if v := nothing(out); v != nil {
					return v, nil
				}
				v, err := kernel(m, c)
				if err == nil && !has(v, out) {
					return nil, fmt.Errorf("`%s`: the arguments give %s, and the result's type is %s", c.Op.Name, types.String(op.TypeOf(v)), types.String(out))
				}
				return v, err
			}
		}
	}
	return ops
}

// typed is the result's type; nil where the relation waits.
func typed(c *op.KernelCall) (types.Type, error) {
	call := &op.Call{Op: c.Op, Args: make([]types.Type, len(c.Args)), Attrs: c.Attrs, Last: true}
	for i, arg := range c.Args {
		if arg != nil {
			call.Args[i] = op.TypeOf(arg)
		}
	}
	answer := c.Op.Relation(call)
	if answer.Err != nil {
		return nil, errors.New(answer.Err.Message)
	}
	for _, t := range tensorsIn(answer.Out) {
		if err := exists(t); err != nil {
			return nil, fmt.Errorf("`%s`: %w", c.Op.Name, err)
		}
	}
	return answer.Out, nil
}

// tensorsIn are a tensor, or the tensors of a tuple.
func tensorsIn(t types.Type) []*types.Tensor {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		return []*types.Tensor{t}
	case *types.Tuple:
		var all []*types.Tensor
		for _, e := range t.Elems {
			all = append(all, tensorsIn(e)...)
		}
		return all
	}
	return nil
}

// exists refuses types that no tensor has.
func exists(t *types.Tensor) error {
	if _, err := op.DtypeValue(t.Dtype, value.Float32); err != nil {
		return err
	}
	for _, d := range t.Shape {
		switch n, known := d.Const(); {
		case known && n < 0:
			return fmt.Errorf("the result would have the shape %s", types.ShapeString(t.Shape))
		case !known && !d.Loose():
			return fmt.Errorf("%w in shape %s", value.ErrTooLarge, types.ShapeString(t.Shape))
		}
	}
	if shape := extents(t); shape != nil {
		_, err := value.CheckedLen(shape)
		return err
	}
	return nil
}

// extents are those of a tensor of known shape, else nil.
func extents(t *types.Tensor) []int {
	shape := make([]int, len(t.Shape))
	for i, d := range t.Shape {
		n, known := d.Const()
		if !known {
			return nil
		}
		shape[i] = int(n)
	}
	return shape
}

// has reports whether a value has the shapes of a type, as far as they are known.
func has(v value.Value, t types.Type) bool {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		a := value.Dense(v)
		return a != nil && slices.EqualFunc(a.Shape, t.Shape, func(n int, d types.Dim) bool { return d.Loose() || d.IsConst(int64(n)) })
	case *types.Tuple:
		tuple, ok := v.(*value.Tuple)
		return ok && slices.EqualFunc(tuple.Elems, t.Elems, has)
	}
	return true
}

// nothing is the value of a type all of whose tensors are without elements; nil for
// others.
func nothing(t types.Type) value.Value {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		shape := extents(t)
		d, err := op.DtypeValue(t.Dtype, value.Float32)
		if !slices.Contains(shape, 0) || err != nil {
			return nil
		}
		return value.NewArray(d, shape)
	case *types.Tuple:
		tuple := &value.Tuple{}
		for _, e := range t.Elems {
			v := nothing(e)
			if v == nil {
				return nil
			}
			tuple.Elems = append(tuple.Elems, v)
		}
		if len(tuple.Elems) > 0 {
			return tuple
		}
	}
	return nil
}
