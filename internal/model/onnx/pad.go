package onnx

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

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

// padsByAxis are the numbers before and after each axis.
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
