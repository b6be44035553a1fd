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

var indexingEntries = map[string]entry{
	"Slice":           {how: "`strided_slice`, `dyn.strided_slice`", translate: sliceNode},
	"Gather":          {how: "`take`", translate: gather},
	"GatherElements":  {how: "`gather`", translate: gatherElements},
	"GatherND":        {how: "`transpose`, `gather_nd`", translate: gatherND},
	"ScatterElements": {how: "`scatter_elements`", translate: scatterElements},
	"Scatter":         {how: "`scatter_elements`", translate: scatterElements},
	"ScatterND":       {how: "`transpose`, `scatter_nd`", translate: scatterND},
	"OneHot":          {how: "`one_hot`, `dyn.one_hot`", translate: oneHot},
	"NonZero":         {how: "`argwhere`, `transpose`", translate: nonZero},
	"Compress":        {how: "`argwhere`, `take`", translate: compress},
	"ReverseSequence": {how: "`reverse_sequence`", translate: reverseSequence},
	"Trilu":           {how: "`trilu`", translate: trilu},
	"Unique":          {how: "`distinct`", translate: unique},
	"EyeLike":         {how: "`arange`, `equal`", translate: eyeLike},
}

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

// isEmptySlice reports whether a slice of an axis of extent d begins behind its end, where
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
// from and to. What is left of an axis without a few elements at its ends has a short formula.
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

func gather(n *node) []*model.Value {
	x := n.in[0]
	if x.Rank() == 0 {
		return n.at(0, codes.ShapeMismatch, "Gather takes slices along an axis, and input 0 is a scalar")
	}
	axis, ok := n.axis("axis", n.int("axis"), x.Rank())
	if !ok {
		return nil
	}
	indices := n.nonnegative(n.in[1], x, axis)
	return one(n.constantExtents(n.Call("take", args(x, indices), attr("axis", axis))))
}

// gatherElements takes an element for each index. The operator wants equal extents beside the
// axis; where the indices are fewer, the rest of the data is cut off first.
func gatherElements(n *node) []*model.Value {
	x, indices := n.in[0], n.in[1]
	axis, ok := n.axis("axis", n.int("axis"), x.Rank())
	if !ok {
		return nil
	}
	if indices.Rank() != x.Rank() {
		return n.at(1, codes.ShapeMismatch, "the indices have %s, and the data %s: they must have as many", axesText(indices.Rank()), axesText(x.Rank()))
	}
	at := n.nonnegative(indices, x, axis)
	return one(n.Call("gather", args(n.cutTo(x, indices, axis), at), attr("axis", axis)))
}

// cutTo cuts a tensor to the extents of another beside an axis.
func (n *node) cutTo(x, like *model.Value, axis int) *model.Value {
	var begin, end, steps, axes []int64
	for i, d := range like.Shape() {
		have, known := x.Shape()[i].Const()
		want, ok := d.Const()
		if i != axis && known && ok && want < have {
			begin, end = append(begin, 0), append(end, want)
			steps, axes = append(steps, 1), append(axes, int64(i))
		}
	}
	if len(axes) == 0 {
		return x
	}
	return n.slice(x, begin, end, steps, axes)
}

// lastToFront moves the last axis to the front.
func (n *node) lastToFront(v *model.Value) *model.Value {
	rank := v.Rank()
	if rank < 2 {
		return v
	}
	return n.Call("transpose", args(v), attr("axes", append([]int64{int64(rank - 1)}, axesFrom(0, rank-1)...)))
}

// tuples are index tuples in the last axis, counted from the front. They index the axes of x
// from one on.
func (n *node) tuples(indices, x *model.Value, first int) *model.Value {
	if !n.tuplesInRange(indices, x, first) {
		return n.Unknown()
	}
	if allNatural(indices) {
		return indices
	}
	length, known := indices.Shape()[indices.Rank()-1].Const()
	if !known || first+int(length) > x.Rank() {
		return indices
	}
	var extents *model.Value
	if list, ok := constantsOf(x.Shape()[first : first+int(length)]); ok {
		extents = n.cast(n.Ints(list...), indices.Dtype())
	} else {
		shape := n.Call("shape_of", args(x), attr("dtype", indices.Dtype()))
		extents = n.slice(shape, []int64{int64(first)}, []int64{int64(first) + length}, []int64{1}, []int64{0})
	}
	below := n.Call("less", args(indices, n.whole(0, indices.Dtype())))
	return n.Call("where", args(below, n.Call("add", args(indices, extents)), indices))
}

func isKnown(d types.Dim) bool {
	_, known := d.Const()
	return known
}

// tuplesInRange reports whether constant index tuples are places of the data, and refuses others.
func (n *node) tuplesInRange(indices, x *model.Value, first int) bool {
	a := indices.Elements()
	if a == nil || indices.Rank() < 1 {
		return true
	}
	length := a.Shape[a.Rank()-1]
	for i, k := range model.IntsOf(a) {
		axis := first + i%length
		if axis >= x.Rank() {
			return true
		}
		if d, known := x.Shape()[axis].Const(); known && (k < -d || k >= d) {
			n.at(1, codes.ConstantFault, "the index %d is out of range: axis %d of input 0 has the extent %d", k, axis, d)
			return false
		}
	}
	return true
}

func constantsOf(ds []types.Dim) ([]int64, bool) {
	list := make([]int64, len(ds))
	for i, d := range ds {
		k, known := d.Const()
		if !known {
			return nil, false
		}
		list[i] = k
	}
	return list, true
}

func gatherND(n *node) []*model.Value {
	x, indices := n.in[0], n.in[1]
	batch := n.int("batch_dims")
	if batch < 0 || batch > int64(min(x.Rank(), indices.Rank())) {
		n.Failf(codes.AttributeValue, "`batch_dims` of GatherND is %d; it must be from 0 to %d", batch, min(x.Rank(), indices.Rank()))
		return nil
	}
	if indices.Rank() < 1 {
		return n.at(1, codes.ShapeMismatch, "the indices of GatherND are tuples along the last axis, and input 1 is a scalar")
	}
	if !isKnown(indices.Shape()[indices.Rank()-1]) {
		return n.refuse(nil, "how many axes an index tuple of GatherND names is not known: the indices are %s", shapeText(indices.Tensor()))
	}
	at := n.lastToFront(n.tuples(indices, x, int(batch)))
	return one(n.Call("gather_nd", args(x, at), attr("batch_dims", batch)))
}

// reductions are the names of what combines an old element with an update.
var reductions = map[string]string{"": "update", "none": "update", "add": "add", "mul": "mul", "min": "min", "max": "max"}

func (n *node) reduction() string {
	name, ok := reductions[n.str("reduction")]
	if !ok {
		n.Failf(codes.AttributeValue, "`reduction` of %s is %q; it must be none, add, mul, min or max", n.proto.OpType, n.str("reduction"))
	}
	return name
}

func scatterElements(n *node) []*model.Value {
	x := n.in[0]
	axis, ok := n.axis("axis", n.int("axis"), x.Rank())
	if !ok {
		return nil
	}
	how := n.reduction()
	return one(n.Call("scatter_elements", args(x, n.nonnegative(n.in[1], x, axis), n.in[2]), attr("axis", axis), attr("reduction", how)))
}

func scatterND(n *node) []*model.Value {
	x, indices := n.in[0], n.in[1]
	if indices.Rank() < 1 {
		return n.at(1, codes.ShapeMismatch, "the indices of ScatterND are tuples along the last axis, and input 1 is a scalar")
	}
	if !isKnown(indices.Shape()[indices.Rank()-1]) {
		return n.refuse([]types.Type{x.Type}, "how many axes an index tuple of ScatterND names is not known: the indices are %s", shapeText(indices.Tensor()))
	}
	how := n.reduction()
	return one(n.Call("scatter_nd", args(x, n.lastToFront(n.tuples(indices, x, 0)), n.in[2]), attr("mode", how)))
}

// oneHot puts the second of two values at indices, and the first elsewhere. Negative indices
// count from the end of the new axis.
func oneHot(n *node) []*model.Value {
	indices, depth, values := n.in[0], n.scalar(n.in[1]), n.in[2]
	axis, ok := n.axis("axis", n.int("axis"), indices.Rank()+1)
	if !ok {
		return nil
	}
	d := values.Dtype()
	off := n.Call("take", args(values, n.whole(0, types.Int64)), attr("axis", 0))
	on := n.Call("take", args(values, n.whole(1, types.Int64)), attr("axis", 0))
	at := n.cast(indices, types.Int64)
	deep := n.cast(depth, types.Int64)
	if !allNatural(at) {
		below := n.Call("less", args(at, n.whole(0, types.Int64)))
		at = n.Call("where", args(below, n.Call("add", args(at, deep)), at))
	}
	if a := deep.Elements(); a != nil {
		return one(n.Call("one_hot", args(at, on, off), attr("depth", model.IntsOf(a)[0]), attr("axis", axis), attr("dtype", d)))
	}
	return one(n.Call("dyn.one_hot", args(at, on, off, deep), attr("depth", 1), attr("axis", axis), attr("dtype", d)))
}

func nonZero(n *node) []*model.Value {
	x := n.in[0]
	if x.Rank() == 0 {
		x = n.Call("expand_dims", args(x), attr("axis", 0))
	}
	at := n.Call("argwhere", args(x))
	return one(n.cast(n.Call("transpose", args(at), attr("axes", []int64{1, 0})), types.Int64))
}

// compress keeps the slices at which a condition holds.
func compress(n *node) []*model.Value {
	x, axis := n.in[0], 0
	if n.has("axis") {
		ok := true
		if axis, ok = n.axis("axis", n.int("axis"), x.Rank()); !ok {
			return nil
		}
	} else {
		x = n.Call("reshape", args(x), attr("newshape", []int64{-1}))
	}
	at := n.Call("squeeze", args(n.Call("argwhere", args(n.in[1]))), attr("axis", []int64{1}))
	return one(n.Call("take", args(x, at), attr("axis", axis)))
}

func reverseSequence(n *node) []*model.Value {
	return one(n.Call("reverse_sequence", n.in, attr("seq_axis", n.int("time_axis")), attr("batch_axis", n.int("batch_axis"))))
}

func trilu(n *node) []*model.Value {
	k := n.whole(0, types.Int64)
	if n.arg(1) != nil {
		k = n.scalar(n.in[1])
	}
	return one(n.Call("trilu", args(n.in[0], k), attr("upper", n.int("upper") != 0)))
}

// unique gives the distinct elements, or slices, and where they are.
func unique(n *node) []*model.Value {
	attrs := []op.Named{attr("sorted", n.int("sorted") != 0)}
	if n.has("axis") {
		axis, ok := n.axis("axis", n.int("axis"), n.in[0].Rank())
		if !ok {
			return nil
		}
		attrs = append(attrs, attr("axis", axis))
	}
	return n.Calls("distinct", n.in, attrs...)
}

// eyeLike is 1 where the column is the row plus k, and 0 elsewhere.
func eyeLike(n *node) []*model.Value {
	x := n.in[0]
	if x.Rank() != 2 {
		return n.at(0, codes.ShapeMismatch, "EyeLike takes the shape of a matrix, and input 0 has %s", axesText(x.Rank()))
	}
	d, ok := n.dtypeAttribute("dtype", x.Dtype())
	if !ok {
		return nil
	}
	shape := n.Call("shape_of", args(x), attr("dtype", "int64"))
	count := func(axis int64) *model.Value {
		k := n.constantExtents(n.Call("take", args(shape, n.whole(axis, types.Int64)), attr("axis", 0)))
		v := n.Call("arange", args(n.whole(0, types.Int64), k, n.whole(1, types.Int64)), attr("dtype", "int64"))
		return n.Refine(v, op.TensorOf(types.Int64, x.Shape()[axis]))
	}
	rows := n.Call("expand_dims", args(n.Call("add", args(count(0), n.whole(n.int("k"), types.Int64)))), attr("axis", 1))
	return one(n.cast(n.Call("equal", args(rows, count(1))), d))
}
