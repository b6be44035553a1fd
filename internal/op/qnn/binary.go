package qnn

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// binary lists sums and products of two quantized operands.
func binary() []*op.Op {
	var ops []*op.Op
	for _, f := range [...]struct {
		name, verb string
		kernel     op.Kernel
	}{{"add", "Adds", sumKernel(1)}, {"subtract", "Subtracts", sumKernel(-1)}, {"mul", "Multiplies", productKernel}} {
		ops = append(ops, &op.Op{
			Name: "qnn." + f.name, Doc: f.verb + " quantized tensors elementwise, with broadcasting.",
			Rule: "shapes broadcast and dtypes are equal; scales are float32 and zero points int32, atoms or vectors along the operand's axis; the output's are atoms",
			Kind: op.Broadcast,
			Params: op.Args("lhs", "rhs", "lhs_scale", "lhs_zero_point", "rhs_scale", "rhs_zero_point",
				"output_scale", "output_zero_point"),
			Attrs: []op.Attr{
				relate.Int("lhs_axis", -1, "axis of the left operand's channels"),
				relate.Int("rhs_axis", -1, "axis of the right operand's channels"),
			},
			Relation: relate.Relation(broadcast), Kernel: f.kernel, Traits: op.Traits{Cost: functionCost(2, 1)},
		})
	}
	return ops
}

// broadcast gives the broadcast shape and the dtype of the operands, after their codes.
func broadcast(s *relate.Typing, lhs *types.Tensor) types.Type {
	rhs := s.Need(1)
	if rhs == nil || !operand(s, "lhs_axis", lhs, 2) || !operand(s, "rhs_axis", rhs, 4) || !scalars(s, scale(6), zero(7)) {
		return nil
	}
	if lhs.Dtype != rhs.Dtype {
		return s.FailArg(1, "dtype-mismatch", fmt.Sprintf("`rhs` holds %s, while `lhs` holds %s", rhs.Dtype, lhs.Dtype))
	}
	shape, clash := op.BroadcastShape(lhs.Shape, rhs.Shape)
	if clash != nil {
		return s.FailArg(1, "shape-mismatch", fmt.Sprintf("%s and %s do not fit: dimension %d is %s in the one and %s in the other",
			types.Text(lhs), types.Text(rhs), clash.Axis, clash.Left, clash.Right))
	}
	return &types.Tensor{Dtype: lhs.Dtype, Shape: shape}
}

// operand checks the scale and the zero point of one side, in arguments first
// and first+1.
func operand(s *relate.Typing, attr string, t *types.Tensor, first int) bool {
	if s.Need(first) == nil || s.Need(first+1) == nil {
		return false
	}
	extent, ok := types.Const(1), true
	switch {
	case len(t.Shape) == 1: // TVM does not look at a vector's axis
		extent = t.Shape[0]
	case len(t.Shape) > 1:
		extent, ok = channels(s, attr, t)
	}
	return ok && perChannel(s, extent, scale(first), zero(first+1))
}
