package linear

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/vector/matrix"
)

// Matmul multiplies (…, m, k) by (…, k, n); the leading dimensions broadcast. A factor that is
// one matrix for all is kept once. Tiles of all products are shared among the cores.
func Matmul(m op.Machine, a, b *value.Array) (*value.Array, error) {
	if err := fitsMatmul(a, b); err != nil {
		return nil, err
	}
	if d := a.Dtype; d.IsHalf() || d == value.Bool {
		return matmulIn(m, productDtypes[d], a, b)
	}
	if exact, err := buffer.ExactFloat(m, a.Dtype, b.Shape[b.Rank()-2], a, b); err != nil || exact != a.Dtype {
		if err != nil {
			return nil, err
		}
		return matmulIn(m, exact, a, b)
	}
	lead, err := value.BroadcastShape(a.Shape[:a.Rank()-2], b.Shape[:b.Rank()-2])
	if err != nil {
		return nil, err
	}
	rows, inner, columns := a.Shape[a.Rank()-2], b.Shape[b.Rank()-2], b.Shape[b.Rank()-1]
	r, err := op.NewResult(m, a.Dtype, append(slices.Clone(lead), rows, columns))
	if err != nil || r.Len() == 0 || inner == 0 {
		return r, err
	}
	p := matrixPairs{m: m, into: r.Data}
	for i, f := range []*value.Array{a, b} {
		if p.factors[i], p.shared[i], err = matrices(m, f, lead); err != nil {
			return nil, err
		}
	}
	tiles, steps, tile := p.tiles(rows, inner, columns)
	return r, op.Sweep(m, value.Product(lead)*tiles, steps, func(from, to int) error {
		for i := from; i < to; i++ {
			if err := tile(i); err != nil {
				return err
			}
		}
		return nil
	})
}

// matrixPairs are factors and results, side by side; a factor that is shared
// represents all.
type matrixPairs struct {
	m       op.Machine
	factors [2]any
	shared  [2]bool
	into    any
}

// tiles cuts each product into a number of tiles, of some steps each, and gives
// what computes tile i of all.
func (p matrixPairs) tiles(rows, inner, columns int) (n, steps int, tile func(i int) error) {
	switch into := p.into.(type) {
	case []float32:
		return tilesOf(p, into, rows, inner, columns)
	case []float64:
		return tilesOf(p, into, rows, inner, columns)
	case []int8:
		return tilesOf(p, into, rows, inner, columns)
	case []int16:
		return tilesOf(p, into, rows, inner, columns)
	case []int32:
		return tilesOf(p, into, rows, inner, columns)
	case []int64:
		return tilesOf(p, into, rows, inner, columns)
	case []uint8:
		return tilesOf(p, into, rows, inner, columns)
	case []uint16:
		return tilesOf(p, into, rows, inner, columns)
	case []uint32:
		return tilesOf(p, into, rows, inner, columns)
	}
	return tilesOf(p, p.into.([]uint64), rows, inner, columns)
}

// tilesOf is tiles for an element type.
func tilesOf[T value.Number](p matrixPairs, into []T, rows, inner, columns int) (n, steps int, tile func(i int) error) {
	a, b := p.factors[0].([]T), p.factors[1].([]T)
	of := matrix.Product[T]{Rows: rows, Inner: inner, Columns: columns}
	n = of.Tiles()
	return n, of.Steps(), func(i int) error {
		k := i / n
		left, right := k, k
		if p.shared[0] {
			left = 0
		}
		if p.shared[1] {
			right = 0
		}
		return of.Tile(i%n, a[left*rows*inner:], b[right*inner*columns:], into[k*rows*columns:], op.Looks(p.m))
	}
}

// productDtypes are the dtypes in which products of others are computed.
var productDtypes = map[value.Dtype]value.Dtype{value.Float16: value.Float32, value.Bfloat16: value.Float32, value.Bool: value.Int32}

// matmulIn multiplies in another dtype and rounds once.
func matmulIn(m op.Machine, d value.Dtype, a, b *value.Array) (*value.Array, error) {
	wa, err := buffer.InDtype(m, a, d)
	if err != nil {
		return nil, err
	}
	wb, err := buffer.InDtype(m, b, d)
	if err != nil {
		return nil, err
	}
	r, err := Matmul(m, wa, wb)
	if err != nil {
		return nil, err
	}
	return buffer.InDtype(m, r, a.Dtype)
}

// fitsMatmul checks ranks, inner extents and dtypes.
func fitsMatmul(a, b *value.Array) error {
	if a.Rank() < 2 || b.Rank() < 2 || a.Shape[a.Rank()-1] != b.Shape[b.Rank()-2] {
		return fmt.Errorf("matrices of shapes %s and %s cannot be multiplied", value.ShapeText(a.Shape), value.ShapeText(b.Shape))
	}
	if a.Dtype != b.Dtype {
		return fmt.Errorf("matrices of %s and %s cannot be multiplied", a.Dtype, b.Dtype)
	}
	return nil
}

// matrices lays factors out side by side; one that represents all is kept once.
func matrices(m op.Machine, a *value.Array, lead []int) (data any, shared bool, err error) {
	matrix := a.Shape[a.Rank()-2:]
	if a.Len() == value.Product(matrix) {
		shared = true
	} else {
		a = a.Broadcast(append(slices.Clone(lead), matrix...))
	}
	a, err = op.Compact(m, a)
	if err != nil {
		return nil, false, err
	}
	return a.Flat(), shared, nil
}

// MatmulKernel is the kernel of matmul.
var MatmulKernel = op.Reads{Arrays: 2}.Kernel(matmulKernel)

func matmulKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	r, err := Matmul(m, in.Arrays[0], in.Arrays[1])
	if err != nil {
		return nil, err
	}
	return r, nil
}

// MatmulSides are the sides of `matmul`: its operands.
func MatmulSides(_ op.Attrs, a, b *value.Array, leadA, leadB int) (left, right *value.Array) {
	if a.Rank()-leadA < 2 || b.Rank()-leadB < 2 {
		return nil, nil
	}
	return a, b
}
