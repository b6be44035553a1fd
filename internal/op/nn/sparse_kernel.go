package nn

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A compressed is a sparse matrix: row r of blocks has those from pointers[r]
// up to pointers[r+1], block k in column indices[k] of blocks. Blocks are of
// height×width elements, 1×1 in CSR (compressed sparse rows), and row-major in BSR.
type compressed[T value.Number] struct {
	elems             []T
	indices, pointers []int64
	height, width     int
}

// compressedOf reads the three arrays and checks that they are a matrix: pointers must ascend
// and stay inside, so that no row reads what is not there.
func compressedOf[T value.Number](m op.Machine, c *op.KernelCall, data, indices, pointers *value.Array) (s compressed[T], err error) {
	s = compressed[T]{height: 1, width: 1}
	if s.elems, err = buffer.Read[T](m, data); err != nil {
		return s, err
	}
	if s.indices, err = buffer.Read[int64](m, indices); err != nil {
		return s, err
	}
	if s.pointers, err = buffer.Read[int64](m, pointers); err != nil {
		return s, err
	}
	if data.Rank() == 3 {
		s.height, s.width = data.Shape[1], data.Shape[2]
	}
	if blocks := len(s.indices); data.Rank() != 1 && data.Rank() != 3 || blocks*s.height*s.width != len(s.elems) {
		return s, fmt.Errorf("`%s`: elements of shape %s are no %d blocks", c.Op.Name, value.ShapeText(data.Shape), blocks)
	}
	for i, p := range s.pointers {
		if p < 0 || int(p) > len(s.indices) || i > 0 && p < s.pointers[i-1] {
			return s, fmt.Errorf("`%s`: element %d of `%s` is %d, and there are %d blocks", c.Op.Name, i,
				c.Op.Params[len(c.Op.Params)-1].Name, p, len(s.indices))
		}
	}
	return s, nil
}

// rows is the number of rows of the matrix.
func (s compressed[T]) rows() int { return max(0, len(s.pointers)-1) * s.height }

// each visits the elements of a row: their columns and values.
func (s compressed[T]) each(row int, visit func(column int, x T)) {
	for k := s.pointers[row/s.height]; k < s.pointers[row/s.height+1]; k++ {
		line := s.elems[(int(k)*s.height+row%s.height)*s.width:]
		for j := range s.width {
			visit(int(s.indices[k])*s.width+j, line[j])
		}
	}
}

// fits checks that no column is outside.
func (s compressed[T]) fits(columns int) error {
	for _, k := range s.indices {
		if k < 0 || int(k+1)*s.width > columns {
			return fmt.Errorf("the sparse matrix has an element in column %d, and there are %d", int(k)*s.width, columns)
		}
	}
	return nil
}

// sparseDenseKernel computes nn.sparse_dense. Each element adds the products with the elements
// of a sparse row in their order, in the data's dtype.
var sparseDenseKernel = buffer.Typed(op.Reads{Arrays: 4}, buffer.Forms{
	F32: sparseProduct[float32], F64: sparseProduct[float64], I32: sparseProduct[int32], I64: sparseProduct[int64],
})

// sparseProduct computes dense · sparseᵀ, and with sparse_lhs sparse · denseᵀ.
func sparseProduct[T value.Number](m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	s, err := compressedOf[T](m, c, in.Arrays[1], in.Arrays[2], in.Arrays[3])
	if err != nil {
		return nil, err
	}
	data := in.Arrays[0]
	if data.Rank() != 2 {
		return nil, fmt.Errorf("`%s`: the dense data is %s, and needs 2 dimensions", c.Op.Name, value.ShapeText(data.Shape))
	}
	if err := s.fits(data.Shape[1]); err != nil {
		return nil, fmt.Errorf("`%s`: %w", c.Op.Name, err)
	}
	out, err := buffer.Alloc[T](m, data.Dtype, []int{data.Shape[0], s.rows()})
	if err != nil {
		return nil, err
	}
	xs, err := buffer.Read[T](m, data)
	if err != nil {
		return nil, err
	}
	err = buffer.EachLong(m, data.Shape[0], len(s.elems)+s.rows(), func(i int) error {
		line := xs[i*data.Shape[1]:]
		return op.InTurn(m, s.rows(), 1+len(s.elems)/max(1, s.rows()), func(from, to int) error {
			for row := from; row < to; row++ {
				var sum T
				s.each(row, func(column int, x T) { sum += x * line[column] })
				out[i*s.rows()+row] = sum
			}
			return nil
		})
	})
	product := buffer.Result(data.Dtype, []int{data.Shape[0], s.rows()}, out)
	return turned(product, c.Attrs.Bool("sparse_lhs")), err
}

// sparseAddKernel computes nn.sparse_add: dense + sparse.
var sparseAddKernel = buffer.Typed(op.Reads{Arrays: 4}, buffer.Forms{
	F32: sparseSum[float32], F64: sparseSum[float64], I32: sparseSum[int32], I64: sparseSum[int64],
})

func sparseSum[T value.Number](m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	s, err := compressedOf[T](m, c, in.Arrays[1], in.Arrays[2], in.Arrays[3])
	if err != nil {
		return nil, err
	}
	data := in.Arrays[0]
	if data.Rank() != 2 || data.Shape[0] < s.rows() {
		return nil, fmt.Errorf("`%s`: %s and %d sparse rows do not fit", c.Op.Name, value.ShapeText(data.Shape), s.rows())
	}
	if err := s.fits(data.Shape[1]); err != nil {
		return nil, fmt.Errorf("`%s`: %w", c.Op.Name, err)
	}
	out, err := buffer.Alloc[T](m, data.Dtype, data.Shape)
	if err != nil {
		return nil, err
	}
	xs, err := buffer.Read[T](m, data)
	if err != nil {
		return nil, err
	}
	copy(out, xs)
	err = buffer.Each(m, s.rows(), 1+len(s.elems)/max(1, s.rows()), func(row int) {
		s.each(row, func(column int, x T) { out[row*data.Shape[1]+column] += x })
	})
	return buffer.Result(data.Dtype, data.Shape, out), err
}

// sparseTransposeKernel computes nn.sparse_transpose.
var sparseTransposeKernel = buffer.Typed(op.Reads{Arrays: 3}, buffer.Forms{
	F32: sparseTurned[float32], F64: sparseTurned[float64], I32: sparseTurned[int32], I64: sparseTurned[int64],
})

// sparseTurned transposes a square matrix: it takes the elements row by row and
// appends each to its column.
func sparseTurned[T value.Number](m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	s, err := compressedOf[T](m, c, in.Arrays[0], in.Arrays[1], in.Arrays[2])
	if err != nil {
		return nil, err
	}
	if in.Arrays[0].Rank() != 1 {
		return nil, fmt.Errorf("`%s`: elements of shape %s are no vector", c.Op.Name, value.ShapeText(in.Arrays[0].Shape))
	}
	if err := s.fits(s.rows()); err != nil {
		return nil, fmt.Errorf("`%s`: %w", c.Op.Name, err)
	}
	if err := m.Charge(int64(len(s.elems))); err != nil {
		return nil, err
	}
	t, err := s.transposed(m)
	if err != nil {
		return nil, err
	}
	parts := &value.Tuple{}
	for i, part := range []*value.Array{value.Of(t.elems, in.Arrays[0].Shape...), value.Of(t.indices, in.Arrays[1].Shape...), value.Of(t.pointers, in.Arrays[2].Shape...)} {
		if part, err = buffer.InDtype(m, part, in.Arrays[i].Dtype); err != nil {
			return nil, err
		}
		parts.Elems = append(parts.Elems, part)
	}
	return parts, nil
}

// transposed counts the elements of each column, which gives the pointers, and then puts the
// elements, row by row, at the next place of their column: O(n + rows), in order.
func (s compressed[T]) transposed(m op.Machine) (t compressed[T], err error) {
	t.height, t.width = 1, 1
	if t.elems, err = op.Make[T](m, len(s.elems)); err != nil {
		return t, err
	}
	if t.indices, err = op.Make[int64](m, len(s.indices)); err != nil {
		return t, err
	}
	if t.pointers, err = op.Make[int64](m, len(s.pointers)); err != nil {
		return t, err
	}
	next, err := op.Make[int64](m, len(s.pointers))
	if err != nil {
		return t, err
	}
	for _, column := range s.indices {
		t.pointers[column+1]++
	}
	for i := 1; i < len(t.pointers); i++ {
		t.pointers[i] += t.pointers[i-1]
	}
	copy(next, t.pointers)
	return t, op.InTurn(m, s.rows(), 8, func(from, to int) error {
		for row := from; row < to; row++ {
			s.each(row, func(column int, x T) {
				at := next[column]
				t.elems[at], t.indices[at] = x, int64(row)
				next[column]++
			})
		}
		return nil
	})
}
