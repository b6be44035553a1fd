package rearrange

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// splits lists the operators that cut a tensor into a tuple.
var splits = []*op.Op{{
	Name: "split", Kind: op.Injective, Params: op.Args("data"),
	Doc:  "Cuts a tensor along an axis into a tuple of tensors.",
	Rule: "a number of sections must divide the axis; a list gives the indices at which each part but the first begins, in ascending order",
	Attrs: []op.Attr{
		relate.Required("indices_or_sections", op.IntOrIntsAttr, "the number of equal parts, or where to cut"),
		relate.Int("axis", 0, "the axis to cut"),
	},
	Traits:   op.Traits{Fails: op.OnExtent | op.OnAttribute, Cost: op.ViewCost},
	Relation: op.OnTensor(split), Kernel: op.Reads{Arrays: 1}.Kernel(splitKernel),
}}

const cuts = "indices_or_sections"

// split is the relation of split: sections of equal length, or parts between indices.
func split(c *op.Call, t *types.Tensor) op.Answer {
	axis, answer, ok := c.Axis("axis", len(t.Shape))
	if !ok {
		return answer
	}
	if c.Attrs.Value(cuts).Kind == op.ListValue {
		return splitAt(c, t, axis)
	}
	n, answer, ok := c.Int(cuts)
	if !ok {
		return answer
	}
	return splitEven(t, axis, n)
}

// splitEven cuts into n parts of d/n elements; a known length must be a multiple of n.
func splitEven(t *types.Tensor, axis int, n int64) op.Answer {
	length, known := t.Shape[axis].Const()
	switch {
	case n > maxParts:
		return op.FailAttr(cuts, "attribute-value", fmt.Sprintf("`split` into %d parts is too much", n))
	case known && n == 0:
		return op.FailAttr(cuts, "attribute-value", "`split` cannot make 0 parts")
	case known && length%n != 0:
		message := fmt.Sprintf("`split` cannot cut axis %d of %s into %d equal parts: %d is not a multiple of %d",
			axis, op.ShapeText(t.Shape), n, length, n)
		return op.FailAttr(cuts, "shape-mismatch", message)
	}
	parts := &types.Tuple{}
	for range max(n, 0) {
		part := t.Shape[axis].FloorDiv(types.Const(n))
		parts.Elems = append(parts.Elems, op.TensorOf(t.Dtype, op.WithDim(t.Shape, axis, part)...))
	}
	answer := op.Done(parts)
	if n <= 0 {
		answer.Warn = []op.Warning{op.Suspect(cuts, "suspect-attribute", fmt.Sprintf("`split` into %d parts gives the empty tuple", n))}
	}
	return answer
}

// maxParts bounds the tuple that one call can ask for.
const maxParts = 1 << 16

// splitAt cuts at each index of the list; the last part is the rest.
func splitAt(c *op.Call, t *types.Tensor, axis int) op.Answer {
	indices, ok := c.Attrs.Dims(cuts)
	if !ok {
		return op.FailAttr(cuts, "attribute-value", "`indices_or_sections` must be a list of indices")
	}
	parts, begin := &types.Tuple{}, types.Const(0)
	for _, end := range indices {
		if !op.Before(begin, end) {
			return op.FailAttr(cuts, "attribute-value", fmt.Sprintf("the indices must ascend from 1 on, and %s is after %s", end, begin))
		}
		parts.Elems = append(parts.Elems, op.TensorOf(t.Dtype, op.WithDim(t.Shape, axis, end.Sub(begin))...))
		begin = end
	}
	whole := t.Shape[axis]
	if !op.Before(begin, whole) {
		return op.FailAttr(cuts, "shape-mismatch", fmt.Sprintf("index %s lies outside axis %d of %s", begin, axis, op.ShapeText(t.Shape)))
	}
	parts.Elems = append(parts.Elems, op.TensorOf(t.Dtype, op.WithDim(t.Shape, axis, whole.Sub(begin))...))
	return op.Done(parts)
}
