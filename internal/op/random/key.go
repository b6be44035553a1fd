package random

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// key is the state of a Threefry generator.
var key = &types.Tensor{Dtype: types.Uint64, Shape: []types.Dim{types.Const(10)}}

func keys() []*op.Op {
	return []*op.Op{
		{
			Name: "random.threefry_generate", Params: op.Args("key"),
			Doc:      "Generates random numbers of 64 bits.",
			Rule:     "the key is Tensor[(10), uint64]; the result is the next key and a tensor of out_shape and dtype uint64",
			Attrs:    []op.Attr{outShape()},
			Traits:   op.Traits{Cost: generatedCost},
			Relation: generate, Kernel: generateKernel,
		},
		{
			Name: "random.threefry_split", Params: op.Args("key"),
			Doc:      "Makes two independent keys of one.",
			Rule:     "the key and both results are Tensor[(10), uint64]",
			Traits:   op.Traits{Cost: splitCost},
			Relation: split, Kernel: splitKernel,
		},
	}
}

func outShape() op.Attr {
	return relate.Required("out_shape", op.IntsAttr, "shape of the numbers")
}

func generate(c *op.Call) op.Answer { return withKey(c, numbers(c, types.Uint64)) }

func split(c *op.Call) op.Answer { return withKey(c, op.Done(key)) }

// numbers is the tensor of out_shape.
func numbers(c *op.Call, dtype types.Dtype) op.Answer {
	shape, ok := c.Attrs.Dims("out_shape")
	if !ok {
		return op.FailAttr("out_shape", "attribute-value", fmt.Sprintf("`out_shape` of `%s` must be a list of extents", c.Op.Name))
	}
	answer := op.Done(&types.Tensor{Dtype: dtype, Shape: shape})
	for i, d := range shape {
		if n, known := d.Const(); known && n < 0 {
			message := fmt.Sprintf("`%s`: dimension %d of `out_shape` is %d", c.Op.Name, i, n)
			answer.Warn = append(answer.Warn, op.Suspect("out_shape", "suspect-shape", message))
		}
	}
	return answer
}

// withKey adds to an answer that argument 0 is a key, and puts the next key
// before the result.
func withKey(c *op.Call, answer op.Answer) op.Answer {
	if answer.Err != nil || answer.Waits {
		return answer
	}
	answer = expect(c, answer, 0, key)
	answer.Out = &types.Tuple{Elems: []types.Type{key, answer.Out}}
	return answer
}

// expect adds to an answer that argument i has type want. TVM assigns these
// types without looking at the arguments, so none of them is waited for.
func expect(c *op.Call, answer op.Answer, i int, want *types.Tensor) op.Answer {
	equal, refusal, ok := c.Expect(i, want)
	if !ok {
		return refusal
	}
	answer.Equal = append(answer.Equal, equal)
	return answer
}
