package qnn

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/rearrange"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

func joining() []*op.Op {
	return []*op.Op{{
		Name: "qnn.concatenate", Doc: "Joins quantized tensors along an axis.",
		Rule:   "each tensor has a scale (float32) and a zero point (int32), in tuples; shapes as of concatenate",
		Params: op.Args("data", "input_scales", "input_zero_points", "output_scale", "output_zero_point"),
		Attrs:  []op.Attr{relate.Int("axis", 0, "axis along which they are joined")}, Traits: op.Traits{Cost: joinedCost()}, Relation: concatenate,
		Kernel: concatenateKernel,
	}}
}

// plain is concatenate on tensors.
var plain = func() *op.Op {
	for _, o := range rearrange.Ops() {
		if o.Name == "concatenate" {
			return o
		}
	}
	return nil
}()

func concatenate(c *op.Call) op.Answer {
	for i, d := range []types.Dtype{types.Float32, types.Int32} {
		ts, answer, ok := c.TensorsOf(1 + i)
		if !ok {
			return answer
		}
		for k, t := range ts {
			if len(t.Shape) > 0 || t.Dtype != d {
				return op.FailArg(1+i, "type-mismatch",
					fmt.Sprintf("element %d of `%s` is %s, and must be one %s", k, c.Op.Params[1+i].Name, types.Text(t), d), c.Op.Rule)
			}
		}
	}
	for i, d := range []types.Dtype{types.Float32, types.Int32} {
		t, answer, ok := c.Tensor(3 + i)
		if !ok {
			return answer
		}
		if len(t.Shape) > 0 || t.Dtype != d {
			return op.FailArg(3+i, "type-mismatch", fmt.Sprintf("`%s` is %s, and must be one %s", c.Op.Params[3+i].Name, types.Text(t), d), c.Op.Rule)
		}
	}
	return plain.Relation(c)
}
