package onnx

import (
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/op"
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

// gather takes the slices of an axis at indices, of which negative ones count from its end.
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

// gatherND takes the slices at index tuples, which are along the last axis in ONNX and along the first in
// the language.
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

// scatterElements puts each update at its index along an axis, combined with what is there.
func scatterElements(n *node) []*model.Value {
	x := n.in[0]
	axis, ok := n.axis("axis", n.int("axis"), x.Rank())
	if !ok {
		return nil
	}
	how := n.reduction()
	return one(n.Call("scatter_elements", args(x, n.nonnegative(n.in[1], x, axis), n.in[2]), attr("axis", axis), attr("reduction", how)))
}

// scatterND puts slices at index tuples.
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

// nonZero are the indices of elements other than 0: a row for each axis, where argwhere has a column.
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

// trilu keeps the triangle above, or below, the k-th diagonal.
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
