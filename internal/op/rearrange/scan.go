package rearrange

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// scans lists the operators that run along an axis or over windows of it, and
// those that repeat it.
var scans = []*op.Op{
	cumulative("cumsum", "sums"),
	cumulative("cumprod", "products"),
	{
		Name: "repeat", Kind: op.Broadcast, Params: op.Args("data"),
		Doc:  "Repeats each element along an axis.",
		Rule: "the axis becomes repeats times as long",
		Attrs: []op.Attr{
			relate.Required("repeats", op.IntAttr, "how often, 1 at least"),
			relate.Optional("axis", op.IntAttr, "the axis, which is needed"),
		},
		Traits:   op.Traits{Fails: op.OnAttribute, Cost: op.MovedCost(op.ResultSize)},
		Relation: op.OnTensor(repeat), Kernel: op.Reads{Arrays: 1, Axis: "axis"}.Kernel(repeatKernel),
	},
	{
		Name: "tile", Kind: op.Broadcast, Params: op.Args("data"),
		Doc:      "Repeats the whole tensor along its axes.",
		Rule:     "reps and shape are aligned on the right and multiplied",
		Attrs:    []op.Attr{relate.Required("reps", op.IntsAttr, "how often along each axis, 1 at least")},
		Traits:   op.Traits{Fails: op.OnAttribute, Cost: op.MovedCost(op.ResultSize)},
		Relation: op.OnTensor(tile), Kernel: op.Reads{Arrays: 1}.Kernel(tileKernel),
	},
	{
		Name: "sliding_window", Kind: op.Opaque, Params: op.Args("data"),
		Doc:  "Gives the windows of a tensor.",
		Rule: "from axis on the dimensions count windows, ⌊(d - w)/stride⌋ + 1 of them; after them comes the shape of one window",
		Attrs: []op.Attr{
			relate.Required("axis", op.IntAttr, "the first axis with windows, counted from 0"),
			relate.Required("window_shape", op.IntsAttr, "extents of a window from axis on"),
			relate.Required("strides", op.IntsAttr, "distances between windows"),
		},
		Traits:   op.Traits{Cost: op.ViewCost},
		Relation: op.OnTensor(slidingWindow), Kernel: op.Reads{Arrays: 1, Shape: true}.Kernel(slidingWindowKernel),
	},
	{
		Name: "sequence_mask", Kind: op.Injective, Params: op.Args("data", "valid_length"),
		Doc:  "Sets the elements after the valid length of each sequence to a value.",
		Rule: "valid_length is a vector as long as the batch axis, which is the other one of the first two; the result has the type of data",
		Attrs: []op.Attr{
			relate.Float("mask_value", 0, "what is put there"),
			relate.Int("axis", 0, "the axis of the sequences, 0 or 1"),
		},
		Traits:   op.Traits{Cost: maskCost},
		Relation: op.OnTensor(sequenceMask), Kernel: op.Reads{Arrays: 2}.Kernel(sequenceMaskKernel),
	},
}

// cumulative is an entry of running sums or products:
//
//	y_i = x_0 ∘ x_1 ∘ … ∘ x_i           and without x_i where exclusive is given
//
// from the left, each rounded to the result's dtype; an exclusive y_0 is the neutral
// element. NaN spreads to all elements after it.
func cumulative(name, what string) *op.Op {
	return &op.Op{
		Name: name, Kind: op.Opaque, Params: op.Args("data"),
		Doc:  "Computes the running " + what + " along an axis, or of the flattened data without axis.",
		Rule: "the result has the shape of data, or is a vector of all its elements without axis, and the given dtype, that of data without dtype",
		Attrs: []op.Attr{
			relate.Optional("axis", op.IntAttr, "the axis; data is flattened where it is left out"),
			relate.Optional("dtype", op.DtypeAttr, "dtype of the result"),
			relate.Bool("exclusive", false, "leave each element's own value out"),
			relate.TypeKey("ScanopAttrs"),
		},
		Traits:   op.Traits{Fails: op.OnExtent | op.OnAttribute | op.OnDtype, Cost: scanCost},
		Relation: op.OnTensor(scan), Kernel: scanKernel(name == "cumprod"),
	}
}

// scan is the relation of scans. Without an axis the data are flattened, which TVM refuses
// of a scalar.
func scan(c *op.Call, t *types.Tensor) op.Answer {
	dtype := c.Attrs.Dtype("dtype")
	if dtype == types.NoDtype {
		dtype = t.Dtype
	}
	if c.Attrs.Has("axis") {
		answer := op.Done(op.TensorOf(dtype, t.Shape...))
		answer.Warn = op.LooseAxis(c, "axis", len(t.Shape))
		return answer
	}
	if len(t.Shape) == 0 {
		return op.FailArg(0, "shape-mismatch", fmt.Sprintf("`%s` cannot flatten a scalar", c.Op.Name))
	}
	return op.Done(op.TensorOf(dtype, flattened(t.Shape)))
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

// repeat is the relation of repeat: extent·repeats along the axis.
func repeat(c *op.Call, t *types.Tensor) op.Answer {
	repeats, ok := c.Attrs.Dim("repeats")
	if n, number := repeats.Const(); !ok || number && n < 1 {
		return op.FailAttr("repeats", "attribute-value", "`repeats` of `repeat` must be 1 at least")
	}
	axis, answer, ok := c.Axis("axis", len(t.Shape))
	if !ok {
		return answer
	}
	return op.Done(op.TensorOf(t.Dtype, op.WithDim(t.Shape, axis, t.Shape[axis].Mul(repeats))...))
}

// tile is the relation of tile: reps and shape, aligned on the right and filled up with 1,
// are multiplied.
func tile(c *op.Call, t *types.Tensor) op.Answer {
	reps, ok := c.Attrs.Dims("reps")
	if !ok {
		return op.FailAttr("reps", "attribute-value", "`reps` of `tile` must be a list of numbers")
	}
	for _, r := range reps {
		if n, number := r.Const(); number && n < 1 {
			return op.FailAttr("reps", "attribute-value", fmt.Sprintf("`reps` of `tile` holds %d, and must hold numbers from 1 on", n))
		}
	}
	rank := max(len(t.Shape), len(reps))
	shape, times := padLeft(t.Shape, rank), padLeft(reps, rank)
	for i, d := range shape {
		shape[i] = d.Mul(times[i])
	}
	return op.Done(op.TensorOf(t.Dtype, shape...))
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

// slidingWindow is the relation of sliding_window: the dimensions before axis, then the
// number of windows along each axis of the window, then the window's extents. Axes of the
// data after the window are dropped by TVM's relation, and refused by the kernel.
func slidingWindow(c *op.Call, t *types.Tensor) op.Answer {
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
		message := fmt.Sprintf("a window of %s from axis %d on does not lie in a tensor of %s", op.Dimensions(len(window)), axis, op.Dimensions(len(t.Shape)))
		return op.FailAttr("axis", "attribute-value", "`sliding_window`: "+message, "axis counts from 0")
	}
	shape := op.JoinedDims(t.Shape[:axis])
	for i, w := range window {
		if i >= len(strides) || strides[i] == 0 {
			return op.FailAttr("strides", "attribute-value", "`strides` of `sliding_window` needs a number other than 0 for each axis of the window")
		}
		shape = append(shape, windows(t.Shape[int(axis)+i], w, strides[i]))
	}
	for _, w := range window {
		shape = append(shape, types.Const(w))
	}
	answer = op.Done(op.TensorOf(t.Dtype, shape...))
	answer.Warn = op.NegativeExtents(c, "window_shape", shape)
	if int(axis)+len(window) < len(t.Shape) {
		message := "`sliding_window` drops the axes of data after the window"
		answer.Warn = append(answer.Warn, op.Suspect("window_shape", "suspect-shape", message, "the window needs an extent for each axis from `axis` on"))
	}
	return answer
}

// windows is the number of windows of length w along an axis of length d:
// ⌊(d - w + 1 + stride - 1) / stride⌋. Where none fits it may be negative, as in TVM.
func windows(d types.Dim, w, stride int64) types.Dim {
	if d.Loose() {
		return types.Unknown
	}
	return d.Sub(types.Const(w - 1)).Add(types.Const(stride - 1)).FloorDiv(types.Const(stride))
}

// sequenceMask is the relation of sequence_mask: valid_length has an element for each index
// of the axis, 0 or 1, that is not the time's.
func sequenceMask(c *op.Call, data *types.Tensor) op.Answer {
	axis, answer, ok := c.Int("axis")
	if !ok {
		return answer
	}
	if axis != 0 && axis != 1 {
		return op.FailAttr("axis", "attribute-value", fmt.Sprintf("`axis` of `sequence_mask` is %d, and can be 0 or 1", axis))
	}
	if int(1-axis) >= len(data.Shape) {
		message := fmt.Sprintf("`sequence_mask` with axis=%d has its batch on axis %d, which %s lacks", axis, 1-axis, types.Text(data))
		return op.FailArg(0, "shape-mismatch", message)
	}
	length, answer, ok := c.Tensor(1)
	if !ok {
		return answer
	}
	equal, answer, ok := c.Expect(1, op.TensorOf(length.Dtype, data.Shape[1-axis]))
	if !ok {
		return answer
	}
	return op.Done(data, equal)
}
