package qnn

import (
	"sync"

	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/nn"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// layers lists quantized convolutions and products.
func layers() []*op.Op {
	return []*op.Op{
		layer("conv2d", "nn.conv2d", "Convolves a quantized image with quantized filters.", op.OutFusable, relate.Relation(conv2d)),
		layer("conv2d_transpose", "nn.conv2d_transpose", "Spreads a quantized image by the transpose of a convolution.", op.Opaque, relate.Relation(conv2dTranspose)),
		layer("dense", "nn.dense", "Multiplies quantized data with the transposed weight.", op.OutFusable, relate.Relation(dense)),
		{
			Name: "qnn.batch_matmul", Doc: "Multiplies quantized matrices pairwise over a batch.",
			Rule:   "both are int8 or uint8, scales and zero points are atoms, out_dtype is int32; shapes as of nn.batch_matmul",
			Params: op.Args("x", "y", "x_scale", "x_zero_point", "y_scale", "y_zero_point"),
			Attrs:  attrsOf("nn.batch_matmul"), Relation: relate.Relation(batchMatmul),
			Traits: op.Traits{Fails: op.OnExtent | op.OnAttribute, Cost: shiftedCost("nn.batch_matmul")},
			Kernel: shifted(entryOf("nn.batch_matmul"), inputZero, weightZero),
		},
		packed(),
	}
}

// layer is an entry with the attributes and the cost of the layer on plain tensors.
func layer(name, plain, doc string, kind op.Kind, relation op.Relation) *op.Op {
	return &op.Op{
		Name: "qnn." + name, Doc: doc, Kind: kind,
		Rule:   "data and weight are quantized; zero points come before scales; the weight's scale is an atom or a vector over the output channels; shapes as of " + plain,
		Params: op.Args("data", "weight", "input_scale", "input_zero_point", "weight_scale", "weight_zero_point"),
		Attrs:  attrsOf(plain), Relation: relation, Kernel: shifted(entryOf(plain), inputZero, weightZero),
		Traits: op.Traits{Cost: shiftedCost(plain)},
	}
}

// attrsOf are the attributes of the operator on plain tensors, whose entry
// entryOf is.
func attrsOf(name string) []op.Attr { return entryOf(name).Attrs }

// entryOf is the plain operator with a name.
func entryOf(name string) *op.Op { return plainEntries()[name] }

// plainEntries are the operators that quantized ones are made from, listed
// once: the list is long.
var plainEntries = sync.OnceValue(func() op.Table {
	table := op.Table{}
	for _, o := range nn.Ops() {
		table[o.Name] = o
	}
	return table
})

// The parameters of these operators have the names that TVM gives them, and
// their relations take zero points and scales in another order.
const (
	inputZero   = 2
	weightZero  = 3
	inputScale  = 4
	weightScale = 5
)

// operands checks what quantized layers have in common.
func operands(s *relate.Typing, data *types.Tensor, in, weights, out dtypes) *types.Tensor {
	weight := s.Need(1)
	if weight == nil || !holds(s, 0, data, in) || !holds(s, 1, weight, weights) || !gives(s, out) {
		return nil
	}
	return weight
}

func conv2d(s *relate.Typing, data *types.Tensor) types.Type {
	weight := operands(s, data, small, small, sums)
	if weight == nil || !scalars(s, zero(inputZero), scale(inputScale)) {
		return nil
	}
	filters, ok := filters(s, data, weight)
	if !ok || !perChannel(s, filters, scale(weightScale)) {
		return nil
	}
	return nn.Conv2D(s, data)
}

// filters is the number of output channels as the weight's scale has it.
func filters(s *relate.Typing, data, weight *types.Tensor) (types.Dim, bool) {
	kernel := s.Attrs.Str("kernel_layout")
	o, ok := along(s, kernel, 'O', weight)
	if !ok || s.Groups().IsConst(1) {
		return o, ok
	}
	in, okIn := along(s, kernel, 'I', weight)
	c, okData := along(s, s.Attrs.Str("data_layout"), 'C', data)
	if !okIn || !okData {
		return types.Any, false
	}
	given, written := s.Attrs.Dim("channels")
	switch {
	case !written:
		return types.Any, true
	case s.Groups().Equal(c) && given.Equal(in):
		return relate.Mul(in, o), true
	}
	return given, true
}

// along is the extent of a dimension by its place in the layout's text, which
// is how TVM looks it up.
func along(s *relate.Typing, layout string, letter byte, t *types.Tensor) (types.Dim, bool) {
	place := strings.IndexByte(layout, letter)
	if place < 0 || place >= len(t.Shape) {
		s.FailArg(-1, "shape-mismatch", fmt.Sprintf("layout %q has %c at no dimension of %s", layout, letter, types.Text(t)))
		return types.Any, false
	}
	return t.Shape[place], true
}

func conv2dTranspose(s *relate.Typing, data *types.Tensor) types.Type {
	weight := operands(s, data, words, bytes, sums)
	if weight == nil {
		return nil
	}
	point := s.Need(weightZero)
	if point == nil || !holds(s, weightZero, point, dtypes{types.Int32}) || !perChannel(s, types.Const(1), zero(inputZero), scale(inputScale)) {
		return nil
	}
	kernel := s.Attrs.Str("kernel_layout")
	filters, ok := along(s, kernel, 'O', weight)
	if ok && !s.Groups().IsConst(1) {
		var in types.Dim
		in, ok = along(s, kernel, 'I', weight)
		filters = relate.Mul(in, filters)
	}
	if !ok || !perChannel(s, filters, scale(weightScale)) {
		return nil
	}
	return nn.Conv2DTranspose(s, data)
}

func dense(s *relate.Typing, data *types.Tensor) types.Type {
	weight := operands(s, data, words, bytes, wideSums)
	if weight == nil || !scalars(s, zero(inputZero), scale(inputScale)) {
		return nil
	}
	units, ok := s.Attrs.Dim("units")
	if !ok {
		units = types.Any
	}
	if !perChannel(s, units, scale(weightScale)) {
		return nil
	}
	return nn.Dense(s, data)
}

func batchMatmul(s *relate.Typing, x *types.Tensor) types.Type {
	y := operands(s, x, bytes, bytes, dtypes{types.Int32})
	if y == nil || !scalars(s, zero(inputZero), zero(weightZero), scale(inputScale), scale(weightScale)) {
		return nil
	}
	return nn.BatchMatmul(s, x)
}

func packed() *op.Op {
	return &op.Op{
		Name: "qnn.contrib_dense_pack", Doc: "Multiplies quantized data with a weight that is packed in tiles.",
		Rule: "data is (batch, k), the weight has 4 dimensions, and the result is (batch, first · third extent of the weight)", Kind: op.OutFusable,
		Params: op.Args("data", "weight", "input_scale", "input_zero_point", "weight_scale", "weight_zero_point"),
		Attrs: []op.Attr{
			relate.Required("units", op.IntAttr, "number of output features"), relate.OutDtype(),
			relate.String("weight_layout", "NC", "order of the weight's dimensions"),
		},
		Relation: relate.Relation(densePack), Kernel: densePackKernel(entryOf("nn.dense")),
		Traits: op.Traits{Cost: shiftedCost("nn.dense")},
	}
}

func densePack(s *relate.Typing, data *types.Tensor) types.Type {
	weight := s.Need(1)
	if weight == nil {
		return nil
	}
	for i, rank := range []int{2, 4} {
		if t := []*types.Tensor{data, weight}[i]; len(t.Shape) != rank {
			return s.FailArg(i, "shape-mismatch", fmt.Sprintf("`%s` is %s, and needs %d dimensions", s.Op.Params[i].Name, types.Text(t), rank))
		}
	}
	if s.Attrs.Dtype("out_dtype") == types.NoDtype {
		return s.FailAttr("out_dtype", "`out_dtype` is needed")
	}
	return &types.Tensor{Dtype: s.Attrs.Dtype("out_dtype"), Shape: []types.Dim{data.Shape[0], relate.Mul(weight.Shape[0], weight.Shape[2])}}
}
