package nn

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// loss lists functions of predictions and targets.
func loss() []*op.Op {
	return []*op.Op{
		entropy("nn.cross_entropy", "Gives the cross entropy of probabilities and targets.", 1, crossEntropyKernel),
		entropy("nn.cross_entropy_with_logits", "Gives the cross entropy of logarithms of probabilities and targets.", 0, logitsKernel),
		{
			Name: "nn.nll_loss", Doc: "Gives the negative logarithmic likelihood of the targets.",
			Rule: "predictions are (n, classes, …), targets (n, …) integers, weights (classes); the result is a scalar, or of the targets' shape with reduction=\"none\"",
			Kind: op.OutFusable, Params: op.Args("predictions", "targets", "weights"), Attrs: []op.Attr{
				relate.Known("reduction", "mean", "how losses are combined", "mean", "sum", "none"),
				relate.Required("ignore_index", op.IntAttr, "target that does not count"),
			},
			Traits:   op.Traits{Cost: likelihoodCost()},
			Relation: relate.Relation(nllLoss), Kernel: op.Reads{Arrays: 3}.Kernel(nllKernel),
		},
	}
}

// entropy is an operator that applies so many functions to each element of x.
func entropy(name, doc string, functions int64, kernel op.Kernel) *op.Op {
	return &op.Op{
		Name: name, Doc: doc, Rule: "both are (batch, classes), and the result is a scalar",
		Params: op.Args("x", "y"), Relation: relate.Relation(crossEntropy), Kernel: kernel,
		Traits: op.Traits{Fails: op.OnExtent | op.OnEmpty, Cost: entropyCost(functions)},
	}
}

// crossEntropy compares two matrices of one type, and gives a scalar.
func crossEntropy(s *relate.Typing, x *types.Tensor) types.Type {
	y := s.Need(1)
	if y == nil {
		return nil
	}
	for i, t := range []*types.Tensor{x, y} {
		if len(t.Shape) != 2 {
			return s.FailArg(i, "shape-mismatch", fmt.Sprintf("`%s` is %s, and needs 2 dimensions", s.Op.Params[i].Name, types.Text(t)))
		}
	}
	s.Expect(1, &types.Tensor{Dtype: y.Dtype, Shape: x.Shape})
	s.SameDtype(1, x, y)
	return &types.Tensor{Dtype: x.Dtype}
}

// nllLoss has a target for each place of the predictions, which have a dimension more for the
// classes, and a weight for each class.
func nllLoss(s *relate.Typing, predictions *types.Tensor) types.Type {
	targets, weights := s.Need(1), s.Need(2)
	if s.Stopped() {
		return nil
	}
	switch {
	case len(predictions.Shape) != len(targets.Shape)+1 || len(predictions.Shape) < 2:
		return s.FailArg(1, "shape-mismatch", fmt.Sprintf("`targets` is %s and `predictions` %s: it must have one dimension less",
			types.Text(targets), types.Text(predictions)))
	case predictions.Dtype != weights.Dtype || !predictions.Dtype.IsFloat():
		return s.FailArg(2, "dtype-mismatch", fmt.Sprintf("`predictions` holds %s and `weights` %s: both must be of one floating dtype",
			predictions.Dtype, weights.Dtype))
	case targets.Dtype.Class != types.IntClass:
		return s.FailArg(1, "dtype-mismatch", fmt.Sprintf("`targets` holds %s, and integers are needed", targets.Dtype))
	}
	s.Expect(2, &types.Tensor{Dtype: weights.Dtype, Shape: predictions.Shape[1:2]})
	if s.Attrs.Str("reduction") == "none" {
		return &types.Tensor{Dtype: predictions.Dtype, Shape: targets.Shape}
	}
	return &types.Tensor{Dtype: predictions.Dtype}
}
