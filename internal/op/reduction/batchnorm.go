package reduction

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// normalizations holds the IR document's batch_norm; Relay's is nn.batch_norm.
var normalizations = []*op.Op{{
	Name: "batch_norm", Kind: op.OutFusable, Params: op.Args("x", "running_mean", "running_var"),
	Doc:  "Normalizes each channel by the running mean and variance, and gives one tensor.",
	Rule: "running_mean and running_var are vectors as long as axis 1 of x, of its dtype; the result has the type of x",
	Attrs: []op.Attr{
		relate.Float("epsilon", 1e-5, "added to the variance"),
		relate.Float("momentum", 0.1, "weight of the batch in the running statistics"),
	},
	Traits:   op.Traits{Rebinding: &op.Rebinding{Params: []int{1, 2}, Kernel: op.Reads{Arrays: 3}.Kernel(runningStatistics)}, Cost: batchNormCost},
	Relation: op.OnTensor(batchNorm), Kernel: op.Reads{Arrays: 3}.Kernel(batchNormKernel),
}}

// batchNorm is the relation: the statistics are vectors as long as axis 1, by an equation
// where an extent is not known.
func batchNorm(c *op.Call, x *types.Tensor) op.Answer {
	if len(x.Shape) < 2 {
		return op.FailArg(0, "shape-mismatch", fmt.Sprintf("`batch_norm` has its channels on axis 1, which %s lacks", types.Text(x)))
	}
	answer := op.Done(x)
	for i := 1; i < len(c.Args); i++ {
		equal, refusal, ok := c.Expect(i, op.TensorOf(x.Dtype, x.Shape[1]))
		if !ok {
			return refusal
		}
		answer.Equal = append(answer.Equal, equal)
	}
	return answer
}
