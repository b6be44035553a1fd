package onnx

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

var convolutionEntries = map[string]entry{
	"Conv":              {how: "`nn.conv1d`, `nn.conv2d`, `nn.conv3d`, `nn.bias_add`", translate: conv},
	"ConvTranspose":     {how: "`nn.conv1d_transpose`, `nn.conv2d_transpose`, `nn.conv3d_transpose`, `nn.bias_add`", translate: convTranspose},
	"ConvInteger":       {how: "`subtract`, `nn.conv2d`", translate: convInteger},
	"MaxPool":           {how: "`nn.max_pool1d`, `nn.max_pool2d`, `nn.max_pool3d`", translate: maxPool},
	"AveragePool":       {how: "`nn.avg_pool1d`, `nn.avg_pool2d`, `nn.avg_pool3d`", translate: averagePool},
	"LpPool":            {how: "`power`, `nn.avg_pool2d`", translate: lpPool},
	"GlobalAveragePool": {how: "`nn.global_avg_pool2d`, `mean`", translate: globalPool("nn.global_avg_pool2d", "mean")},
	"GlobalMaxPool":     {how: "`nn.global_max_pool2d`, `max`", translate: globalPool("nn.global_max_pool2d", "max")},
	"GlobalLpPool":      {how: "`abs`, `power`, `sum`", translate: globalLpPool},
}

// A window is the geometry of a filter that slides over the axes after the channels.
type window struct {
	kernel, strides, dilations []int64
	padding                    []int64 // all beginnings, then all ends
}

// spatial reports how many axes a convolution slides over, and refuses ranks that have no
// operator.
func (n *node) spatial(x *model.Value) (int, bool) {
	rank := x.Rank() - 2
	switch {
	case rank < 1:
		n.at(0, codes.ShapeMismatch, "input 0 of %s is (batch, channels, spatial axes …), and has %s: %s", n.proto.OpType, axesText(x.Rank()), shapeText(x.Tensor()))
		return 0, false
	case rank > 3:
		n.refuse(nil, "windows over %d axes are not computed", rank)
		return 0, false
	}
	return rank, true
}

// windowOf reads the geometry. kernel is the shape of the filter.
func (n *node) windowOf(x *model.Value, kernel []int64) (w window, ok bool) {
	rank := len(kernel)
	w.kernel = kernel
	if w.strides, ok = n.perAxis("strides", rank, 1); !ok {
		return w, false
	}
	if w.dilations, ok = n.perAxis("dilations", rank, 1); !ok {
		return w, false
	}
	switch auto := n.str("auto_pad"); auto {
	case "", "NOTSET":
		w.padding, ok = n.perAxis("pads", 2*rank, 0)
		return w, ok
	case "VALID":
		w.padding = make([]int64, 2*rank)
		return w, true
	case "SAME_UPPER", "SAME_LOWER":
		return w, n.same(&w, x.Shape()[2:], auto == "SAME_UPPER")
	default:
		n.Failf(codes.AttributeValue, "`auto_pad` of %s is %q; it must be NOTSET, VALID, SAME_UPPER or SAME_LOWER", n.proto.OpType, auto)
		return w, false
	}
}

// perAxis is a list with an entry for each axis, or all the same where the node gives none.
func (n *node) perAxis(name string, length int, otherwise int64) ([]int64, bool) {
	list := n.ints(name)
	if len(list) == 0 {
		list = make([]int64, length)
		for i := range list {
			list[i] = otherwise
		}
	}
	if len(list) != length {
		n.Failf(codes.AttributeValue, "`%s` of %s has %d entries; it must have %d", name, n.proto.OpType, len(list), length)
		return nil, false
	}
	for _, k := range list {
		if name != "pads" && k < 1 {
			n.Failf(codes.AttributeValue, "`%s` of %s holds %d; it must be 1 or more", name, n.proto.OpType, k)
			return nil, false
		}
	}
	return list, true
}

// same pads so that an axis of extent d becomes ⌈d/stride⌉: by
// max((⌈d/stride⌉ - 1)·stride + dilated kernel - d, 0), the odd one at the end or the
// beginning. With a stride of 1 that does not depend on d.
func (n *node) same(w *window, extents []types.Dim, upper bool) bool {
	rank := len(w.kernel)
	w.padding = make([]int64, 2*rank)
	for i, k := range w.kernel {
		dilated := (k-1)*w.dilations[i] + 1
		total := dilated - 1
		if s := w.strides[i]; s > 1 {
			d, known := extents[i].Const()
			if !known {
				n.refuse(nil, "the padding of `auto_pad` depends on the extent %s of axis %d, which is not known", extents[i], i+2)
				return false
			}
			total = max(((d+s-1)/s-1)*s+dilated-d, 0)
		}
		less, more := total/2, total-total/2
		if upper {
			w.padding[i], w.padding[rank+i] = less, more
		} else {
			w.padding[i], w.padding[rank+i] = more, less
		}
	}
	return true
}

// kernelShape is the shape of a filter after its channels, which the attribute repeats.
func (n *node) kernelShape(weight []types.Dim) ([]int64, bool) {
	given := n.ints("kernel_shape")
	kernel := make([]int64, len(weight))
	for i, d := range weight {
		k, known := d.Const()
		switch {
		case known && i < len(given) && given[i] != k:
			n.at(1, codes.ShapeMismatch, "`kernel_shape` is %v, and the filter in input 1 has the extents %s after its channels", given, types.ShapeString(weight))
			return nil, false
		case !known && i < len(given):
			k = given[i]
		case !known:
			n.refuse(nil, "the extents of the filter are not known")
			return nil, false
		}
		kernel[i] = k
	}
	return kernel, true
}

func conv(n *node) []*model.Value {
	x, w := n.in[0], n.in[1]
	y := n.convolve(x, w, "")
	return one(n.bias(y, n.arg(2), 1))
}

// convolve writes a convolution. outDtype is the dtype of the sums, "" for that of the data.
func (n *node) convolve(x, w *model.Value, outDtype string) *model.Value {
	if !x.Known() || !w.Known() {
		return n.Unknown()
	}
	rank, ok := n.spatial(x)
	if !ok || !n.filterFits(x, w, 1, 0) {
		return n.Unknown()
	}
	kernel, ok := n.kernelShape(w.Shape()[2:])
	if !ok {
		return n.Unknown()
	}
	g, ok := n.windowOf(x, kernel)
	if !ok {
		return n.Unknown()
	}
	grouped := rank == 1 && n.int("group") > 1 // nn.conv1d, as TVM has it, knows no groups
	if grouped {
		x = n.Call("expand_dims", args(x), attr("axis", 2))
		w = n.Call("expand_dims", args(w), attr("axis", 2))
		g, kernel, rank = g.behindOne(), []int64{1, kernel[0]}, 2
	}
	attrs := []op.Named{
		attr("strides", g.strides), attr("padding", g.padding), attr("dilation", g.dilations),
		attr("groups", n.int("group")), attr("kernel_size", kernel),
	}
	if gives, known := w.Shape()[0].Const(); rank == 1 && known && n.int("group") > 1 {
		attrs = append(attrs, attr("channels", gives)) // without which nn.conv1d ignores groups
	}
	if outDtype != "" {
		attrs = append(attrs, attr("out_dtype", outDtype))
	}
	y := n.Call(fmt.Sprintf("nn.conv%dd", rank), args(x, w), attrs...)
	if grouped {
		y = n.Call("squeeze", args(y), attr("axis", []int64{2}))
	}
	return y
}

// behindOne is a window over one axis as one over two, of which the first has the extent 1.
func (w window) behindOne() window {
	return window{
		kernel: []int64{1, w.kernel[0]}, strides: []int64{1, w.strides[0]}, dilations: []int64{1, w.dilations[0]},
		padding: []int64{0, w.padding[0], 0, w.padding[1]},
	}
}

// filterFits compares the channels of the data with those that a filter takes, which are at
// its axis in and are counted once a group; out is the axis of those that it gives.
func (n *node) filterFits(x, w *model.Value, in, out int) bool {
	if w.Rank() != x.Rank() {
		n.at(1, codes.ShapeMismatch, "input 1, the filter, has %s; with data of %s it must have as many: %s and %s",
			axesText(w.Rank()), axesText(x.Rank()), shapeText(x.Tensor()), shapeText(w.Tensor()))
		return false
	}
	group := n.int("group")
	channels, known := x.Shape()[1].Const()
	takes, ok := w.Shape()[in].Const()
	if group < 1 {
		n.Failf(codes.AttributeValue, "`group` of %s is %d; it must be 1 or more", n.proto.OpType, group)
		return false
	}
	if in == 0 { // transposed: the filter's first axis counts all channels
		takes /= group
	}
	if known && ok && channels != takes*group {
		n.at(1, codes.ShapeMismatch, "input 0 has %d channels, and the filter in input 1 takes %d: %s and %s%s",
			channels, takes*group, shapeText(x.Tensor()), shapeText(w.Tensor()), groupText(group))
		return false
	}
	if gives, ok := w.Shape()[out].Const(); ok && out == 0 && gives%group != 0 {
		n.at(1, codes.ShapeMismatch, "the filter in input 1 gives %d channels, which %d groups do not divide", gives, group)
		return false
	}
	return true
}

func groupText(group int64) string {
	if group == 1 {
		return ""
	}
	return fmt.Sprintf(", in %d groups", group)
}

// bias adds a vector along an axis, where one is given.
func (n *node) bias(y, b *model.Value, axis int) *model.Value {
	if b == nil || !y.Known() {
		return y
	}
	have, known := y.Shape()[axis].Const()
	if k, ok := model.Count(b); b.Rank() != 1 || ok && known && k != have {
		n.at(2, codes.ShapeMismatch, "the bias in input 2 must be a vector of %s elements, one a channel, and is %s", y.Shape()[axis], shapeText(b.Tensor()))
		return n.Unknown()
	}
	return n.Call("nn.bias_add", args(y, b), attr("axis", axis))
}

func convTranspose(n *node) []*model.Value {
	x, w := n.in[0], n.in[1]
	rank, ok := n.spatial(x)
	if !ok || !n.filterFits(x, w, 0, 1) {
		return nil
	}
	kernel, ok := n.kernelShape(w.Shape()[2:])
	if !ok {
		return nil
	}
	g := window{kernel: kernel}
	g.strides, _ = n.perAxis("strides", rank, 1)
	g.dilations, _ = n.perAxis("dilations", rank, 1)
	extra, ok := n.perAxisFrom("output_padding", rank)
	if !ok || n.Fault() != nil || !n.transposedPadding(&g, x.Shape()[2:], extra) {
		return nil
	}
	gives, known := w.Shape()[1].Const()
	if !known {
		return n.refuse(nil, "the number of channels that the filter gives is not known")
	}
	y := n.Call(fmt.Sprintf("nn.conv%dd_transpose", rank), args(x, w), attr("channels", gives*n.int("group")),
		attr("strides", g.strides), attr("padding", g.padding), attr("output_padding", extra), attr("dilation", g.dilations),
		attr("groups", n.int("group")), attr("kernel_size", kernel), attr("kernel_layout", "IO"+"DHW"[3-rank:]))
	return one(n.bias(y, n.arg(2), 1))
}

// perAxisFrom is perAxis for lists of numbers from 0 on.
func (n *node) perAxisFrom(name string, length int) ([]int64, bool) {
	list := n.ints(name)
	if len(list) == 0 {
		return make([]int64, length), true
	}
	if len(list) != length {
		n.Failf(codes.AttributeValue, "`%s` of %s has %d entries; it must have %d", name, n.proto.OpType, len(list), length)
		return nil, false
	}
	return list, true
}

// transposedPadding finds the padding of a transposed convolution. Where the node states the
// extents of the result, it is what is left of
//
//	stride·(extent - 1) + output_padding + dilated kernel - result
//
// in two halves; the odd one is at the beginning, with SAME_UPPER at the end.
func (n *node) transposedPadding(g *window, extents []types.Dim, extra []int64) bool {
	rank := len(g.kernel)
	auto := n.str("auto_pad")
	wanted := n.ints("output_shape")
	if len(wanted) > rank { // some models write the batch and the channels too
		wanted = wanted[len(wanted)-rank:]
	}
	if len(wanted) > 0 && len(wanted) < rank {
		n.Failf(codes.AttributeValue, "`output_shape` of ConvTranspose has %d entries; it must have %d", len(wanted), rank)
		return false
	}
	sameAs := auto == "SAME_UPPER" || auto == "SAME_LOWER"
	if len(wanted) == 0 && !sameAs {
		ok := true
		g.padding, ok = n.perAxis("pads", 2*rank, 0)
		return ok
	}
	g.padding = make([]int64, 2*rank)
	for i, k := range g.kernel {
		full := extra[i] + (k-1)*g.dilations[i] + 1
		var total int64
		if d, known := extents[i].Const(); len(wanted) == 0 {
			total = full - g.strides[i] // stride·(d - 1) + full - stride·d
		} else if !known {
			n.refuse(nil, "the padding depends on the extent %s, which is not known", extents[i])
			return false
		} else {
			total = g.strides[i]*(d-1) + full - wanted[i]
		}
		if total < 0 {
			extra[i] -= total
			total = 0
		}
		less, more := total/2, total-total/2
		if auto == "SAME_UPPER" {
			g.padding[i], g.padding[rank+i] = less, more
		} else {
			g.padding[i], g.padding[rank+i] = more, less
		}
	}
	return true
}

// convInteger convolves differences to zero points in int32.
func convInteger(n *node) []*model.Value {
	x := n.centred(0, 2, 1)
	w := n.centred(1, 3, 0)
	return one(n.convolve(x, w, "int32"))
}

// centred is an input in int32, less its zero point, which is a scalar or a vector along an
// axis.
func (n *node) centred(input, zero, axis int) *model.Value {
	v := n.cast(n.in[input], types.Int32)
	z := n.arg(zero)
	if z == nil {
		return v
	}
	return n.Call("subtract", args(v, n.along(n.cast(z, types.Int32), v.Rank(), axis)))
}

// along gives a vector as many axes after its own as put it at an axis of a tensor. A scalar,
// and a vector of one element, fit anywhere.
func (n *node) along(v *model.Value, rank, axis int) *model.Value {
	if k, known := model.Count(v); v.Rank() == 1 && known && k == 1 {
		return n.scalar(v)
	}
	if behind := rank - 1 - axis; v.Rank() == 1 && behind > 0 {
		return n.Call("expand_dims", args(v), attr("axis", 1), attr("num_newaxis", behind))
	}
	return v
}

// poolOf reads the window of a pool.
func (n *node) poolOf() (w window, rank int, ok bool) {
	x := n.in[0]
	if rank, ok = n.spatial(x); !ok {
		return w, 0, false
	}
	kernel, ok := n.perAxis("kernel_shape", rank, 1)
	if !ok {
		return w, 0, false
	}
	if w, ok = n.windowOf(x, kernel); ok && n.schema.Attribute("ceil_mode") != nil && n.int("ceil_mode") != 0 {
		ok = n.withoutLast(&w, x.Shape()[2:])
	}
	return w, rank, ok
}

// withoutLast takes from the padding what only a window that begins in the padding after the
// data reads: where the number of windows is rounded up, ONNX drops it. The last window begins
// at ⌈slack/stride⌉·stride, where slack is what the padded axis has beyond one window.
func (n *node) withoutLast(w *window, extents []types.Dim) bool {
	rank := len(w.kernel)
	for i, k := range w.kernel {
		before, behind, stride := w.padding[i], w.padding[rank+i], w.strides[i]
		reach := (k-1)*w.dilations[i] + 1
		if behind+stride <= reach {
			continue
		}
		d, known := extents[i].Const()
		if !known {
			n.refuse(nil, "with `ceil_mode` the number of windows depends on the extent %s, which is not known", extents[i])
			return false
		}
		slack := d + before + behind - reach
		if rest := slack % stride; slack > 0 && rest != 0 && (slack/stride+1)*stride >= d+before {
			w.padding[rank+i] -= rest
		}
	}
	return true
}

func (w window) attrs() []op.Named {
	return []op.Named{
		attr("pool_size", w.kernel), attr("strides", w.strides), attr("dilation", w.dilations), attr("padding", w.padding),
	}
}

func maxPool(n *node) []*model.Value {
	w, rank, ok := n.poolOf()
	if !ok {
		return nil
	}
	attrs := append(w.attrs(), attr("ceil_mode", n.int("ceil_mode") != 0))
	x := n.in[0]
	if n.wants(1) {
		places := n.Call(fmt.Sprintf("nn.max_pool%dd_indices", rank), args(x), append(slices.Clip(attrs), attr("column_major", n.int("storage_order") != 0))...)
		return args(n.Call(fmt.Sprintf("nn.max_pool%dd", rank), args(x), attrs...), places)
	}
	return one(n.Call(fmt.Sprintf("nn.max_pool%dd", rank), args(x), attrs...))
}

func averagePool(n *node) []*model.Value {
	w, rank, ok := n.poolOf()
	if !ok {
		return nil
	}
	attrs := append(w.attrs(), attr("ceil_mode", n.int("ceil_mode") != 0), attr("count_include_pad", n.int("count_include_pad") != 0))
	return one(n.Call(fmt.Sprintf("nn.avg_pool%dd", rank), args(n.in[0]), attrs...))
}

// lpPool is the p-norm of each window: its mean of |x|^p, times the number of its elements,
// to the power 1/p. Windows that begin within the last stride are whole, too: with stride - 1
// more zeros at the end, ⌊(slack + stride - 1)/stride⌋ = ⌈slack/stride⌉ windows follow the first.
func lpPool(n *node) []*model.Value {
	w, rank, ok := n.poolOf()
	if !ok {
		return nil
	}
	x := n.in[0]
	d := x.Dtype()
	p := float64(n.int("p"))
	if n.schema.Attribute("p").Type == 1 {
		p = n.float("p")
	}
	elements := 1.0
	for _, k := range w.kernel {
		elements *= float64(k)
	}
	powered := n.Call("power", args(n.Call("abs", args(x)), n.number(p, d)))
	if n.schema.Attribute("ceil_mode") != nil && n.int("ceil_mode") != 0 {
		for i, stride := range w.strides {
			w.padding[rank+i] += stride - 1
		}
	}
	attrs := append(w.attrs(), attr("count_include_pad", true))
	mean := n.Call(fmt.Sprintf("nn.avg_pool%dd", rank), args(powered), attrs...)
	sum := n.Call("multiply", args(mean, n.number(elements, d)))
	return one(n.Call("power", args(sum, n.number(1/p, d))))
}

// spatialAxes are the axes after the channels.
func (n *node) spatialAxes() []int64 {
	var axes []int64
	for i := 2; i < n.in[0].Rank(); i++ {
		axes = append(axes, int64(i))
	}
	return axes
}

func globalPool(images, others string) func(n *node) []*model.Value {
	return func(n *node) []*model.Value {
		if n.in[0].Rank() < 2 {
			return n.at(0, codes.ShapeMismatch, "input 0 of %s is (batch, channels, spatial axes …), and has %s", n.proto.OpType, axesText(n.in[0].Rank()))
		}
		if n.in[0].Rank() == 4 {
			return one(n.Call(images, n.in))
		}
		return one(n.over(others, n.in[0], n.spatialAxes(), true))
	}
}

func globalLpPool(n *node) []*model.Value {
	x := n.in[0]
	p := float64(n.int("p"))
	if n.schema.Attribute("p").Type == 1 {
		p = n.float("p")
	}
	powered := n.Call("power", args(n.Call("abs", args(x)), n.number(p, x.Dtype())))
	sum := n.over("sum", powered, n.spatialAxes(), true)
	return one(n.Call("power", args(sum, n.number(1/p, x.Dtype()))))
}
