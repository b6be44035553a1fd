package onnx

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/types"
)

// concat joins along an axis. Opset 1 takes axis 1 where the node names none, which its schema
// says in words alone.
func concat(n *node) []*model.Value {
	first := n.in[0]
	along := n.int("axis")
	if n.version < 4 && !n.has("axis") {
		along = 1
	}
	if first.Rank() == 0 {
		return n.at(0, codes.ShapeMismatch, "Concat joins along an axis, and input 0 is a scalar")
	}
	axis, ok := n.axis("axis", along, first.Rank())
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
