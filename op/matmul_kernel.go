package op

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/value"
)

// Matmul multiplies (…, m, k) by (…, k, n); the leading dimensions broadcast.
func Matmul(m Machine, a, b *value.Array) (*value.Array, error) {
	if err := fitsMatmul(a, b); err != nil {
		return nil, err
	}
	if d := a.Dtype; d.IsHalf() || d == value.Bool {
		return matmulIn(m, productDtypes[d], a, b)
	}
	lead, err := value.BroadcastShape(a.Shape[:a.Rank()-2], b.Shape[:b.Rank()-2])
	if err != nil {
		return nil, err
	}
	p := value.MatrixProduct{Count: value.Product(lead), Rows: a.Shape[a.Rank()-2], Inner: b.Shape[b.Rank()-2], Columns: b.Shape[b.Rank()-1]}
	r, err := NewResult(m, a.Dtype, append(slices.Clone(lead), p.Rows, p.Columns))
	if err != nil || r.Len() == 0 || p.Inner == 0 {
		return r, err
	}
	var factors [2]any
	for i, f := range []*value.Array{a, b} {
		if factors[i], p.Shares[i], err = matrices(m, f, lead); err != nil {
			return nil, err
		}
	}
	return r, Sweep(m, p.Tiles(), p.Work(), func(from, to int) error {
		for i := from; i < to; i++ {
			p.Tile(i, factors[0], factors[1], r.Data)
		}
		return nil
	})
}

// productDtypes are the dtypes in which products of others are computed.
var productDtypes = map[value.Dtype]value.Dtype{value.Float16: value.Float32, value.Bfloat16: value.Float32, value.Bool: value.Int32}

func matmulIn(m Machine, d value.Dtype, a, b *value.Array) (*value.Array, error) {
	wa, err := Converted(m, a, d)
	if err != nil {
		return nil, err
	}
	wb, err := Converted(m, b, d)
	if err != nil {
		return nil, err
	}
	r, err := Matmul(m, wa, wb)
	if err != nil {
		return nil, err
	}
	return Converted(m, r, a.Dtype)
}

func fitsMatmul(a, b *value.Array) error {
	if a.Rank() < 2 || b.Rank() < 2 || a.Shape[a.Rank()-1] != b.Shape[b.Rank()-2] {
		return fmt.Errorf("matrices of shapes %s and %s cannot be multiplied", value.ShapeText(a.Shape), value.ShapeText(b.Shape))
	}
	if a.Dtype != b.Dtype {
		return fmt.Errorf("matrices of %s and %s cannot be multiplied", a.Dtype, b.Dtype)
	}
	return nil
}

// matrices lays factors out side by side; one that stands for all is kept once.
func matrices(m Machine, a *value.Array, lead []int) (data any, shared bool, err error) {
	matrix := a.Shape[a.Rank()-2:]
	if a.Len() == value.Product(matrix) {
		shared = true
	} else {
		a = a.Broadcast(append(slices.Clone(lead), matrix...))
	}
	a, err = Compact(m, a)
	if err != nil {
		return nil, false, err
	}
	return a.Flat(), shared, nil
}

// MatmulKernel is the kernel of matmul.
func MatmulKernel(m Machine, c *KernelCall) (value.Value, error) {
	arrays, err := c.Arrays()
	if err != nil {
		return nil, err
	}
	r, err := Matmul(m, arrays[0], arrays[1])
	if err != nil {
		return nil, err
	}
	return r, nil
}
