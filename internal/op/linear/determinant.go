package linear

import (
	"fmt"
	"math"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// determinants lists the determinant.
var determinants = []*op.Op{{
	Name: "det", Kind: op.Opaque, Params: op.Args("data"),
	Doc:      "Computes the determinants of square matrices.",
	Rule:     "data holds floats, and its last two extents are equal; the result lacks them",
	Traits:   op.Traits{Cost: determinantCost},
	Relation: relate.Relation(determinant), Kernel: op.Reads{Arrays: 1}.Kernel(determinantKernel),
}}

// determinantCost bounds elimination: for each element of the diagonal, all below it and to
// its right are changed by a product and a difference.
var determinantCost = op.Cost{
	Work: func(c *op.Call) types.Dim {
		return c.Size(0).Mul(c.Extent(0, -1)).Mul(types.Const(2)).Add(c.Results().Mul(types.Const(2)))
	},
	Span: func(c *op.Call) types.Dim {
		n := c.Extent(0, -1)
		return n.Mul(op.Rounds(n).Add(types.Const(4))).Add(types.Const(1))
	},
	Memory: op.ResultBytes,
}.AtMost()

func determinant(s *relate.Typing, data *types.Tensor) types.Type {
	rank := len(data.Shape)
	if rank < 2 {
		return s.FailArg(0, "shape-mismatch", fmt.Sprintf("`data` is %s, and needs 2 dimensions at least", types.Text(data)))
	}
	if !data.Dtype.IsFloat() {
		return s.FailArg(0, "dtype-mismatch", fmt.Sprintf("`data` holds %s, and floats are needed", data.Dtype))
	}
	rows, columns := data.Shape[rank-2], data.Shape[rank-1]
	if relate.Clash(rows, columns) {
		return s.FailArg(0, "shape-mismatch", fmt.Sprintf("`data` is %s, and its matrices are not square", types.Text(data)))
	}
	if !rows.Equal(columns) {
		square := op.WithDim(data.Shape, rank-1, rows)
		s.Equate(0, op.TensorOf(data.Dtype, square...))
	}
	return op.TensorOf(data.Dtype, data.Shape[:rank-2]...)
}

// determinantKernel multiplies the diagonal that Gaussian elimination with the greatest
// pivot of each column leaves. It computes in float64 and rounds once.
func determinantKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	a := in.Arrays[0]
	rank := a.Rank()
	if rank < 2 || a.Shape[rank-1] != a.Shape[rank-2] {
		return nil, fmt.Errorf("`det` needs square matrices, not %s", value.ShapeText(a.Shape))
	}
	n, lead := a.Shape[rank-1], a.Shape[:rank-2]
	elems, err := copied(m, a)
	if err != nil {
		return nil, err
	}
	count := value.Product(lead)
	dets, err := op.Make[float64](m, count)
	if err != nil {
		return nil, err
	}
	err = op.Sweep(m, count, 1+n*n*n, func(from, to int) error {
		for i := from; i < to; i++ {
			det, err := eliminate(m, elems[i*n*n:][:n*n], n)
			if err != nil {
				return err
			}
			dets[i] = det
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	r, err := op.Converted(op.Uncounted(m), value.Of(dets, lead...), a.Dtype)
	if err != nil {
		return nil, err
	}
	return value.Simplest(r), nil
}

// eliminate makes a matrix triangular, and gives its determinant.
func eliminate(m op.Machine, a []float64, n int) (float64, error) {
	det := 1.0
	err := op.InTurn(m, n, n*n, func(from, to int) error {
		for k := from; k < to; k++ {
			best := k
			for i := k + 1; i < n; i++ {
				if math.Abs(a[i*n+k]) > math.Abs(a[best*n+k]) {
					best = i
				}
			}
			pivot := a[best*n+k]
			if best != k {
				det = -det
				for j := k; j < n; j++ {
					a[k*n+j], a[best*n+j] = a[best*n+j], a[k*n+j]
				}
			}
			if det *= pivot; pivot == 0 {
				continue
			}
			for i := k + 1; i < n; i++ {
				factor := a[i*n+k] / pivot
				for j := k + 1; j < n; j++ {
					a[i*n+j] -= factor * a[k*n+j]
				}
			}
		}
		return nil
	})
	return det, err
}
