package onnx

import (
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Random numbers have types, and are not drawn: a model leaves open by which generator, so that
// no run of it can be compared with another.

var randomEntries = map[string]entry{
	"RandomUniform":     {how: "typed only", translate: randomOfShape},
	"RandomNormal":      {how: "typed only", translate: randomOfShape},
	"RandomUniformLike": {how: "typed only", translate: randomLike},
	"RandomNormalLike":  {how: "typed only", translate: randomLike},
	"Bernoulli":         {how: "typed only", translate: randomLike},
	"Multinomial":       {how: "typed only", translate: multinomial},
}

const drawn = "its result is drawn at random, by a generator that the model leaves open"

func randomOfShape(n *node) []*model.Value {
	d, ok := n.dtypeAttribute("dtype", types.Float32)
	if !ok {
		return nil
	}
	shape := []types.Dim{}
	for _, k := range n.ints("shape") {
		if k < 0 {
			n.Failf(codes.AttributeValue, "`shape` of %s holds %d; an extent is 0 or more", n.proto.OpType, k)
			return nil
		}
		shape = append(shape, types.Const(k))
	}
	return n.refuse([]types.Type{op.TensorOf(d, shape...)}, drawn)
}

func randomLike(n *node) []*model.Value {
	d, ok := n.dtypeAttribute("dtype", n.in[0].Dtype())
	if !ok {
		return nil
	}
	return n.refuse([]types.Type{withDtype(n.in[0].Type, d)}, drawn)
}

// multinomial gives as many classes for each row as the node asks for.
func multinomial(n *node) []*model.Value {
	x := n.in[0]
	d, ok := n.dtypeAttribute("dtype", types.Int32)
	if !ok {
		return nil
	}
	if x.Rank() != 2 {
		return n.at(0, codes.ShapeMismatch, "Multinomial takes (batch, classes), and input 0 has %s", axesText(x.Rank()))
	}
	return n.refuse([]types.Type{op.TensorOf(d, x.Shape()[0], types.Const(n.int("sample_size")))}, drawn)
}
