package onnx

import (
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

var visionEntries = map[string]entry{
	"GridSample":        {how: "`transpose`, `image.grid_sample`", translate: gridSample},
	"AffineGrid":        {how: "`arange`, `multiply`, `add`", translate: affineGrid},
	"RoiAlign":          {how: "`vision.roi_align`", translate: roiAlign},
	"MaxRoiPool":        {how: "`vision.roi_pool`", translate: maxRoiPool},
	"NonMaxSuppression": {how: "`vision.all_class_non_max_suppression`, `dyn.strided_slice`", translate: nonMaxSuppression},
	"MaxUnpool":         {how: "`scatter_elements`, `reshape`, `nn.pad`", translate: maxUnpool},
	"DeformConv":        {how: "`nn.deformable_conv2d`, `nn.modulated_deformable_conv2d`, `nn.bias_add`", translate: deformConv},
	"CenterCropPad":     {how: "`strided_slice`, `nn.pad`, `take`", translate: centerCropPad},
	"Col2Im":            {how: "`scatter_nd`, `reshape`", translate: col2Im},
}

// gridSample reads a tensor at the places of a grid, whose last axis holds the coordinates of
// a place; the operator wants it after the batch.
func gridSample(n *node) []*model.Value {
	x, grid := n.in[0], n.in[1]
	rank := grid.Rank()
	if x.Rank() != rank || rank < 3 {
		return n.at(1, codes.ShapeMismatch, "the grid must have as many axes as the data: %s and %s", shapeText(x.Tensor()), shapeText(grid.Tensor()))
	}
	method, layout := n.str("mode"), "NCHW"
	switch method {
	case "linear":
		method = "bilinear"
	case "cubic":
		method = "bicubic"
	}
	switch {
	case rank == 5:
		layout = "NCDHW"
	case rank != 4:
		return n.refuse(nil, "tensors of %s are not read between their elements", axesText(rank))
	}
	if rank == 5 && method == "bicubic" {
		return n.refuse(nil, "volumes are not read by cubic interpolation")
	}
	front := n.Call("transpose", args(grid), attr("axes", append([]int64{0, int64(rank - 1)}, axesFrom(1, rank-1)...)))
	return one(n.Call("image.grid_sample", args(x, front), attr("method", method), attr("layout", layout),
		attr("padding_mode", n.str("padding_mode")), attr("align_corners", n.int("align_corners") != 0)))
}

// affineGrid is θ·(x, y, 1) at the places of an image, or θ·(x, y, z, 1) at those of a volume.
// Coordinates go from -1 to 1: at the corners' centres, or at their outer edges.
func affineGrid(n *node) []*model.Value {
	theta, size := n.in[0], n.in[1]
	d := theta.Dtype()
	k, known := model.Count(size)
	if !known && theta.Rank() == 3 { // a matrix of 2 rows is for images, one of 3 for volumes
		rows, fixed := theta.Shape()[1].Const()
		if !fixed {
			return n.refuse(nil, "whether the grid is of an image or of a volume is not known")
		}
		k, known = rows+2, true
		size = n.stated(size, types.Const(k))
	}
	if theta.Rank() != 3 {
		return n.at(0, codes.ShapeMismatch, "AffineGrid takes matrices (batch, 2, 3) or (batch, 3, 4), and input 0 is %s", shapeText(theta.Tensor()))
	}
	if !known || k != 4 && k != 5 || size.Rank() != 1 {
		return n.at(1, codes.ShapeMismatch, "the size in input 1 is (batch, channels, height, width), or with a depth: %s", shapeText(size.Tensor()))
	}
	dims := int(k) - 2
	column := func(i int) *model.Value { // (batch, 1, …, dims)
		v := n.Call("take", args(theta, n.whole(int64(i), types.Int64)), attr("axis", 2))
		return n.Call("expand_dims", args(v), attr("axis", 1), attr("num_newaxis", dims))
	}
	y := column(dims)
	for i := range dims { // x is the last of the spatial axes
		axis := dims - 1 - i
		extent := n.Call("take", args(n.cast(size, types.Int64), n.whole(int64(2+axis), types.Int64)), attr("axis", 0))
		places := n.cast(n.Call("arange", args(n.whole(0, types.Int64), extent, n.whole(1, types.Int64)), attr("dtype", "int64")), d)
		one, two := n.number(1, d), n.number(2, d)
		if n.int("align_corners") != 0 {
			steps := n.maximum(n.subtract(n.cast(extent, d), one), one)
			places = n.subtract(n.divide(n.multiply(places, two), steps), one)
		} else {
			places = n.subtract(n.divide(n.add(n.multiply(places, two), one), n.cast(extent, d)), one)
		}
		places = n.Call("expand_dims", args(places), attr("axis", 1), attr("num_newaxis", dims-axis))
		y = n.add(y, n.multiply(column(i), places))
	}
	return one(y)
}

// regions puts the index of its image before each region.
func roiAlign(n *node) []*model.Value {
	x, rois := n.in[0], n.in[1]
	images := n.Call("expand_dims", args(n.cast(n.in[2], rois.Dtype())), attr("axis", 1))
	regions := n.Call("concatenate", args(n.Pack(images, rois)), attr("axis", 1))
	mode := "avg"
	if n.str("mode") == "max" {
		mode = "max_weighted"
	}
	aligned := n.schema.Attribute("coordinate_transformation_mode") != nil && n.str("coordinate_transformation_mode") == "half_pixel"
	return one(n.Call("vision.roi_align", args(x, regions), attr("pooled_size", []int64{n.int("output_height"), n.int("output_width")}),
		attr("spatial_scale", n.float("spatial_scale")), attr("sample_ratio", n.int("sampling_ratio")), attr("mode", mode), attr("aligned", aligned)))
}

func maxRoiPool(n *node) []*model.Value {
	return one(n.Call("vision.roi_pool", n.in, attr("pooled_size", n.ints("pooled_shape")), attr("spatial_scale", n.float("spatial_scale"))))
}

// nonMaxSuppression gives rows (batch, class, box), as many as boxes are kept.
func nonMaxSuppression(n *node) []*model.Value {
	boxes := n.in[0]
	d := boxes.Dtype()
	if n.int("center_point_box") != 0 && boxes.Rank() == 3 {
		parts := n.Calls("split", args(boxes), attr("indices_or_sections", 4), attr("axis", 2))
		if len(parts) != 4 {
			return nil
		}
		halfWidth, halfHeight := n.scaled(parts[2], 0.5, d), n.scaled(parts[3], 0.5, d)
		boxes = n.Call("concatenate", args(n.Pack(n.subtract(parts[1], halfHeight), n.subtract(parts[0], halfWidth),
			n.add(parts[1], halfHeight), n.add(parts[0], halfWidth))), attr("axis", 2))
	}
	scalar := func(input int, otherwise *model.Value) *model.Value {
		if v := n.arg(input); v != nil {
			return n.scalar(v)
		}
		return otherwise
	}
	f := types.Float32
	rows := n.Calls("vision.all_class_non_max_suppression", args(boxes, n.in[1],
		scalar(2, n.whole(0, types.Int64)), scalar(3, n.number(0, f)), scalar(4, n.number(math.Inf(-1), f))), attr("output_format", "onnx"))
	if len(rows) != 2 {
		return nil
	}
	return one(n.Call("dyn.strided_slice", args(rows[0], n.Ints(0), rows[1], n.Ints(1)),
		attr("begin", []int64{}), attr("end", []int64{}), attr("strides", []int64{}), attr("axes", op.Value{})))
}

// maxUnpool puts elements back to the places that MaxPool took them from. A greater shape that
// the node asks for has zeros after.
func maxUnpool(n *node) []*model.Value {
	x := n.in[0]
	rank, ok := n.spatial(x)
	if !ok {
		return nil
	}
	kernel, ok := n.perAxis("kernel_shape", rank, 1)
	if !ok {
		return nil
	}
	strides, ok := n.perAxis("strides", rank, 1)
	pads, fits := n.perAxis("pads", 2*rank, 0)
	if !ok || !fits {
		return nil
	}
	shape := slices.Clone(x.Shape())
	for i, k := range kernel {
		shape[i+2] = shape[i+2].Sub(types.Const(1)).Mul(types.Const(strides[i])).Add(types.Const(k - pads[i] - pads[rank+i]))
	}
	if slices.ContainsFunc(shape, types.Dim.Loose) {
		return n.refuse(nil, "the shape of input 0 is not known")
	}
	flat := func(v *model.Value) *model.Value { return n.Call("reshape", args(v), attr("newshape", []int64{-1})) }
	zeros := n.Call("full", args(n.number(0, x.Dtype())), attr("shape", []types.Dim{types.Product(shape)}), attr("dtype", x.Dtype()))
	y := n.Call("scatter_elements", args(zeros, flat(n.in[1]), flat(x)), attr("axis", 0))
	y = n.Call("reshape", args(y), attr("newshape", shape), attr("allowzero", true))
	if n.arg(2) == nil || !y.Known() {
		return one(y)
	}
	behind := n.subtract(n.cast(n.arg(2), types.Int64), n.Call("shape_of", args(y), attr("dtype", "int64")))
	return one(n.padBehind(y, behind))
}

// padBehind puts zeros after each axis, as many as a vector says.
func (n *node) padBehind(x, counts *model.Value) *model.Value {
	zero := n.number(0, x.Dtype())
	if ds, ok := counts.Ints(); ok {
		if list, known := constantsOf(ds); known {
			widths := op.Value{Kind: op.ListValue}
			for _, k := range list {
				widths.List = append(widths.List, op.Ints(0, k))
			}
			return n.Call("nn.pad", args(x, zero), attr("pad_width", widths))
		}
	}
	none := n.Ints(make([]int64, x.Rank())...)
	widths := n.Call("stack", args(n.Pack(none, counts)), attr("axis", 1))
	return n.Call("dyn.nn.pad", args(x, widths, zero), attr("pad_width", op.Value{Kind: op.ListValue}))
}

func deformConv(n *node) []*model.Value {
	x, w, offset := n.in[0], n.in[1], n.in[2]
	rank, ok := n.spatial(x)
	if !ok || !n.filterFits(x, w, 1, 0) {
		return nil
	}
	if rank != 2 {
		return n.refuse(nil, "taps are moved in images alone, and input 0 has %s", axesText(x.Rank()))
	}
	kernel, ok := n.kernelShape(w.Shape()[2:])
	if !ok {
		return nil
	}
	g, ok := n.windowOf(x, kernel)
	channels, known := w.Shape()[0].Const()
	if !ok || !known {
		return n.refuse(nil, "the extents of the filter are not known")
	}
	attrs := []op.Named{
		attr("strides", g.strides), attr("padding", g.padding), attr("dilation", g.dilations), attr("deformable_groups", n.int("offset_group")),
		attr("groups", n.int("group")), attr("channels", channels), attr("kernel_size", kernel),
	}
	y := (*model.Value)(nil)
	if mask := n.arg(4); mask != nil {
		y = n.Call("nn.modulated_deformable_conv2d", args(x, offset, w, mask), attrs...)
	} else {
		y = n.Call("nn.deformable_conv2d", args(x, offset, w), attrs...)
	}
	if b := n.arg(3); b != nil {
		y = n.Call("nn.bias_add", args(y, b), attr("axis", 1))
	}
	return one(y)
}

// centerCropPad gives axes other extents: what is cut off, or put around, is as much in front
// as after, or one less.
func centerCropPad(n *node) []*model.Value {
	x := n.in[0]
	axes := n.ints("axes")
	if !n.has("axes") {
		axes = axesFrom(0, x.Rank())
	}
	if k, known := model.Count(n.in[1]); known && int(k) != len(axes) {
		return n.at(1, codes.ShapeMismatch, "the shape in input 1 has %d extents for %s", k, axesText(len(axes)))
	}
	d := types.Int64
	for i, k := range axes {
		axis, ok := n.axis("axes", k, x.Rank())
		if !ok || !x.Known() {
			return nil
		}
		wanted := n.cast(n.Call("take", args(n.in[1], n.whole(int64(i), d)), attr("axis", 0)), d)
		two := n.whole(2, d)
		have := n.extentOf(x, axis, d)
		cut := n.Call("floor_divide", args(n.maximum(n.subtract(have, wanted), n.whole(0, d)), two))
		added := n.Call("floor_divide", args(n.maximum(n.subtract(wanted, have), n.whole(0, d)), two))
		x = n.window(x, axis, n.subtract(cut, added), wanted)
	}
	return one(x)
}

// window is a part of an axis from a place on, which may be negative: outside of the data are
// zeros.
func (n *node) window(x *model.Value, axis int, begin, length *model.Value) *model.Value {
	if !x.Known() || !begin.Known() || !length.Known() {
		return n.Unknown()
	}
	d := types.Int64
	from, ok := begin.Ints()
	count, fixed := length.Ints()
	extent, known := x.Shape()[axis].Const()
	if ok && fixed && known {
		a, constant := from[0].Const()
		b, counted := count[0].Const()
		if constant && counted {
			return n.constantWindow(x, axis, a, b, extent)
		}
	}
	places := n.add(n.Call("arange", args(n.whole(0, d), length, n.whole(1, d)), attr("dtype", "int64")), begin)
	y := n.Call("take", args(x, places), attr("axis", axis))
	inside := n.Call("logical_and", args(n.Call("greater_equal", args(places, n.whole(0, d))), n.Call("less", args(places, n.extentOf(x, axis, d)))))
	if behind := x.Rank() - 1 - axis; behind > 0 {
		inside = n.Call("expand_dims", args(inside), attr("axis", 1), attr("num_newaxis", behind))
	}
	return n.where(inside, y, n.zero(x.Dtype()))
}

// constantWindow cuts, and then pads.
func (n *node) constantWindow(x *model.Value, axis int, begin, length, extent int64) *model.Value {
	from, to := max(begin, 0), min(begin+length, extent)
	if from > 0 || to < extent {
		x = n.slice(x, []int64{from}, []int64{to}, []int64{1}, []int64{int64(axis)})
	}
	before, behind := max(-begin, 0), max(begin+length-extent, 0)
	if before == 0 && behind == 0 {
		return x
	}
	widths := op.Value{Kind: op.ListValue}
	for i := range x.Rank() {
		if i == axis {
			widths.List = append(widths.List, op.Ints(before, behind))
		} else {
			widths.List = append(widths.List, op.Ints(0, 0))
		}
	}
	return n.Call("nn.pad", args(x, n.zero(x.Dtype())), attr("pad_width", widths))
}

// mostSpatial bounds the axes of an image.
const mostSpatial = 8

// col2Im adds up blocks of an image at the places that they were cut out of. Along an axis,
// element b of block l lies at b·dilation + l·stride of the padded image; the places of all
// axes are one index into the image, which has the batch and the channels after.
func col2Im(n *node) []*model.Value {
	x := n.in[0]
	k, known := model.Count(n.in[1])
	if !known || k < 1 || k > mostSpatial || x.Rank() != 3 {
		return n.refuse(nil, "the number of the image's axes is not known, or more than %d", mostSpatial)
	}
	rank := int(k)
	strides, ok := n.perAxis("strides", rank, 1)
	dilations, fits := n.perAxis("dilations", rank, 1)
	pads, padded := n.perAxis("pads", 2*rank, 0)
	if !ok || !fits || !padded {
		return nil
	}
	d := types.Int64
	one1 := n.whole(1, d)
	part := func(input, i int) *model.Value {
		return n.cast(n.Call("take", args(n.in[input], n.whole(int64(i), d)), attr("axis", 0)), d)
	}
	count := func(v *model.Value) *model.Value {
		return n.Call("arange", args(n.whole(0, d), v, one1), attr("dtype", "int64"))
	}
	var place, area, elements *model.Value
	var extents []*model.Value // of the padded image
	for i := range rank {
		image, block := part(1, i), part(2, i)
		extent := n.add(image, n.whole(pads[i]+pads[rank+i], d))
		reach := n.add(n.multiply(n.subtract(block, one1), n.whole(dilations[i], d)), one1)
		blocks := n.add(n.Call("floor_divide", args(n.subtract(extent, reach), n.whole(strides[i], d))), one1)
		b := n.Call("expand_dims", args(n.multiply(count(block), n.whole(dilations[i], d))), attr("axis", 1), attr("num_newaxis", 2*rank-1-i))
		l := n.multiply(count(blocks), n.whole(strides[i], d))
		if behind := rank - 1 - i; behind > 0 {
			l = n.Call("expand_dims", args(l), attr("axis", 1), attr("num_newaxis", behind))
		}
		at := n.add(b, l)
		extents = append(extents, extent)
		if i == 0 {
			place, area, elements = at, extent, n.multiply(block, blocks)
			continue
		}
		place = n.add(n.multiply(place, extent), at)
		area = n.multiply(area, extent)
		elements = n.multiply(elements, n.multiply(block, blocks))
	}
	return n.addedUp(x, place, area, elements, extents, pads)
}

// addedUp adds the blocks up and cuts the padding off.
func (n *node) addedUp(x, place, area, elements *model.Value, extents []*model.Value, pads []int64) []*model.Value {
	rank := len(extents)
	d := types.Int64
	vector := func(vs ...*model.Value) *model.Value {
		parts := make([]*model.Value, len(vs))
		for i, v := range vs {
			parts[i] = v
			if v.Rank() == 0 {
				parts[i] = n.Call("expand_dims", args(v), attr("axis", 0))
			}
		}
		if len(parts) == 1 {
			return parts[0]
		}
		return n.Call("concatenate", args(n.Pack(parts...)), attr("axis", 0))
	}
	batch := n.extentOf(x, 0, d)
	blocks := n.reshapedTo(x, vector(batch, n.whole(-1, d), elements))
	blocks = n.Call("transpose", args(blocks), attr("axes", []int64{2, 0, 1}))
	if !blocks.Known() {
		return nil
	}
	channels := n.extentOf(blocks, 2, d)
	zeros := n.filled(n.number(0, x.Dtype()), vector(area, batch, channels))
	index := n.reshapedTo(place, n.Ints(1, -1))
	image := n.Call("scatter_nd", args(zeros, index, blocks), attr("mode", "add"))
	image = n.Call("transpose", args(image), attr("axes", []int64{1, 2, 0}))
	image = n.reshapedTo(image, vector(append(args(batch, channels), extents...)...))
	for i := range rank {
		if pads[i] != 0 || pads[rank+i] != 0 {
			image = n.window(image, i+2, n.whole(pads[i], d), n.subtract(extents[i], n.whole(pads[i]+pads[rank+i], d)))
		}
	}
	return one(image)
}

// reshapedTo gives a tensor a shape that is a vector, which may be known.
func (n *node) reshapedTo(x, shape *model.Value) *model.Value {
	if ds, ok := shape.Ints(); ok && !slices.ContainsFunc(ds, types.Dim.Loose) {
		return n.Call("reshape", args(x), attr("newshape", ds), attr("allowzero", true))
	}
	return n.dynReshape(x, shape)
}
