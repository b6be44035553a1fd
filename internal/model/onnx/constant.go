package onnx

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// constant is a tensor that an attribute holds, in one of several forms.
func constant(n *node) []*model.Value {
	switch {
	case n.has("value"):
		a := n.attribute("value")
		if a.T == nil {
			n.Failf(codes.AttributeValue, "`value` of Constant holds no tensor")
			return nil
		}
		if a.T.Name == "" {
			a.T.Name = n.proto.Outputs[0]
		}
		return one(n.tensor(a.T))
	case n.has("value_float"):
		return one(n.Number(value.F32(float32(n.float("value_float")))))
	case n.has("value_int"):
		return one(n.Number(value.I64(n.int("value_int"))))
	case n.has("value_floats"):
		list := n.attribute("value_floats").Floats
		return one(n.Array(value.Of(list, len(list))))
	case n.has("value_ints"):
		return one(n.Ints(n.ints("value_ints")...))
	case n.has("sparse_value"):
		return n.refuse([]types.Type{nil}, "sparse tensors are not read")
	case n.has("value_string"), n.has("value_strings"):
		return n.refuse([]types.Type{nil}, "the language has no tensors of strings")
	}
	n.Failf(codes.AttributeValue, "Constant has no attribute with a value, such as `value`")
	return nil
}

func constantOfShape(n *node) []*model.Value {
	fill := n.Number(value.F32(0))
	if n.has("value") {
		a := n.attribute("value").T
		if a == nil {
			n.Failf(codes.AttributeValue, "`value` of ConstantOfShape holds no tensor")
			return nil
		}
		if a.Name == "" {
			a.Name = n.proto.Outputs[0] + "_value"
		}
		fill = n.tensor(a)
		if n.Fault() != nil || !fill.Known() {
			return nil
		}
		fill = n.scalar(fill)
	}
	return one(n.filled(fill, n.in[0]))
}

// filled is a tensor of one value in a shape that is given by a vector.
func (n *node) filled(fill, shape *model.Value) *model.Value {
	if ds, ok := shape.Ints(); ok && !slices.ContainsFunc(ds, types.Dim.Loose) {
		if len(ds) == 0 {
			return fill
		}
		if list, ok := constantsOf(ds); ok && fill.Dtype().IsFloat() && fill.Elements() != nil {
			return n.uniform(fill, list)
		}
		return n.Call("full", args(fill), attr("shape", ds), attr("dtype", fill.Dtype()))
	}
	if _, known := model.Count(shape); !known {
		n.refuse(nil, "the rank of the result is computed when the model runs")
		return n.Unknown()
	}
	return n.Call("dyn.full", args(fill, shape), attr("shape", []int64{}), attr("dtype", fill.Dtype()))
}

// uniform is a constant with one value everywhere: models without their weights have such.
func (n *node) uniform(fill *model.Value, shape []int64) *model.Value {
	extents := make([]int, len(shape))
	dims := make([]types.Dim, len(shape))
	for i, d := range shape {
		extents[i], dims[i] = int(d), types.Const(d)
	}
	if _, err := value.CheckedLen(extents); err != nil {
		n.Failf(codes.TooLarge, "a tensor of the shape %s is too large", types.ShapeString(dims))
		return n.Unknown()
	}
	item := fill.Elements().Item()
	return n.Weight(n.proto.Outputs[0], op.TensorOf(fill.Dtype(), dims...), func() (*value.Array, error) {
		return value.FromScalar(item).Broadcast(extents), nil
	})
}

// rangeNode counts from a start to a limit. Of constants the extent is known.
func rangeNode(n *node) []*model.Value {
	d := n.in[0].Dtype()
	var scalars []*model.Value
	for _, v := range n.in {
		scalars = append(scalars, n.scalar(v))
	}
	v := n.Call("arange", scalars, attr("dtype", d))
	start, a := scalars[0].Ints()
	limit, b := scalars[1].Ints()
	step, c := scalars[2].Ints()
	if a && b && c {
		if k, known := step[0].Const(); known && k == 1 && !start[0].Loose() && !limit[0].Loose() {
			n.Refine(v, op.TensorOf(d, atLeastZero(limit[0].Sub(start[0]))))
		}
	}
	return one(v)
}

// atLeastZero is an extent, and 0 where it would be a negative number.
func atLeastZero(d types.Dim) types.Dim {
	if k, known := d.Const(); known {
		return types.Const(max(k, 0))
	}
	if e, ok := d.Symbolic(); ok {
		return types.DimOf(e.Max(symbolic.Int(0)))
	}
	return d
}
