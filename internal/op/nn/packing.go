package nn

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// packing lists the transformations of weights for one algorithm, and products with such
// weights. TVM's compiler inserts them; they are typed and have costs, and only some have
// kernels.
func packing() []*op.Op {
	tile := relate.Required("tile_size", op.IntAttr, "extent of a tile")
	return []*op.Op{
		transform("nn.contrib_conv2d_winograd_weight_transform", "Transforms a weight for Winograd's method.",
			op.OutFusable, relate.Relation(winograd2d), tiled, tile),
		transform("nn.contrib_conv3d_winograd_weight_transform", "Transforms a weight for Winograd's method in 3 dimensions.",
			op.OutFusable, relate.Relation(winograd3d), tiled, tile),
		transform("nn.contrib_conv2d_winograd_nnpack_weight_transform", "Transforms a weight for NNPACK.",
			op.Opaque, relate.Relation(nnpack), nnpackTile, relate.Required("convolution_algorithm", op.IntAttr, "NNPACK's number of the algorithm"), relate.OutDtype()),
		{
			Name: "nn.contrib_conv2d_gemm_weight_transform", Doc: "Packs a weight in tiles for a product of matrices.",
			Rule: "the weight is HWIO; rows and columns are padded to whole tiles", Kind: op.OutFusable, Params: op.Args("weights"),
			Attrs: []op.Attr{
				relate.Required("tile_N", op.IntAttr, "columns of a tile"), relate.Required("tile_K", op.IntAttr, "rows of a tile"),
			},
			Traits:   op.Traits{Cost: op.MovedCost(op.ResultSize)},
			Relation: relate.Relation(gemmTiles),
		},
		{
			Name: "nn.contrib_dense_pack", Doc: "Multiplies data with a weight that is packed in tiles.",
			Rule: "data is (batch, k), the weight (units/n, k, n) or (units/n, k/l, n, l), and the result (batch, units)", Kind: op.OutFusable,
			Params: op.Args("data", "weight"), Attrs: []op.Attr{
				relate.Required("units", op.IntAttr, "number of output features; None to read it from the weight"), relate.OutDtype(),
				relate.String("weight_layout", "NC", "order of the weight's dimensions, as in `NC16n`"),
			},
			Traits:   op.Traits{Cost: op.RowsCost(packedTerms)},
			Relation: relate.Relation(densePack),
		},
		bitpack(),
	}
}

// transform is an entry that makes each extent of a filter grow.
func transform(name, doc string, kind op.Kind, relation op.Relation, grown func(c *op.Call, extent types.Dim) types.Dim, attrs ...op.Attr) *op.Op {
	return &op.Op{
		Name: name, Doc: doc, Rule: "the weight is in the layout OIHW or OIDHW, and each extent grows with the tile", Kind: kind,
		Params: op.Args("weight"), Attrs: attrs, Relation: relation, Traits: op.Traits{Cost: winogradCost(grown)},
	}
}

// grown is tile + extent - 1.
func grown(s *relate.Typing, d types.Dim) types.Dim {
	tile, _ := s.Attrs.Dim("tile_size")
	return relate.Sub(relate.Add(tile, d), types.Const(1))
}

// winograd2d is (tile + h - 1, tile + w - 1, O, I) of a weight OIHW.
func winograd2d(s *relate.Typing, w *types.Tensor) types.Type {
	if ranked(s, 0, 4) == nil {
		return nil
	}
	d := w.Shape
	return &types.Tensor{Dtype: w.Dtype, Shape: []types.Dim{grown(s, d[2]), grown(s, d[3]), d[0], d[1]}}
}

// winograd3d transforms the depth too where it is from 3 to 7.
func winograd3d(s *relate.Typing, w *types.Tensor) types.Type {
	if ranked(s, 0, 5) == nil {
		return nil
	}
	d := w.Shape
	depth, ok := d[2].Const()
	if !ok {
		return s.FailArg(0, "shape-mismatch", fmt.Sprintf("`weight` is %s, and its depth must be known", types.Text(w)))
	}
	shape := []types.Dim{grown(s, d[3]), grown(s, d[4]), d[2], d[0], d[1]}
	if depth > 2 && depth < 8 {
		shape = []types.Dim{grown(s, d[2]), grown(s, d[3]), grown(s, d[4]), d[0], d[1]}
	}
	return &types.Tensor{Dtype: w.Dtype, Shape: shape}
}

// nnpack has tiles of 8×8.
func nnpack(s *relate.Typing, w *types.Tensor) types.Type {
	if ranked(s, 0, 4) == nil {
		return nil
	}
	eight := types.Const(8)
	return &types.Tensor{Dtype: s.OutDtype(w), Shape: []types.Dim{w.Shape[0], w.Shape[1], eight, eight}}
}

// gemmTiles cuts a weight HWIO, seen as a matrix (H·W·I, O), into tiles of tile_K × tile_N;
// rows are padded to four tiles. Of 8-bit integers tiles are transposed.
func gemmTiles(s *relate.Typing, w *types.Tensor) types.Type {
	if ranked(s, 0, 4) == nil {
		return nil
	}
	n, _ := s.Attrs.Int("tile_N")
	k, _ := s.Attrs.Int("tile_K")
	if n <= 0 || k <= 0 {
		return s.FailAttr("tile_N", "tiles must have rows and columns")
	}
	rows := relate.Product(w.Shape[:3]...)
	columns := relate.CeilDiv(w.Shape[3], n)
	rows = relate.Mul(relate.CeilDiv(rows, 4*k), types.Const(4))
	shape := []types.Dim{columns, rows, types.Const(k), types.Const(n)}
	if w.Dtype.IsInteger() && w.Dtype.Bits == 8 {
		shape[2], shape[3] = shape[3], shape[2]
	}
	return &types.Tensor{Dtype: w.Dtype, Shape: shape}
}

// densePack types a product with a packed weight. TVM reads neither `units` nor
// `weight_layout`, and does not compare the operands' features.
func densePack(s *relate.Typing, data *types.Tensor) types.Type {
	weight := s.Need(1)
	if weight == nil || ranked(s, 0, 2) == nil {
		return nil
	}
	if n := len(weight.Shape); n != 3 && n != 4 {
		note := "`layout_transform` packs it: src_layout=\"NC\", dst_layout=\"NC16n\""
		return s.FailArg(1, "shape-mismatch", fmt.Sprintf("`weight` is %s, and must be packed: (units/n, k, n) or (units/n, k/l, n, l)", types.Text(weight)), note)
	}
	features := packedFeatures(weight)
	if k, ok := features.Const(); ok {
		if given, ok := data.Shape[1].Const(); ok && given != k {
			return s.FailArg(1, "shape-mismatch", fmt.Sprintf("`weight` is %s, which packs %d features, and `data` has %d", types.Text(weight), k, given))
		}
	}
	units := types.Any
	if weight.Shape[0] != types.Any && weight.Shape[2] != types.Any {
		units = relate.Mul(weight.Shape[0], weight.Shape[2])
	}
	return &types.Tensor{Dtype: s.OutDtype(data), Shape: []types.Dim{data.Shape[0], units}}
}

// packedFeatures is the number of features that a packed weight reads.
func packedFeatures(weight *types.Tensor) types.Dim {
	if len(weight.Shape) == 4 {
		return relate.Mul(weight.Shape[1], weight.Shape[3])
	}
	return weight.Shape[1]
}

// packedTerms is how many products an element of the result adds up.
func packedTerms(c *op.Call) types.Dim { return c.Extent(0, 1) }

// bitpack is nn.bitpack.
func bitpack() *op.Op {
	return &op.Op{
		Name: "nn.bitpack", Doc: "Packs the lowest bits of elements into words.",
		Rule: "the packed axis is divided by the word's width; the bits get an axis of their own", Kind: op.Injective,
		Params: op.Args("data"), Attrs: []op.Attr{
			relate.Int("bits", 1, "number of bits of an element"), relate.Int("pack_axis", 1, "axis that is packed"),
			relate.Int("bit_axis", -1, "axis of the bits; -1 for none"),
			relate.Optional("pack_type", op.DtypeAttr, "dtype of a word"), relate.String("name", "BitPack", "name of the operation"),
		},
		Traits:   op.Traits{Cost: bitpackCost()},
		Relation: relate.Relation(packBits),
	}
}

// packBits divides the packed axis by the width of a word, and inserts an axis of the bits.
func packBits(s *relate.Typing, data *types.Tensor) types.Type {
	word := s.Attrs.Dtype("pack_type")
	if word == types.NoDtype {
		return s.FailAttr("pack_type", "`pack_type` is needed", `write pack_type="uint32"`)
	}
	bits, _ := s.Attrs.Dim("bits")
	packed, _ := s.Attrs.Int("pack_axis")
	apart, _ := s.Attrs.Int("bit_axis")
	var shape []types.Dim
	for i := range int64(len(data.Shape) + 1) {
		if i == apart {
			shape = append(shape, bits)
		}
		if i == int64(len(data.Shape)) {
			break
		}
		d := data.Shape[i]
		if i == packed {
			d = relate.Div(d, types.Const(int64(word.Bits)))
		}
		shape = append(shape, d)
	}
	return &types.Tensor{Dtype: word, Shape: shape}
}

// A packed is a convolution whose weight was packed for one algorithm: any
// weight is taken, and channels and kernel_size must be given.
type packed struct{ conv }

const packedRule = "the weight is packed and not inspected: `channels` and `kernel_size` determine the result, as for a convolution"

// packedConvolutions lists convolutions with a packed weight. In blocked layout it is a plain
// convolution; the others have no kernel, as the packed weight is the compiler's own.
func packedConvolutions() []*op.Op {
	flat, deep := packed{conv2d}, packed{conv3d}
	return []*op.Op{
		flat.op("nn.contrib_conv2d_NCHWc", "Convolves an image in blocked layout.", false, conv2d.Kernel()),
		flat.op("nn.contrib_conv2d_winograd_without_weight_transform", "Convolves an image with a weight that was transformed by Winograd's method.", true, nil),
		flat.op("nn.contrib_conv2d_gemm_without_weight_transform", "Convolves an image by a product of matrices.", false, nil),
		deep.op("nn.contrib_conv3d_winograd_without_weight_transform", "Convolves a volume with a weight that was transformed by Winograd's method.", true, nil),
	}
}

// op is an entry.
func (k packed) op(name, doc string, tiled bool, kernel op.Kernel) *op.Op {
	attrs := k.attrs()
	if tiled {
		attrs = append([]op.Attr{relate.Required("tile_size", op.IntAttr, "extent of a tile")}, attrs...)
	}
	return &op.Op{
		Name: name, Doc: doc, Rule: packedRule, Kind: op.OutFusable,
		Params: op.Args("data", "weight"), Attrs: attrs, Relation: relate.Relation(k.rule), Kernel: kernel,
		Traits: op.Traits{Cost: k.cost(1)},
	}
}

// rule is that of a convolution with the weight left out.
func (k packed) rule(s *relate.Typing, data *types.Tensor) types.Type {
	l, ok := k.layouts(s)
	if !ok {
		return nil
	}
	shape, ok := s.Forward(0, data, l.data, k.Data)
	if !ok {
		return nil
	}
	kernel := s.Dims("kernel_size")
	channels, given := s.Attrs.Dim("channels")
	if !given || len(kernel) != k.Rank() {
		return s.FailAttr("kernel_size", fmt.Sprintf("`channels` and `kernel_size`, of %d entries, must be given", k.Rank()))
	}
	out := append([]types.Dim{shape[0], channels}, k.extents(s, shape[2:], kernel)...)
	if s.Stopped() {
		return nil
	}
	return &types.Tensor{Dtype: s.OutDtype(data), Shape: relate.Backward(out, k.Data, l.out)}
}
