package nn

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

// denseProduct is that of the data and the transposed weight.
func denseProduct(_ op.Attrs, data, weight *value.Array, leadA, leadB int) (left, right *value.Array) {
	if data.Rank()-leadA < 1 || weight.Rank()-leadB != 2 {
		return nil, nil
	}
	return data, op.Flipped(weight, true)
}

func matmulProduct(attrs op.Attrs, data, weight *value.Array, leadA, leadB int) (left, right *value.Array) {
	flip := attrs.Bool("transpose_a")
	if data.Rank()-leadA < 1 || flip && data.Rank()-leadA < 2 || weight.Rank()-leadB != 2 {
		return nil, nil
	}
	return op.Flipped(data, flip), op.Flipped(weight, attrs.Bool("transpose_b"))
}

func batchProduct(attrs op.Attrs, x, y *value.Array, leadA, leadB int) (left, right *value.Array) {
	if x.Rank()-leadA != 3 || y.Rank()-leadB != 3 {
		return nil, nil
	}
	return op.Flipped(x, attrs.Bool("transpose_a")), op.Flipped(y, attrs.Bool("transpose_b"))
}
