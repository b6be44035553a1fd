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

var resizeEntries = map[string]entry{
	"Resize":   {how: "`image.resize_nd`, `dyn.image.resize_nd`", translate: resize},
	"Upsample": {how: "`image.resize_nd`, `dyn.image.resize_nd`", translate: upsample},
}

// A resizing is what a node says about how it resizes.
type resizing struct {
	n      *node
	axes   []int64
	attrs  []op.Named
	scales *model.Value // a number for each axis; nil where sizes are given
	sizes  *model.Value // an extent for each axis
	roi    *model.Value // nil where it does not count
	policy string       // how sizes keep the aspect ratio; "stretch" where they do not
}

// resize reads Resize. Opset 10 has what Upsample does.
func resize(n *node) []*model.Value {
	x := n.in[0]
	r := resizing{n: n, axes: axesFrom(0, x.Rank()), policy: "stretch"}
	if n.version < 11 {
		r.scales = n.in[1]
		return r.asymmetric()
	}
	if list := n.ints("axes"); len(list) > 0 {
		r.axes = r.axes[:0]
		for _, k := range list {
			axis, ok := n.axis("axes", k, x.Rank())
			if !ok {
				return nil
			}
			r.axes = append(r.axes, int64(axis))
		}
	}
	r.scales, r.sizes = n.given(2), n.given(3)
	if (r.scales == nil) == (r.sizes == nil) {
		n.Failf(codes.ArityMismatch, "Resize takes either scales, in input 2, or sizes, in input 3, and not both")
		return nil
	}
	if p := n.str("keep_aspect_ratio_policy"); p != "" {
		r.policy = p
	}
	mode := n.str("coordinate_transformation_mode")
	if mode == "tf_crop_and_resize" {
		r.roi = n.given(1)
	}
	r.attrs = append(r.method(), attr("coordinate_transformation_mode", mode), attr("rounding_method", n.str("nearest_mode")),
		attr("cubic_alpha", n.float("cubic_coeff_a")), attr("cubic_exclude", n.int("exclude_outside") != 0),
		attr("extrapolation_value", n.float("extrapolation_value")), attr("antialias", n.int("antialias") != 0))
	return r.write()
}

// given is an input that is there and has elements.
func (n *node) given(i int) *model.Value {
	v := n.arg(i)
	if k, known := int64(0), false; v != nil {
		if k, known = model.Count(v); known && k == 0 {
			return nil
		}
	}
	return v
}

// upsample reads Upsample, whose scales are attributes in early versions.
func upsample(n *node) []*model.Value {
	r := resizing{n: n, axes: axesFrom(0, n.in[0].Rank()), policy: "stretch"}
	switch {
	case n.schema.Attribute("height_scale") != nil:
		r.scales = n.numbers([]float64{1, 1, n.float("height_scale"), n.float("width_scale")})
	case n.schema.Attribute("scales") != nil:
		r.scales = n.numbers(n.floats("scales"))
	default:
		r.scales = n.in[1]
	}
	return r.asymmetric()
}

func (r *resizing) asymmetric() []*model.Value {
	r.attrs = append(r.method(), attr("coordinate_transformation_mode", "asymmetric"), attr("rounding_method", "floor"))
	return r.write()
}

// method is the method of interpolation by its name here.
func (r *resizing) method() []op.Named {
	name := r.n.str("mode")
	switch name {
	case "nearest":
		name = "nearest_neighbor"
	case "bilinear":
		name = "linear"
	}
	return []op.Named{attr("method", name)}
}

// write resizes by constants where extents are known as far as they are needed, and by
// computed extents otherwise.
func (r *resizing) write() []*model.Value {
	n := r.n
	what := r.scales
	if what == nil {
		what = r.sizes
	}
	if k, known := model.Count(what); known && k != int64(len(r.axes)) {
		n.Fail(model.Fault{Code: codes.ShapeMismatch, Arg: what,
			Message: "Resize gets " + plural(k, "number") + " for " + axesText(len(r.axes)) + "; it must get one for each axis"})
		return nil
	}
	count := types.Const(int64(len(r.axes)))
	if r.scales != nil {
		r.scales = n.stated(r.scales, count)
	} else {
		r.sizes = n.stated(r.sizes, count)
	}
	if r.roi != nil {
		r.roi = n.stated(r.roi, types.Const(int64(2*len(r.axes))))
	}
	roi, known := r.roi.Elements(), r.roi == nil
	if !known && roi == nil {
		return r.computed()
	}
	size, scales, ok := r.static()
	if !ok {
		return r.computed()
	}
	return r.constant(size, scales, roi)
}

func plural(k int64, noun string) string {
	if k == 1 {
		return "1 " + noun
	}
	return types.Const(k).String() + " " + noun + "s"
}

// static are the extents of the result along the axes, and the scales, where the node gives
// them or they follow from the aspect ratio.
func (r *resizing) static() (size []types.Dim, scales []float64, ok bool) {
	x := r.n.in[0]
	if r.sizes != nil {
		ds, known := r.sizes.Ints()
		if !known || slices.ContainsFunc(ds, types.Dim.Loose) {
			return nil, nil, false
		}
		if r.policy == "stretch" {
			return ds, nil, true
		}
		return r.proportional(ds)
	}
	a := r.scales.Elements()
	if a == nil {
		return nil, nil, false
	}
	scales = model.FloatsOf(a)
	for i, axis := range r.axes {
		if !(scales[i] > 0) {
			r.n.Failf(codes.AttributeValue, "the scale of axis %d is %g; it must be positive", axis, scales[i])
			return nil, nil, false
		}
		d, ok := scaledExtent(x.Shape()[axis], scales[i])
		if !ok {
			return nil, nil, false
		}
		size = append(size, d)
	}
	return size, scales, true
}

// scaledExtent is ⌊d·scale⌋. Of an extent that is a formula it is one where the scale is a
// fraction with a small denominator.
func scaledExtent(d types.Dim, scale float64) (types.Dim, bool) {
	if k, known := d.Const(); known {
		return types.Const(int64(math.Floor(float64(float32(k) * float32(scale))))), true
	}
	const denominator = 1 << 8 // of a number that exporters write, such as 0.5 or 1.25
	numerator := scale * denominator
	if d.Loose() || numerator != math.Trunc(numerator) || numerator > 1<<20 {
		return types.Any, false
	}
	return d.Mul(types.Const(int64(numerator))).FloorDiv(types.Const(denominator)), true
}

// proportional are the extents that keep the aspect ratio: all axes have the least or the
// greatest of the scales that would give the sizes.
func (r *resizing) proportional(sizes []types.Dim) (size []types.Dim, scales []float64, ok bool) {
	best := math.NaN()
	for i, axis := range r.axes {
		d, known := r.n.in[0].Shape()[axis].Const()
		k, fixed := sizes[i].Const()
		if !known || !fixed || d == 0 {
			return nil, nil, false
		}
		s := float64(k) / float64(d)
		if i == 0 || r.policy == "not_larger" && s < best || r.policy == "not_smaller" && s > best {
			best = s
		}
	}
	for _, axis := range r.axes {
		d, _ := r.n.in[0].Shape()[axis].Const()
		size = append(size, types.Const(int64(best*float64(d)+0.5)))
		scales = append(scales, best)
	}
	return size, scales, true
}

// constant writes the call. Axes that keep their extent are left out, but for a region of
// interest.
func (r *resizing) constant(size []types.Dim, scales []float64, region *value.Array) []*model.Value {
	x := r.n.in[0]
	var axes []int64
	var extents []types.Dim
	var by, begins, ends []float64
	var roi []float64
	if region != nil {
		roi = model.FloatsOf(region)
		if len(roi) != 2*len(r.axes) {
			return r.n.at(1, codes.ShapeMismatch, "the region in input 1 has %d numbers; it must have 2 for each of %s", len(roi), axesText(len(r.axes)))
		}
	}
	for i, axis := range r.axes {
		same := size[i].Equal(x.Shape()[axis]) && (scales == nil || scales[i] == 1)
		if same && (roi == nil || roi[i] == 0 && roi[i+len(r.axes)] == 1) {
			continue
		}
		axes, extents = append(axes, axis), append(extents, size[i])
		if scales != nil {
			by = append(by, scales[i])
		}
		if roi != nil {
			begins, ends = append(begins, roi[i]), append(ends, roi[i+len(r.axes)])
		}
	}
	if len(axes) == 0 {
		return one(x)
	}
	attrs := append([]op.Named{attr("size", extents), attr("axes", axes)}, r.attrs...)
	if by != nil {
		attrs = append(attrs, attr("scales", by))
	}
	if roi != nil {
		attrs = append(attrs, attr("roi", append(begins, ends...)))
	}
	return one(r.n.Call("image.resize_nd", args(x), attrs...))
}

// computed writes a call whose extents are computed when the model runs.
func (r *resizing) computed() []*model.Value {
	n := r.n
	x := n.in[0]
	scales, sizes := r.scales, r.sizes
	shape := n.Call("shape_of", args(x), attr("dtype", "int64"))
	if len(r.axes) != x.Rank() || !slices.Equal(r.axes, axesFrom(0, x.Rank())) {
		shape = n.Call("take", args(shape, n.Ints(r.axes...)), attr("axis", 0))
	}
	switch extents := n.cast(shape, types.Float32); {
	case scales != nil:
		sizes = n.cast(n.apply(n.multiply(extents, scales), "floor"), types.Int64)
	case r.policy != "stretch":
		best := "min"
		if r.policy == "not_smaller" {
			best = "max"
		}
		scale := n.Call(best, args(n.divide(n.cast(sizes, types.Float32), extents)))
		sizes = n.cast(n.apply(n.add(n.multiply(extents, scale), n.number(0.5, types.Float32)), "floor"), types.Int64)
		scales = n.add(n.multiply(extents, n.number(0, types.Float32)), scale)
	}
	attrs := append([]op.Named{attr("axes", r.axes)}, r.attrs...)
	return one(n.Call("dyn.image.resize_nd", args(x, sizes, scales, r.roi), attrs...))
}

// numbers is a constant vector of float32.
func (n *node) numbers(xs []float64) *model.Value {
	list := make([]float32, len(xs))
	for i, x := range xs {
		list[i] = float32(x)
	}
	return n.Array(value.Of(list, len(list)))
}
