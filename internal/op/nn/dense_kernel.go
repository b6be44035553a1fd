package nn

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/vector/matrix"
)

// Products add up, for each element, the k products of a row and a column. Package matrix
// computes tiles of the result, each on one core, and adds the terms of an element in blocks
// of k in order: a result depends on the shapes alone. Floats are added in their own dtype
// (float16 and bfloat16 in float32, rounded once), integers wrap around.
var (
	denseKernel       = productKernel(denseSides)
	matmulKernel      = productKernel(matmulSides)
	batchMatmulKernel = productKernel(batchSides)
)

// A sidesOf gives both sides of a product as (batch, rows, inner) and (batch,
// inner, columns), and the result's shape.
type sidesOf func(m op.Machine, c *op.KernelCall, a, b *value.Array) (left, right *value.Array, shape []int, err error)

// productKernel is the kernel of a product whose sides `sides` finds.
func productKernel(sides sidesOf) op.Kernel {
	return buffer.Typed(op.Reads{Arrays: 2}, buffer.Forms{
		F32: ofSides(sides, multiply[float32]), F64: ofSides(sides, multiply[float64]),
		I32: ofSides(sides, multiplyIntegers[int32]), I64: ofSides(sides, multiplyIntegers[int64]),
	})
}

// denseSides takes data (…, k) and a weight (units, k).
func denseSides(m op.Machine, _ *op.KernelCall, data, weight *value.Array) (a, b *value.Array, shape []int, err error) {
	return flatSides(m, data, turned(weight, true))
}

// matmulSides transposes by views.
func matmulSides(m op.Machine, c *op.KernelCall, data, weight *value.Array) (a, b *value.Array, shape []int, err error) {
	return flatSides(m, turned(data, c.Attrs.Bool("transpose_a")), turned(weight, c.Attrs.Bool("transpose_b")))
}

// flatSides makes one matrix of all the data's rows.
func flatSides(m op.Machine, data, weight *value.Array) (a, b *value.Array, shape []int, err error) {
	last := data.Rank() - 1
	if last < 0 || weight.Rank() != 2 {
		return nil, nil, nil, nil
	}
	shape = append(slices.Clone(data.Shape[:last]), weight.Shape[1])
	rows := value.Product(data.Shape[:last])
	a, err = buffer.Reshaped(m, data, []int{1, rows, data.Shape[last]})
	return a, weight.Insert(0, 1), shape, err
}

// batchSides repeats a batch of 1 by a stride 0.
func batchSides(_ op.Machine, c *op.KernelCall, x, y *value.Array) (a, b *value.Array, shape []int, err error) {
	if x.Rank() != 3 || y.Rank() != 3 {
		return nil, nil, nil, nil
	}
	x, y = turned(x, c.Attrs.Bool("transpose_a")), turned(y, c.Attrs.Bool("transpose_b"))
	batch := max(x.Shape[0], y.Shape[0])
	if x.Shape[0] == 0 || y.Shape[0] == 0 {
		batch = 0
	}
	a = x.Broadcast([]int{batch, x.Shape[1], x.Shape[2]})
	b = y.Broadcast([]int{batch, y.Shape[1], y.Shape[2]})
	return a, b, []int{batch, x.Shape[1], y.Shape[2]}, nil
}

// turned is a view with the last two dimensions exchanged.
func turned(a *value.Array, exchange bool) *value.Array {
	if !exchange || a.Rank() < 2 {
		return a
	}
	order := op.AxisOrder(a.Rank())
	slices.Reverse(order[a.Rank()-2:])
	return a.Transpose(order)
}

// A multiplication multiplies both sides, brought into a dtype, into a result of it.
type multiplication func(m op.Machine, d value.Dtype, a, b *value.Array, shape []int) (value.Value, error)

// ofSides multiplies the sides of a call in the dtype of its result.
func ofSides(sides sidesOf, multiply multiplication) op.Body {
	return func(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
		a, b, shape, err := sides(m, c, in.Arrays[0], in.Arrays[1])
		if err != nil {
			return nil, err
		}
		if a == nil || b == nil || a.Shape[2] != b.Shape[1] {
			return nil, fmt.Errorf("`%s`: shapes %s and %s do not fit", c.Op.Name,
				value.ShapeText(in.Arrays[0].Shape), value.ShapeText(in.Arrays[1].Shape))
		}
		return multiply(m, buffer.OutDtype(c, in.Arrays[0]), a, b, shape)
	}
}

func multiply[T value.Number](m op.Machine, d value.Dtype, a, b *value.Array, shape []int) (value.Value, error) {
	out, err := buffer.Alloc[T](m, d, shape)
	if err != nil {
		return nil, err
	}
	left, err := buffer.Matrices[T](m, a, d)
	if err != nil {
		return nil, err
	}
	right, err := buffer.Matrices[T](m, b, d)
	if err != nil {
		return nil, err
	}
	if err := products(m, left, right, out); err != nil {
		return nil, err
	}
	return buffer.Result(d, shape, out), nil
}

// multiplyIntegers multiplies in floats where they are exact (buffer.ExactFloat).
func multiplyIntegers[T value.Number](m op.Machine, d value.Dtype, a, b *value.Array, shape []int) (value.Value, error) {
	exact, err := buffer.ExactFloat(m, d, a.Shape[2], a, b)
	if err != nil {
		return nil, err
	}
	switch exact {
	case value.Float32:
		return multiply[float32](m, d, a, b, shape)
	case value.Float64:
		return multiply[float64](m, d, a, b, shape)
	}
	return multiply[T](m, d, a, b, shape)
}

// products multiplies pairwise over a batch.
func products[T value.Number](m op.Machine, a, b buffer.Batch[T], out []T) error {
	a, err := a.Straight(m)
	if err != nil {
		return err
	}
	p := matrix.Product[T]{Rows: a.Rows, Inner: a.Columns, Columns: b.Columns, Turned: b.Turned}
	tiles := p.Tiles()
	return buffer.EachLong(m, a.Len*tiles, p.Steps(), func(i int) error {
		k := i / tiles
		return p.Tile(i%tiles, a.At(k), b.At(k), out[k*a.Rows*b.Columns:], op.Looks(m))
	})
}

// denseProduct is that of the data and the transposed weight.
func denseProduct(_ op.Attrs, data, weight *value.Array, leadA, leadB int) (left, right *value.Array) {
	if data.Rank()-leadA < 1 || weight.Rank()-leadB != 2 {
		return nil, nil
	}
	return data, op.Flipped(weight, true)
}

// matmulProduct is that of matrices of which either may be transposed, batchProduct that of
// batches of them (op.Product).
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
