package qnn

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/op/rearrange"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// joining lists the operator that joins quantized tensors, each with a code of its own.
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

// concatenate is the relation: that of concatenate on the data, and codes that are tuples as
// long.
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

// concatenateKernel brings each tensor to the result's code and joins them.
func concatenateKernel(m op.Machine, c *op.KernelCall) (value.Value, error) {
	var tuples [3][]*value.Array
	for i := range tuples {
		var err error
		if tuples[i], err = c.ArraysOf(i); err != nil {
			return nil, err
		}
	}
	if len(tuples[0]) != len(tuples[1]) || len(tuples[0]) != len(tuples[2]) {
		return nil, fmt.Errorf("`%s`: each tensor needs a scale and a zero point", c.Op.Name)
	}
	to, err := codeOf(m, c, 3, 4, 1)
	if err != nil {
		return nil, err
	}
	joined := &value.Tuple{}
	for i, a := range tuples[0] {
		part, err := recodedPart(m, a, tuples[1][i], tuples[2][i], to)
		if err != nil {
			return nil, err
		}
		joined.Elems = append(joined.Elems, part)
	}
	attrs, _ := op.Bind(plain, []op.Named{{Name: "axis", Value: c.Attrs.Value("axis")}})
	return plain.Kernel(m, &op.KernelCall{Op: plain, Args: []value.Value{joined}, Attrs: attrs, Out: c.Out})
}

// recodedPart is a tensor of the code of a scale and a zero point, in another code.
func recodedPart(m op.Machine, a, scale, zero *value.Array, to code) (value.Value, error) {
	from, err := codeFrom(m, scale, zero)
	if err != nil {
		return nil, err
	}
	qs, err := buffer.Read[int64](m, a)
	if err != nil {
		return nil, err
	}
	again := from.requantizer(to, upward, "")
	return integers(m, a.Dtype, a.Shape, 3, func(k int) int64 { return again(qs[k], 0) })
}
