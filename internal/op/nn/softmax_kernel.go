package nn

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/value"
)

// Softmax and its logarithm of a row, with m the greatest element of it:
//
//	softmax      exp(x_i - m) / Σ exp(x_k - m)
//	log_softmax  x_i - m - log Σ exp(x_k - m)
//
// The difference cannot overflow, and makes no other number of the quotient. Exponentials
// and sums are in float64, in order, and rounded once; a row with NaN is NaN. A row is the
// work of one core.
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
	out, err := buffer.Alloc[T](m, data.Dtype, data.Shape)
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

// softmaxRow gives exp(x - max) divided by the sum of them, which are added in
// float64 in order.
func softmaxRow[T value.Float](dst, src row[T]) {
	shift := src.max()
	sum := 0.0
	for i := range src.n {
		e := math.Exp(float64(src.elems[i*src.step] - shift))
		dst.elems[i*src.step] = T(e)
		sum += e
	}
	share := 1 / sum
	for i := range src.n {
		dst.elems[i*src.step] = T(float64(dst.elems[i*src.step]) * share)
	}
}

// logSoftmaxRow gives x - max - log Σ exp(x - max).
func logSoftmaxRow[T value.Float](dst, src row[T]) {
	shift := src.max()
	sum := 0.0
	for i := range src.n {
		sum += math.Exp(float64(src.elems[i*src.step] - shift))
	}
	log := math.Log(sum)
	for i := range src.n {
		dst.elems[i*src.step] = T(float64(src.elems[i*src.step]-shift) - log)
	}
}

// max is the greatest element; NaN if one is.
func (r row[T]) max() T {
	best := T(math.Inf(-1))
	for i := range r.n {
		best = max(best, r.elems[i*r.step])
	}
	return best
}
