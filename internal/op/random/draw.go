package random

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

func draws() []*op.Op {
	return []*op.Op{
		continuous("random.uniform", "Draws numbers between two bounds.", uniformCost, uniform, "low", "high"),
		continuous("random.normal", "Draws numbers of a normal distribution.", normalCost, normal, "mean", "scale"),
		{
			Name: "random.multinomial", Params: op.Args("key", "probs"),
			Doc:  "Draws indices with the given probabilities.",
			Rule: "the key is Tensor[(10), uint64]; the result is the next key and int32 indices: num_samples in place of the last axis of probs",
			Attrs: []op.Attr{
				relate.Int("num_samples", 1, "how many, for each row of probs"),
			},
			Traits:   op.Traits{Cost: choiceCost},
			Relation: multinomial, Kernel: choiceKernel,
		},
	}
}

func continuous(name, doc string, cost op.Cost, d distribution, parameters ...string) *op.Op {
	return &op.Op{
		Name: name, Params: op.Args(append([]string{"key"}, parameters...)...),
		Doc:  doc,
		Rule: "the key is Tensor[(10), uint64], the other arguments are scalars of out_dtype, float32 or float64; the result is the next key and a tensor of out_shape",
		Attrs: []op.Attr{
			outShape(),
			relate.Optional("out_dtype", op.DtypeAttr, "dtype of the numbers, which is needed: float32 or float64"),
		},
		Relation: draw, Kernel: d.kernel(), Traits: op.Traits{Cost: cost},
	}
}

func draw(c *op.Call) op.Answer {
	dtype := c.Attrs.Dtype("out_dtype")
	if dtype != types.Float32 && dtype != types.Float64 {
		return op.FailAttr("out_dtype", "attribute-value",
			fmt.Sprintf("`%s` gives float32 or float64: `out_dtype` is %s", c.Op.Name, written(dtype)), `write out_dtype="float32"`)
	}
	answer := numbers(c, dtype)
	for i := 1; i < len(c.Args) && answer.Err == nil; i++ {
		answer = expect(c, answer, i, types.Scalar(dtype))
	}
	return withKey(c, answer)
}

func written(d types.Dtype) string {
	if d == types.NoDtype {
		return "left out"
	}
	return d.String()
}

func multinomial(c *op.Call) op.Answer {
	probs, answer, ok := c.Tensor(1)
	if !ok {
		return answer
	}
	rows := len(probs.Shape) - 1
	if rows < 0 {
		return op.FailArg(1, "shape-mismatch", "`probs` of `random.multinomial` is a scalar, and needs an axis of probabilities")
	}
	samples, ok := c.Attrs.Dim("num_samples")
	if !ok {
		return op.FailAttr("num_samples", "attribute-value", "`num_samples` of `random.multinomial` must be a number")
	}
	shape := append(append([]types.Dim{}, probs.Shape[:rows]...), samples)
	answer = op.Done(&types.Tensor{Dtype: types.Int32, Shape: shape})
	answer.Warn = unlikely(probs, samples)
	return withKey(c, answer)
}

// unlikely warns of probabilities that are no fractions, and of no samples.
func unlikely(probs *types.Tensor, samples types.Dim) (warn []op.Warning) {
	if !probs.Dtype.IsFloat() {
		warn = append(warn, op.Warning{Code: "suspect-operand", Arg: 1,
			Message: fmt.Sprintf("`random.multinomial`: `probs` holds %s, and probabilities are fractions", probs.Dtype)})
	}
	if n, known := samples.Const(); known && n < 1 {
		warn = append(warn, op.Suspect("num_samples", "suspect-attribute", fmt.Sprintf("`random.multinomial` draws %d samples", n)))
	}
	return warn
}
