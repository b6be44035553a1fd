package buffer

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

// Alloc makes the elements of a result of dtype d, to be written as T's. Where those
// are no T's, it asks for the memory of both: Result makes the others.
func Alloc[T value.Number](m op.Machine, d value.Dtype, shape []int) ([]T, error) {
	n, err := askForOthers[T](m, d, shape)
	if err != nil {
		return nil, err
	}
	return op.Make[T](m, n)
}

// AllocUnset is Alloc for kernels that write every element before it is read.
func AllocUnset[T value.Number](m op.Machine, d value.Dtype, shape []int) ([]T, error) {
	n, err := askForOthers[T](m, d, shape)
	if err != nil {
		return nil, err
	}
	if err := op.Ask[T](m, n); err != nil {
		return nil, err
	}
	return value.MakeUnset(value.DtypeOf[T](), n).([]T), nil
}

// askForOthers asks for the memory of the elements that Result makes, and counts them.
func askForOthers[T value.Number](m op.Machine, d value.Dtype, shape []int) (int, error) {
	n, err := value.CheckedLen(shape)
	if err != nil || d == value.DtypeOf[T]() {
		return n, err
	}
	return n, op.AskBytes(m, n, d.Size())
}

// Result is the array of dtype d that holds the elements, rounded where T is
// wider. It keeps them where T is the dtype's own type.
func Result[T value.Number](d value.Dtype, shape []int, elems []T) *value.Array {
	return value.Of(elems, shape...).Convert(d)
}

// Map gives an array of the data's shape and memory order, each element
// computed from its own: body fills dst from src.
func Map[T value.Number](m op.Machine, data *value.Array, steps int, body func(dst, src []T)) (value.Value, error) {
	order := op.MemoryOrder(data)
	view := data.Transpose(order)
	src, err := Read[T](m, view)
	if err != nil {
		return nil, err
	}
	dst, err := AllocUnset[T](m, data.Dtype, view.Shape)
	if err != nil {
		return nil, err
	}
	err = Spans(m, len(src), steps, func(from, to int) { body(dst[from:to], src[from:to]) })
	if err != nil {
		return nil, err
	}
	return Result(data.Dtype, view.Shape, dst).Transpose(op.Inverse(order)), nil
}

// Pieces is the driver of kernels that compute pieces of `size` elements, each from the
// elements at the same places of the data: channels, rows, sets. The data are seen with
// their dimensions in an order, row by row; piece i begins at element i·size of that. The
// result has the data's shape, dtype and order in memory. Pieces share nothing, so that
// each may go to any core; steps is the work of one.
func Pieces[T value.Number](m op.Machine, data *value.Array, order []int, size, steps int, body func(dst, src []T, i int)) (*value.Array, error) {
	view := data.Transpose(order)
	src, err := Read[T](m, view)
	if err != nil {
		return nil, err
	}
	dst, err := AllocUnset[T](m, data.Dtype, view.Shape)
	if err != nil {
		return nil, err
	}
	if size > 0 {
		err = Each(m, len(src)/size, steps, func(i int) { body(dst[i*size:][:size], src[i*size:][:size], i) })
	}
	return Result(data.Dtype, view.Shape, dst).Transpose(op.Inverse(order)), err
}
