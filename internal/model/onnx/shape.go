package onnx

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

var shapeEntries = map[string]entry{
	"Reshape":         {how: "`reshape`, `dyn.reshape`", translate: reshape},
	"Flatten":         {how: "`nn.batch_flatten`, `reshape`", translate: flatten},
	"Transpose":       {how: "`transpose`", translate: transpose},
	"Squeeze":         {how: "`squeeze`", translate: squeeze},
	"Unsqueeze":       {how: "`expand_dims`", translate: unsqueeze},
	"Concat":          {how: "`concatenate`", translate: concat},
	"Split":           {how: "`split`", translate: split},
	"Expand":          {how: "`broadcast_to`, `dyn.full`, `multiply`", translate: expand},
	"Tile":            {how: "`tile`, `dyn.tile`", translate: tile},
	"Pad":             {how: "`nn.pad`, `strided_slice`, `dyn.nn.pad`", translate: pad},
	"Shape":           {how: "`shape_of`", translate: shapeNode},
	"Size":            {how: "`ndarray_size`", translate: size},
	"Constant":        {how: "`Constant(…)`", translate: constant},
	"ConstantOfShape": {how: "`full`, `dyn.full`", translate: constantOfShape},
	"Range":           {how: "`arange`", translate: rangeNode},
	"DepthToSpace":    {how: "`nn.depth_to_space`", translate: depthToSpace},
	"SpaceToDepth":    {how: "`nn.space_to_depth`", translate: spaceToDepth},
}

// vector is a list of integers that an attribute of early versions or an input of later ones
// gives: nil, false where the node gives none. Split of opset 1 takes either.
func (n *node) vector(attribute string, input int) (v *model.Value, given bool) {
	switch attributed := n.schema.Attribute(attribute) != nil; {
	case attributed && n.has(attribute):
		return n.Ints(n.ints(attribute)...), true
	case attributed && n.proto.OpType != "Split":
		return nil, false
	}
	v = n.arg(input)
	return v, v != nil
}

// constants are the elements of such a list, if they are known.
func (n *node) constants(attribute string, input int) (list []int64, known bool) {
	v, given := n.vector(attribute, input)
	if !given {
		return nil, false
	}
	ds, ok := v.Ints()
	if !ok {
		return nil, false
	}
	for _, d := range ds {
		k, ok := d.Const()
		if !ok {
			return nil, false
		}
		list = append(list, k)
	}
	return list, true
}

// reshape gives a tensor another shape: by an attribute where the shape is known but for one extent, and
// by dyn.reshape where a run computes it.
func reshape(n *node) []*model.Value {
	x := n.in[0]
	shape, _ := n.vector("shape", 1)
	if ds, ok := shape.Ints(); ok {
		if static, ok := n.staticShape(x, ds); ok {
			return one(n.reshaped(x, static))
		}
		if n.Fault() != nil {
			return nil
		}
	}
	if k, known := model.Count(shape); !known || shape.Rank() != 1 {
		return n.refuse(nil, "the rank of the result is computed when the model runs")
	} else if k == 0 {
		return one(n.Call("reshape", args(x), attr("newshape", []int64{})))
	}
	return one(n.Call("dyn.reshape", args(x, shape), attr("newshape", []int64{}), attr("allowzero", n.int("allowzero") != 0)))
}

// staticShape are the extents of a reshaped tensor: 0 copies one, unless `allowzero` says
// otherwise, and -1 represents the one that follows from the others. An extent that is
// computed in an unknown way takes the place of -1, if it is the only one.
func (n *node) staticShape(x *model.Value, ds []types.Dim) ([]types.Dim, bool) {
	static := slices.Clone(ds)
	inferred, negative := 0, 0
	for i, d := range ds {
		k, known := d.Const()
		switch {
		case known && k == 0 && n.int("allowzero") == 0:
			if i >= x.Rank() {
				n.Failf(codes.AttributeValue, "the 0 at index %d of the new shape copies axis %d, and the tensor has %s", i, i, axesText(x.Rank()))
				return nil, false
			}
			static[i] = x.Shape()[i]
			if static[i].Loose() {
				return nil, false
			}
		case known && k == -1, d.Loose():
			static[i] = types.Const(-1)
			inferred++
			if known {
				negative++
			}
		case known && k < -1:
			n.Failf(codes.AttributeValue, "the new shape has the extent %d", k)
			return nil, false
		}
	}
	if negative > 1 {
		n.at(1, codes.AttributeValue, "the new shape %s has -1 at %d places; one extent at most follows from the others", types.ShapeString(ds), negative)
		return nil, false
	}
	return static, inferred <= 1
}

// reshaped gives a tensor other extents, and compares the numbers of elements first: they differ in every
// run where the products of their names are equal and those of their numbers are not, unless an extent
// is 0. A tensor with one open extent that must have a certain number of elements runs for one value of it
// alone (needs).
func (n *node) reshaped(x *model.Value, shape []types.Dim) *model.Value {
	have, haveNamed, _ := elements(x.Shape())
	want, wantNamed, inferred := elements(shape)
	differ := !inferred && want != have || inferred && (want == 0 || have%want != 0)
	if named, _ := haveNamed.Const(); differ && haveNamed.Equal(wantNamed) && !haveNamed.Loose() && (named == 1 || have*want != 0) {
		n.at(0, codes.ShapeMismatch, "%s elements, of the shape %s, do not fit into the shape %s", types.Product(x.Shape()), shapeText(x.Tensor()), types.ShapeString(shape))
		return n.Unknown()
	}
	open := slices.DeleteFunc(slices.Clone(x.Shape()), func(d types.Dim) bool { _, known := d.Const(); return known })
	if wantNamed.IsConst(1) && !inferred && have > 0 && want%have == 0 && len(open) == 1 && !open[0].Loose() {
		n.needs(open[0], want/have)
	}
	return n.Call("reshape", args(x), attr("newshape", shape), attr("allowzero", true))
}

// elements is the number of elements of a shape as the product of a number and of the extents
// that have names. Two shapes whose names are equal and whose numbers differ hold as many elements
// only where an extent is zero. It reports whether an extent is -1, which counts as 1.
func elements(shape []types.Dim) (number int64, named types.Dim, inferred bool) {
	number, named = 1, types.Const(1)
	for _, d := range shape {
		switch k, ok := d.Const(); {
		case !ok:
			named = named.Mul(d)
		case k == -1:
			inferred = true
		default:
			number *= k
		}
	}
	return number, named, inferred
}

// flatten makes a matrix: the axes before one are its rows, the others its columns.
func flatten(n *node) []*model.Value {
	x := n.in[0]
	k := n.int("axis")
	if k < 0 {
		k += int64(x.Rank())
	}
	if k < 0 || k > int64(x.Rank()) {
		n.Failf(codes.AttributeValue, "`axis` of Flatten is %d, and the tensor has %s", n.int("axis"), axesText(x.Rank()))
		return nil
	}
	if k == 1 && x.Rank() > 1 {
		return one(n.Call("nn.batch_flatten", args(x)))
	}
	shape := x.Shape()
	return one(n.reshaped(x, []types.Dim{knownOr(types.Product(shape[:k])), knownOr(types.Product(shape[k:]))}))
}

// knownOr is an extent, or -1 for one that is not known.
func knownOr(d types.Dim) types.Dim {
	if d.Loose() {
		return types.Const(-1)
	}
	return d
}

// transpose changes the order of the axes; without one it is reversed.
func transpose(n *node) []*model.Value {
	x := n.in[0]
	perm := n.ints("perm")
	if !n.has("perm") {
		for i := x.Rank() - 1; i >= 0; i-- {
			perm = append(perm, int64(i))
		}
	}
	sorted := slices.Clone(perm)
	slices.Sort(sorted)
	if len(perm) != x.Rank() || !slices.Equal(sorted, axesFrom(0, x.Rank())) {
		n.Failf(codes.AttributeValue, "`perm` of Transpose is %v; it must name each of the %s once", perm, axesText(x.Rank()))
		return nil
	}
	if len(perm) == 0 {
		return one(x)
	}
	return one(n.Call("transpose", args(x), attr("axes", perm)))
}

// squeeze drops axes of extent 1: those that are named, or all where it is known which have it.
func squeeze(n *node) []*model.Value {
	x := n.in[0]
	list, known := n.constants("axes", 1)
	if axes, given := n.vector("axes", 1); given && !known {
		return n.computedSqueeze(x, axes)
	}
	if !known {
		if slices.ContainsFunc(x.Shape(), func(d types.Dim) bool { _, fixed := d.Const(); return !fixed }) {
			return n.refuse(nil, "which axes have the extent 1 is not known: the tensor is %s", shapeText(x.Tensor()))
		}
		return one(n.Call("squeeze", args(x)))
	}
	axes := make([]int64, 0, len(list))
	for _, k := range list {
		axis, ok := n.axis("axes", k, x.Rank())
		if !ok {
			return nil
		}
		if d, ok := x.Shape()[axis].Const(); ok && d != 1 {
			return n.at(0, codes.ShapeMismatch, "axis %d of input 0 has the extent %d; only an axis of extent 1 can be dropped", axis, d)
		}
		axes = append(axes, int64(axis))
	}
	if len(axes) == 0 {
		return one(x)
	}
	return one(n.Call("squeeze", args(n.atOne(x, axes)), attr("axis", axes)))
}

// atOne is a tensor whose axes have the extent 1, whatever size variable they have.
func (n *node) atOne(x *model.Value, axes []int64) *model.Value {
	shape := slices.Clone(x.Shape())
	changed := false
	for _, axis := range axes {
		if !shape[axis].IsConst(1) && !shape[axis].Loose() {
			n.needs(shape[axis], 1)
			shape[axis], changed = types.Any, true
		}
	}
	if !changed {
		return x
	}
	return n.As(x, op.TensorOf(x.Dtype(), shape...))
}

// needs notes that a node runs only where a size variable of its first input has one value.
func (n *node) needs(d types.Dim, k int64) {
	text := d.String()
	if n.needed[text] {
		return
	}
	if n.needed == nil {
		n.needed = map[string]bool{}
	}
	n.needed[text] = true
	n.report(model.Finding{
		Code: codes.SuspectShape, Severity: codes.Info, Node: n.index, Input: 0,
		Message: fmt.Sprintf("%s runs only where `%s` is %d: input 0 has the shape %s", n.proto.OpType, text, k, shapeText(n.in[0].Tensor())),
	})
}

// unsqueeze puts in axes of extent 1, at places of the result.
func unsqueeze(n *node) []*model.Value {
	x := n.in[0]
	list, known := n.constants("axes", 1)
	if !known {
		return n.computedUnsqueeze(x, n.in[1])
	}
	rank := x.Rank() + len(list)
	axes := make([]int, 0, len(list))
	for _, k := range list {
		axis, ok := n.axis("axes", k, rank)
		if !ok {
			return nil
		}
		axes = append(axes, axis)
	}
	slices.Sort(axes)
	for i, axis := range axes {
		if i > 0 && axes[i-1] == axis {
			n.Failf(codes.AttributeValue, "`axes` of Unsqueeze names axis %d twice", axis)
			return nil
		}
		x = n.Call("expand_dims", args(x), attr("axis", axis))
	}
	return one(x)
}

// expand broadcasts a tensor and a shape to each other.
func expand(n *node) []*model.Value {
	x, shape := n.in[0], n.in[1]
	if ds, ok := shape.Ints(); ok {
		out := make([]types.Dim, max(len(ds), x.Rank()))
		known := true
		for i := range out {
			a, b := fromRight(x.Shape(), len(out)-1-i), fromRight(ds, len(out)-1-i)
			d, fits := op.BroadcastDim(a, b)
			if !fits && !a.Loose() && !b.Loose() {
				if _, fixed := a.Const(); fixed {
					if _, fixed := b.Const(); fixed {
						return n.at(1, codes.ShapeMismatch, "%s does not broadcast to %s: axis %d", shapeText(x.Tensor()), types.ShapeString(ds), i)
					}
				}
			}
			out[i] = d
			known = known && fits && !d.Loose()
		}
		if known {
			return one(n.Call("broadcast_to", args(x), attr("shape", out)))
		}
	}
	if _, known := model.Count(shape); !known {
		return n.refuse(nil, "the rank of the result is computed when the model runs")
	}
	ones := n.Call("dyn.full", args(n.one(x.Dtype()), shape), attr("shape", []int64{}), attr("dtype", x.Dtype()))
	if x.Dtype() == types.Bool {
		return one(n.Call("logical_and", args(x, ones)))
	}
	return one(n.Call("multiply", args(x, ones)))
}

// one is the number 1 of a dtype, or true.
func (n *node) one(d types.Dtype) *model.Value {
	if d == types.Bool {
		return n.Number(value.Truth(true))
	}
	return n.number(1, d)
}

// fromRight is the extent of the i-th axis from the end, 1 before the first.
func fromRight(ds []types.Dim, i int) types.Dim {
	if i < len(ds) {
		return ds[len(ds)-1-i]
	}
	return types.Const(1)
}

// tile repeats a tensor along each axis.
func tile(n *node) []*model.Value {
	x := n.in[0]
	if n.version < 6 {
		return n.tileOnce()
	}
	if reps, known := n.constants("", 1); known {
		if len(reps) != x.Rank() {
			return n.at(1, codes.ShapeMismatch, "input 1 has %d numbers, and must have one for each of the %s of input 0", len(reps), axesText(x.Rank()))
		}
		if !slices.ContainsFunc(reps, func(k int64) bool { return k < 0 }) {
			return one(n.tiled(x, reps))
		}
	}
	if _, known := model.Count(n.in[1]); !known {
		return n.refuse([]types.Type{n.unknownExtents(x)}, "the number of repetitions is computed when the model runs")
	}
	return one(n.Call("dyn.tile", args(x, n.in[1]), attr("reps", []int64{})))
}

// tiled repeats a tensor a known number of times along each axis. The operator takes numbers
// from 1 on: an axis that is repeated 0 times is cut off first.
func (n *node) tiled(x *model.Value, reps []int64) *model.Value {
	reps = slices.Clone(reps)
	for axis, k := range reps {
		if k == 0 {
			x, reps[axis] = n.slice(x, []int64{0}, []int64{0}, []int64{1}, []int64{int64(axis)}), 1
		}
	}
	return n.Call("tile", args(x), attr("reps", reps))
}

// tileOnce repeats along one axis, as opset 1 does.
func (n *node) tileOnce() []*model.Value {
	x := n.in[0]
	times, known := n.constants("", 1)
	axis, ok := n.constants("", 2)
	if !known || !ok || len(times) != 1 || len(axis) != 1 {
		return n.refuse([]types.Type{nil}, "the numbers in inputs 1 and 2 are computed when the model runs")
	}
	reps := make([]int64, x.Rank())
	for i := range reps {
		reps[i] = 1
	}
	at, ok := n.axis("axis", axis[0], x.Rank())
	if !ok {
		return nil
	}
	reps[at] = times[0]
	return one(n.tiled(x, reps))
}

// unknownExtents is the type of a tensor with as many axes as another.
func (n *node) unknownExtents(x *model.Value) types.Type {
	return op.TensorOf(x.Dtype(), slices.Repeat([]types.Dim{types.Any}, x.Rank())...)
}

func isZero(v *model.Value) bool {
	ds, ok := v.Ints()
	return ok && len(ds) == 1 && ds[0].IsConst(0)
}

// shapeNode gives the extents, or some of them since opset 15.
func shapeNode(n *node) []*model.Value {
	x := n.in[0]
	rank := int64(x.Rank())
	if rank == 0 {
		return one(n.Ints())
	}
	if x.Rank() < 0 {
		return n.refuse([]types.Type{nil}, "the shape of a value that is no tensor")
	}
	v := n.Call("shape_of", args(x), attr("dtype", "int64"))
	start, end := int64(0), rank
	if n.has("start") {
		start = n.int("start")
	}
	if n.has("end") {
		end = n.int("end")
	}
	start, end = clampIndex(start, rank), clampIndex(end, rank)
	if start != 0 || end != rank {
		v = n.slice(v, []int64{start}, []int64{max(start, end)}, []int64{1}, []int64{0})
	}
	return one(n.constantExtents(v))
}

// clampIndex counts a negative index from the end, and puts it into [0, d].
func clampIndex(k, d int64) int64 {
	if k < 0 {
		k += d
	}
	return max(0, min(k, d))
}

// constantExtents is a vector of extents as a constant, if all are known numbers.
func (n *node) constantExtents(v *model.Value) *model.Value {
	ds, ok := v.Ints()
	if !ok || v.Const != nil {
		return v
	}
	list := make([]int64, len(ds))
	for i, d := range ds {
		k, known := d.Const()
		if !known {
			return v
		}
		list[i] = k
	}
	if v.Rank() == 0 {
		return n.whole(list[0], v.Dtype())
	}
	return n.cast(n.Ints(list...), v.Dtype())
}

func size(n *node) []*model.Value {
	return one(n.constantExtents(n.Call("ndarray_size", n.in, attr("dtype", "int64"))))
}

// depthToSpace moves blocks of channels to the axes of the image: DCR takes the depth last, CRD first.
func depthToSpace(n *node) []*model.Value {
	mode := n.str("mode")
	if mode == "" {
		mode = "DCR"
	}
	return one(n.Call("nn.depth_to_space", n.in, attr("block_size", n.int("blocksize")), attr("mode", mode)))
}

func spaceToDepth(n *node) []*model.Value {
	return one(n.Call("nn.space_to_depth", n.in, attr("block_size", n.int("blocksize"))))
}
