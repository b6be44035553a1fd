package op

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/types"
)

// rearrangements lists the operators that add, drop, permute or reverse axes.
var rearrangements = []*Op{
	{
		Name: "transpose", Kind: Injective, Params: Args("data"),
		Doc:      "Permutes the axes.",
		Rule:     "dimension i of the result is dimension axes[i] of data; axes=None reverses them",
		Attrs:    []Attr{required("axes", IntsAttr, "a permutation of the axes; None reverses them")},
		Relation: transpose, Kernel: transposeKernel,
	},
	{
		Name: "expand_dims", Kind: Broadcast, Params: Args("data"),
		Doc:  "Inserts dimensions of extent 1.",
		Rule: "the result has num_newaxis dimensions of extent 1 before dimension axis of data",
		Attrs: []Attr{
			required("axis", IntAttr, "where the new dimensions stand, from -n-1 to n"),
			intAttr("num_newaxis", 1, "how many"),
		},
		Relation: expandDims, Kernel: expandDimsKernel,
	},
	{
		Name: "squeeze", Kind: Injective, Params: Args("data"),
		Doc:      "Drops dimensions of extent 1.",
		Rule:     "the dimensions named by axis have extent 1 or `?` and are dropped; without axis all of extent 1 are",
		Attrs:    []Attr{optional("axis", IntsAttr, "the dimensions to drop; all of extent 1 where it is left out")},
		Relation: squeeze, Kernel: squeezeKernel,
	},
	{
		Name: "reverse", Kind: Injective, Params: Args("data"),
		Doc:      "Reverses the order of the elements along an axis.",
		Rule:     identityRule,
		Attrs:    []Attr{optional("axis", IntAttr, "the axis, which is needed")},
		Relation: reverse, Kernel: reverseKernel,
	},
	{
		Name: "reverse_sequence", Kind: Injective, Params: Args("data", "seq_lengths"),
		Doc:  "Reverses the first seq_lengths[i] elements of slice i along an axis.",
		Rule: "seq_lengths is an integer vector with an element for each slice along batch_axis; the result has the type of data",
		Attrs: []Attr{
			intAttr("seq_axis", 1, "the axis to reverse along"),
			intAttr("batch_axis", 0, "the axis of the slices"),
		},
		Relation: reverseSequence, Kernel: reverseSequenceKernel,
	},
}

func transpose(c *Call) Answer {
	t, answer, ok := c.Tensor(0)
	if !ok {
		return answer
	}
	shape := slices.Clone(t.Shape)
	if !c.Attrs.Has("axes") {
		slices.Reverse(shape)
		return Done(tensor(t.Dtype, shape...))
	}
	axes, answer, ok := c.Axes("axes", len(shape))
	if !ok {
		return answer
	}
	if len(axes) != len(shape) {
		message := fmt.Sprintf("`axes` of `transpose` has %d entries for a tensor of %s", len(axes), dimensions(len(shape)))
		return FailAttr("axes", "attribute-value", message, "axes=None reverses the dimensions")
	}
	for i, a := range axes {
		if slices.Contains(axes[:i], a) {
			return FailAttr("axes", "attribute-value", fmt.Sprintf("`axes` of `transpose` names axis %d twice", a))
		}
		shape[i] = t.Shape[a]
	}
	return Done(tensor(t.Dtype, shape...))
}

func expandDims(c *Call) Answer {
	t, answer, ok := c.Tensor(0)
	if !ok {
		return answer
	}
	n, answer, ok := c.Int("axis")
	if !ok {
		return answer
	}
	at, ok := NormalAxis(n, len(t.Shape)+1)
	if !ok {
		return noSuchPlace(c, n, len(t.Shape))
	}
	count, answer, ok := c.Int("num_newaxis")
	if !ok {
		return answer
	}
	if count < 0 || count > maxRank {
		return FailAttr("num_newaxis", "attribute-value", fmt.Sprintf("`num_newaxis` cannot be %d", count))
	}
	ones := slices.Repeat([]types.Dim{types.Const(1)}, int(count))
	return Done(tensor(t.Dtype, joined(t.Shape[:at], ones, t.Shape[at:])...))
}

// maxRank bounds the dimensions that an attribute can ask for.
const maxRank = 1000

func noSuchPlace(c *Call, n int64, rank int) Answer {
	message := fmt.Sprintf("`axis` of `%s` is %d, and a new dimension of a tensor of %s stands at 0 to %d, or -%d to -1",
		c.Op.Name, n, dimensions(rank), rank, rank+1)
	return FailAttr("axis", "attribute-value", message)
}

func squeeze(c *Call) Answer {
	t, answer, ok := c.Tensor(0)
	if !ok {
		return answer
	}
	if !c.Attrs.Has("axis") {
		return squeezeOnes(t)
	}
	axes, answer, ok := c.Axes("axis", len(t.Shape))
	if !ok {
		return answer
	}
	var shape []types.Dim
	for i, d := range t.Shape {
		switch {
		case !slices.Contains(axes, i):
			shape = append(shape, d)
		case !Compatible(d, types.Const(1)):
			message := fmt.Sprintf("`squeeze` drops dimensions of extent 1, and dimension %d of %s is %s", i, shapeText(t.Shape), d)
			return FailAttr("axis", "shape-mismatch", message)
		}
	}
	return Done(tensor(t.Dtype, shape...))
}

func squeezeOnes(t *types.Tensor) Answer {
	var shape []types.Dim
	for i, d := range t.Shape {
		n, known := d.Const()
		if !known {
			message := fmt.Sprintf("`squeeze` needs `axis` here: whether dimension %d of %s is 1 is not known", i, shapeText(t.Shape))
			return FailArg(0, "shape-mismatch", message)
		}
		if n != 1 {
			shape = append(shape, d)
		}
	}
	return Done(tensor(t.Dtype, shape...))
}

func reverse(c *Call) Answer {
	t, answer, ok := c.Tensor(0)
	if !ok {
		return answer
	}
	if _, answer, ok := c.Axis("axis", len(t.Shape)); !ok {
		return answer
	}
	return Done(t)
}

func reverseSequence(c *Call) Answer {
	ts, answer, ok := c.Tensors()
	if !ok {
		return answer
	}
	data, lengths := ts[0], ts[1]
	if len(lengths.Shape) != 1 || lengths.Dtype.Class != types.IntClass {
		return FailArg(1, "type-mismatch", fmt.Sprintf("`seq_lengths` must be a vector of integers, not %s", types.Text(lengths)))
	}
	if _, answer, ok := c.Axis("seq_axis", len(data.Shape)); !ok {
		return answer
	}
	batch, answer, ok := c.Axis("batch_axis", len(data.Shape))
	if !ok {
		return answer
	}
	if !Compatible(lengths.Shape[0], data.Shape[batch]) {
		return FailArg(1, "shape-mismatch", fmt.Sprintf("`seq_lengths` has %s elements for %s slices along axis %d",
			lengths.Shape[0], data.Shape[batch], batch))
	}
	return Done(data)
}
