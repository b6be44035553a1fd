package nn

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

const sparseRule = "the sparse matrix is CSR where its data is a vector, BSR where it has 3 dimensions; indptr has one element more than there are rows of blocks"

// sparse lists operators on compressed matrices.
func sparse() []*op.Op {
	lhs := relate.Bool("sparse_lhs", false, "whether the sparse matrix is the left one")
	operands := op.Args("dense_data", "sparse_data", "sparse_indices", "sparse_indptr")
	return []*op.Op{
		{
			Name: "nn.sparse_dense", Doc: "Multiplies dense data with a transposed sparse matrix.", Rule: sparseRule,
			Kind: op.OutFusable, Params: operands, Attrs: []op.Attr{lhs}, Relation: relate.Relation(sparseDense), Kernel: sparseDenseKernel,
			Traits: op.Traits{Cost: sparseDenseCost()},
		},
		{
			Name: "nn.internal.sparse_dense_padded", Doc: "Multiplies dense data with a padded sparse matrix.", Rule: sparseRule,
			Kind: op.OutFusable, Params: op.Args("data", "weight_data", "weight_indices", "weight_indptr"),
			Attrs: []op.Attr{lhs}, Relation: relate.Relation(sparseDense), Kernel: sparseDenseKernel,
			Traits: op.Traits{Cost: sparseDenseCost()},
		},
		{
			Name: "nn.sparse_conv2d", Doc: "Convolves an image with a sparse weight.",
			Rule: "the weight is BSR: its data has 2 or 3 dimensions; the result's channels are its rows", Kind: op.OutFusable,
			Params: operands, Attrs: []op.Attr{
				relate.Known("layout", "NHWC", "order of the data's dimensions", "NHWC", "NCHW"), relate.Ints("kernel_size", "extents of the filter", 1, 1),
			},
			Relation: relate.Relation(sparseConv), Traits: op.Traits{Cost: sparseConvCost()},
		},
		{
			Name: "nn.sparse_add", Doc: "Adds a sparse matrix to a dense one.",
			Rule:   "the sparse data and its indices are vectors, of the dense dtype; the result has the dense type",
			Params: operands, Traits: op.Traits{Cost: addedCost()}, Relation: relate.Relation(sparseAdd), Kernel: sparseAddKernel,
		},
		{
			Name: "nn.sparse_transpose", Doc: "Transposes a sparse square matrix.", Kind: op.OutFusable,
			Rule:   "data and indices are vectors; the result is (data, indices, indptr)",
			Params: op.Args("sparse_data", "sparse_indices", "sparse_indptr"), Traits: op.Traits{Cost: turnedCost()}, Relation: relate.Relation(sparseTranspose), Kernel: sparseTransposeKernel,
		},
	}
}

// ranked gives tensor argument i, which must have one of some ranks.
func ranked(s *relate.Typing, i int, ranks ...int) *types.Tensor {
	t := s.Need(i)
	if t != nil && !slices.Contains(ranks, len(t.Shape)) {
		s.FailArg(i, "shape-mismatch", fmt.Sprintf("`%s` is %s, and needs as many dimensions as one of %v",
			s.Op.Params[i].Name, types.Text(t), ranks), relate.Dimensions(len(t.Shape)))
		return nil
	}
	return t
}

// sparseRows is the number of rows of the sparse matrix in arguments 1 and 3.
func sparseRows(s *relate.Typing, ranks ...int) (types.Dim, bool) {
	matrix, pointers := ranked(s, 1, ranks...), ranked(s, 3, 1)
	if matrix == nil || pointers == nil {
		return types.Unknown, false
	}
	rows := relate.Sub(pointers.Shape[0], types.Const(1))
	if len(matrix.Shape) > 1 {
		rows = relate.Mul(rows, matrix.Shape[1])
	}
	return rows, true
}

// sparseDense is (rows of data, rows of the sparse matrix), or transposed with sparse_lhs.
func sparseDense(s *relate.Typing, data *types.Tensor) types.Type {
	rows, ok := sparseRows(s, 1, 3)
	if !ok || ranked(s, 0, 1, 2, 3, 4) == nil {
		return nil
	}
	shape := []types.Dim{data.Shape[0], rows}
	if s.Attrs.Bool("sparse_lhs") {
		slices.Reverse(shape)
	}
	return &types.Tensor{Dtype: data.Dtype, Shape: shape}
}

// sparseConv replaces the channels by the rows of the sparse weight.
func sparseConv(s *relate.Typing, data *types.Tensor) types.Type {
	rows, ok := sparseRows(s, 2, 3)
	if !ok || ranked(s, 0, 4) == nil {
		return nil
	}
	place, ok := map[string]int{"NHWC": 3, "NCHW": 1}[s.Attrs.Str("layout")]
	if !ok {
		return s.FailAttr("layout", fmt.Sprintf("layout %q is neither NHWC nor NCHW", s.Attrs.Str("layout")))
	}
	return resized(data, []int{place}, []types.Dim{rows})
}

// sparseAdd keeps the dense type.
func sparseAdd(s *relate.Typing, dense *types.Tensor) types.Type {
	values, indices := ranked(s, 1, 1), ranked(s, 2, 1)
	if values == nil || indices == nil {
		return nil
	}
	if values.Dtype != dense.Dtype {
		return s.FailArg(1, "dtype-mismatch", fmt.Sprintf("`sparse_data` holds %s, while `dense_data` holds %s", values.Dtype, dense.Dtype))
	}
	return dense
}

// sparseTranspose keeps the types of all three parts: the matrix is square.
func sparseTranspose(s *relate.Typing, values *types.Tensor) types.Type {
	indices, pointers := ranked(s, 1, 1), s.Need(2)
	if ranked(s, 0, 1) == nil || indices == nil || pointers == nil {
		return nil
	}
	return &types.Tuple{Elems: []types.Type{values, indices, pointers}}
}
