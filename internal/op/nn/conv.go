package nn

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/nn/convolve"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A conv is a convolution over the spatial dimensions of its data.
type conv struct {
	convolve.Form
	// whole: where channels and kernel_size do not give the weight's type, TVM's conv1d
	// compares all input channels with the weight's, groups or not.
	whole bool
	// depthwise kernels, (C, multiplier, …), are distinguished from grouped ones.
	depthwise bool
	// early: a weight of unknown type is waited for whenever there are groups, since its
	// shape decides whether the kernel is depthwise.
	early bool
}

var (
	conv1d = conv{Form: convolve.Form{Data: "NCW", Weight: "OIW"}, whole: true}
	conv2d = conv{Form: convolve.Form{Data: "NCHW", Weight: "OIHW", Grouped: "GOIHW"}, depthwise: true, early: true}
	conv3d = conv{Form: convolve.Form{Data: "NCDHW", Weight: "OIDHW"}, depthwise: true}
)

// Conv2D is nn.conv2d's rule, for any operator whose first two parameters are
// data and weight and which has its attributes.
var Conv2D relate.Rule = conv2d.rule

const convRule = "the weight has O output channels and I = input channels / groups; the result's extent is (extent + padding - dilated kernel) / stride + 1"

// convolution lists the convolutions of data of 1 to 3 spatial dimensions. Package convolve
// computes them.
func convolution() []*op.Op {
	return []*op.Op{
		convOp("nn.conv1d", "Convolves a sequence with filters, as over time.", conv1d),
		convOp("nn.conv2d", "Convolves an image with filters.", conv2d),
		convOp("nn.conv3d", "Convolves a volume with filters.", conv3d),
		convOp("nn.contrib_depthwise_conv2d_NCHWc", "Convolves each channel of an image in blocked layout by itself.", conv2d),
	}
}

// convOp is an entry of a convolution.
func convOp(name, doc string, k conv) *op.Op {
	return &op.Op{
		Name: name, Doc: doc, Rule: convRule, Kind: op.OutFusable,
		Params: op.Args("data", "weight"), Attrs: k.attrs(), Relation: relate.Relation(k.rule), Kernel: k.Kernel(),
		Traits: op.Traits{Cost: k.cost(1)},
	}
}

// attrs are the attributes of a convolution, with the defaults of its rank.
func (k conv) attrs() []op.Attr {
	n := k.Rank()
	return []op.Attr{
		relate.Ints("strides", "step of the filter along each spatial dimension", relate.Ones(n)...),
		relate.Ints("padding", "zeros put around the data", relate.Zeros(max(n, 2))...),
		relate.Ints("dilation", "distance of the filter's taps along each spatial dimension", relate.Ones(n)...),
		relate.Int("groups", 1, "number of groups into which the channels fall"),
		relate.Optional("channels", op.IntAttr, "number of output channels"),
		relate.Optional("kernel_size", op.IntsAttr, "extents of the filter; with channels they give the weight's type"),
		relate.LayoutOf("data_layout", k.Data, "order of the data's dimensions"),
		relate.LayoutOf("kernel_layout", k.Weight, "order of the weight's dimensions"),
		relate.OutLayout(k.Data, "order of the result's dimensions; the data's where it is empty"),
		relate.OutDtype(),
	}
}

// A filter is what a convolution knows of its weight: the result's channels
// and the kernel's extents.
type filter struct {
	channels types.Dim
	kernel   []types.Dim
}

// layouts are those of data, weight and result.
type layouts struct {
	data, kernel, out relate.Layout
	canonical         string // of the kernel
}

// layouts reads the layouts and refuses those that have not all letters of the canonical
// ones; a result's layout that is left out is the data's.
func (k conv) layouts(s *relate.Typing) (l layouts, ok bool) {
	data, out := s.Attrs.Str("data_layout"), s.Attrs.Str("out_layout")
	if out == "" {
		out = data
	}
	l.canonical = k.canonicalKernel(s)
	var okData, okKernel, okOut bool
	l.data, okData = s.Layout("data_layout", data, k.Data)
	l.kernel, okKernel = s.Layout("kernel_layout", s.Attrs.Str("kernel_layout"), l.canonical)
	l.out, okOut = s.Layout("out_layout", out, k.Data)
	return l, okData && okKernel && okOut
}

// canonicalKernel is the weight's canonical layout: with groups in a dimension of their own
// where the weight's layout has them and there are any.
func (k conv) canonicalKernel(s *relate.Typing) string {
	written, problem := relate.ParseLayout(s.Attrs.Str("kernel_layout"))
	if k.Grouped != "" && problem == "" && written.Index('G') >= 0 && grouping(s) {
		return k.Grouped
	}
	return k.Weight
}

// rule is the relation of convolutions (TVM's Conv1DRel to Conv3DRel). In canonical layouts,
// with groups g, data (N, C, d…) and weight (O, I, t…):
//
//	I = C / g                                  else shape-mismatch
//	result (N, O, ⌊(d + pad - ((t-1)·dilation + 1)) / stride⌋ + 1, …)
//
// O and t are given by channels and kernel_size, which then determine the weight's type, or
// else read from the weight. Extents that are not known yet become equations.
func (k conv) rule(s *relate.Typing, data *types.Tensor) types.Type {
	return k.typed(s, data, k.filter, k.extents)
}

// typed is the relation that plain and transposed convolutions share: filter finds the
// weight's shape, extents the result's.
func (k conv) typed(s *relate.Typing, data *types.Tensor,
	filter func(s *relate.Typing, shape []types.Dim, l layouts) filter,
	extents func(s *relate.Typing, shape, kernel []types.Dim) []types.Dim) types.Type {
	l, ok := k.layouts(s)
	if !ok {
		return nil
	}
	shape, ok := s.Forward(0, data, l.data, k.Data)
	if !ok {
		return nil
	}
	f := filter(s, shape, l)
	if s.Stopped() {
		return nil
	}
	s.SameDtype(1, data, s.Peek(1))
	k.wholeGroups(s, shape[1], f.channels)
	out := append([]types.Dim{shape[0], f.channels}, extents(s, shape[2:], f.kernel)...)
	if s.Stopped() {
		return nil
	}
	return &types.Tensor{Dtype: s.OutDtype(data), Shape: relate.Backward(out, k.Data, l.out)}
}

// wholeGroups warns of groups into which the channels of the data or of the result do not fall
// evenly. TVM's relation rounds the channels of a group downwards, and its kernels fail.
func (k conv) wholeGroups(s *relate.Typing, in, out types.Dim) {
	groups, _ := s.Groups().Const()
	for _, side := range []struct {
		name     string
		channels types.Dim
	}{{"the data", in}, {"the result", out}} {
		if n, known := side.channels.Const(); known && groups > 1 && n%groups != 0 {
			s.WarnAttr("groups", fmt.Sprintf("the %d channels of %s do not fall into %d groups of one size", n, side.name, groups),
				fmt.Sprintf("`groups` must divide %d", n))
			return
		}
	}
}

// filter finds the weight's shape: from channels and kernel_size where both
// are given, else from the weight.
func (k conv) filter(s *relate.Typing, shape []types.Dim, l layouts) filter {
	if k.early && grouping(s) && s.Peek(1) == nil {
		return k.ungiven(s, shape, l)
	}
	if s.Attrs.Has("channels") && s.Attrs.Has("kernel_size") {
		return k.assigned(s, shape, l)
	}
	return k.read(s, shape, l)
}

// grouping reports whether there is more than one group.
func grouping(s *relate.Typing) bool {
	n, ok := s.Groups().Const()
	return !ok || n > 1
}

// ungiven is the filter where there are groups and nothing is known of the
// weight: it is taken for grouped when nothing more will be known.
func (k conv) ungiven(s *relate.Typing, shape []types.Dim, l layouts) filter {
	sized := s.Attrs.Has("channels") && s.Attrs.Has("kernel_size")
	if _, waits := s.Arg(1).(*types.Var); waits && sized && s.Last {
		return k.assigned(s, shape, l)
	}
	s.Need(1)
	return filter{}
}

// assigned gives the weight's type as channels and kernel_size have it.
func (k conv) assigned(s *relate.Typing, shape []types.Dim, l layouts) filter {
	kernel := s.Dims("kernel_size")
	channels, _ := s.Attrs.Dim("channels")
	k.checkLengths(s, kernel)
	weight := k.weightShape(s, shape, channels, l)
	if s.Stopped() {
		return filter{}
	}
	weight = append(weight, kernel[:k.Rank()]...)
	s.Expect(1, &types.Tensor{Dtype: weightDtype(s), Shape: relate.Backward(loosen(weight), l.canonical, l.kernel)})
	return filter{channels, kernel}
}

// checkLengths holds that kernel_size and dilation have an entry for each
// spatial dimension; TVM does not look at conv1d's.
func (k conv) checkLengths(s *relate.Typing, kernel []types.Dim) {
	n := k.Rank()
	if len(kernel) < n || n > 1 && len(kernel) != n {
		s.FailAttr("kernel_size", fmt.Sprintf("`kernel_size` has %s, where %d are needed", op.Entries(len(kernel)), n))
	}
	if d := len(s.Dims("dilation")); n > 1 && d != n {
		s.FailAttr("dilation", fmt.Sprintf("`dilation` has %s, where %d are needed", op.Entries(d), n))
	}
}

// weightShape is the weight's shape without the kernel's extents, in canonical
// order.
func (k conv) weightShape(s *relate.Typing, shape []types.Dim, channels types.Dim, l layouts) []types.Dim {
	in, groups := shape[1], s.Groups()
	if l.canonical == k.Grouped {
		return []types.Dim{groups, s.PerGroup(channels), s.PerGroup(in)}
	}
	if k.isDepthwise(s, in, l) {
		return []types.Dim{in, relate.Div(channels, in)}
	}
	return []types.Dim{channels, s.PerGroup(in)}
}

// isDepthwise reports whether groups, input channels and the weight's O are one
// number.
func (k conv) isDepthwise(s *relate.Typing, in types.Dim, l layouts) bool {
	weight := s.Peek(1)
	if !k.depthwise || !grouping(s) || weight == nil {
		return false
	}
	shape, ok := s.Forward(1, weight, l.kernel, l.canonical)
	if !ok {
		return false
	}
	groups := s.Groups()
	return groups.Equal(in) && groups.Equal(shape[0])
}

// loosen makes extents of which nothing is said `?`, as annotations have them.
func loosen(shape []types.Dim) []types.Dim {
	loose := make([]types.Dim, len(shape))
	for i, d := range shape {
		loose[i] = d
		if d.IsUnknown() {
			loose[i] = types.Any
		}
	}
	return loose
}

// weightDtype is the weight's dtype where it is known, else the data's.
func weightDtype(s *relate.Typing) types.Dtype {
	if weight := s.Peek(1); weight != nil {
		return weight.Dtype
	}
	return s.Peek(0).Dtype
}

// read takes the filter from the weight, and checks what is known of it.
func (k conv) read(s *relate.Typing, shape []types.Dim, l layouts) filter {
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
		c.equal(0, channels, fmt.Sprintf("`channels` is %s", channels))
	}
	in := shape[1]
	if !k.whole {
		in = s.PerGroup(in)
	}
	c.equal(1, in, k.channelText(s, shape[1], l))
	c.close(weight)
	return filter{w[0], w[len(w)-k.Rank():]}
}

// channelText says how many input channels the weight must have, and why.
func (k conv) channelText(s *relate.Typing, channels types.Dim, l layouts) string {
	text := fmt.Sprintf("the data has %s channels in layout %q, and the weight is in layout %q", channels, l.data.Name, l.kernel.Name)
	if grouping(s) && !k.whole {
		text += fmt.Sprintf(", with the channels in %s groups", s.Groups())
	}
	return text
}

// extents are the result's spatial dimensions.
func (k conv) extents(s *relate.Typing, shape, kernel []types.Dim) []types.Dim {
	out := append([]types.Dim{}, shape...)
	pad, ok := k.padding(s, shape)
	if !ok {
		return out
	}
	for i, d := range shape {
		dilated := dilate(kernel[i], s.At("dilation", i))
		if d.IsAny() {
			continue
		}
		slack := relate.Sub(relate.Add(d, pad[i]), dilated)
		out[i] = relate.Add(relate.Div(slack, s.Divisor("strides", i)), types.Const(1))
		s.Positive(k.Spatial()[i], out[i], fmt.Sprintf("the filter reaches over %s, and the data with its padding is %s long",
			dilated, relate.Add(d, pad[i])))
	}
	return out
}

// padding is the sum of both sides; conv1d needs both written, unless the
// extent is `?`.
func (k conv) padding(s *relate.Typing, shape []types.Dim) ([]types.Dim, bool) {
	if k.Rank() > 1 {
		return s.Padding(k.Rank())
	}
	if shape[0].IsAny() {
		return shape, true
	}
	return []types.Dim{relate.Add(s.At("padding", 0), s.At("padding", 1))}, true
}

// dilate is the reach of a kernel whose taps stand apart.
func dilate(kernel, dilation types.Dim) types.Dim {
	one := types.Const(1)
	return relate.Add(one, relate.Mul(relate.Sub(kernel, one), dilation))
}
