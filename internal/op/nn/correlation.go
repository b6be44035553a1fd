package nn

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/nn/convolve"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// compared are operators on two images: their correlation, a buffer of the
// latest ones, and the gradient of a convolution at its weight.
func compared() []*op.Op {
	return []*op.Op{
		{
			Name: "nn.correlation", Doc: "Correlates the patches of two images.",
			Rule: "there is one channel for each displacement, and one element for each stride1 of the padded image", Kind: op.OutFusable,
			Params: op.Args("data1", "data2"), Attrs: []op.Attr{
				relate.Int("kernel_size", 1, "extent of a patch"), relate.Int("max_displacement", 1, "greatest displacement"),
				relate.Int("stride1", 1, "step in the first image"), relate.Int("stride2", 1, "step of the displacements"),
				relate.Ints("padding", "what is put around the images", 0, 0),
				relate.Bool("is_multiply", true, "whether patches are multiplied, and not subtracted"), relate.Known("layout", "NCHW", "order of the images' dimensions", "NCHW"),
			},
			Traits:   op.Traits{Cost: correlationCost()},
			Relation: relate.Relation(correlation), Kernel: correlationKernel,
		},
		{
			Name: "nn.fifo_buffer", Doc: "Appends data to a buffer, whose oldest elements fall out.",
			Rule:   "the result has the buffer's type; data and buffer have the same rank",
			Params: op.Args("data", "buffer"), Attrs: []op.Attr{relate.Int("axis", 0, "axis of time")}, Traits: op.Traits{Cost: op.MovedCost(op.ResultSize)}, Relation: relate.Relation(fifo), Kernel: op.Reads{Arrays: 2}.Kernel(fifoKernel),
		},
		{
			Name: "nn.conv2d_backward_weight", Doc: "Gives the gradient of nn.conv2d at its weight.",
			Rule: "the result is (channels of grad, channels of data / groups, kernel_size), in out_layout; kernel_layout is the layout of data",
			Kind: op.OutFusable, Params: op.Args("grad", "data"), Attrs: gradientAttrs(), Relation: relate.Relation(weightGradient), Kernel: convolve.WeightGradient,
			Traits: op.Traits{Cost: gradientCost()},
		},
	}
}

// gradientAttrs are those of nn.conv2d, of which one is about another tensor than there.
func gradientAttrs() []op.Attr {
	attrs := conv2d.attrs()
	for i := range attrs {
		switch attrs[i].Name {
		case "kernel_layout":
			attrs[i].Known = relate.Layouts("NCHW")
		case "out_layout":
			attrs[i].Known = relate.Layouts("OIHW")
		}
	}
	return attrs
}

// correlation has a channel for each displacement: (2·⌊max_displacement/stride2⌋ + 1)² of
// them; extents are those of the padded images without the border that displaced patches
// need, divided by stride1, rounded up.
func correlation(s *relate.Typing, a *types.Tensor) types.Type {
	b := ranked(s, 1, 4)
	if ranked(s, 0, 4) == nil || b == nil {
		return nil
	}
	if layout := s.Attrs.Str("layout"); layout != "NCHW" {
		return s.FailAttr("layout", fmt.Sprintf("layout %q is not NCHW", layout))
	}
	pad, ok := s.Padding(2)
	if !ok {
		return nil
	}
	size, _ := s.Attrs.Int("kernel_size")
	reach, _ := s.Attrs.Int("max_displacement")
	step, _ := s.Attrs.Int("stride1")
	apart, _ := s.Attrs.Int("stride2")
	if step == 0 || apart == 0 {
		return s.FailAttr("stride1", "strides must not be 0")
	}
	border := types.Const(2 * (reach + (size-1)/2))
	extent := func(d, pad types.Dim) types.Dim {
		slack := relate.Sub(relate.Add(d, pad), border)
		return relate.Div(relate.Sub(relate.Add(slack, types.Const(step)), types.Const(1)), types.Const(step))
	}
	side := 2*(reach/apart) + 1
	return &types.Tensor{Dtype: a.Dtype, Shape: []types.Dim{
		a.Shape[0], types.Const(side * side), extent(a.Shape[2], pad[0]), extent(b.Shape[3], pad[1]),
	}}
}

// fifo keeps the buffer's type. Extents that differ off the axis are warned of: TVM compares
// ranks alone.
func fifo(s *relate.Typing, data *types.Tensor) types.Type {
	buffer := s.Need(1)
	if buffer == nil {
		return nil
	}
	if len(data.Shape) != len(buffer.Shape) {
		return s.FailArg(1, "shape-mismatch", fmt.Sprintf("`buffer` is %s and `data` %s, of another rank", types.Text(buffer), types.Text(data)))
	}
	axis := s.Axis("axis", -len(buffer.Shape), len(buffer.Shape))
	if s.Stopped() {
		return nil
	}
	for i, d := range data.Shape {
		if i != axis && relate.Clash(d, buffer.Shape[i]) {
			s.WarnArg(1, "suspect-shape", fmt.Sprintf("dimension %d is %s in `data` and %s in `buffer`", i, d, buffer.Shape[i]))
		}
	}
	return buffer
}

// weightGradient gives the type of the weight: (channels of grad, channels of data / groups,
// kernel_size…). Where each channel is convolved by itself TVM takes the attribute channels.
func weightGradient(s *relate.Typing, grad *types.Tensor) types.Type {
	data := s.Need(1)
	if data == nil {
		return nil
	}
	g, okGrad := canonical(s, 0, grad, "data_layout")
	d, okData := canonical(s, 1, data, "kernel_layout")
	l, okOut := s.Layout("out_layout", s.Attrs.Str("out_layout"), "OIHW")
	if !okGrad || !okData || !okOut {
		return nil
	}
	kernel := s.Dims("kernel_size")
	if len(kernel) < 2 {
		return s.FailAttr("kernel_size", "`kernel_size` is needed, of 2 entries")
	}
	in := d[1]
	if in.Equal(g[1]) && in.Equal(s.Groups()) {
		if in, okData = s.Attrs.Dim("channels"); !okData {
			return s.FailAttr("channels", "`channels` is needed where each channel is convolved by itself")
		}
	}
	shape := []types.Dim{g[1], s.PerGroup(in), kernel[0], kernel[1]}
	if s.Stopped() {
		return nil
	}
	return &types.Tensor{Dtype: s.OutDtype(grad), Shape: relate.Backward(shape, "OIHW", l)}
}

// canonical is the shape of an image in the layout NCHW; its channels must be
// known.
func canonical(s *relate.Typing, i int, t *types.Tensor, attr string) ([]types.Dim, bool) {
	l, ok := s.Layout(attr, s.Attrs.Str(attr), "NCHW")
	if !ok {
		return nil, false
	}
	shape, ok := s.Forward(i, t, l, "NCHW")
	if ok && shape[1].Loose() {
		s.FailArg(i, "shape-mismatch", fmt.Sprintf("`%s` is %s, and its channels must be known", s.Op.Params[i].Name, types.Text(t)))
		return nil, false
	}
	return shape, ok
}
