package nn

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/nn/downsample"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A pool describes pooling over spatial dimensions, which stand where the
// layout has them.
type pool struct {
	spatial string // "HW"
	layout  string // the default, "NCHW"
	least   int    // dimensions that the data must have
	// placed means that out_layout must be a layout; it changes nothing.
	placed bool
}

var (
	pool1d = pool{spatial: "W", layout: "NCW", least: 1, placed: true}
	pool2d = pool{spatial: "HW", layout: "NCHW", least: 2}
	pool3d = pool{spatial: "DHW", layout: "NCDHW", least: 3, placed: true}
)

// Pool2D is the rule of nn.max_pool2d and nn.avg_pool2d.
var Pool2D relate.Rule = pool2d.window

const (
	poolRule     = "pooling keeps every dimension but the spatial ones: each becomes (extent + padding - dilated window) / stride + 1, rounded up with ceil_mode"
	globalRule   = "global pooling makes the spatial dimensions 1"
	adaptiveRule = "adaptive pooling makes the spatial dimensions output_size; one entry applies to all, none keeps them"
)

// pooling lists the pools of 1 to 3 spatial dimensions, and the gradients of those of images.
// Package downsample computes them.
func pooling() []*op.Op {
	ops := []*op.Op{global("avg"), global("max")}
	for i, p := range []pool{pool1d, pool2d, pool3d} {
		for _, kind := range []string{"max", "avg"} {
			ops = append(ops, p.windowed(kind, i+1), p.adapting(kind, i+1))
		}
		ops = append(ops, p.indices(i+1))
	}
	return append(ops, gradient("max", downsample.MaxGradient), gradient("avg", downsample.MeanGradient))
}

// poolKernels and poolVerbs are what kinds of pools differ in.
var poolKernels = map[string]func(spatial string, w downsample.Windows) op.Kernel{"max": downsample.Max, "avg": downsample.Mean}

var poolVerbs = map[string]string{"max": "Takes the greatest element", "avg": "Takes the mean"}

// windowed is an entry of a pool whose windows slide.
func (p pool) windowed(kind string, rank int) *op.Op {
	return &op.Op{
		Name: fmt.Sprintf("nn.%s_pool%dd", kind, rank), Doc: poolVerbs[kind] + " of each window.", Rule: poolRule,
		Kind: op.OutFusable, Params: op.Args("data"), Attrs: p.windowAttrs(kind), Relation: relate.Relation(p.window),
		Traits: op.Traits{Fails: op.OnExtent | op.OnAttribute, Cost: p.cost(kind)},
		Kernel: poolKernels[kind](p.spatial, downsample.Sliding),
	}
}

// windowAttrs are the attributes of sliding windows.
func (p pool) windowAttrs(kind string) []op.Attr {
	n := len(p.spatial)
	attrs := []op.Attr{
		relate.Required("pool_size", op.IntsAttr, "extents of the window"),
		relate.Ints("strides", "step of the window along each spatial dimension", relate.Ones(n)...),
		relate.Ints("dilation", "distance of the window's taps along each spatial dimension", relate.Ones(n)...),
		relate.Ints("padding", "what is put around the data", relate.Zeros(n)...),
		relate.LayoutOf("layout", p.layout, "order of the data's dimensions"),
		relate.OutLayout(p.layout, "order wanted for the result; the type keeps the data's"),
		relate.Bool("ceil_mode", false, "whether a last window that overhangs is counted"),
	}
	if kind == "avg" {
		attrs = append(attrs, relate.Bool("count_include_pad", false, "whether the padding counts in the mean"))
	}
	return attrs
}

// indices is an entry that says where the greatest elements of sliding windows are.
func (p pool) indices(rank int) *op.Op {
	return &op.Op{
		Name: fmt.Sprintf("nn.max_pool%dd_indices", rank),
		Doc:  "Gives the place of the greatest element of each window, in the data flattened with the spatial dimensions last; -1 for a window in the padding.",
		Rule: "the result has dtype int64 and the shape of the pooled data", Kind: op.OutFusable, Params: op.Args("data"),
		Attrs: append(p.windowAttrs("max"), relate.Bool("column_major", false, "whether the spatial dimensions are flattened in column-major order")),
		Relation: relate.Relation(func(s *relate.Typing, data *types.Tensor) types.Type {
			out, ok := p.window(s, data).(*types.Tensor)
			if !ok {
				return nil
			}
			return op.TensorOf(types.Int64, out.Shape...)
		}),
		Traits: op.Traits{Fails: op.OnExtent | op.OnAttribute, Cost: p.cost("max")},
		Kernel: downsample.MaxIndices(p.spatial),
	}
}

// places finds the spatial dimensions of the data by the layout.
func (p pool) places(s *relate.Typing, data *types.Tensor) ([]int, bool) {
	if len(data.Shape) < p.least {
		s.FailArg(0, "shape-mismatch", fmt.Sprintf("`data` is %s, and pooling needs %d dimensions or more", types.Text(data), p.least),
			relate.Dimensions(len(data.Shape)))
		return nil, false
	}
	l, problem := relate.ParseLayout(s.Attrs.Str("layout"))
	if problem != "" {
		s.FailAttr("layout", problem)
		return nil, false
	}
	places := make([]int, len(p.spatial))
	for i := range p.spatial {
		place, ok := p.place(s, data, l, p.spatial[i])
		if !ok {
			return nil, false
		}
		places[i] = place
	}
	return places, true
}

// place is the dimension of a letter, which must not be split in the layout.
func (p pool) place(s *relate.Typing, data *types.Tensor, l relate.Layout, letter byte) (int, bool) {
	place := l.Index(letter)
	if place < 0 || l.Split(letter) > 0 {
		s.FailAttr("layout", fmt.Sprintf("layout %q must have %c, and not split", l.Name, letter))
		return 0, false
	}
	if place >= len(data.Shape) {
		s.FailArg(0, "shape-mismatch", fmt.Sprintf("`data` is %s, and layout %q has %c in dimension %d",
			types.Text(data), l.Name, letter, place), relate.Dimensions(len(data.Shape)))
		return 0, false
	}
	return place, true
}

// resized is the data's type with other extents.
func resized(data *types.Tensor, places []int, extents []types.Dim) *types.Tensor {
	shape := append([]types.Dim{}, data.Shape...)
	for i, place := range places {
		shape[place] = extents[i]
	}
	return &types.Tensor{Dtype: data.Dtype, Shape: shape}
}

// window is the relation of sliding windows (TVM's Pool2DRel): each spatial extent becomes
// (d + pad - ((size-1)·dilation + 1)) / stride + 1, rounded up with ceil_mode.
func (p pool) window(s *relate.Typing, data *types.Tensor) types.Type {
	places, ok := p.places(s, data)
	if !ok || !p.checkOutLayout(s) {
		return nil
	}
	pad, ok := s.Padding(len(p.spatial))
	if !ok {
		return nil
	}
	extents := make([]types.Dim, len(places))
	for i, place := range places {
		extents[i] = p.extent(s, i, data.Shape[place], pad[i])
	}
	return resized(data, places, extents)
}

// checkOutLayout reads a layout that changes nothing, as TVM reads it.
func (p pool) checkOutLayout(s *relate.Typing) bool {
	if !p.placed {
		return true
	}
	_, problem := relate.ParseLayout(s.Attrs.Str("out_layout"))
	if problem != "" {
		s.FailAttr("out_layout", problem)
	}
	return problem == ""
}

// extent is the number of windows along one dimension.
func (p pool) extent(s *relate.Typing, i int, d, pad types.Dim) types.Dim {
	for _, attr := range []string{"pool_size", "strides", "dilation"} {
		if n, known := s.At(attr, i).Const(); known && n < 1 {
			s.WarnAttr(attr, fmt.Sprintf("`%s` holds %d, and must be positive", attr, n))
		}
	}
	if d.IsAny() {
		return d
	}
	one := types.Const(1)
	reach := dilate(s.At("pool_size", i), s.At("dilation", i))
	stride := s.Divisor("strides", i)
	slack := relate.Sub(relate.Add(d, pad), reach)
	if s.Attrs.Bool("ceil_mode") {
		slack = relate.Add(slack, relate.Sub(stride, one))
	}
	extent := relate.Add(relate.Quo(slack, stride), one)
	s.Positive(p.spatial[i], extent, fmt.Sprintf("the window reaches over %s, and the data with its padding is %s long",
		reach, relate.Add(d, pad)))
	return extent
}

// global is an entry of a pool whose one window is the image.
func global(kind string) *op.Op {
	return &op.Op{
		Name: "nn.global_" + kind + "_pool2d", Doc: poolVerbs[kind] + " of each channel's image.", Rule: globalRule,
		Kind: op.OutFusable, Params: op.Args("data"), Attrs: []op.Attr{
			relate.LayoutOf("layout", "NCHW", "order of the data's dimensions"),
			relate.OutLayout("NCHW", "order wanted for the result; the type keeps the data's"),
		},
		Relation: relate.Relation(func(s *relate.Typing, data *types.Tensor) types.Type {
			places, ok := pool2d.places(s, data)
			if !ok {
				return nil
			}
			return resized(data, places, []types.Dim{types.Const(1), types.Const(1)})
		}),
		Kernel: poolKernels[kind](pool2d.spatial, downsample.Everything), Traits: op.Traits{Fails: op.OnExtent, Cost: globalCost(kind)},
	}
}

// adapting is an entry of a pool with as many windows as the attribute says.
func (p pool) adapting(kind string, rank int) *op.Op {
	return &op.Op{
		Name: fmt.Sprintf("nn.adaptive_%s_pool%dd", kind, rank), Doc: poolVerbs[kind] + " of as many windows as the result has elements.",
		Rule: adaptiveRule, Kind: op.OutFusable, Params: op.Args("data"), Attrs: []op.Attr{
			{Name: "output_size", Type: op.ListAttr, Default: op.Ints(), Doc: "the result's spatial extents"},
			relate.LayoutOf("layout", p.layout, "order of the data's dimensions"),
			relate.OutLayout(p.layout, "order wanted for the result; the type keeps the data's"),
		},
		Relation: relate.Relation(p.adaptive), Kernel: poolKernels[kind](p.spatial, downsample.Adaptive),
		Traits: op.Traits{Cost: p.adaptiveCost(kind)},
	}
}

// adaptive is the relation of these: output_size has an entry for each spatial dimension, one
// for all, or none, which keeps the extents.
func (p pool) adaptive(s *relate.Typing, data *types.Tensor) types.Type {
	places, ok := p.places(s, data)
	if !ok {
		return nil
	}
	size := s.Attrs.Value("output_size").List
	if len(size) > len(places) {
		return s.FailAttr("output_size", fmt.Sprintf("`output_size` has %s, and there are %d spatial dimensions", op.Entries(len(size)), len(places)))
	}
	if len(size) == 0 {
		return data
	}
	if len(size) > 1 && len(size) < len(places) {
		return s.FailAttr("output_size", fmt.Sprintf("`output_size` has %s, where 1 or %d are needed", op.Entries(len(size)), len(places)))
	}
	extents := make([]types.Dim, len(places))
	for i, place := range places {
		extents[i] = p.wanted(s, size[min(i, len(size)-1)], data.Shape[place])
		s.Positive(p.spatial[i], extents[i], "`output_size` says so")
	}
	return resized(data, places, extents)
}

// wanted is one entry of output_size. `None` keeps the extent, as in other
// frameworks; TVM takes it, and has no extent then.
func (p pool) wanted(s *relate.Typing, size op.Value, extent types.Dim) types.Dim {
	if size.Kind == op.NoneValue {
		s.WarnAttr("output_size", "an entry `None` is no extent", fmt.Sprintf("write the data's, %s", extent))
		return extent
	}
	d, ok := size.AsDim()
	if !ok {
		s.FailAttr("output_size", fmt.Sprintf("`output_size` holds %s, and integers are needed", size.Kind))
	}
	return d
}

// gradient is the derivative of 2-d pooling: of the type of the data, which is
// the second argument.
func gradient(kind string, kernel op.Kernel) *op.Op {
	return &op.Op{
		Name: "nn." + kind + "_pool2d_grad", Doc: "Gives the gradient of 2-d pooling at its data.",
		Rule: "the result has the type of the second argument", Kind: op.OutFusable, Params: op.Args("data", "grad"),
		Attrs: pool2d.windowAttrs("max"), Kernel: kernel, Traits: op.Traits{Cost: spreadingCost()}, Relation: func(c *op.Call) op.Answer {
			t, answer, ok := c.Tensor(1)
			if !ok {
				return answer
			}
			return op.Done(t)
		},
	}
}
