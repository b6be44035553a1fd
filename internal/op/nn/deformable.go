package nn

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/nn/convolve"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// deformable is a convolution whose taps are moved by the tensor in argument
// 1; the weight is argument 2.
func deformable() *op.Op {
	attrs := conv2d.attrs()
	groups := relate.Int("deformable_groups", 1, "number of groups of channels that are moved alike")
	return &op.Op{
		Name: "nn.deformable_conv2d", Doc: "Convolves an image with filters whose taps are moved.", Kind: op.OutFusable,
		Rule:   "weight and result are as of a convolution; the offset has 2 * kernel elements * deformable_groups channels and the result's extents",
		Params: op.Args("data", "offset", "weight"),
		Attrs:  append(append(attrs[:3:3], groups), attrs[3:]...), Relation: deform, Kernel: convolve.Deformable,
		Traits: op.Traits{Cost: deformableCost()},
	}
}

// modulated is deformable with a weight for each moved tap, in argument 3.
func modulated() *op.Op {
	o := deformable()
	o.Name, o.Doc = "nn.modulated_deformable_conv2d", "Convolves an image with filters whose taps are moved and weighted."
	o.Rule = "weight, offset and result are as of nn.deformable_conv2d; the mask has kernel elements * deformable_groups channels and the result's extents"
	o.Params, o.Kernel = op.Args("data", "offset", "weight", "mask"), convolve.Modulated
	places := o.Cost
	weighted := op.SizeOf(3) // each counts for the channels that are moved alike
	o.Cost = places.And(func(c *op.Call) types.Dim {
		groups, _ := c.Attrs.Dim("deformable_groups")
		return weighted(c).Mul(c.Extent(0, channelsAt(c))).FloorDiv(groups)
	}, op.Steady(1))
	return o
}

// channelsAt is the dimension of the data's channels.
func channelsAt(c *op.Call) int {
	l, _ := relate.ParseLayout(c.Attrs.Str("data_layout"))
	return max(0, l.Index('C'))
}

// deform types the convolution of data and weight, and then the offset.
func deform(c *op.Call) op.Answer {
	plain := *c
	plain.Op = &op.Op{Name: c.Op.Name, Rule: c.Op.Rule, Params: op.Args("data", "weight")}
	plain.Args = []types.Type{c.Args[0], c.Args[2]}
	k := conv2d
	k.depthwise, k.early = false, false
	var taps types.Dim
	answer := relate.Relation(func(s *relate.Typing, data *types.Tensor) types.Type {
		out := k.rule(s, data)
		taps = k.taps(s)
		return out
	})(&plain)
	return placed(c, answer, taps)
}

// taps is the number of elements of a filter.
func (k conv) taps(s *relate.Typing) types.Dim {
	if s.Attrs.Has("kernel_size") {
		return relate.Product(s.Dims("kernel_size")...)
	}
	l, ok := k.layouts(s)
	weight := s.Peek(1)
	if !ok || weight == nil {
		return types.Unknown
	}
	shape, ok := s.Forward(1, weight, l.kernel, l.canonical)
	if !ok {
		return types.Unknown
	}
	return relate.Product(shape[2:]...)
}

// placed says what follows for the arguments at their places in the call, and
// gives the offset's type.
func placed(c *op.Call, answer op.Answer, taps types.Dim) op.Answer {
	place := []int{0, 2}
	answer.Wait = place[answer.Wait]
	if answer.Err != nil && answer.Err.Arg >= 0 {
		answer.Err.Arg = place[answer.Err.Arg]
	}
	for i := range answer.Equal {
		answer.Equal[i].Arg = place[answer.Equal[i].Arg]
	}
	for i, w := range answer.Warn {
		if w.Arg >= 0 {
			answer.Warn[i].Arg = place[w.Arg]
		}
	}
	out, ok := answer.Out.(*types.Tensor)
	if answer.Err != nil || answer.Waits || !ok {
		return answer
	}
	data := c.Arg(0).(*types.Tensor)
	groups, _ := c.Attrs.Dim("deformable_groups")
	offset := loosen(offsetShape(c, out, relate.Product(types.Const(2), taps, groups)))
	answer.Equal = append(answer.Equal, op.Equation{Arg: 1, Type: &types.Tensor{Dtype: data.Dtype, Shape: offset}})
	if len(c.Args) > 3 {
		mask := loosen(offsetShape(c, out, relate.Product(taps, groups)))
		answer.Equal = append(answer.Equal, op.Equation{Arg: 3, Type: &types.Tensor{Dtype: data.Dtype, Shape: mask}})
	}
	return answer
}

// offsetShape is the result's shape with the offset's channels, in the data's
// layout.
func offsetShape(c *op.Call, out *types.Tensor, channels types.Dim) []types.Dim {
	name := c.Attrs.Str("data_layout")
	l, _ := relate.ParseLayout(name)
	from := l
	if written := c.Attrs.Str("out_layout"); written != "" {
		from, _ = relate.ParseLayout(written)
	}
	base, _ := relate.ParseLayout("NCHW")
	shape := from.Convert(out.Shape, base)
	shape[1] = channels
	return base.Convert(shape, l)
}
