package nn

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/nn/convolve"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A deconv is a transposed convolution.
type deconv struct {
	conv
	// swapped means that TVM takes the kernel's extents along H and W for one
	// another where it reads them from the weight.
	swapped bool
}

var (
	deconv1d = deconv{conv: conv{Form: convolve.Form{Data: "NCW", Weight: "IOW"}}}
	deconv2d = deconv{conv: conv{Form: convolve.Form{Data: "NCHW", Weight: "IOHW", Grouped: "GIOHW"}}}
	deconv3d = deconv{conv: conv{Form: convolve.Form{Data: "NCDHW", Weight: "IODHW"}}, swapped: true}
)

// Conv2DTranspose is nn.conv2d_transpose's rule.
var Conv2DTranspose relate.Rule = deconv2d.rule

const deconvRule = "a transposed convolution's weight takes all input channels: weight I = input channels, weight O = channels / groups; the result's extent is stride * (extent - 1) + dilated kernel - padding + output_padding"

// transposed lists the transposed convolutions. Package convolve computes them.
func transposed() []*op.Op {
	return []*op.Op{
		deconv1d.op("nn.conv1d_transpose", "Spreads a sequence by the transpose of a convolution."),
		deconv2d.op("nn.conv2d_transpose", "Spreads an image by the transpose of a convolution."),
		deconv3d.op("nn.conv3d_transpose", "Spreads a volume by the transpose of a convolution."),
	}
}

// op is an entry.
func (k deconv) op(name, doc string) *op.Op {
	return &op.Op{
		Name: name, Doc: doc, Rule: deconvRule, Kind: op.OutFusable,
		Params: op.Args("data", "weight"), Attrs: k.attrs(), Relation: relate.Relation(k.rule), Kernel: k.Transposed(),
		Traits: op.Traits{Cost: k.cost()},
	}
}

// attrs are those of a convolution, and output_padding: several extents of the data give the
// same extent of a convolution, and it says which one is meant.
func (k deconv) attrs() []op.Attr {
	n := k.Rank()
	return []op.Attr{
		relate.Optional("channels", op.IntAttr, "number of output channels"),
		relate.Optional("kernel_size", op.IntsAttr, "extents of the filter; with channels they give the weight's type"),
		relate.Ints("strides", "distance of the data's elements in the result", relate.Ones(n)...),
		relate.Ints("output_padding", "extents added after the result", relate.Zeros(n)...),
		relate.Ints("padding", "what is cut from the result's sides", relate.Zeros(n)...),
		relate.Ints("dilation", "distance of the filter's taps along each spatial dimension", relate.Ones(n)...),
		relate.Int("groups", 1, "number of groups into which the channels fall"),
		relate.LayoutOf("data_layout", k.Data, "order of the data's dimensions"),
		relate.LayoutOf("kernel_layout", k.Weight, "order of the weight's dimensions"),
		relate.OutLayout(k.Data, "order of the result's dimensions; the data's where it is empty"),
		relate.OutDtype(),
	}
}

// rule is the relation of transposed convolutions. In canonical layouts, with data (N, C, d…)
// and weight (C, O/groups, t…):
//
//	result (N, O, stride·(d - 1) + (t - 1)·dilation + 1 - pad + output_padding, …)
func (k deconv) rule(s *relate.Typing, data *types.Tensor) types.Type {
	return k.typed(s, data, k.filter, k.extents)
}

// filter finds the weight's shape, as that of a convolution.
func (k deconv) filter(s *relate.Typing, shape []types.Dim, l layouts) filter {
	if s.Attrs.Has("channels") && s.Attrs.Has("kernel_size") {
		return k.assigned(s, shape, l)
	}
	return k.read(s, shape, l)
}

// assigned takes it from channels and kernel_size, which give the weight's type.
func (k deconv) assigned(s *relate.Typing, shape []types.Dim, l layouts) filter {
	kernel := s.Dims("kernel_size")
	channels, _ := s.Attrs.Dim("channels")
	if len(kernel) != k.Rank() || len(s.Dims("dilation")) != k.Rank() {
		s.FailAttr("kernel_size", fmt.Sprintf("`kernel_size` and `dilation` need %d entries", k.Rank()))
		return filter{}
	}
	weight := []types.Dim{shape[1], s.PerGroup(channels)}
	if l.canonical == k.Grouped {
		weight = []types.Dim{s.Groups(), s.PerGroup(shape[1]), s.PerGroup(channels)}
	}
	if s.Stopped() {
		return filter{}
	}
	weight = append(weight, kernel...)
	s.Expect(1, &types.Tensor{Dtype: weightDtype(s), Shape: relate.Backward(loosen(weight), l.canonical, l.kernel)})
	return filter{channels, kernel}
}

// read takes it from the weight.
func (k deconv) read(s *relate.Typing, shape []types.Dim, l layouts) filter {
	weight := s.Need(1)
	if weight == nil {
		return filter{}
	}
	w, ok := s.Forward(1, weight, l.kernel, l.canonical)
	if !ok {
		return filter{}
	}
	c := contract{typing: s, layout: l, shape: w}
	c.kernelSize(k.Rank())
	if channels, ok := s.Attrs.Dim("channels"); ok {
		c.equal(1, s.PerGroup(channels), fmt.Sprintf("`channels` is %s, and groups are %s", channels, s.Groups()))
	}
	c.equal(0, shape[1], fmt.Sprintf("the data is %s: %s channels in layout %q",
		types.Text(s.Peek(0)), shape[1], l.data.Name))
	c.close(weight)
	return filter{w[1], k.turned(s, w[len(w)-k.Rank():])}
}

// turned gives the kernel's extents as TVM reads them from a weight.
func (k deconv) turned(s *relate.Typing, kernel []types.Dim) []types.Dim {
	if !k.swapped || kernel[1].Equal(kernel[2]) {
		return kernel
	}
	s.WarnArg(1, "suspect-shape", "TVM takes the kernel's extents along H and W for one another",
		"give `channels` and `kernel_size`, so that they are not read from the weight")
	return []types.Dim{kernel[0], kernel[2], kernel[1]}
}

// extents are the result's.
func (k deconv) extents(s *relate.Typing, shape, kernel []types.Dim) []types.Dim {
	pad, ok := s.Padding(k.Rank())
	if !ok {
		return nil
	}
	one, out := types.Const(1), make([]types.Dim, len(shape))
	for i, d := range shape {
		dilated := dilate(kernel[i], s.At("dilation", i))
		if d.IsAny() {
			out[i] = d
			continue
		}
		spread := relate.Mul(s.At("strides", i), relate.Sub(d, one))
		slack := relate.Sub(relate.Add(spread, dilated), pad[i])
		out[i] = relate.Add(slack, s.At("output_padding", i))
		s.Positive(k.Spatial()[i], out[i], "more is cut by the padding than there is")
	}
	return out
}
