package buffer

import (
	"fmt"

	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/value"
)

// Alloc makes the elements of a result of dtype d, to be written as T's. Where those
// are no T's, it asks for the memory of both: Result makes the others.
func Alloc[T value.Number](m op.Machine, d value.Dtype, shape []int) ([]T, error) {
	n, err := value.CheckedLen(shape)
	if err != nil {
		return nil, err
	}
	own, size := value.DtypeOf[T](), d.Size()
	if own != d {
		size += own.Size()
	}
	if err := m.Allocate(int64(n) * int64(size)); err != nil {
		return nil, err
	}
	return make([]T, n), nil
}

// Scratch makes n elements that a kernel needs while it runs.
func Scratch[T value.Number](m op.Machine, n int) ([]T, error) {
	if err := m.Allocate(int64(n) * int64(value.DtypeOf[T]().Size())); err != nil {
		return nil, err
	}
	return make([]T, n), nil
}

// longestTable bounds tables, so that their bytes can be counted.
const longestTable = 1 << 48

// Table asks for the memory of n entries, of some words each, that a kernel keeps
// besides its result: of the places along a dimension, for example.
func Table(m op.Machine, n, words int) error {
	if n < 0 || n > longestTable {
		return fmt.Errorf("%w: a table of %d entries", value.ErrTooLarge, n)
	}
	return m.Allocate(8 * int64(n) * int64(words))
}

// Result is the array of dtype d that holds the elements, rounded where T is
// wider. It keeps them where T is the dtype's own type.
func Result[T value.Number](d value.Dtype, shape []int, elems []T) *value.Array {
	return value.Of(elems, shape...).Convert(d)
}

// Map gives an array of the data's shape and memory order, each element
// computed from its own: body fills dst from src.
func Map[T value.Number](m op.Machine, data *value.Array, steps int, body func(dst, src []T)) (value.Value, error) {
	order := MemoryOrder(data)
	view := data.Transpose(order)
	src, err := Read[T](m, view)
	if err != nil {
		return nil, err
	}
	dst, err := Alloc[T](m, data.Dtype, view.Shape)
	if err != nil {
		return nil, err
	}
	err = Spans(m, len(src), steps, func(from, to int) { body(dst[from:to], src[from:to]) })
	if err != nil {
		return nil, err
	}
	return Result(data.Dtype, view.Shape, dst).Transpose(Inverse(order)), nil
}
