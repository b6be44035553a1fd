package export

import (
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

var shapeEntries = map[string]func(c *call) *Value{
	"reshape": reshape, "dyn.reshape": computedReshape, "reshape_like": reshapeLike, "contrib_reverse_reshape": reverseReshape,
	"transpose": transpose, "expand_dims": expandDims, "squeeze": squeeze,
	"concatenate": concatenate, "stack": stack, "split": split,
	"strided_slice": stridedSlice, "dyn.strided_slice": computedSlice, "slice_like": sliceLike, "reverse": reverse,
	"tile": tile, "dyn.tile": computedTile, "repeat": repeat,
	"broadcast_to": broadcastTo, "dyn.broadcast_to": computedBroadcast, "broadcast_to_like": broadcastLike,
	"shape_of": shapeOf, "ndarray_size": size,
	"nn.batch_flatten": func(c *call) *Value { return c.op("Flatten", c.outTensor(), c.in[0], intAttr("axis", 1)) },
	"nn.pad":           pad, "dyn.nn.pad": computedPad, "nn.mirror_pad": mirrorPad,
	"trilu": func(c *call) *Value {
		return c.op("Trilu", c.outTensor(), c.in[0], c.cast(c.in[1], types.Int64), boolAttr("upper", c.attrs.Bool("upper")))
	},
	"nn.depth_to_space": depthToSpace, "nn.space_to_depth": spaceToDepth,
}

// reshape gives a tensor a type with the same elements.
func (x *exporter) reshape(v *Value, t *types.Tensor) *Value {
	if have := x.tensor(v); len(have.Shape) == len(t.Shape) && !slices.ContainsFunc(t.Shape, types.Dim.Loose) {
		same := true
		for i, d := range have.Shape {
			same = same && d.Equal(t.Shape[i])
		}
		if same {
			return v
		}
	}
	return x.op("Reshape", &types.Tensor{Dtype: x.dtype(v), Shape: t.Shape}, v, x.shape(t.Shape))
}

// reshape is written by the numbers of the call where ONNX reads them alike, and by the extents
// of the result otherwise, of which one may be unknown.
func reshape(c *call) *Value {
	t := c.outTensor()
	zero := c.attrs.Bool("allowzero")
	if ns, ok := c.attrs.Ints("newshape"); ok && !slices.ContainsFunc(ns, func(n int64) bool { return n < -1 }) {
		return c.op("Reshape", t, c.in[0], ints(ns...), boolAttr("allowzero", zero))
	}
	return c.reshapeTo(c.in[0], t)
}

// reshapeTo reshapes to a shape. The only extent that is no number is left to Reshape.
func (c *call) reshapeTo(v *Value, t *types.Tensor) *Value {
	shape := slices.Clone(t.Shape)
	open, at, zero := 0, -1, false
	for i, d := range shape {
		zero = zero || d.IsConst(0)
		if _, known := d.Const(); !known {
			open++
			if at < 0 || d.Loose() {
				at = i
			}
		}
	}
	if inferred := at >= 0 && !zero && (open == 1 || shape[at].Loose()); inferred {
		shape[at] = types.Const(-1)
		return c.op("Reshape", t, v, c.shape(shape))
	}
	return c.op("Reshape", t, v, c.shape(shape), boolAttr("allowzero", true))
}

func reverseReshape(c *call) *Value { return c.reshapeTo(c.in[0], c.outTensor()) }

func computedReshape(c *call) *Value {
	return c.op("Reshape", c.outTensor(), c.in[0], c.cast(c.in[1], types.Int64), boolAttr("allowzero", c.attrs.Bool("allowzero")))
}

func reshapeLike(c *call) *Value {
	if c.int("lhs_begin") == 0 && c.int("rhs_begin") == 0 && !c.attrs.Has("lhs_end") && !c.attrs.Has("rhs_end") {
		return c.op("Reshape", c.outTensor(), c.in[0], c.shapeOf(c.in[1]), boolAttr("allowzero", true))
	}
	return c.reshapeTo(c.in[0], c.outTensor())
}

func transpose(c *call) *Value {
	rank := c.rank(c.in[0])
	perm := make([]int64, rank)
	for i := range perm {
		perm[i] = int64(rank - 1 - i)
	}
	if c.attrs.Has("axes") {
		if list := c.ints("axes"); len(list) > 0 || rank == 0 {
			for i, n := range list {
				axis, _ := op.NormalAxis(n, rank)
				perm[i] = int64(axis)
			}
		}
	}
	return c.transpose(c.in[0], perm)
}

// transpose orders the axes of a tensor anew.
func (x *exporter) transpose(v *Value, perm []int64) *Value {
	t := x.tensor(v)
	out := &types.Tensor{Dtype: t.Dtype, Shape: make([]types.Dim, len(perm))}
	same := true
	for i, axis := range perm {
		out.Shape[i] = t.Shape[axis]
		same = same && int(axis) == i
	}
	if same {
		return v
	}
	return x.op("Transpose", out, v, intsAttr("perm", perm...))
}

func expandDims(c *call) *Value {
	n := c.int("num_newaxis")
	axis := c.int("axis")
	if rank := int64(c.rank(c.in[0])); axis < 0 {
		axis += rank + 1
	}
	axes := make([]int64, n)
	for i := range axes {
		axes[i] = axis + int64(i)
	}
	if n == 0 {
		return c.in[0]
	}
	return c.op("Unsqueeze", c.outTensor(), c.in[0], ints(axes...))
}

func squeeze(c *call) *Value {
	rank := c.rank(c.in[0])
	if !c.attrs.Has("axis") {
		var axes []int64
		for i, d := range c.tensor(c.in[0]).Shape {
			if d.IsConst(1) {
				axes = append(axes, int64(i))
			}
		}
		if rank-len(axes) != len(c.outTensor().Shape) {
			c.refuse("which axes this drops is not known")
		}
		if len(axes) == 0 {
			return c.in[0]
		}
		return c.op("Squeeze", c.outTensor(), c.in[0], ints(axes...))
	}
	axes := c.ints("axis")
	if len(axes) == 0 {
		return c.in[0]
	}
	return c.op("Squeeze", c.outTensor(), c.in[0], ints(axes...))
}

// parts are the tensors of a tuple.
func (c *call) parts(v *Value) []*Value {
	if len(v.parts) == 0 {
		c.refuse("the tuple of this call of `%s` has no parts that are known", c.operator.Name)
	}
	return v.parts
}

func concatenate(c *call) *Value {
	parts := c.parts(c.in[0])
	return c.op("Concat", c.outTensor(), parts, intAttr("axis", c.axis("axis", c.rank(parts[0]))))
}

func stack(c *call) *Value {
	if _, ok := types.Head(c.in[0].Type).(*types.Fractal); ok {
		return c.op("ConcatFromSequence", c.outTensor(), c.in[0], intAttr("axis", 0), intAttr("new_axis", 1))
	}
	axis := c.axis("axis", len(c.outTensor().Shape))
	var rows []*Value
	for _, p := range c.parts(c.in[0]) {
		t := c.tensor(p)
		rows = append(rows, c.op("Unsqueeze", op.TensorOf(t.Dtype, slices.Insert(slices.Clone(t.Shape), int(axis), types.Const(1))...), p, ints(axis)))
	}
	return c.op("Concat", c.outTensor(), rows, intAttr("axis", axis))
}

// split is Split where the extents of the parts are known, or the parts are equal, and a Slice
// for each part otherwise.
func split(c *call) *Value {
	out, ok := types.Head(c.out).(*types.Tuple)
	if !ok {
		c.refuse("the type of this call of `split` is not known")
	}
	axis := c.axis("axis", c.rank(c.in[0]))
	var sizes []int64
	for _, t := range out.Elems {
		if n, known := t.(*types.Tensor).Shape[axis].Const(); known {
			sizes = append(sizes, n)
		}
	}
	if len(sizes) == len(out.Elems) {
		return tuple(c.ops("Split", out.Elems, c.in[0], ints(sizes...), intAttr("axis", axis))...)
	}
	list, ok := c.attrs.Ints("indices_or_sections")
	if !ok {
		return tuple(c.ops("Split", out.Elems, c.in[0], intAttr("axis", axis), intAttr("num_outputs", int64(len(out.Elems))))...)
	}
	var parts []*Value
	from := int64(0)
	for i, t := range out.Elems {
		to := int64(math.MaxInt64)
		if i < len(list) {
			to = list[i]
		}
		parts = append(parts, c.op("Slice", t, c.in[0], ints(from), ints(to), ints(axis)))
		from = to
	}
	return tuple(parts...)
}

// stridedSlice is ONNX's Slice. Beyond the entries that are given, axes are whole.
func stridedSlice(c *call) *Value {
	begin, end, strides := c.ints("begin"), c.ints("end"), c.ints("strides")
	rank := c.rank(c.in[0])
	var axes []int64
	if c.attrs.Has("axes") {
		axes = c.ints("axes")
	} else {
		axes = upTo(rank)
	}
	last := map[int64]int{} // of an axis that is named twice the last entry counts
	for i, axis := range axes {
		last[axis] = i
	}
	var starts, ends, kept, steps []int64
	for i, axis := range axes {
		if last[axis] != i || i >= len(begin) && i >= len(end) {
			continue
		}
		step := int64(1)
		if i < len(strides) && c.attrs.Str("slice_mode") == "end" {
			step = strides[i]
		}
		from, to := int64(0), int64(math.MaxInt64)
		if step < 0 {
			from, to = math.MaxInt64, 0
		}
		if i < len(begin) {
			from = begin[i]
		}
		if i < len(end) {
			to = end[i]
			if c.attrs.Str("slice_mode") == "size" {
				if to < 0 || from > 0 && to > math.MaxInt64-from {
					to = math.MaxInt64
				} else if to += from; from < 0 && to >= 0 {
					c.refuse("a slice by sizes that begins before the end and goes past it is not exported")
				}
			}
		}
		starts, ends, kept, steps = append(starts, from), append(ends, to), append(kept, axis), append(steps, step)
	}
	if len(kept) == 0 {
		return c.in[0]
	}
	return c.op("Slice", c.outTensor(), c.in[0], ints(starts...), ints(ends...), ints(kept...), ints(steps...))
}

func upTo(n int) []int64 {
	all := make([]int64, n)
	for i := range all {
		all[i] = int64(i)
	}
	return all
}

// computedSlice is a Slice of the leading axes whose bounds are computed; the attribute `axes` is
// not read.
func computedSlice(c *call) *Value {
	if c.attrs.Str("slice_mode") != "end" {
		c.refuse("a slice by sizes that are computed is not exported")
	}
	count, known := c.tensor(c.in[1]).Shape[0].Const()
	if !known {
		c.refuse("how many axes this slices is not known")
	}
	if strides, known := c.tensor(c.in[3]).Shape[0].Const(); !known || strides != count {
		c.refuse("a slice by other numbers of bounds and strides is not exported")
	}
	in := []*Value{c.in[0], c.cast(c.in[1], types.Int64), c.cast(c.in[2], types.Int64), ints(upTo(int(count))...), c.cast(c.in[3], types.Int64)}
	return c.op("Slice", c.outTensor(), in)
}

func sliceLike(c *call) *Value {
	data, like := c.in[0], c.in[1]
	axes := upTo(min(c.rank(data), c.rank(like)))
	if c.attrs.Has("axes") {
		axes = nil
		for _, n := range c.ints("axes") {
			axis, _ := op.NormalAxis(n, c.rank(data))
			axes = append(axes, int64(axis))
		}
	}
	var ends []*Value
	for _, axis := range axes {
		ends = append(ends, c.extentAt(like, int(axis)))
	}
	n := len(axes)
	if n == 0 {
		return data
	}
	end := ends[0]
	if n > 1 {
		end = c.op("Concat", vectorOf(types.Int64, n), ends, intAttr("axis", 0))
	}
	return c.op("Slice", c.outTensor(), data, ints(make([]int64, n)...), end, ints(axes...))
}

func reverse(c *call) *Value {
	axis := c.axis("axis", c.rank(c.in[0]))
	return c.op("Slice", c.outTensor(), c.in[0], ints(-1), ints(math.MinInt64), ints(axis), ints(-1))
}

// tile aligns the numbers and the shape on the right.
func tile(c *call) *Value {
	reps := c.ints("reps")
	v, t := c.in[0], c.tensor(c.in[0])
	for len(reps) < len(t.Shape) {
		reps = append([]int64{1}, reps...)
	}
	if missing := len(reps) - len(t.Shape); missing > 0 {
		ones := make([]types.Dim, missing)
		for i := range ones {
			ones[i] = types.Const(1)
		}
		v = c.op("Unsqueeze", op.TensorOf(t.Dtype, append(ones, t.Shape...)...), v, ints(upTo(missing)...))
	}
	return c.op("Tile", c.outTensor(), v, ints(reps...))
}

func computedTile(c *call) *Value {
	if n, known := c.tensor(c.in[1]).Shape[0].Const(); !known || int(n) != c.rank(c.in[0]) {
		c.refuse("`reps` must have a number for each axis")
	}
	return c.op("Tile", c.outTensor(), c.in[0], c.cast(c.in[1], types.Int64))
}

// repeat tiles a new axis after the one whose elements are repeated, and joins the two.
func repeat(c *call) *Value {
	t := c.tensor(c.in[0])
	rank := len(t.Shape)
	axis, n := c.axis("axis", rank), c.int("repeats")
	wide := slices.Insert(slices.Clone(t.Shape), int(axis)+1, types.Const(1))
	v := c.op("Unsqueeze", op.TensorOf(t.Dtype, wide...), c.in[0], ints(axis+1))
	reps := make([]int64, rank+1)
	for i := range reps {
		reps[i] = 1
	}
	reps[axis+1] = n
	tiled := slices.Clone(wide)
	tiled[axis+1] = types.Const(n)
	v = c.op("Tile", op.TensorOf(t.Dtype, tiled...), v, ints(reps...))
	var parts []*Value
	for i := range t.Shape {
		extent := c.extentAt(c.in[0], i)
		if i == int(axis) {
			if ns := elements(extent); ns != nil {
				extent = ints(ns[0] * n)
			} else {
				extent = c.op("Mul", extentType, extent, ints(n))
			}
		}
		parts = append(parts, extent)
	}
	shape := parts[0]
	if rank > 1 {
		shape = c.op("Concat", vectorOf(types.Int64, rank), parts, intAttr("axis", 0))
	}
	return c.op("Reshape", c.outTensor(), v, shape, boolAttr("allowzero", true))
}

func broadcastTo(c *call) *Value {
	return c.expand(c.cast(c.in[0], c.outTensor().Dtype), c.shape(c.outTensor().Shape))
}

func computedBroadcast(c *call) *Value { return c.expand(c.in[0], c.cast(c.in[1], types.Int64)) }

func broadcastLike(c *call) *Value { return c.expand(c.in[0], c.shapeOf(c.in[1])) }

func shapeOf(c *call) *Value {
	v := c.op("Shape", vectorOf(types.Int64, c.rank(c.in[0])), c.in[0])
	return c.cast(v, c.outTensor().Dtype)
}

func size(c *call) *Value {
	return c.cast(c.op("Size", types.Scalar(types.Int64), c.in[0]), c.outTensor().Dtype)
}

// padMode is a mode by its name in ONNX.
func (c *call) padMode() string {
	mode := c.attrs.Str("pad_mode")
	if mode != "constant" && mode != "edge" && mode != "reflect" {
		c.refuse("ONNX cannot pad by the mode %q", mode)
	}
	return mode
}

func (c *call) widths() (begins, ends []int64) {
	v := c.attrs.Value("pad_width")
	for _, pair := range v.List {
		if len(pair.List) != 2 || pair.List[0].Kind != op.IntValue || pair.List[1].Kind != op.IntValue {
			c.refuse("`pad_width` of `%s` is not numbers that are known", c.operator.Name)
		}
		begins, ends = append(begins, pair.List[0].Int), append(ends, pair.List[1].Int)
	}
	if len(begins) != c.rank(c.in[0]) {
		c.refuse("`pad_width` of `%s` must have a pair for each axis", c.operator.Name)
	}
	return begins, ends
}

func pad(c *call) *Value {
	begins, ends := c.widths()
	mode := c.padMode()
	in := []*Value{c.in[0], ints(append(begins, ends...)...)}
	if mode == "constant" {
		in = append(in, c.cast(c.in[1], c.outTensor().Dtype))
	}
	return c.op("Pad", c.outTensor(), in, textAttr("mode", mode))
}

// computedPad transposes the pairs: ONNX has all beginnings, then all ends.
func computedPad(c *call) *Value {
	mode := c.padMode()
	rank := c.rank(c.in[0])
	pairs := c.transpose(c.cast(c.in[1], types.Int64), []int64{1, 0})
	widths := c.op("Reshape", vectorOf(types.Int64, 2*rank), pairs, ints(-1))
	in := []*Value{c.in[0], widths}
	if mode == "constant" {
		in = append(in, c.cast(c.in[2], c.outTensor().Dtype))
	}
	return c.op("Pad", c.outTensor(), in, textAttr("mode", mode))
}

func mirrorPad(c *call) *Value {
	if mode := c.attrs.Str("mode"); mode != "REFLECT" {
		c.refuse("ONNX cannot pad by the mode %q: its mirrors leave the edge out", mode)
	}
	begins, ends := c.widths()
	return c.op("Pad", c.outTensor(), c.in[0], ints(append(begins, ends...)...), textAttr("mode", "reflect"))
}

func depthToSpace(c *call) *Value {
	return c.arranged("layout", "NCHW", func(v *Value, t types.Type) *Value {
		return c.op("DepthToSpace", t, v, intAttr("blocksize", c.int("block_size")), textAttr("mode", c.attrs.Str("mode")))
	})
}

func spaceToDepth(c *call) *Value {
	if c.attrs.Str("mode") != "DCR" {
		c.refuse("ONNX orders the channels of SpaceToDepth as the mode DCR does")
	}
	return c.arranged("layout", "NCHW", func(v *Value, t types.Type) *Value {
		return c.op("SpaceToDepth", t, v, intAttr("blocksize", c.int("block_size")))
	})
}
