package nn

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/vector"
)

// Softmax and its logarithm of a row, with m the greatest element of it:
//
//	softmax      exp(x_i - m) / Σ exp(x_k - m)
//	log_softmax  x_i - m - log Σ exp(x_k - m)
//
// The difference cannot overflow, and makes no other number of the quotient. Exponentials are
// those of the dtype, their sum is in float64 in the order of vector.Sum, and what comes of
// both is rounded once; a row with NaN is NaN. A row is the work of one core.
var (
	softmaxKernel    = buffer.Typed(op.Reads{Arrays: 1}, buffer.Forms{F32: eachRow(softmaxRow[float32]), F64: eachRow(softmaxRow[float64])})
	logSoftmaxKernel = buffer.Typed(op.Reads{Arrays: 1}, buffer.Forms{F32: eachRow(logSoftmaxRow[float32]), F64: eachRow(logSoftmaxRow[float64])})
)

// A row is elements along one axis, `step` apart.
type row[T value.Float] struct {
	elems   []T
	n, step int
}

// eachRow fills each row of the result along the attribute axis from the data's. A
// scalar is a row of one element.
func eachRow[T value.Float](fill func(dst, src row[T])) op.Body {
	return func(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
		data := in.Arrays[0]
		if data.Rank() == 0 {
			data = data.Insert(0, 1)
			out, err := rows(m, data, 0, fill)
			if err != nil {
				return nil, err
			}
			return out.Drop(0), nil
		}
		axis, err := c.Axis("axis", data.Rank())
		if err != nil {
			return nil, err
		}
		return rows(m, data, axis, fill)
	}
}

// rows fills the rows of a result like the data.
func rows[T value.Float](m op.Machine, data *value.Array, axis int, fill func(dst, src row[T])) (*value.Array, error) {
	src, err := buffer.Read[T](m, data)
	if err != nil {
		return nil, err
	}
	out, err := buffer.AllocUnset[T](m, data.Dtype, data.Shape)
	if err != nil {
		return nil, err
	}
	n, inner := data.Shape[axis], value.Product(data.Shape[axis+1:])
	count := value.Product(data.Shape[:axis]) * inner
	err = buffer.Each(m, count, expSteps*n, func(i int) {
		at := i/inner*n*inner + i%inner
		fill(row[T]{out[at:], n, inner}, row[T]{src[at:], n, inner})
	})
	return buffer.Result(data.Dtype, data.Shape, out), err
}

// expSteps is about what an exponential costs in elementary steps.
const expSteps = 8

// rowBlock is how many elements of a row are side by side at a time.
const rowBlock = 16 * vector.Lanes

// blocks calls body with parts of a row side by side, those of dst and src, and writes what it
// puts into dst.
func (dst row[T]) blocks(src row[T], body func(to, from []T)) {
	var to, from [rowBlock]T
	for i := 0; i < src.n; i += rowBlock {
		n := min(rowBlock, src.n-i)
		if src.step == 1 && dst.step == 1 {
			body(dst.elems[i:][:n], src.elems[i:][:n])
			continue
		}
		for k := range n {
			from[k] = src.elems[(i+k)*src.step]
		}
		body(to[:n], from[:n])
		for k := range n {
			dst.elems[(i+k)*dst.step] = to[k]
		}
	}
}

// exponentials are e^(x - shift), and their sum.
func exponentials[T value.Float](dst, src row[T], shift T) float64 {
	var lanes [vector.Lanes]float64
	dst.blocks(src, func(to, from []T) {
		vector.Affine(to, from, shift, 1, 0)
		exponential(to)
		vector.AddWide(&lanes, to)
	})
	return vector.Halved(&lanes)
}

// exponential replaces numbers by their exponentials.
func exponential[T value.Float](x []T) {
	if single, ok := any(x).([]float32); ok {
		vector.Exp(single, single)
		return
	}
	for i, v := range x {
		x[i] = T(math.Exp(float64(v)))
	}
}

// softmaxRow gives exp(x - max) divided by the sum of them.
func softmaxRow[T value.Float](dst, src row[T]) {
	share := 1 / exponentials(dst, src, src.max())
	dst.blocks(dst, func(to, from []T) { vector.Scale(to, from, 0, share) })
}

// logSoftmaxRow gives x - max - log Σ exp(x - max).
func logSoftmaxRow[T value.Float](dst, src row[T]) {
	shift := src.max()
	log := math.Log(exponentials(dst, src, shift))
	dst.blocks(src, func(to, from []T) {
		vector.Affine(to, from, shift, 1, 0)
		vector.Scale(to, to, log, 1)
	})
}

// max is the greatest element; NaN if one is.
func (r row[T]) max() T {
	best := T(math.Inf(-1))
	if r.step == 1 && r.n > 0 {
		return r.elems[vector.Place(r.elems[:r.n], false, false)]
	}
	for i := range r.n {
		best = max(best, r.elems[i*r.step])
	}
	return best
}
