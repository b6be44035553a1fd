package raf

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// unit is the rule of what is called for its effect: the empty tuple.
func unit(*op.Call) op.Answer { return op.Done(&types.Tuple{}) }

// unknown is the rule of a result whose type depends on values: a type comment says it.
func unknown(c *op.Call) op.Answer { return op.Done(c.Fresh()) }

// typeOf gives the type of an operand; a null one has a type that nothing says.
func typeOf(operand string) op.Relation {
	return func(c *op.Call) op.Answer {
		if t := c.Args[c.Op.Param(operand)]; t != nil {
			return op.Done(t)
		}
		return unknown(c)
	}
}

// tupleOf gives the tuple of the types of operands.
func tupleOf(operands ...string) op.Relation {
	return func(c *op.Call) op.Answer {
		tuple := &types.Tuple{}
		for _, o := range operands {
			t := c.Args[c.Op.Param(o)]
			if t == nil {
				t = c.Fresh()
			}
			tuple.Elems = append(tuple.Elems, t)
		}
		return op.Done(tuple)
	}
}

// unaryGradient gives the type of x, or of y where x is null.
func unaryGradient(c *op.Call) op.Answer {
	for _, t := range c.Args {
		if t != nil {
			return op.Done(t)
		}
	}
	return unknown(c)
}

// layerGradient gives the gradient of x, with a scale those of scale and bias too.
func layerGradient(c *op.Call) op.Answer {
	x, scale := c.Args[c.Op.Param("x")], c.Args[c.Op.Param("scale")]
	if scale == nil {
		return op.Done(x)
	}
	return op.Done(&types.Tuple{Elems: []types.Type{x, scale, scale}})
}

// layerTrain has one mean and one deviation for each normalized part of x.
func layerTrain(c *op.Call) op.Answer {
	return relate.Relation(func(s *relate.Typing, x *types.Tensor) types.Type {
		normalized := 1
		if scale := s.Peek(1); scale != nil {
			normalized = len(scale.Shape)
		}
		n := types.Const(1)
		for _, d := range x.Shape[:max(0, len(x.Shape)-normalized)] {
			n = relate.Mul(n, d)
		}
		part := &types.Tensor{Shape: []types.Dim{n}, Dtype: types.Float32}
		return &types.Tuple{Elems: []types.Type{x, part, part}}
	})(c)
}

// dropout gives a mask and a space whose shapes depend on the library that computes it.
func dropout(c *op.Call) op.Answer {
	return op.Done(&types.Tuple{Elems: []types.Type{c.Args[0], c.Fresh(), c.Fresh()}})
}

// loss is one number in a vector, of the dtype of the prediction.
func loss(c *op.Call) op.Answer {
	pred, answer, ok := c.Tensor(1)
	if !ok {
		return answer
	}
	return op.Done(&types.Tensor{Shape: []types.Dim{types.Const(1)}, Dtype: pred.Dtype})
}

// ofShape has the dtype of the last operand, and the shape that an attribute gives; where
// that is computed, its rank alone is known, or nothing (-1).
func ofShape(rank int) op.Relation {
	return func(c *op.Call) op.Answer {
		i := max(0, c.Op.Param("dy"))
		t, answer, ok := c.Tensor(i)
		if !ok {
			return answer
		}
		if dims, ok := c.Attrs.Dims("shape"); ok {
			return op.Done(&types.Tensor{Shape: dims, Dtype: t.Dtype})
		}
		if rank < 0 {
			return unknown(c)
		}
		return op.Done(&types.Tensor{Shape: anyDims(rank), Dtype: t.Dtype})
	}
}

func anyDims(n int) []types.Dim {
	dims := make([]types.Dim, n)
	for i := range dims {
		dims[i] = types.Any
	}
	return dims
}

// allocated makes a tensor from attributes alone.
func allocated(c *op.Call) op.Answer {
	dims, ok := c.Attrs.Dims("assert_shape")
	if !ok {
		dims, ok = c.Attrs.Dims("shape")
	}
	if !ok {
		return unknown(c)
	}
	return op.Done(&types.Tensor{Shape: dims, Dtype: dtypeOf(c)})
}

func storage(c *op.Call) op.Answer { return op.Done(types.Scalar(dtypeOf(c))) }

// dtypeOf is the attribute dtype, float32 by default.
func dtypeOf(c *op.Call) types.Dtype {
	if d, ok := types.ParseDtype(strings.TrimSpace(c.Attrs.Str("dtype"))); ok {
		return d
	}
	return types.Float32
}

// axes is one number for each dimension, at most: how many is computed.
func axes(c *op.Call) op.Answer {
	return op.Done(&types.Tensor{Shape: anyDims(1), Dtype: types.Uint32})
}

// size is an extent as int32 or, without an axis, the tuple of all.
func size(c *op.Call) op.Answer {
	return relate.Relation(func(s *relate.Typing, x *types.Tensor) types.Type {
		if s.Attrs.Has("axis") {
			return types.Scalar(types.Int32)
		}
		tuple := &types.Tuple{}
		for range x.Shape {
			tuple.Elems = append(tuple.Elems, types.Scalar(types.Int32))
		}
		return tuple
	})(c)
}

// swapped exchanges the extents of two axes.
func swapped(c *op.Call) op.Answer {
	return relate.Relation(func(s *relate.Typing, x *types.Tensor) types.Type {
		shape, at := append([]types.Dim{}, x.Shape...), [2]int{}
		for k, name := range []string{"axis1", "axis2"} {
			i, ok := s.Attrs.Int(name)
			if i < 0 {
				i += int64(len(shape))
			}
			if !ok || i < 0 || i >= int64(len(shape)) {
				return s.Fresh()
			}
			at[k] = int(i)
		}
		shape[at[0]], shape[at[1]] = shape[at[1]], shape[at[0]]
		return &types.Tensor{Shape: shape, Dtype: x.Dtype}
	})(c)
}

// bound has room for the indices of all elements.
func bound(c *op.Call) op.Answer {
	return relate.Relation(func(_ *relate.Typing, x *types.Tensor) types.Type {
		all := &types.Tensor{Shape: []types.Dim{relate.Product(x.Shape...), types.Const(int64(len(x.Shape)))}, Dtype: types.Int32}
		return &types.Tuple{Elems: []types.Type{all, &types.Tensor{Shape: []types.Dim{types.Const(2)}, Dtype: types.Int64}}}
	})(c)
}

// elements are the types of the tensors of a tuple.
func elements(c *op.Call, i int) ([]*types.Tensor, *op.Answer) {
	tuple, ok := c.Arg(i).(*types.Tuple)
	if !ok {
		var answer op.Answer
		switch c.Arg(i).(type) {
		case *types.Var:
			answer = op.WaitFor(i)
		case *types.Bad:
			answer = op.Silent()
		default:
			answer = op.FailArg(i, "type-mismatch", c.Operand(i)+" must be a tuple of tensors, not "+op.KindOf(c.Arg(i)))
		}
		return nil, &answer
	}
	var all []*types.Tensor
	for _, e := range tuple.Elems {
		t, ok := types.Head(e).(*types.Tensor)
		if !ok {
			answer := unknown(c)
			return nil, &answer
		}
		all = append(all, t)
	}
	return all, nil
}

// fused has as many elements as all tensors of a tuple: Σ Π shape.
func fused(c *op.Call) op.Answer {
	parts, stop := elements(c, 0)
	if stop != nil || len(parts) == 0 {
		return orUnknown(c, stop)
	}
	n := types.Const(0)
	for _, p := range parts {
		n = relate.Add(n, relate.Product(p.Shape...))
	}
	return op.Done(&types.Tensor{Shape: []types.Dim{n}, Dtype: parts[0].Dtype})
}

func orUnknown(c *op.Call, stop *op.Answer) op.Answer {
	if stop != nil {
		return *stop
	}
	return unknown(c)
}

// defused cuts the flat list of extents at the given places.
func defused(c *op.Call) op.Answer {
	return relate.Relation(func(s *relate.Typing, data *types.Tensor) types.Type {
		extents, known := s.Attrs.Dims("shapes")
		ends, ok := s.Attrs.Ints("shape_indices")
		tuple, from := &types.Tuple{}, int64(0)
		for _, end := range ends {
			if end < from || end > int64(len(extents)) {
				return s.Fresh()
			}
			tuple.Elems = append(tuple.Elems, &types.Tensor{Shape: extents[from:end], Dtype: data.Dtype})
			from = end
		}
		if !known || !ok {
			return s.Fresh()
		}
		return tuple
	})(c)
}

// castAll gives each tensor of a tuple another dtype.
func castAll(c *op.Call) op.Answer {
	parts, stop := elements(c, 0)
	if stop != nil {
		return *stop
	}
	tuple := &types.Tuple{}
	for _, p := range parts {
		tuple.Elems = append(tuple.Elems, &types.Tensor{Shape: p.Shape, Dtype: dtypeOf(c)})
	}
	return op.Done(tuple)
}

// single gives the operand of a tuple of one, else the tuple.
func single(c *op.Call) op.Answer {
	switch t := c.Arg(0).(type) {
	case *types.Tuple:
		if len(t.Elems) == 1 {
			return op.Done(t.Elems[0])
		}
	case *types.Var:
		return op.WaitFor(0)
	}
	return op.Done(c.Args[0])
}

// gathered is a tensor with an extent that depends on the number of devices.
func gathered(c *op.Call) op.Answer {
	return relate.Relation(func(s *relate.Typing, x *types.Tensor) types.Type { return spread(s.Call, x) })(c)
}

func gatheredAll(c *op.Call) op.Answer {
	parts, stop := elements(c, 0)
	if stop != nil {
		return *stop
	}
	tuple := &types.Tuple{}
	for _, p := range parts {
		tuple.Elems = append(tuple.Elems, spread(c, p))
	}
	return op.Done(tuple)
}

// spread makes the extent along the attribute axis, the first by default, an open one.
func spread(c *op.Call, x *types.Tensor) types.Type {
	axis := int64(0)
	if n, ok := c.Attrs.Int("axis"); ok {
		axis = n
	}
	if axis < 0 {
		axis += int64(len(x.Shape))
	}
	if axis < 0 || axis >= int64(len(x.Shape)) {
		return c.Fresh()
	}
	shape := append([]types.Dim{}, x.Shape...)
	shape[axis] = types.Any
	return &types.Tensor{Shape: shape, Dtype: x.Dtype}
}
