package rearrange

import (
	"fmt"
	"math"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// slicing lists the operators that take or replace a box of a tensor.
var slicing = []*op.Op{
	{
		Name: "strided_slice", Kind: op.Injective, Params: op.Args("data"),
		Doc:  "Takes the elements from begin to end along axes, in steps of strides.",
		Rule: "begin, end, strides and axes have an entry for each axis; the result has ⌈(end - begin)/stride⌉ there",
		Attrs: []op.Attr{
			relate.Required("begin", op.IntsAttr, "first index on each axis"),
			relate.Required("end", op.IntsAttr, "index after the last one; a number of elements with slice_mode=\"size\""),
			relate.Required("strides", op.IntsAttr, "step on each axis"),
			relate.Known("slice_mode", "end", "whether end holds indices (end) or sizes (size, which ignores strides)", "end", "size"),
			relate.Required("axes", op.IntsAttr, "the axes, counted from 0; None for the leading ones"),
		},
		Traits:   op.Traits{Fails: op.OnExtent | op.OnAttribute, Cost: op.ViewCost},
		Relation: op.OnTensor(stridedSlice), Kernel: op.Reads{Arrays: 1, Shape: true}.Kernel(stridedSliceKernel),
	},
	{
		Name: "strided_set", Kind: op.Injective, Params: op.Args("data", "v", "begin", "end", "strides"),
		Doc:      "Gives data with the elements from begin to end replaced by v.",
		Rule:     "the result has the type of data",
		Traits:   op.Traits{Cost: setCost},
		Relation: op.Identity, Kernel: op.Reads{Arrays: 2}.Kernel(stridedSetKernel),
	},
	{
		Name: "slice_like", Kind: op.Injective, Params: op.Args("data", "shape_like"),
		Doc:      "Takes the leading elements, as many on each axis as shape_like has.",
		Rule:     "on each of the axes shape_like is not longer than data; the result has its extent there",
		Attrs:    []op.Attr{relate.Required("axes", op.IntsAttr, "the axes to shorten; None for all that both have")},
		Traits:   op.Traits{Fails: op.OnExtent | op.OnAttribute, Cost: op.ViewCost},
		Relation: op.OnTensors(sliceLike), Kernel: op.Reads{Arrays: 1, Shape: true}.Kernel(sliceLikeKernel),
	},
}

// A box is what strided_slice takes, one entry an axis: the indices begin, begin + stride, …
// before end, as Python's slices. Along an axis of length d
//
//	from, to = clamp(begin), clamp(end)
//	extent   = ⌈|to - from| / |stride|⌉
//
// where a negative index counts from the end, and clamp puts it into [0, d] for a
// positive stride, and into [-1, d-1] for a negative one: -1 is before the axis.
type box struct {
	axes                []int64
	begin, end, strides []int64
}

// stridedSlice is the relation of strided_slice. Of an axis that is named twice the last
// entry counts, as in TVM; the kernel does so too.
func stridedSlice(c *op.Call, t *types.Tensor) op.Answer {
	b, answer, ok := readBox(c, len(t.Shape))
	if !ok {
		return answer
	}
	shape := op.JoinedDims(t.Shape)
	for i, axis := range b.axes {
		if axis < 0 || axis >= int64(len(t.Shape)) {
			return noSuchForwardAxis(c, "axes", axis, len(t.Shape))
		}
		d, answer, ok := b.extent(i, t.Shape[axis])
		if !ok {
			return answer
		}
		shape[axis] = d
	}
	return op.Done(op.TensorOf(t.Dtype, shape...))
}

// noSuchForwardAxis refuses an axis that must be counted from the front, and says what
// number to write for one that is counted from the end.
func noSuchForwardAxis(c *op.Call, attr string, n int64, rank int) op.Answer {
	answer := op.NoSuchAxis(c, attr, n, rank)
	if n < 0 {
		answer.Err.Message = fmt.Sprintf("`%s` of `%s` counts from the front: there is no axis %d", attr, c.Op.Name, n)
		answer.Err.Notes = []string{fmt.Sprintf("write %d", n+int64(rank))}
	}
	return answer
}

// readBox reads the attributes; without axes, entries that are left out take
// the whole of theirs.
func readBox(c *op.Call, rank int) (b box, answer op.Answer, ok bool) {
	lists := [...]struct {
		attr string
		to   *[]int64
	}{{"begin", &b.begin}, {"end", &b.end}, {"strides", &b.strides}, {"axes", &b.axes}}
	for _, l := range lists {
		if l.attr == "axes" && !c.Attrs.Has("axes") {
			b.wholeFrom(rank)
			continue
		}
		if *l.to, answer, ok = c.Ints(l.attr); !ok {
			return b, answer, false
		}
	}
	n := len(b.axes)
	if n == 0 {
		return b, op.FailAttr("axes", "attribute-value", "`strided_slice` needs an axis to slice"), false
	}
	if len(b.begin) != n || len(b.end) != n || len(b.strides) != n {
		message := fmt.Sprintf("`strided_slice` gets begin for %d axes, end for %d and strides for %d, and slices %d",
			len(b.begin), len(b.end), len(b.strides), n)
		return b, op.FailAttr("begin", "attribute-value", message), false
	}
	b.mode(c.Attrs.Str("slice_mode"))
	return b, op.Answer{}, true
}

// wholeFrom slices all axes, and takes the whole of those without an entry.
func (b *box) wholeFrom(rank int) {
	for i := range rank {
		b.axes = append(b.axes, int64(i))
		if i >= len(b.strides) {
			b.strides = append(b.strides, 1)
		}
		first, last := wholeRange(b.strides[i])
		if i >= len(b.begin) {
			b.begin = append(b.begin, first)
		}
		if i >= len(b.end) {
			b.end = append(b.end, last)
		}
	}
}

// wholeRange is the range of a whole axis; zero steps in neither direction.
func wholeRange(stride int64) (begin, end int64) {
	begin, end = math.MaxInt64, math.MaxInt64
	if stride > 0 {
		begin = 0
	}
	if stride < 0 {
		end = 0
	}
	return begin, end
}

// mode turns sizes into ends: a size below 0 takes all that follows. Strides count only in
// mode "end", as TVM has it. Ends that no int64 holds are the greatest one, which is
// clamped to the axis.
func (b *box) mode(mode string) {
	for i := range b.axes {
		if mode != "end" {
			b.strides[i] = 1
		}
		switch {
		case mode != "size":
		case b.end[i] < 0:
			b.end[i] = math.MaxInt64
		case b.begin[i] > 0 && b.end[i] > math.MaxInt64-b.begin[i]:
			b.end[i] = math.MaxInt64
		default:
			b.end[i] += b.begin[i]
		}
	}
}

// extent is the length of the i-th axis of the box within one of length d.
func (b *box) extent(i int, d types.Dim) (types.Dim, op.Answer, bool) {
	begin, end, stride := b.begin[i], b.end[i], b.strides[i]
	if stride == 0 {
		return d, op.FailAttr("strides", "attribute-value", fmt.Sprintf("`strides` of `strided_slice` is 0 on axis %d", b.axes[i])), false
	}
	length, known := d.Const()
	if !known {
		return looseExtent(d, begin, end, stride), op.Answer{}, true
	}
	from, to := clampIndex(begin, length, stride), clampIndex(end, length, stride)
	if stride > 0 && from > to || stride < 0 && from < to {
		message := fmt.Sprintf("`strided_slice` begins at %d and ends at %d on axis %d, whose length is %d", begin, end, b.axes[i], length)
		return d, op.FailAttr("begin", "attribute-value", message, "begin lies before end, or after it where the stride is negative"), false
	}
	return types.Const(steps(max(to-from, from-to), stride)), op.Answer{}, true
}

// steps counts the indices of a span, from its beginning on in steps of a stride.
func steps(span, stride int64) int64 {
	switch {
	case span <= 0:
		return 0
	case stride == math.MinInt64:
		return 1
	}
	return (span-1)/max(stride, -stride) + 1
}

// looseExtent is the extent along an axis of unknown length: the axis's own where all of it
// is taken, else unknown. MaxInt32 is what importers write for "to the end".
func looseExtent(d types.Dim, begin, end, stride int64) types.Dim {
	if begin == 0 && end >= math.MaxInt32 && stride == 1 {
		return d
	}
	return types.Any
}

// clampIndex counts an index from the front and puts it inside the axis, where
// -1 is before it for a negative stride.
func clampIndex(index, length, stride int64) int64 {
	least, most := int64(0), length
	if stride < 0 {
		least, most = -1, length-1
	}
	if index < 0 {
		index += length
	}
	return min(max(index, least), most)
}

// sliceLike is the relation of slice_like: the extents of the axes are those of shape_like,
// which must not be greater than those of the data.
func sliceLike(c *op.Call, ts []*types.Tensor) op.Answer {
	data, like := ts[0].Shape, ts[1].Shape
	axes, answer, ok := sliceAxes(c, len(data), len(like))
	if !ok {
		return answer
	}
	shape := op.JoinedDims(data)
	for _, a := range axes {
		if op.Before(data[a], like[a]) && op.KnownDims(data[a], like[a]) {
			message := fmt.Sprintf("`slice_like` cannot take %s elements of axis %d, which has %s", like[a], a, data[a])
			return op.FailArg(1, "shape-mismatch", message)
		}
		shape[a] = like[a]
	}
	return op.Done(op.TensorOf(ts[0].Dtype, shape...))
}

// sliceAxes are the axes that slice_like shortens: those of the attribute, which both
// tensors must have, or all that both have.
func sliceAxes(c *op.Call, data, like int) (axes []int, answer op.Answer, ok bool) {
	if !c.Attrs.Has("axes") {
		for i := range min(data, like) {
			axes = append(axes, i)
		}
		return axes, op.Answer{}, true
	}
	if axes, answer, ok = c.Axes("axes", data); !ok {
		return nil, answer, false
	}
	if len(axes) == 0 {
		return nil, op.FailAttr("axes", "attribute-value", "`axes` of `slice_like` is empty", "axes=None shortens all"), false
	}
	for _, a := range axes {
		if a >= like {
			return nil, op.NoSuchAxis(c, "axes", int64(a), like), false
		}
	}
	return axes, op.Answer{}, true
}
