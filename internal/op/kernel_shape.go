package op

import (
	"errors"
	"fmt"

	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// ResultShape asks the operator's relation for the shape of the result, now
// that all extents are known; what the relation refuses is an error.
func (c *KernelCall) ResultShape() ([]int, error) {
	out, err := c.ResultType()
	if err != nil {
		return nil, err
	}
	return shapeIn(out)
}

// ResultShapes is ResultShape for a tuple of tensors.
func (c *KernelCall) ResultShapes() ([][]int, error) {
	out, err := c.ResultType()
	if err != nil {
		return nil, err
	}
	tuple, ok := out.(*types.Tuple)
	if !ok {
		return nil, fmt.Errorf("the result of `%s` is no tuple", c.Op.Name)
	}
	shapes := make([][]int, len(tuple.Elems))
	for i, elem := range tuple.Elems {
		if shapes[i], err = shapeIn(elem); err != nil {
			return nil, err
		}
	}
	return shapes, nil
}

// ResultType is the type that the operator's relation gives, now that all extents
// are known.
func (c *KernelCall) ResultType() (types.Type, error) {
	answer := c.Op.Relation(c.Call())
	switch {
	case answer.Err != nil:
		return nil, errors.New(answer.Err.Message)
	case answer.Waits || types.IsBad(answer.Out):
		return nil, fmt.Errorf("`%s` has no type for its arguments", c.Op.Name)
	}
	return types.Head(answer.Out), nil
}

// Call is the call as relations and costs see it: the types of the values, and of the
// result the type that it was checked to have.
func (c *KernelCall) Call() *Call {
	call := &Call{Op: c.Op, Args: make([]types.Type, len(c.Args)), Attrs: c.Attrs, Out: c.Out, Last: true}
	for i, arg := range c.Args {
		if arg != nil {
			call.Args[i] = TypeOf(arg)
		}
	}
	return call
}

// TypeOf is the type of a tensor, or of a tuple of tensors; the type of errors
// for other values.
func TypeOf(v value.Value) types.Type {
	switch v := v.(type) {
	case value.Scalar:
		return types.Scalar(dtypeType(v.Dtype))
	case *value.Array:
		dims := make([]types.Dim, len(v.Shape))
		for i, n := range v.Shape {
			dims[i] = types.Const(int64(n))
		}
		return TensorOf(dtypeType(v.Dtype), dims...)
	case *value.Tuple:
		tuple := &types.Tuple{}
		for _, elem := range v.Elems {
			tuple.Elems = append(tuple.Elems, TypeOf(elem))
		}
		return tuple
	}
	return types.ErrorType
}

// dtypeTypes are the dtypes of types by those of arrays.
var dtypeTypes = func() (of [value.Dtypes]types.Dtype) {
	for d := range of {
		of[d], _ = types.ParseDtype(value.Dtype(d).String())
	}
	return of
}()

func dtypeType(d value.Dtype) types.Dtype { return dtypeTypes[d] }

func shapeIn(t types.Type) ([]int, error) {
	tensor, ok := types.Head(t).(*types.Tensor)
	if !ok {
		return nil, fmt.Errorf("%s is no tensor", types.String(t))
	}
	shape := make([]int, len(tensor.Shape))
	for i, d := range tensor.Shape {
		n, known := d.Const()
		if !known {
			return nil, fmt.Errorf("extent %s is not known", d)
		}
		shape[i] = int(n)
	}
	return shape, nil
}
