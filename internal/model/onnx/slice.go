package onnx

import (
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// slice cuts a tensor by constants, and keeps extents that the relation does not know.
func (n *node) slice(x *model.Value, begin, end, steps, axes []int64) *model.Value {
	if !x.Known() {
		return x
	}
	for _, axis := range axes {
		if axis >= int64(x.Rank()) {
			return n.Failf(codes.ShapeMismatch, "a part along axis %d is taken of a tensor with %s: %s", axis, axesText(x.Rank()), shapeText(x.Tensor()))
		}
	}
	begin, end = slices.Clone(begin), slices.Clone(end)
	for i, axis := range axes {
		if d, known := x.Shape()[axis].Const(); known && isEmptySlice(d, begin[i], end[i], steps[i]) {
			begin[i], end[i] = 0, 0
			if steps[i] < 0 {
				begin[i], end[i] = -1, -1
			}
		}
	}
	v := n.Call("strided_slice", args(x), attr("begin", begin), attr("end", end), attr("strides", steps), attr("axes", axes))
	if !v.Known() {
		return v
	}
	shape := slices.Clone(v.Shape())
	better := false
	for i, axis := range axes {
		if shape[axis].IsAny() {
			d := slicedExtent(x.Shape()[axis], types.Const(begin[i]), types.Const(end[i]), steps[i])
			better = better || !d.Loose()
			shape[axis] = d
		}
	}
	if better {
		n.Refine(v, op.TensorOf(v.Dtype(), shape...))
	}
	return v
}

// isEmptySlice reports whether a slice of an axis of extent d begins after its end, where
// ONNX, unlike strided_slice, gives no elements.
func isEmptySlice(d, begin, end, step int64) bool {
	if begin < 0 {
		begin += d
	}
	if end < 0 {
		end += d
	}
	if step > 0 {
		return max(0, min(begin, d)) > max(0, min(end, d))
	}
	return max(-1, min(begin, d-1)) < max(-1, min(end, d-1))
}

// slicedExtent is the extent of an axis of symbolic extent d from begin to end in steps of 1,
// or of a whole axis in other steps: indices are counted from the end where they are negative,
// and put into [0, d].
func slicedExtent(d, begin, end types.Dim, step int64) types.Dim {
	from, ok := placeIn(d, begin)
	to, known := placeIn(d, end)
	if !ok || !known || d.Loose() || step < 1 {
		return types.Any
	}
	count := spanned(d, begin, end, from, to)
	if step == 1 {
		return count
	}
	return count.Add(types.Const(step - 1)).FloorDiv(types.Const(step))
}

// spanned is the number of places between two indices of an axis of extent d, which are at
// from and to: max(to - from, 0). What is left of an axis without a few elements at its ends has a short
// formula:
//
//	x[a:]   max(d - a, 0)      x[a:-b]   max(d - a - b, 0)      x[-a:]   min(d, a)
func spanned(d, begin, end, from, to types.Dim) types.Dim {
	a, first := begin.Const()
	b, last := end.Const()
	toEnd := last && b >= math.MaxInt32
	switch {
	case first && a >= 0 && a < math.MaxInt32 && toEnd:
		return atLeastZero(d.Sub(types.Const(a)))
	case first && a >= 0 && a < math.MaxInt32 && last && b < 0 && b > -math.MaxInt32:
		return atLeastZero(d.Add(types.Const(b - a)))
	case first && a < 0 && a > -math.MaxInt32 && toEnd:
		return types.DimOf(d.Expr().Min(symbolic.Int(-a)))
	}
	return atLeastZero(to.Sub(from))
}

// placeIn is an index as a place in [0, d].
func placeIn(d, index types.Dim) (types.Dim, bool) {
	k, known := index.Const()
	switch {
	case known && k >= math.MaxInt32:
		return d, true // past the end of every axis
	case known && k < 0:
		return atLeastZero(d.Add(index)), true
	case index.Equal(d), known && k == 0:
		return index, true
	case index.Loose() || d.Loose():
		return types.Any, false
	}
	if !known && !index.Expr().Nonnegative() {
		return types.Any, false
	}
	return types.DimOf(index.Expr().Min(d.Expr())), true
}

// sliceNode cuts by attributes before opset 10, and by inputs since.
func sliceNode(n *node) []*model.Value {
	x := n.in[0]
	begin, known := n.constants("starts", 1)
	end, ok := n.constants("ends", 2)
	axes, given := n.constants("axes", 3)
	if !given {
		if v, there := n.vector("axes", 3); there && v != nil {
			return n.computedSlice(x)
		}
	}
	steps, stepped := n.constants("", 4)
	if n.arg(4) == nil {
		stepped = true
	}
	count := n.sliceCount()
	if count < 0 {
		return n.refuse([]types.Type{nil}, "the number of axes is computed when the model runs")
	}
	if count > x.Rank() {
		return n.at(1, codes.ShapeMismatch, "Slice gets starts for %s, and the data has %d: %s", axesText(count), x.Rank(), shapeText(x.Tensor()))
	}
	if !given {
		axes = axesFrom(0, count)
	}
	if len(axes) != count {
		n.Failf(codes.ArityMismatch, "Slice gets starts for %s and names %d", axesText(count), len(axes))
		return nil
	}
	for i, k := range axes {
		axis, ok := n.axis("axes", k, x.Rank())
		if !ok {
			return nil
		}
		axes[i] = int64(axis)
	}
	if n.arg(4) == nil {
		steps = slices.Repeat([]int64{1}, count)
	}
	for i, k := range steps {
		if k == 0 {
			return n.at(4, codes.AttributeValue, "the step at index %d is 0; it must be positive or negative", i)
		}
	}
	if known && ok && stepped {
		if len(end) != count || len(steps) != count {
			n.Failf(codes.ArityMismatch, "Slice gets %d starts, %d ends and %d steps; it must get one of each for an axis", count, len(end), len(steps))
			return nil
		}
		return one(n.slice(x, begin, end, steps, axes))
	}
	return one(n.dynamicSlice(x, axes, steps))
}

// sliceCount is the number of axes that are cut, -1 where it is not known.
func (n *node) sliceCount() int {
	v, given := n.vector("starts", 1)
	if !given {
		return -1
	}
	k, known := model.Count(v)
	if !known {
		return -1
	}
	return int(k)
}

// dynamicSlice cuts between places that are computed when the model runs. The operator takes
// them for all axes up to the last one.
func (n *node) dynamicSlice(x *model.Value, axes, steps []int64) *model.Value {
	begin, end, step := n.in[1], n.in[2], n.arg(4)
	if len(axes) == 0 {
		return x
	}
	if step == nil {
		step = n.cast(n.Ints(slices.Repeat([]int64{1}, len(axes))...), begin.Dtype())
	}
	last := slices.Max(axes)
	parts := [3][]*model.Value{}
	whole := [3]int64{0, math.MaxInt32, 1}
	for i := range last + 1 {
		at := slices.Index(axes, i)
		for k, v := range args(begin, end, step) {
			if at < 0 {
				parts[k] = append(parts[k], n.Ints(whole[k]))
			} else {
				parts[k] = append(parts[k], n.cast(n.slice(v, []int64{int64(at)}, []int64{int64(at) + 1}, []int64{1}, []int64{0}), types.Int64))
			}
		}
	}
	var lists []*model.Value
	for k := range parts {
		if len(parts[k]) == 1 {
			lists = append(lists, parts[k][0])
		} else {
			lists = append(lists, n.Call("concatenate", args(n.Pack(parts[k]...)), attr("axis", 0)))
		}
	}
	v := n.Call("dyn.strided_slice", append(args(x), lists...), attr("begin", []int64{}), attr("end", []int64{}), attr("strides", []int64{}), attr("axes", axesFrom(0, int(last)+1)))
	return n.slicedBetween(v, x, axes, steps)
}

// slicedBetween states the extents of a dynamic slice, as far as they follow from places that
// are known as extents.
func (n *node) slicedBetween(v, x *model.Value, axes, steps []int64) *model.Value {
	if !v.Known() {
		return v
	}
	shape := slices.Clone(v.Shape())
	from, _ := n.in[1].Ints()
	to, _ := n.in[2].Ints()
	for i := range shape {
		at := slices.Index(axes, int64(i))
		switch {
		case at < 0:
			shape[i] = x.Shape()[i]
		case at < len(from) && at < len(to) && at < len(steps):
			shape[i] = slicedExtent(x.Shape()[i], from[at], to[at], steps[at])
		}
	}
	n.Refine(v, op.TensorOf(v.Dtype(), shape...))
	return v
}

// nonnegative are indices into an axis of an extent, counted from the front.
func (n *node) nonnegative(indices *model.Value, x *model.Value, axis int) *model.Value {
	d, known := x.Shape()[axis].Const()
	if a := indices.Elements(); a != nil && known {
		for _, k := range model.IntsOf(a) {
			if k < -d || k >= d {
				n.at(1, codes.ConstantFault, "the index %d is out of range: axis %d of input 0 has the extent %d", k, axis, d)
				return n.Unknown()
			}
		}
	}
	if allNatural(indices) {
		return indices
	}
	var extent *model.Value
	if known {
		extent = n.whole(d, indices.Dtype())
	} else {
		shape := n.Call("shape_of", args(x), attr("dtype", indices.Dtype()))
		extent = n.Call("take", args(shape, n.whole(int64(axis), types.Int64)), attr("axis", 0))
	}
	wrapped := n.Call("add", args(indices, extent))
	return n.Call("where", args(n.Call("less", args(indices, n.whole(0, indices.Dtype()))), wrapped, indices))
}

// allNatural reports whether all elements are known to be 0 or more.
func allNatural(v *model.Value) bool {
	if !v.Dtype().IsInteger() || v.Dtype().Class == types.UintClass {
		return v.Dtype().IsInteger()
	}
	if ds, ok := v.Ints(); ok && v.Const == nil {
		return !slices.ContainsFunc(ds, func(d types.Dim) bool { return d.Loose() || !d.Expr().Nonnegative() })
	}
	a := v.Elements()
	return a != nil && !slices.ContainsFunc(model.IntsOf(a), func(k int64) bool { return k < 0 })
}
