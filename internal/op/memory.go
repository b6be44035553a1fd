package op

import (
	"fmt"
	"unsafe"

	"github.com/fraccheck/fraccheck/internal/value"
)

// mostElements bounds lists of elements, so that their bytes can be counted.
const mostElements = 1 << 48

// Make makes n elements that a kernel needs, for its result or while it runs. It is
// the one way to allocate what grows with the sizes of operands: it asks first, so
// that a limit of memory is a fault and not the end of the process.
func Make[T any](m Machine, n int) ([]T, error) {
	if err := Ask[T](m, n); err != nil {
		return nil, err
	}
	return make([]T, n), nil
}

// Ask asks for the memory of n elements that something else makes.
func Ask[T any](m Machine, n int) error {
	var one T
	return AskBytes(m, n, int(unsafe.Sizeof(one)))
}

// AskBytes asks for the memory of n elements of some bytes each.
func AskBytes(m Machine, n, bytes int) error {
	if n < 0 || n > mostElements/max(1, bytes) {
		return fmt.Errorf("%w: %d elements of %d bytes", value.ErrTooLarge, n, bytes)
	}
	return m.Allocate(int64(n) * int64(bytes))
}

// NewResult allocates an array of zeros for a result; the error is of a shape
// that is too large or negative, or a limit that is passed.
func NewResult(m Machine, d value.Dtype, shape []int) (*value.Array, error) {
	n, err := value.CheckedLen(shape)
	if err != nil {
		return nil, err
	}
	if err := AskBytes(m, n, d.Size()); err != nil {
		return nil, err
	}
	return value.NewArray(d, shape), nil
}

// NewUnset is NewResult for kernels that write every element before it is read.
func NewUnset(m Machine, d value.Dtype, shape []int) (*value.Array, error) {
	n, err := value.CheckedLen(shape)
	if err != nil {
		return nil, err
	}
	if err := AskBytes(m, n, d.Size()); err != nil {
		return nil, err
	}
	return value.Wrap(d, value.MakeUnset(d, n), shape), nil
}

// Filled is a result all of whose elements are one scalar, which has the dtype of the
// result.
func Filled(m Machine, s value.Scalar, shape []int) (*value.Array, error) {
	r, err := NewResult(m, s.Dtype, shape)
	if err != nil || s.Bits == 0 {
		return r, err
	}
	return r, Sweep(Uncounted(m), r.Len(), 1, func(from, to int) error {
		value.Fill(value.Cut(r.Data, from, to), s)
		return nil
	})
}
