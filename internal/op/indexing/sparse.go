package indexing

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// sparse lists the operators on tensors in coordinate form, and those on
// diagonals and triangles of matrices.
var sparse = []*op.Op{
	{
		Name: "sparse_to_dense", Kind: op.Opaque, Params: op.Args("sparse_indices", "sparse_values", "default_value"),
		Doc:      "Puts values at the given indices of a dense tensor.",
		Rule:     "indices are signed integers of 3 dimensions at most, default_value is a scalar; the result has the given shape and the dtype of the values",
		Attrs:    []op.Attr{relate.Required("output_shape", op.IntsAttr, "shape of the result")},
		Traits:   op.Traits{Cost: denseCost},
		Relation: op.OnTensors(sparseToDense), Kernel: op.Reads{Arrays: 2}.Kernel(sparseToDenseKernel),
	},
	{
		Name: "sparse_reshape", Kind: op.Injective, Params: op.Args("sparse_indices", "prev_shape", "new_shape"),
		Doc:      "Gives the indices that the elements of a sparse tensor have in another shape.",
		Rule:     "indices are a matrix and the shapes vectors of signed integers; the result is (Tensor[(n, m), T], new_shape's type) with m the length of new_shape",
		Traits:   op.Traits{Cost: reshapedCost},
		Relation: op.OnTensors(sparseReshape), Kernel: op.Reads{Arrays: 1}.Kernel(sparseReshapeKernel),
	},
	{
		Name: "sparse_fill_empty_rows", Kind: op.Opaque, Params: op.Args("sparse_indices", "sparse_values", "dense_shape", "default_value"),
		Doc:      "Puts a default value into the rows of a sparse tensor that have none.",
		Rule:     "for indices of shape (n, d) the result is (Tensor[(?, d), int64], Tensor[(?), int64], Tensor[(?), int64])",
		Relation: op.OnTensor(sparseFillEmptyRows), Kernel: op.Reads{Arrays: 2}.Kernel(sparseFillEmptyRowsKernel),
	},
	{
		Name: "matrix_set_diag", Kind: op.Injective, Params: op.Args("input", "diagonal"),
		Doc:  "Gives matrices with the diagonals k1 to k2 replaced.",
		Rule: "input has two dimensions at least; the result has its type",
		Attrs: []op.Attr{
			relate.Int("k1", 0, "lowest diagonal"),
			relate.Int("k2", 0, "highest diagonal"),
			relate.Bool("super_diag_right_align", true, "diagonals above the main one are aligned to the end of their row"),
			relate.Bool("sub_diag_right_align", false, "diagonals below the main one are aligned to the end of their row"),
		},
		Traits:   op.Traits{Cost: diagonalCost},
		Relation: op.OnTensors(matrixSetDiag), Kernel: op.Reads{Arrays: 2}.Kernel(matrixSetDiagKernel),
	},
	{
		Name: "trilu", Kind: op.Elementwise, Params: op.Args("data", "k"),
		Doc:  "Keeps the triangle above or below the k-th diagonal.",
		Rule: "k is a scalar; the result has the type of data",
		Attrs: []op.Attr{
			relate.Bool("upper", true, "the triangle above"),
			relate.TypeKey("TriluAttrs"),
		},
		Traits:   op.Traits{Cost: triangleCost},
		Relation: op.OnTensors(trilu), Kernel: op.Reads{Arrays: 1}.Kernel(triluKernel),
	},
}

// sparseToDense is the relation of sparse_to_dense: indices of at most 3 dimensions, values of
// at most 2 and a scalar default, as TVM's relation has it.
func sparseToDense(c *op.Call, ts []*types.Tensor) op.Answer {
	if answer, ok := indexDtype(c, 0, ts[0], types.IntClass); !ok {
		return answer
	}
	for i, most := range [...]int{3, 2, 0} {
		if len(ts[i].Shape) > most {
			return op.FailArg(i, "shape-mismatch", fmt.Sprintf("%s can have %s at most, and has shape %s", c.Operand(i), op.Dimensions(most), op.ShapeText(ts[i].Shape)))
		}
	}
	shape, warn, answer, ok := op.ShapeAttr(c, "output_shape")
	if !ok {
		return answer
	}
	answer = op.Done(op.TensorOf(ts[1].Dtype, shape...))
	answer.Warn = warn
	return answer
}

// sparseReshape gives indices with as many columns as the new shape has dimensions, and the
// shape with its extent -1 inferred.
func sparseReshape(c *op.Call, ts []*types.Tensor) op.Answer {
	for i, rank := range [...]int{2, 1, 1} {
		if answer, ok := indexDtype(c, i, ts[i], types.IntClass); !ok {
			return answer
		}
		if len(ts[i].Shape) != rank {
			return op.FailArg(i, "shape-mismatch", fmt.Sprintf("%s must have %s, not shape %s", c.Operand(i), op.Dimensions(rank), op.ShapeText(ts[i].Shape)))
		}
	}
	indices, shape := ts[0], ts[2]
	return op.Done(&types.Tuple{Elems: []types.Type{op.TensorOf(indices.Dtype, indices.Shape[0], shape.Shape[0]), shape}})
}

// sparseFillEmptyRows gives int64 whatever the operands hold; how many elements there are,
// and how many rows were empty, is seen in a run.
func sparseFillEmptyRows(c *op.Call, indices *types.Tensor) op.Answer {
	if len(indices.Shape) < 2 {
		return op.FailArg(0, "shape-mismatch", fmt.Sprintf("`sparse_indices` must be a matrix, not %s", types.Text(indices)))
	}
	column := op.TensorOf(types.Int64, types.Any)
	return op.Done(&types.Tuple{Elems: []types.Type{op.TensorOf(types.Int64, types.Any, indices.Shape[1]), column, column}})
}

// matrixSetDiag keeps the type of the input. A single diagonal has the rank of the input
// less 1, several have one more, of their number; TVM looks at the ranks alone, and extents
// that do not fit are warned of.
func matrixSetDiag(c *op.Call, ts []*types.Tensor) op.Answer {
	k1, answer, ok := c.Int("k1")
	if !ok {
		return answer
	}
	k2, answer, ok := c.Int("k2")
	if !ok {
		return answer
	}
	if k1 > k2 {
		return op.FailAttr("k2", "attribute-value", fmt.Sprintf("`k2` (%d) must not be less than `k1` (%d)", k2, k1))
	}
	input, diagonal := len(ts[0].Shape), len(ts[1].Shape)
	least, most := 1, input+1
	if k1 != k2 {
		least, most = 2, input+2
	}
	if input < 2 || diagonal < least || diagonal > most {
		message := fmt.Sprintf("`matrix_set_diag` cannot set diagonals of shape %s in %s", op.ShapeText(ts[1].Shape), op.ShapeText(ts[0].Shape))
		return op.FailArg(1, "shape-mismatch", message)
	}
	answer = op.Done(ts[0])
	answer.Warn = unequalDiagonals(ts[0].Shape, ts[1].Shape, k1, k2)
	return answer
}

// unequalDiagonals warns where the diagonals are not as many or as long as the
// matrix has them.
func unequalDiagonals(input, diagonal []types.Dim, k1, k2 int64) []op.Warning {
	n := len(input)
	want := op.JoinedDims(input[:n-2])
	if k1 != k2 {
		want = append(want, types.Const(k2-k1+1))
	}
	if rows, cols := input[n-2], input[n-1]; op.KnownDims(rows, cols) {
		r, _ := rows.Const()
		w, _ := cols.Const()
		want = append(want, types.Const(min(r+min(k2, 0), w-max(k1, 0))))
	} else {
		want = append(want, types.Any)
	}
	if _, ok := op.Unify(diagonal, want); ok {
		return nil
	}
	message := fmt.Sprintf("`matrix_set_diag` wants diagonals of shape %s here, and gets %s", op.ShapeText(want), op.ShapeText(diagonal))
	return []op.Warning{{Code: "suspect-shape", Arg: 1, Message: message}}
}

func trilu(c *op.Call, ts []*types.Tensor) op.Answer {
	if _, answer, ok := op.ScalarArg(c, 1); !ok {
		return answer
	}
	answer := op.Done(ts[0])
	if len(ts[0].Shape) < 2 {
		answer.Warn = []op.Warning{{Code: "suspect-operand", Arg: 0, Message: fmt.Sprintf("`trilu` needs matrices, and gets %s", types.Text(ts[0])), Notes: runFails}}
	}
	return answer
}
