package rearrange

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// rearrangements lists the operators that add, drop, permute or reverse axes.
var rearrangements = []*op.Op{
	{
		Name: "transpose", Kind: op.Injective, Params: op.Args("data"),
		Doc:      "Permutes the axes.",
		Rule:     "dimension i of the result is dimension axes[i] of data; axes=None reverses them",
		Attrs:    []op.Attr{relate.Required("axes", op.IntsAttr, "a permutation of the axes; None reverses them")},
		Traits:   op.Traits{Fails: op.OnAttribute, Rounding: op.Linear, Aliasing: op.View, Cost: op.ViewCost},
		Relation: op.OnTensor(transpose), Kernel: op.Reads{Arrays: 1}.Kernel(transposeKernel),
	},
	{
		Name: "expand_dims", Kind: op.Broadcast, Params: op.Args("data"),
		Doc:  "Inserts dimensions of extent 1.",
		Rule: "the result has num_newaxis dimensions of extent 1 before dimension axis of data",
		Attrs: []op.Attr{
			relate.Required("axis", op.IntAttr, "the position of the new dimensions, from -n-1 to n"),
			relate.Int("num_newaxis", 1, "how many"),
		},
		Traits:   op.Traits{Fails: op.OnAttribute, Rounding: op.Linear, Aliasing: op.View, Cost: op.ViewCost},
		Relation: op.OnTensor(expandDims), Kernel: op.Reads{Arrays: 1}.Kernel(expandDimsKernel),
	},
	{
		Name: "squeeze", Kind: op.Injective, Params: op.Args("data"),
		Doc:      "Drops dimensions of extent 1.",
		Rule:     "the dimensions named by axis have extent 1 or `?` and are dropped; without axis all of extent 1 are",
		Attrs:    []op.Attr{relate.Optional("axis", op.IntsAttr, "the dimensions to drop; all of extent 1 where it is left out")},
		Traits:   op.Traits{Fails: op.OnExtent | op.OnAttribute, Rounding: op.Linear, Aliasing: op.View, Cost: op.ViewCost},
		Relation: op.OnTensor(squeeze), Kernel: op.Reads{Arrays: 1}.Kernel(squeezeKernel),
	},
	{
		Name: "reverse", Kind: op.Injective, Params: op.Args("data"),
		Doc:      "Reverses the order of the elements along an axis.",
		Rule:     op.IdentityRule,
		Attrs:    []op.Attr{relate.Optional("axis", op.IntAttr, "the axis, which is needed")},
		Traits:   op.Traits{Fails: op.OnAttribute, Cost: op.ViewCost},
		Relation: op.OnTensor(reverse), Kernel: op.Reads{Arrays: 1, Axis: "axis"}.Kernel(reverseKernel),
	},
	{
		Name: "reverse_sequence", Kind: op.Injective, Params: op.Args("data", "seq_lengths"),
		Doc:  "Reverses the first seq_lengths[i] elements of slice i along an axis.",
		Rule: "seq_lengths is an integer vector with an element for each slice along batch_axis; the result has the type of data",
		Attrs: []op.Attr{
			relate.Int("seq_axis", 1, "the axis to reverse along"),
			relate.Int("batch_axis", 0, "the axis of the slices"),
		},
		Traits:   op.Traits{Fails: op.OnExtent | op.OnAttribute, Cost: op.EachCost(2)},
		Relation: op.OnTensors(reverseSequence), Kernel: op.Reads{Arrays: 1}.Kernel(reverseSequenceKernel),
	},
}

// transpose is the relation of transpose; axes must name each axis once.
func transpose(c *op.Call, t *types.Tensor) op.Answer {
	shape := slices.Clone(t.Shape)
	if !c.Attrs.Has("axes") {
		slices.Reverse(shape)
		return op.Done(op.TensorOf(t.Dtype, shape...))
	}
	axes, answer, ok := c.Axes("axes", len(shape))
	if !ok {
		return answer
	}
	if len(axes) != len(shape) {
		message := fmt.Sprintf("`axes` of `transpose` has %s for a tensor of %s", op.Entries(len(axes)), op.Dimensions(len(shape)))
		return op.FailAttr("axes", "attribute-value", message, "axes=None reverses the dimensions")
	}
	for i, a := range axes {
		if slices.Contains(axes[:i], a) {
			return op.FailAttr("axes", "attribute-value", fmt.Sprintf("`axes` of `transpose` names axis %d twice", a))
		}
		shape[i] = t.Shape[a]
	}
	return op.Done(op.TensorOf(t.Dtype, shape...))
}

// expandDims is the relation of expand_dims. A negative axis counts from after the last
// dimension of the result: -1 is after all of the data.
func expandDims(c *op.Call, t *types.Tensor) op.Answer {
	n, answer, ok := c.Int("axis")
	if !ok {
		return answer
	}
	at, ok := op.NormalAxis(n, len(t.Shape)+1)
	if !ok {
		return noSuchPlace(c, n, len(t.Shape))
	}
	count, answer, ok := c.Int("num_newaxis")
	if !ok {
		return answer
	}
	if count < 0 || count > op.MaxRank {
		return op.FailAttr("num_newaxis", "attribute-value", fmt.Sprintf("`num_newaxis` cannot be %d", count))
	}
	ones := slices.Repeat([]types.Dim{types.Const(1)}, int(count))
	return op.Done(op.TensorOf(t.Dtype, op.JoinedDims(t.Shape[:at], ones, t.Shape[at:])...))
}

// noSuchPlace refuses the place of a new dimension; there is one more than dimensions.
func noSuchPlace(c *op.Call, n int64, rank int) op.Answer {
	message := fmt.Sprintf("`axis` of `%s` is %d, and the position of a new dimension of a tensor of %s is 0 to %d, or -%d to -1",
		c.Op.Name, n, op.Dimensions(rank), rank, rank+1)
	return op.FailAttr("axis", "attribute-value", message)
}

// squeeze is the relation of squeeze. An extent `?` may be dropped where axis names it: the
// run checks that it is 1.
func squeeze(c *op.Call, t *types.Tensor) op.Answer {
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
		case !op.Compatible(d, types.Const(1)):
			message := fmt.Sprintf("`squeeze` drops dimensions of extent 1, and dimension %d of %s is %s", i, op.ShapeText(t.Shape), d)
			return op.FailAttr("axis", "shape-mismatch", message)
		}
	}
	return op.Done(op.TensorOf(t.Dtype, shape...))
}

// squeezeOnes drops all extents 1. All extents must be known, else the rank would not be.
func squeezeOnes(t *types.Tensor) op.Answer {
	var shape []types.Dim
	for i, d := range t.Shape {
		n, known := d.Const()
		if !known {
			message := fmt.Sprintf("`squeeze` needs `axis` here: whether dimension %d of %s is 1 is not known", i, op.ShapeText(t.Shape))
			return op.FailArg(0, "shape-mismatch", message)
		}
		if n != 1 {
			shape = append(shape, d)
		}
	}
	return op.Done(op.TensorOf(t.Dtype, shape...))
}

// reverse is the relation of reverse. The axis is needed, though its attribute may be left out.
func reverse(c *op.Call, t *types.Tensor) op.Answer {
	if _, answer, ok := c.Axis("axis", len(t.Shape)); !ok {
		return answer
	}
	return op.Done(t)
}

// reverseSequence is the relation of reverse_sequence: a vector of integers with a length for
// each index of batch_axis.
func reverseSequence(c *op.Call, ts []*types.Tensor) op.Answer {
	data, lengths := ts[0], ts[1]
	if len(lengths.Shape) != 1 || lengths.Dtype.Class != types.IntClass {
		return op.FailArg(1, "type-mismatch", fmt.Sprintf("`seq_lengths` must be a vector of integers, not %s", types.Text(lengths)))
	}
	if _, answer, ok := c.Axis("seq_axis", len(data.Shape)); !ok {
		return answer
	}
	batch, answer, ok := c.Axis("batch_axis", len(data.Shape))
	if !ok {
		return answer
	}
	if !op.Compatible(lengths.Shape[0], data.Shape[batch]) {
		return op.FailArg(1, "shape-mismatch", fmt.Sprintf("`seq_lengths` has %s elements for %s slices along axis %d",
			lengths.Shape[0], data.Shape[batch], batch))
	}
	return op.Done(data)
}
