package op

import (
	"fmt"

	"github.com/fraccheck/fraccheck/types"
)

// splits lists the operators that cut a tensor into a tuple.
var splits = []*Op{{
	Name: "split", Kind: Injective, Params: Args("data"),
	Doc:  "Cuts a tensor along an axis into a tuple of tensors.",
	Rule: "a number of sections must divide the axis; a list gives the indices at which each part but the first begins, in ascending order",
	Attrs: []Attr{
		required("indices_or_sections", IntOrIntsAttr, "the number of equal parts, or where to cut"),
		intAttr("axis", 0, "the axis to cut"),
	},
	Relation: split, Kernel: splitKernel,
}}

const cuts = "indices_or_sections"

func split(c *Call) Answer {
	t, answer, ok := c.Tensor(0)
	if !ok {
		return answer
	}
	axis, answer, ok := c.Axis("axis", len(t.Shape))
	if !ok {
		return answer
	}
	if c.Attrs.Value(cuts).Kind == ListValue {
		return splitAt(c, t, axis)
	}
	n, answer, ok := c.Int(cuts)
	if !ok {
		return answer
	}
	return splitEven(t, axis, n)
}

func splitEven(t *types.Tensor, axis int, n int64) Answer {
	length, known := t.Shape[axis].Const()
	switch {
	case n > maxParts:
		return FailAttr(cuts, "attribute-value", fmt.Sprintf("`split` into %d parts is too much", n))
	case known && n == 0:
		return FailAttr(cuts, "attribute-value", "`split` cannot make 0 parts")
	case known && length%n != 0:
		message := fmt.Sprintf("`split` cannot cut axis %d of %s into %d equal parts: %d is not a multiple of %d",
			axis, shapeText(t.Shape), n, length, n)
		return FailAttr(cuts, "shape-mismatch", message)
	}
	parts := &types.Tuple{}
	for range max(n, 0) {
		part := t.Shape[axis].FloorDiv(types.Const(n))
		parts.Elems = append(parts.Elems, tensor(t.Dtype, with(t.Shape, axis, part)...))
	}
	answer := Done(parts)
	if n <= 0 {
		answer.Warn = []Warning{Suspect(cuts, "suspect-attribute", fmt.Sprintf("`split` into %d parts gives the empty tuple", n))}
	}
	return answer
}

// maxParts bounds the tuple that one call can ask for.
const maxParts = 1 << 16

// splitAt cuts at each index of the list; the last part is the rest.
func splitAt(c *Call, t *types.Tensor, axis int) Answer {
	indices, ok := c.Attrs.Dims(cuts)
	if !ok {
		return FailAttr(cuts, "attribute-value", "`indices_or_sections` must be a list of indices")
	}
	parts, begin := &types.Tuple{}, types.Const(0)
	for _, end := range indices {
		if !before(begin, end) {
			return FailAttr(cuts, "attribute-value", fmt.Sprintf("the indices must ascend from 1 on, and %s is behind %s", end, begin))
		}
		parts.Elems = append(parts.Elems, tensor(t.Dtype, with(t.Shape, axis, end.Sub(begin))...))
		begin = end
	}
	whole := t.Shape[axis]
	if !before(begin, whole) {
		return FailAttr(cuts, "shape-mismatch", fmt.Sprintf("index %s lies outside axis %d of %s", begin, axis, shapeText(t.Shape)))
	}
	parts.Elems = append(parts.Elems, tensor(t.Dtype, with(t.Shape, axis, whole.Sub(begin))...))
	return Done(parts)
}

// before is a < b as far as both are numbers.
func before(a, b types.Dim) bool {
	m, known := a.Const()
	n, both := b.Const()
	return !known || !both || m < n
}
