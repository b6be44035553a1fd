package onnx

import (
	"math"
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
// gives: nil, false where the node gives none.
func (n *node) vector(attribute string, input int) (v *model.Value, given bool) {
	if n.schema.Attribute(attribute) != nil {
		if list := n.ints(attribute); n.has(attribute) {
			return n.Ints(list...), true
		}
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
// otherwise, and -1 stands for the one that follows from the others. An extent that is
// computed in an unknown way takes the place of -1, if it is the only one.
func (n *node) staticShape(x *model.Value, ds []types.Dim) ([]types.Dim, bool) {
	static := slices.Clone(ds)
	inferred := 0
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
		case known && k < -1:
			n.Failf(codes.AttributeValue, "the new shape has the extent %d", k)
			return nil, false
		}
	}
	return static, inferred <= 1
}

// reshaped gives a tensor other extents, and compares the numbers of elements first.
func (n *node) reshaped(x *model.Value, shape []types.Dim) *model.Value {
	have, known := model.Count(x)
	rest, fixed := int64(1), true
	inferred := false
	for _, d := range shape {
		k, ok := d.Const()
		fixed = fixed && ok
		if k == -1 {
			inferred = true
			continue
		}
		rest *= k
	}
	if known && fixed && (!inferred && rest != have || inferred && (rest == 0 || have%rest != 0)) {
		n.at(0, codes.ShapeMismatch, "%d elements, of the shape %s, do not fit into the shape %s", have, shapeText(x.Tensor()), types.ShapeString(shape))
		return n.Unknown()
	}
	return n.Call("reshape", args(x), attr("newshape", shape), attr("allowzero", true))
}

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
			shape[axis], changed = types.Any, true
		}
	}
	if !changed {
		return x
	}
	return n.As(x, op.TensorOf(x.Dtype(), shape...))
}

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

func concat(n *node) []*model.Value {
	first := n.in[0]
	if first.Rank() == 0 {
		return n.at(0, codes.ShapeMismatch, "Concat joins along an axis, and input 0 is a scalar")
	}
	axis, ok := n.axis("axis", n.int("axis"), first.Rank())
	if !ok {
		return nil
	}
	for i, v := range n.in {
		if v.Rank() != first.Rank() {
			return n.at(i, codes.ShapeMismatch, "input %d has %s, and input 0 has %s: %s and %s",
				i, axesText(v.Rank()), axesText(first.Rank()), shapeText(v.Tensor()), shapeText(first.Tensor()))
		}
		for j, d := range v.Shape() {
			if j != axis && !compatible(d, first.Shape()[j]) {
				return n.at(i, codes.ShapeMismatch, "inputs 0 and %d are joined along axis %d, and differ at axis %d: %s and %s",
					i, axis, j, shapeText(first.Tensor()), shapeText(v.Tensor()))
			}
		}
	}
	if len(n.in) == 1 {
		return one(first)
	}
	return one(n.Call("concatenate", args(n.Pack(n.in...)), attr("axis", axis)))
}

// split cuts into parts of stated lengths, or into equal ones, of which the last may be
// shorter since opset 18.
func split(n *node) []*model.Value {
	x := n.in[0]
	axis, ok := n.axis("axis", n.int("axis"), x.Rank())
	if !ok {
		return nil
	}
	parts := len(n.proto.Outputs)
	d, extent := x.Shape()[axis].Const()
	lengths, known := n.constants("split", 1)
	if v, given := n.vector("split", 1); given && !known {
		return n.computedSplit(x, v, axis)
	}
	if k := n.int("num_outputs"); n.has("num_outputs") && k != int64(parts) {
		n.Failf(codes.ArityMismatch, "`num_outputs` of Split is %d, and the node has %s", k, outputsText(parts))
		return nil
	}
	if !known && parts > 0 && extent {
		chunk := (d + int64(parts) - 1) / int64(parts)
		if n.schema.Attribute("num_outputs") == nil && d%int64(parts) != 0 {
			return n.at(0, codes.ShapeMismatch, "axis %d has the extent %d, which %d equal parts do not divide", axis, d, parts)
		}
		for i := range int64(parts) {
			lengths = append(lengths, max(min(chunk, d-i*chunk), 0))
		}
		known = true
	}
	if parts == 1 {
		return one(x)
	}
	if !known && n.schema.Attribute("num_outputs") != nil {
		return n.computedSplit(x, n.evenLengths(x, axis, int64(parts)), axis)
	}
	if !known {
		return n.Calls("split", args(x), attr("indices_or_sections", parts), attr("axis", axis))
	}
	return n.splitAt(x, axis, lengths, d, extent)
}

// evenLengths are the lengths of parts that are equal but for the last ones, which may be
// shorter: part i has max(0, min(⌈d/parts⌉, d - i·⌈d/parts⌉)) of d elements.
func (n *node) evenLengths(x *model.Value, axis int, parts int64) *model.Value {
	d := types.Int64
	extent := n.extentOf(x, axis, d)
	chunk := n.Call("floor_divide", args(n.add(extent, n.whole(parts-1, d)), n.whole(parts, d)))
	left := n.subtract(extent, n.multiply(n.Ints(axesFrom(0, int(parts))...), chunk))
	return n.maximum(n.minimum(left, chunk), n.whole(0, d))
}

func (n *node) splitAt(x *model.Value, axis int, lengths []int64, d int64, extent bool) []*model.Value {
	sum := int64(0)
	for _, k := range lengths {
		if k < 0 {
			n.Failf(codes.AttributeValue, "a part of Split has the length %d", k)
			return nil
		}
		sum += k
	}
	if extent && sum != d {
		return n.at(0, codes.ShapeMismatch, "the parts %v have %d elements together, and axis %d has %d", lengths, sum, axis, d)
	}
	if len(lengths) != len(n.proto.Outputs) {
		n.Failf(codes.ArityMismatch, "Split has %d outputs and cuts into %d parts", len(n.proto.Outputs), len(lengths))
		return nil
	}
	return n.cut(x, axis, lengths)
}

// cut cuts a tensor along an axis into parts of some lengths.
func (n *node) cut(x *model.Value, axis int, lengths []int64) []*model.Value {
	if len(lengths) == 1 {
		return args(x)
	}
	var cuts []int64
	sum := int64(0)
	for _, k := range lengths {
		sum += k
		cuts = append(cuts, sum)
	}
	if slices.Contains(lengths, 0) { // split wants parts with elements
		var parts []*model.Value
		for i, k := range lengths {
			parts = append(parts, n.slice(x, []int64{cuts[i] - k}, []int64{cuts[i]}, []int64{1}, []int64{int64(axis)}))
		}
		return parts
	}
	return n.Calls("split", args(x), attr("indices_or_sections", cuts[:len(cuts)-1]), attr("axis", axis))
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

// fromRight is the extent of the i-th axis from the end, 1 in front of the first.
func fromRight(ds []types.Dim, i int) types.Dim {
	if i < len(ds) {
		return ds[len(ds)-1-i]
	}
	return types.Const(1)
}

func tile(n *node) []*model.Value {
	x := n.in[0]
	if n.version < 6 {
		return n.tileOnce()
	}
	if reps, known := n.constants("", 1); known {
		if len(reps) != x.Rank() {
			return n.at(1, codes.ShapeMismatch, "input 1 has %d numbers, and must have one for each of the %s of input 0", len(reps), axesText(x.Rank()))
		}
		if !slices.ContainsFunc(reps, func(k int64) bool { return k < 1 }) {
			return one(n.Call("tile", args(x), attr("reps", reps)))
		}
	}
	if _, known := model.Count(n.in[1]); !known {
		return n.refuse([]types.Type{n.unknownExtents(x)}, "the number of repetitions is computed when the model runs")
	}
	return one(n.Call("dyn.tile", args(x, n.in[1]), attr("reps", []int64{})))
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
	return one(n.Call("tile", args(x), attr("reps", reps)))
}

func pad(n *node) []*model.Value {
	x := n.in[0]
	d := x.Dtype()
	name := "pads"
	if n.schema.Attribute("paddings") != nil {
		name = "paddings"
	}
	var fill *model.Value
	switch {
	case n.schema.Attribute("value") != nil:
		fill = n.number(n.float("value"), d)
	case n.arg(2) != nil:
		fill = n.scalar(n.arg(2))
	case d == types.Bool:
		fill = n.Number(value.Truth(false))
	default:
		fill = n.number(0, d)
	}
	mode := n.str("mode")
	list, known := n.constants(name, 1)
	if !known {
		return n.dynamicPad(x, fill, mode)
	}
	if v := n.arg(3); v != nil && v.Elements() == nil {
		return n.dynamicPad(x, fill, mode)
	}
	begins, ends, ok := n.padsByAxis(list)
	if !ok {
		return nil
	}
	if mode == "wrap" {
		return one(n.wrapped(x, n.Ints(begins...), n.Ints(ends...)))
	}
	x, begins, ends = n.cropped(x, begins, ends)
	var widths op.Value
	widths.Kind = op.ListValue
	none := true
	for i := range begins {
		widths.List = append(widths.List, op.Ints(begins[i], ends[i]))
		none = none && begins[i] == 0 && ends[i] == 0
	}
	if none {
		return one(x)
	}
	return one(n.Call("nn.pad", args(x, fill), attr("pad_width", widths), attr("pad_mode", mode)))
}

// padsByAxis are the numbers in front of and behind each axis.
func (n *node) padsByAxis(list []int64) (begins, ends []int64, ok bool) {
	rank := n.in[0].Rank()
	begins, ends = make([]int64, rank), make([]int64, rank)
	axes := axesFrom(0, rank)
	if n.arg(3) != nil {
		if axes, ok = n.constants("", 3); !ok {
			n.refuse([]types.Type{nil}, "the axes in input 3 are computed when the model runs")
			return nil, nil, false
		}
	}
	if len(list) != 2*len(axes) {
		n.Failf(codes.AttributeValue, "the pads of Pad are %d numbers; two for each of %s are %d", len(list), axesText(len(axes)), 2*len(axes))
		return nil, nil, false
	}
	for i, k := range axes {
		axis, ok := n.axis("axes", k, rank)
		if !ok {
			return nil, nil, false
		}
		begins[axis], ends[axis] = list[i], list[len(axes)+i]
	}
	return begins, ends, true
}

// cropped removes what negative pads remove.
func (n *node) cropped(x *model.Value, begins, ends []int64) (*model.Value, []int64, []int64) {
	var from, to, steps, axes []int64
	for i := range begins {
		if begins[i] >= 0 && ends[i] >= 0 {
			continue
		}
		axes, steps = append(axes, int64(i)), append(steps, 1)
		from = append(from, max(-begins[i], 0))
		end := int64(math.MaxInt64)
		if ends[i] < 0 {
			end = ends[i]
		}
		to = append(to, end)
		begins[i], ends[i] = max(begins[i], 0), max(ends[i], 0)
	}
	if len(axes) == 0 {
		return x, begins, ends
	}
	return n.slice(x, from, to, steps, axes), begins, ends
}

// dynamicPad pads by numbers that are computed when the model runs, or along axes that are.
func (n *node) dynamicPad(x, fill *model.Value, mode string) []*model.Value {
	pads, rank := n.arg(1), x.Rank()
	if pads == nil {
		return n.refuse(nil, "the pads are not known")
	}
	if k, known := model.Count(pads); pads.Rank() != 1 && !(pads.Rank() == 2 && n.version < 11) || n.arg(3) == nil && known && k != int64(2*rank) {
		return n.at(1, codes.ShapeMismatch, "the pads in input 1 must be a vector of 2 numbers for each of %s, and are %s", axesText(rank), shapeText(pads.Tensor()))
	}
	half := func(i, k int64) *model.Value {
		return n.slice(pads, []int64{i * k}, []int64{(i + 1) * k}, []int64{1}, []int64{0})
	}
	if rank == 0 {
		return one(x)
	}
	begins, ends := (*model.Value)(nil), (*model.Value)(nil)
	if axes := n.arg(3); axes != nil {
		k, known := model.Count(axes)
		if !known || pads.Rank() != 1 {
			return n.refuse([]types.Type{n.unknownExtents(x)}, "the number of the axes in input 3 is computed when the model runs")
		}
		begins, ends = n.spread(half(0, k), axes, rank, 0), n.spread(half(1, k), axes, rank, 0)
	} else {
		begins, ends = half(0, int64(rank)), half(1, int64(rank))
	}
	if mode == "wrap" {
		return one(n.wrapped(x, begins, ends))
	}
	widths := n.Call("stack", args(n.Pack(begins, ends)), attr("axis", 1))
	return one(n.Call("dyn.nn.pad", args(x, widths, fill), attr("pad_width", op.Value{Kind: op.ListValue}), attr("pad_mode", mode)))
}

// unknownExtents is the type of a tensor with as many axes as another.
func (n *node) unknownExtents(x *model.Value) types.Type {
	return op.TensorOf(x.Dtype(), slices.Repeat([]types.Dim{types.Any}, x.Rank())...)
}

// wrapped puts what a tensor holds around it once more: place p of an axis of extent d holds
// element (p - begin) mod d.
func (n *node) wrapped(x, begins, ends *model.Value) *model.Value {
	d := types.Int64
	for axis := range x.Rank() {
		number := func(v *model.Value) *model.Value {
			return n.cast(n.Call("take", args(v, n.whole(int64(axis), d)), attr("axis", 0)), d)
		}
		begin, end := number(begins), number(ends)
		if isZero(begin) && isZero(end) || !x.Known() {
			continue
		}
		extent := n.extentOf(x, axis, d)
		from, to := n.subtract(n.whole(0, d), begin), n.add(extent, end)
		places := n.Call("arange", args(from, to, n.whole(1, d)), attr("dtype", "int64"))
		x = n.Call("take", args(x, n.Call("floor_mod", args(places, extent))), attr("axis", axis))
	}
	return x
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
		return n.Number(value.I64(list[0]))
	}
	return n.Ints(list...)
}

func size(n *node) []*model.Value {
	return one(n.constantExtents(n.Call("ndarray_size", n.in, attr("dtype", "int64"))))
}

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

// atLeastZero is an extent that may be a negative number.
func atLeastZero(d types.Dim) types.Dim {
	if k, known := d.Const(); known {
		return types.Const(max(k, 0))
	}
	if e, ok := d.Symbolic(); ok {
		return types.DimOf(e.Positive())
	}
	return d
}

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
