package onnx

import (
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/types"
)

var lossEntries = map[string]entry{
	"NegativeLogLikelihoodLoss": {how: "`nn.nll_loss`", translate: func(n *node) []*model.Value { return one(n.loss(n.in[0])) }},
	"SoftmaxCrossEntropyLoss":   {how: "`nn.log_softmax`, `nn.nll_loss`", translate: softmaxCrossEntropyLoss},
}

// softmaxCrossEntropyLoss is the loss of logarithms of probabilities, which are a result too.
func softmaxCrossEntropyLoss(n *node) []*model.Value {
	if n.in[0].Rank() < 2 {
		return n.at(0, codes.ShapeMismatch, "the scores are (batch, classes, …), and input 0 has %s", axesText(n.in[0].Rank()))
	}
	logs := n.Call("nn.log_softmax", args(n.in[0]), attr("axis", 1))
	return args(n.loss(logs), logs)
}

// loss picks the logarithm of each label's probability. Without weights all are 1. A label
// that is ignored counts neither in the sum nor in what a mean divides by; where the node names
// none, -1 is no label of a class.
func (n *node) loss(logs *model.Value) *model.Value {
	labels, weights := n.in[1], n.arg(2)
	if logs.Rank() < 2 || labels.Rank() != logs.Rank()-1 {
		n.at(1, codes.ShapeMismatch, "the labels must have one axis less than input 0, which is (batch, classes, …): %s and %s",
			shapeText(labels.Tensor()), shapeText(n.in[0].Tensor()))
		return n.Unknown()
	}
	if weights == nil {
		d := logs.Dtype()
		weights = n.Call("full", args(n.number(1, d)), attr("shape", []types.Dim{logs.Shape()[1]}), attr("dtype", d))
	}
	ignored := int64(-1)
	if n.has("ignore_index") {
		ignored = n.int("ignore_index")
	}
	return n.Call("nn.nll_loss", args(logs, labels, weights), attr("reduction", n.str("reduction")), attr("ignore_index", ignored))
}
