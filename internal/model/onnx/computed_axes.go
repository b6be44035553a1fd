package onnx

import (
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Axes may be inputs that are computed when the model runs. The rank of the data and the number
// of axes are known all the same. A vector of truth values, one for each axis of the data,
// says which axes are meant; extents are computed from it.

// fromFront are axes counted from the front.
func (n *node) fromFront(axes *model.Value, rank int) *model.Value {
	axes = n.cast(axes, types.Int64)
	if allNatural(axes) {
		return axes
	}
	below := n.Call("less", args(axes, n.whole(0, types.Int64)))
	return n.where(below, n.add(axes, n.whole(int64(rank), types.Int64)), axes)
}

// named is a vector that is true at the axes that a vector names.
func (n *node) named(axes *model.Value, rank int) *model.Value {
	if axes.Rank() == 0 {
		axes = n.Call("expand_dims", args(axes), attr("axis", 0))
	}
	places := n.Call("expand_dims", args(n.Ints(axesFrom(0, rank)...)), attr("axis", 1))
	return n.Call("any", args(n.Call("equal", args(places, n.fromFront(axes, rank)))), attr("axis", []int64{1}))
}

// chosen writes `if (condition) { … } else { … }` with the type that both branches have.
func (n *node) chosen(condition *model.Value, t types.Type, then, otherwise func() *model.Value) *model.Value {
	a := n.Block(func() []*model.Value { return one(then()) })
	b := n.Block(func() []*model.Value { return one(otherwise()) })
	if n.Fault() != nil {
		return n.Unknown()
	}
	return n.Refine(n.Expr(t, "if (", condition, ") ", a, " else ", b), t)
}

// alongNamed reduces the axes that are named, one after the other, and keeps them with an
// extent of 1.
func (n *node) alongNamed(op string, x, named *model.Value) *model.Value {
	for axis := range x.Rank() {
		if !x.Known() {
			return x
		}
		data := x
		t := &types.Tensor{Dtype: x.Dtype(), Shape: slices.Clone(x.Shape())}
		t.Shape[axis] = types.Any
		whether := n.Call("take", args(named, n.whole(int64(axis), types.Int64)), attr("axis", 0))
		x = n.chosen(whether, t,
			func() *model.Value { return n.over(op, data, []int64{int64(axis)}, true) },
			func() *model.Value { return data })
	}
	return x
}

// withoutNamed drops count axes of extent 1.
func (n *node) withoutNamed(x, named *model.Value, count int) *model.Value {
	rank := x.Rank()
	if count == rank {
		return n.Call("reshape", args(x), attr("newshape", []int64{}))
	}
	// The kept axes sort before the dropped ones, each kind in its order.
	key := n.add(n.multiply(n.cast(named, types.Int64), n.whole(int64(rank), types.Int64)), n.Ints(axesFrom(0, rank)...))
	order := n.Call("argsort", args(key), attr("dtype", "int64"))
	kept := n.slice(order, []int64{0}, []int64{int64(rank - count)}, []int64{1}, []int64{0})
	shape := n.Call("take", args(n.Call("shape_of", args(x), attr("dtype", "int64")), kept), attr("axis", 0))
	return n.dynReshape(x, shape)
}

func (n *node) dynReshape(x, shape *model.Value) *model.Value {
	return n.Call("dyn.reshape", args(x, shape), attr("newshape", []int64{}), attr("allowzero", true))
}

// computedSqueeze drops axes that are computed when the model runs.
func (n *node) computedSqueeze(x, axes *model.Value) []*model.Value {
	k, known := model.Count(axes)
	if !known || int(k) > x.Rank() {
		return n.refuse(nil, "the number of the axes is computed when the model runs")
	}
	return one(n.withoutNamed(x, n.named(axes, x.Rank()), int(k)))
}

// mostAxes bounds the axes that are put in.
const mostAxes = 64

// computedUnsqueeze puts in axes that are computed when the model runs: an axis of the result
// that is not among them has the extent of the next axis of the data.
func (n *node) computedUnsqueeze(x, axes *model.Value) []*model.Value {
	k, known := model.Count(axes)
	if !known || k > mostAxes {
		return n.refuse(nil, "the number of the axes is computed when the model runs, or above %d", mostAxes)
	}
	rank := x.Rank() + int(k)
	if x.Rank() == 0 {
		return one(n.Call("reshape", args(x), attr("newshape", slices.Repeat([]int64{1}, rank))))
	}
	named := n.named(axes, rank)
	kept := n.cast(n.Call("logical_not", args(named)), types.Int64)
	from := n.Call("cumsum", args(kept), attr("axis", 0), attr("exclusive", true))
	extents := n.Call("take", args(n.Call("shape_of", args(x), attr("dtype", "int64")), from), attr("axis", 0))
	return one(n.dynReshape(x, n.where(named, n.whole(1, types.Int64), extents)))
}

// amongAxes chooses the axis that a scalar names among the first count ones of a tensor of some
// rank. All have a result of one type.
func (n *node) amongAxes(rank, count int, axis *model.Value, t types.Type, f func(axis int) *model.Value) *model.Value {
	at := n.fromFront(n.scalar(axis), rank)
	var from func(k int) *model.Value
	from = func(k int) *model.Value {
		if k >= count-1 {
			return f(k)
		}
		is := n.Call("equal", args(at, n.whole(int64(k), types.Int64)))
		return n.chosen(is, t, func() *model.Value { return f(k) }, func() *model.Value { return from(k + 1) })
	}
	return from(0)
}

// spread is a vector with an entry for each axis of a tensor: values at the axes that are
// named, and otherwise the same everywhere.
func (n *node) spread(values, axes *model.Value, rank int, otherwise int64) *model.Value {
	base := n.Call("full", args(n.whole(otherwise, types.Int64)), attr("shape", []int64{int64(rank)}), attr("dtype", types.Int64))
	return n.Call("scatter_elements", args(base, n.fromFront(axes, rank), n.cast(values, types.Int64)), attr("axis", 0))
}

// computedSlice cuts along axes that are computed when the model runs.
func (n *node) computedSlice(x *model.Value) []*model.Value {
	axes, rank := n.in[3], x.Rank()
	begin := n.spread(n.in[1], axes, rank, 0)
	end := n.spread(n.in[2], axes, rank, math.MaxInt32)
	step := n.Ints(slices.Repeat([]int64{1}, rank)...)
	if s := n.arg(4); s != nil {
		step = n.spread(s, axes, rank, 1)
	}
	return one(n.Call("dyn.strided_slice", args(x, begin, end, step),
		attr("begin", []int64{}), attr("end", []int64{}), attr("strides", []int64{}), attr("axes", op.Value{})))
}

// computedSplit cuts into parts whose lengths are computed when the model runs.
func (n *node) computedSplit(x, lengths *model.Value, axis int) []*model.Value {
	if k, known := model.Count(lengths); known && int(k) != len(n.proto.Outputs) {
		n.Failf(codes.ArityMismatch, "Split has %d outputs and cuts into %d parts", len(n.proto.Outputs), k)
		return nil
	}
	d := types.Int64
	lengths = n.cast(lengths, d)
	ends := n.Call("cumsum", args(lengths), attr("axis", 0))
	begins := n.subtract(ends, lengths)
	list := func(v *model.Value, i int, otherwise int64) *model.Value {
		v = n.Call("take", args(v, n.Ints(int64(i))), attr("axis", 0))
		if axis == 0 {
			return v
		}
		return n.Call("concatenate", args(n.Pack(n.Ints(slices.Repeat([]int64{otherwise}, axis)...), v)), attr("axis", 0))
	}
	var parts []*model.Value
	for i := range n.proto.Outputs {
		part := n.Call("dyn.strided_slice", args(x, list(begins, i, 0), list(ends, i, math.MaxInt32), n.Ints(slices.Repeat([]int64{1}, axis+1)...)),
			attr("begin", []int64{}), attr("end", []int64{}), attr("strides", []int64{}), attr("axes", op.Value{}))
		if !part.Known() {
			return nil
		}
		shape := slices.Clone(x.Shape())
		shape[axis] = types.Any
		parts = append(parts, n.Refine(part, op.TensorOf(x.Dtype(), shape...)))
	}
	return parts
}
