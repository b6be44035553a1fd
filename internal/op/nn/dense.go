package nn

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Dense and BatchMatmul are the rules of nn.dense and nn.batch_matmul.
var (
	Dense       relate.Rule = denseRule
	BatchMatmul relate.Rule = batchMatmulRule
)

const (
	denseText  = "a dense layer takes data (…, k) and a weight (units, k), and gives (…, units)"
	matmulText = "a product takes (…, m, k) and (k, units), and gives (…, m, units); transposed matrices the other way round"
	batchText  = "a batched product takes (b, m, k) and (b, k, n), and gives (b, m, n); a batch of 1 is repeated"
)

// dense lists products of matrices.
func dense() []*op.Op {
	units := relate.Required("units", op.IntAttr, "number of output features; None to read it from the weight")
	return []*op.Op{
		{
			Name: "nn.dense", Doc: "Multiplies the data with the transposed weight: a fully connected layer.", Rule: denseText,
			Kind: op.OutFusable, Params: op.Args("data", "weight"), Attrs: []op.Attr{units, relate.OutDtype()}, Relation: relate.Relation(denseRule), Kernel: denseKernel,
			Traits: op.Traits{Fails: op.OnExtent | op.OnAttribute | op.OnDtype, Rounding: op.Multiplies, Product: denseProduct, Cost: op.RowsCost(denseTerms)},
		},
		{
			Name: "nn.matmul", Doc: "Multiplies the data with a matrix; either may be transposed.", Rule: matmulText,
			Kind: op.OutFusable, Params: op.Args("tensor_a", "tensor_b"),
			Attrs: append([]op.Attr{units, relate.OutDtype()}, transposes()...), Relation: relate.Relation(matmulRule), Kernel: matmulKernel,
			Traits: op.Traits{Fails: op.OnExtent | op.OnAttribute | op.OnDtype, Rounding: op.Multiplies, Product: matmulProduct, Cost: op.RowsCost(matmulTerms)},
		},
		{
			Name: "nn.batch_matmul", Doc: "Multiplies matrices pairwise over a batch.", Rule: batchText,
			Kind: op.OutFusable, Params: op.Args("tensor_a", "tensor_b"),
			Attrs: append([]op.Attr{relate.OutDtype()}, transposes()...), Relation: relate.Relation(batchMatmulRule), Kernel: batchMatmulKernel,
			Traits: op.Traits{Fails: op.OnExtent | op.OnAttribute | op.OnDtype, Rounding: op.Multiplies, Product: batchProduct, Cost: op.RowsCost(matmulTerms)},
		},
		{
			Name: "nn.batch_flatten", Doc: "Flattens all dimensions but the first.",
			Rule: "flattening gives (first extent, product of the others)", Kind: op.Injective,
			Params: op.Args("data"), Relation: relate.Relation(flattenRule), Kernel: op.Reads{Arrays: 1}.Kernel(flattenKernel),
			Traits: op.Traits{Fails: op.Never, Cost: op.ReshapeCost},
		},
	}
}

// transposes are the attributes of products of matrices.
func transposes() []op.Attr {
	return []op.Attr{relate.Bool("transpose_a", false, "whether the first matrix is transposed"),
		relate.Bool("transpose_b", false, "whether the second matrix is transposed")}
}

// denseRule is data (…, k) times the transposed weight (units, k).
func denseRule(s *relate.Typing, data *types.Tensor) types.Type {
	return product{s, data, false, true}.rule()
}

// matmulRule is the product of matrices of which either may be transposed.
func matmulRule(s *relate.Typing, data *types.Tensor) types.Type {
	return product{s, data, s.Attrs.Bool("transpose_a"), s.Attrs.Bool("transpose_b")}.rule()
}

// A product is one of data of any rank with a matrix.
type product struct {
	*relate.Typing
	data   *types.Tensor
	turned bool // the data's last two dimensions are transposed
	across bool // the weight is (units, k), and not (k, units)
}

// rule is the relation of products: the data's dimensions, with the last one replaced by the
// units. The data's dtype is the weight's, and the result's unless out_dtype is given.
func (p product) rule() types.Type {
	rank := len(p.data.Shape)
	if rank == 0 || p.turned && rank < 2 {
		return p.FailArg(0, "shape-mismatch", fmt.Sprintf("`%s` is %s, which has too few dimensions", p.Op.Params[0].Name, types.Text(p.data)))
	}
	shape := append([]types.Dim{}, p.data.Shape...)
	inner := shape[rank-1]
	if p.turned {
		inner, shape[rank-2] = shape[rank-2], shape[rank-1]
	}
	shape[rank-1] = p.units(inner)
	p.SameDtype(1, p.data, p.Peek(1))
	return &types.Tensor{Dtype: p.OutDtype(p.data), Shape: shape}
}

// units is the result's last extent; it says what follows for the weight.
func (p product) units(inner types.Dim) types.Dim {
	if units, ok := p.Attrs.Dim("units"); ok {
		p.Expect(1, &types.Tensor{Dtype: weightDtype(p.Typing), Shape: loosen(p.matrix(units, inner))})
		return units
	}
	weight := p.Need(1)
	if weight == nil {
		return types.Unknown
	}
	if len(weight.Shape) != 2 {
		p.FailArg(1, "shape-mismatch", fmt.Sprintf("`%s` is %s, and a matrix is needed", p.Op.Params[1].Name, types.Text(weight)),
			relate.Dimensions(len(weight.Shape)))
		return types.Unknown
	}
	units, k := weight.Shape[0], weight.Shape[1]
	if !p.across {
		units, k = k, units
	}
	p.contract(weight, units, inner, k)
	return units
}

// matrix is the shape of the weight.
func (p product) matrix(units, inner types.Dim) []types.Dim {
	if p.across {
		return []types.Dim{units, inner}
	}
	return []types.Dim{inner, units}
}

// contract compares the extents over which the product sums. TVM lets known
// ones that differ through.
func (p product) contract(weight *types.Tensor, units, inner, k types.Dim) {
	switch {
	case relate.Clash(inner, k):
		p.WarnArg(1, "suspect-shape", fmt.Sprintf("the product sums over %s elements of `%s` and %s of `%s`",
			inner, p.Op.Params[0].Name, k, p.Op.Params[1].Name), p.Op.Rule)
		p.ShowWarned(op.Shown{Arg: 0, Shape: p.data.Shape, Clash: -1}, op.Shown{Arg: 1, Shape: weight.Shape, Clash: -1})
	case !op.Compatible(inner, k):
		p.Equate(1, &types.Tensor{Dtype: weight.Dtype, Shape: p.matrix(units, inner)})
	}
}

// flattenRule keeps the first extent; a `?` among the others makes their product one.
func flattenRule(s *relate.Typing, data *types.Tensor) types.Type {
	if len(data.Shape) == 0 {
		return s.FailArg(0, "shape-mismatch", fmt.Sprintf("`data` is %s, and has no dimension to keep", types.Text(data)))
	}
	rest := types.Const(1)
	for _, d := range data.Shape[1:] {
		if d.IsAny() {
			rest = d
			break
		}
		rest = relate.Mul(rest, d)
	}
	return &types.Tensor{Dtype: data.Dtype, Shape: []types.Dim{data.Shape[0], rest}}
}
