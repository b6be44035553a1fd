package op

import (
	"fmt"

	"github.com/fraccheck/fraccheck/types"
)

// scans lists the operators that run along an axis or over windows of it, and
// those that repeat it.
var scans = []*Op{
	cumulative("cumsum", "sums"),
	cumulative("cumprod", "products"),
	{
		Name: "repeat", Kind: Broadcast, Params: Args("data"),
		Doc:  "Repeats each element along an axis.",
		Rule: "the axis becomes repeats times as long",
		Attrs: []Attr{
			required("repeats", IntAttr, "how often, 1 at least"),
			optional("axis", IntAttr, "the axis, which is needed"),
		},
		Relation: repeat, Kernel: repeatKernel,
	},
	{
		Name: "tile", Kind: Broadcast, Params: Args("data"),
		Doc:      "Repeats the whole tensor along its axes.",
		Rule:     "reps and shape are aligned on the right and multiplied",
		Attrs:    []Attr{required("reps", IntsAttr, "how often along each axis, 1 at least")},
		Relation: tile, Kernel: tileKernel,
	},
	{
		Name: "sliding_window", Kind: Opaque, Params: Args("data"),
		Doc:  "Gives the windows of a tensor.",
		Rule: "from axis on the dimensions count windows, ⌊(d - w)/stride⌋ + 1 of them; behind them stands the shape of one window",
		Attrs: []Attr{
			required("axis", IntAttr, "the first axis with windows, counted from 0"),
			required("window_shape", IntsAttr, "extents of a window from axis on"),
			required("strides", IntsAttr, "distances between windows"),
		},
		Relation: slidingWindow, Kernel: slidingWindowKernel,
	},
	{
		Name: "sequence_mask", Kind: Injective, Params: Args("data", "valid_length"),
		Doc:  "Sets the elements behind the valid length of each sequence to a value.",
		Rule: "valid_length is a vector as long as the batch axis, which is the other one of the first two; the result has the type of data",
		Attrs: []Attr{
			floatAttr("mask_value", 0, "what is put there"),
			intAttr("axis", 0, "the axis of the sequences, 0 or 1"),
		},
		Relation: sequenceMask, Kernel: sequenceMaskKernel,
	},
}

func cumulative(name, what string) *Op {
	return &Op{
		Name: name, Kind: Opaque, Params: Args("data"),
		Doc:  "Computes the running " + what + " along an axis, or of the flattened data without axis.",
		Rule: "the result has the shape of data, or is a vector of all its elements without axis, and the given dtype, that of data without dtype",
		Attrs: []Attr{
			optional("axis", IntAttr, "the axis; data is flattened where it is left out"),
			optional("dtype", DtypeAttr, "dtype of the result"),
			boolAttr("exclusive", false, "leave each element's own value out"),
			keyAttr("ScanopAttrs"),
		},
		Relation: scan, Kernel: scanKernel(name == "cumprod"),
	}
}

func scan(c *Call) Answer {
	t, answer, ok := c.Tensor(0)
	if !ok {
		return answer
	}
	dtype := c.Attrs.Dtype("dtype")
	if dtype == types.NoDtype {
		dtype = t.Dtype
	}
	if c.Attrs.Has("axis") {
		answer = Done(tensor(dtype, t.Shape...))
		answer.Warn = looseAxis(c, "axis", len(t.Shape))
		return answer
	}
	if len(t.Shape) == 0 {
		return FailArg(0, "shape-mismatch", fmt.Sprintf("`%s` cannot flatten a scalar", c.Op.Name))
	}
	return Done(tensor(dtype, flattened(t.Shape)))
}

// flattened is the number of elements as TVM writes it: a product over `?` is
// an expression, unless the other extents are 1.
func flattened(shape []types.Dim) types.Dim {
	size := shape[0]
	for _, d := range shape[1:] {
		switch {
		case d.IsConst(1):
		case size.IsConst(1):
			size = d
		case size.IsConst(0) || d.IsConst(0):
			size = types.Const(0)
		case size.Loose() || d.Loose():
			size = types.Unknown
		default:
			size = size.Mul(d)
		}
	}
	return size
}

func repeat(c *Call) Answer {
	t, answer, ok := c.Tensor(0)
	if !ok {
		return answer
	}
	repeats, ok := c.Attrs.Dim("repeats")
	if n, number := repeats.Const(); !ok || number && n < 1 {
		return FailAttr("repeats", "attribute-value", "`repeats` of `repeat` must be 1 at least")
	}
	axis, answer, ok := c.Axis("axis", len(t.Shape))
	if !ok {
		return answer
	}
	return Done(tensor(t.Dtype, with(t.Shape, axis, t.Shape[axis].Mul(repeats))...))
}

func tile(c *Call) Answer {
	t, answer, ok := c.Tensor(0)
	if !ok {
		return answer
	}
	reps, ok := c.Attrs.Dims("reps")
	if !ok {
		return FailAttr("reps", "attribute-value", "`reps` of `tile` must be a list of numbers")
	}
	for _, r := range reps {
		if n, number := r.Const(); number && n < 1 {
			return FailAttr("reps", "attribute-value", fmt.Sprintf("`reps` of `tile` holds %d, and must hold numbers from 1 on", n))
		}
	}
	rank := max(len(t.Shape), len(reps))
	shape, times := padLeft(t.Shape, rank), padLeft(reps, rank)
	for i, d := range shape {
		shape[i] = d.Mul(times[i])
	}
	return Done(tensor(t.Dtype, shape...))
}

// padLeft puts extents 1 in front up to a rank.
func padLeft(shape []types.Dim, rank int) []types.Dim {
	padded := make([]types.Dim, rank)
	for i := range padded {
		padded[i] = types.Const(1)
	}
	copy(padded[rank-len(shape):], shape)
	return padded
}

func slidingWindow(c *Call) Answer {
	t, answer, ok := c.Tensor(0)
	if !ok {
		return answer
	}
	axis, answer, ok := c.Int("axis")
	if !ok {
		return answer
	}
	window, answer, ok := c.Ints("window_shape")
	if !ok {
		return answer
	}
	strides, answer, ok := c.Ints("strides")
	if !ok {
		return answer
	}
	rank := int64(len(t.Shape))
	if last := axis + int64(len(window)); axis < 0 || axis > rank || last > rank {
		message := fmt.Sprintf("a window of %s from axis %d on does not lie in a tensor of %s", dimensions(len(window)), axis, dimensions(len(t.Shape)))
		return FailAttr("axis", "attribute-value", "`sliding_window`: "+message, "axis counts from 0")
	}
	shape := joined(t.Shape[:axis])
	for i, w := range window {
		if i >= len(strides) || strides[i] == 0 {
			return FailAttr("strides", "attribute-value", "`strides` of `sliding_window` needs a number other than 0 for each axis of the window")
		}
		shape = append(shape, windows(t.Shape[int(axis)+i], w, strides[i]))
	}
	for _, w := range window {
		shape = append(shape, types.Const(w))
	}
	answer = Done(tensor(t.Dtype, shape...))
	answer.Warn = negative(c, "window_shape", shape)
	if int(axis)+len(window) < len(t.Shape) {
		message := "`sliding_window` drops the axes of data behind the window"
		answer.Warn = append(answer.Warn, Suspect("window_shape", "suspect-shape", message, "the window needs an extent for each axis from `axis` on"))
	}
	return answer
}

// windows counts the windows of length w along an axis of length d.
func windows(d types.Dim, w, stride int64) types.Dim {
	if d.Loose() {
		return types.Unknown
	}
	return d.Sub(types.Const(w - 1)).Add(types.Const(stride - 1)).FloorDiv(types.Const(stride))
}

func sequenceMask(c *Call) Answer {
	data, answer, ok := c.Tensor(0)
	if !ok {
		return answer
	}
	axis, answer, ok := c.Int("axis")
	if !ok {
		return answer
	}
	if axis != 0 && axis != 1 {
		return FailAttr("axis", "attribute-value", fmt.Sprintf("`axis` of `sequence_mask` is %d, and can be 0 or 1", axis))
	}
	if int(1-axis) >= len(data.Shape) {
		message := fmt.Sprintf("`sequence_mask` with axis=%d has its batch on axis %d, which %s lacks", axis, 1-axis, types.Text(data))
		return FailArg(0, "shape-mismatch", message)
	}
	length, answer, ok := c.Tensor(1)
	if !ok {
		return answer
	}
	equal, answer, ok := c.Expect(1, tensor(length.Dtype, data.Shape[1-axis]))
	if !ok {
		return answer
	}
	return Done(data, equal)
}
