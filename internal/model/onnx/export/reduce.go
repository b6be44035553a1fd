package export

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

var reduceEntries = map[string]func(c *call) *Value{
	"sum": sum, "prod": reduction("ReduceProd"), "max": reduction("ReduceMax"), "min": reduction("ReduceMin"),
	"mean": mean, "all": reduction("ReduceMin"), "any": reduction("ReduceMax"), "variance": variance,
	"argmax": argReduction("ArgMax"), "argmin": argReduction("ArgMin"),
	"topk":     func(c *call) *Value { return c.topk(nil) },
	"dyn.topk": func(c *call) *Value { return c.topk(c.in[1]) },
	"sort":     func(c *call) *Value { return c.sorted()[0] },
	"argsort":  func(c *call) *Value { return c.cast(c.sorted()[1], c.outTensor().Dtype) },
	"cumsum":   cumsum, "distinct": distinct, "argwhere": argwhere,
}

// reduced are the axes that a call reduces, in ascending order.
func (c *call) reduced() []int64 {
	rank := c.rank(c.in[0])
	named := make([]bool, rank)
	some := false
	if c.attrs.Has("axis") {
		for _, n := range c.ints("axis") {
			axis, ok := op.NormalAxis(n, rank)
			if !ok {
				c.refuse("`axis` of `%s` is %d, which is no axis of a tensor of %s", c.operator.Name, n, op.Dimensions(rank))
			}
			named[axis], some = true, true
		}
	}
	flip := !some || c.attrs.Bool("exclude")
	axes := []int64{}
	for i, is := range named {
		if is != flip {
			axes = append(axes, int64(i))
		}
	}
	return axes
}

// reduction reduces by an operator that takes the axes as an input.
func reduction(name string) func(c *call) *Value {
	return func(c *call) *Value { return c.reduce(name, c.in[0], c.outTensor()) }
}

// axesAsInput is the operator set since which all reductions take the axes as an input.
const axesAsInput = 18

func (c *call) reduce(name string, v *Value, t types.Type) *Value {
	axes := c.reduced()
	if len(axes) == 0 {
		return v
	}
	keep := boolAttr("keepdims", c.attrs.Bool("keepdims"))
	if c.opset < axesAsInput && name != "ReduceSum" {
		return c.op(name, t, v, intsAttr("axes", axes...), keep)
	}
	return c.op(name, t, v, ints(axes...), keep)
}

// sum of narrow integers is computed in 32 bits, and wraps when it is narrowed.
func sum(c *call) *Value {
	t := c.outTensor()
	switch {
	case t.Dtype == types.Bool:
		c.refuse("a sum of truth values is no sum in ONNX; write `any`")
	case !t.Dtype.IsFloat() && t.Dtype.Bits < 32:
		wide := c.reduce("ReduceSum", c.cast(c.in[0], types.Int32), &types.Tensor{Dtype: types.Int32, Shape: t.Shape})
		return c.cast(wide, t.Dtype)
	}
	return c.reduce("ReduceSum", c.in[0], t)
}

func mean(c *call) *Value {
	t := c.outTensor()
	if !t.Dtype.IsFloat() {
		c.refuse("the mean of integers is not exported: runtimes round it in different ways")
	}
	return c.reduce("ReduceMean", c.in[0], t)
}

// variance is the mean of the squares of the differences from a given mean; with unbiased it is
// divided by one less than the number of elements.
func variance(c *call) *Value {
	t := c.outTensor()
	data := c.in[0]
	d := c.op("Sub", data.Type, data, c.in[1])
	if !t.Dtype.IsFloat() {
		c.refuse("the variance of integers is not exported")
	}
	square := c.op("Mul", data.Type, d, d)
	if !c.attrs.Bool("unbiased") {
		return c.reduce("ReduceMean", square, t)
	}
	n := types.Const(1)
	for _, axis := range c.reduced() {
		n = n.Mul(c.tensor(data).Shape[axis])
	}
	count := c.cast(c.extent(n.Sub(types.Const(1))), t.Dtype)
	return c.op("Div", t, c.reduce("ReduceSum", square, t), c.op("Squeeze", types.Scalar(t.Dtype), count, ints(0)))
}

// argReduction gives int64 in ONNX, and takes one axis: where all are reduced, the tensor is
// flattened.
func argReduction(name string) func(c *call) *Value {
	return func(c *call) *Value {
		t := c.outTensor()
		data, axes := c.in[0], c.reduced()
		last := boolAttr("select_last_index", c.attrs.Bool("select_last_index"))
		wide := &types.Tensor{Dtype: types.Int64, Shape: t.Shape}
		if len(axes) == 1 {
			v := c.op(name, wide, data, intAttr("axis", axes[0]), boolAttr("keepdims", c.attrs.Bool("keepdims")), last)
			return c.cast(v, t.Dtype)
		}
		if len(axes) != c.rank(data) {
			c.refuse("`%s` over several axes, and not over all, is not exported", c.operator.Name)
		}
		flat := c.op("Reshape", &types.Tensor{Dtype: c.dtype(data), Shape: []types.Dim{types.Any}}, data, ints(-1))
		v := c.op(name, types.Scalar(types.Int64), flat, intAttr("axis", 0), intAttr("keepdims", 0), last)
		if len(t.Shape) > 0 {
			v = c.op("Reshape", wide, v, c.shape(t.Shape))
		}
		return c.cast(v, t.Dtype)
	}
}

// topk gives the k first elements in order. Of equal ones, the first comes first on both sides.
func (c *call) topk(k *Value) *Value {
	rank := c.rank(c.in[0])
	axis := c.axis("axis", rank)
	if k == nil {
		n := c.int("k")
		if k = ints(n); n < 1 {
			k = c.extentAt(c.in[0], int(axis))
		}
	} else {
		if ns := elements(k); len(ns) != 1 || ns[0] < 1 {
			// below 1 it represents all elements
			n := c.reshape(c.cast(k, types.Int64), extentType)
			truth := c.typed(n, types.Bool)
			k = c.op("Where", extentType, c.op("Less", truth, n, ints(1)), c.extentAt(c.in[0], int(axis)), n)
		} else {
			k = ints(ns...)
		}
	}
	var ts [2]types.Type
	switch out := types.Head(c.out).(type) {
	case *types.Tuple:
		ts[0], ts[1] = out.Elems[0], out.Elems[1]
	case *types.Tensor:
		ts[0], ts[1] = c.typed(&Value{Type: out}, c.dtype(c.in[0])), out
	}
	indices := ts[1].(*types.Tensor).Dtype
	outs := c.ops("TopK", []types.Type{ts[0], c.typed(&Value{Type: ts[1]}, types.Int64)}, c.in[0], k,
		intAttr("axis", axis), boolAttr("largest", !c.attrs.Bool("is_ascend")))
	switch c.attrs.Str("ret_type") {
	case "values":
		return outs[0]
	case "indices":
		return c.cast(outs[1], indices)
	}
	return tuple(outs[0], c.cast(outs[1], indices))
}

// sorted are the elements in order along an axis, and their places.
func (c *call) sorted() []*Value {
	data := c.in[0]
	axis := c.axis("axis", c.rank(data))
	return c.ops("TopK", []types.Type{data.Type, c.typed(data, types.Int64)}, data, c.extentAt(data, int(axis)),
		intAttr("axis", axis), boolAttr("largest", !c.attrs.Bool("is_ascend")))
}

// cumsum adds up along an axis, of the flattened tensor where none is named.
func cumsum(c *call) *Value {
	t := c.outTensor()
	v := c.cast(c.in[0], t.Dtype)
	axis := int64(0)
	if c.attrs.Has("axis") {
		axis = c.axis("axis", c.rank(v))
	} else {
		v = c.op("Reshape", t, v, ints(-1))
	}
	return c.op("CumSum", t, v, number(types.Int64, float64(axis)), boolAttr("exclusive", c.attrs.Bool("exclusive")))
}

// distinct is ONNX's Unique with its four results.
func distinct(c *call) *Value {
	out, ok := types.Head(c.out).(*types.Tuple)
	if !ok || len(out.Elems) != 4 {
		c.refuse("the type of this call of `distinct` is not known")
	}
	ts := append([]types.Type{}, out.Elems...)
	for i, t := range ts[1:] {
		ts[i+1] = c.typed(&Value{Type: t}, types.Int64)
	}
	attrs := []any{c.in[0], boolAttr("sorted", c.attrs.Bool("sorted"))}
	if c.attrs.Has("axis") {
		attrs = append(attrs, intAttr("axis", c.axis("axis", c.rank(c.in[0]))))
	}
	outs := c.ops("Unique", ts, attrs...)
	for i := range outs {
		outs[i] = c.cast(outs[i], out.Elems[i].(*types.Tensor).Dtype)
	}
	return tuple(outs...)
}

// argwhere gives a row of indices for each element that is not 0: NonZero transposed.
func argwhere(c *call) *Value {
	t := c.outTensor()
	turned := &types.Tensor{Dtype: types.Int64, Shape: []types.Dim{t.Shape[1], t.Shape[0]}}
	v := c.op("NonZero", turned, c.in[0])
	v = c.op("Transpose", &types.Tensor{Dtype: types.Int64, Shape: t.Shape}, v, intsAttr("perm", 1, 0))
	return c.cast(v, t.Dtype)
}
