package value

import (
	"errors"
	"sync"
)

// ErrZeroDivisor is the failure of an integer division.
var ErrZeroDivisor = errors.New("division by zero")

// A Map is a function on numbers that operators apply to corresponding elements
// of their operands. It is the one definition of an elementwise operator: arrays
// use Block, scalars Unary and Binary, and chains of operators call one Block
// after the other on a few thousand elements at a time.
type Map struct {
	Name string
	In   []Dtype // one for each operand
	Out  Dtype

	// Unary and Binary compute with the bits of Scalars; the one for the number
	// of operands is there, neither for three operands.
	Unary  func(x uint64) uint64
	Binary func(x, y uint64) uint64

	// Divides means that the last operand must not be 0. Binary leaves it to
	// the caller to look.
	Divides bool

	block func(dst any, src []any)
	// one and rows are the same typed, where there are two operands of a Go
	// type: func(x, y T) U and func(dst []U, x, y []T).
	one, rows any
	// fold, where it is there, is a loop for Fold: func(lanes, x []T).
	fold any
}

// Block computes dst[i] = f(src[0][i], src[1][i], …) for slices of the dtypes'
// Go types and of one length. dst may be one of src where the dtypes are the
// same. The only failure is ErrZeroDivisor.
func (m *Map) Block(dst any, src []any) error {
	if m.Divides && hasZero(src[len(src)-1]) {
		return ErrZeroDivisor
	}
	m.block(dst, src)
	return nil
}

// Apply computes with scalars.
func (m *Map) Apply(xs ...Scalar) (Scalar, error) {
	switch {
	case m.Divides && xs[len(xs)-1].Bits == 0:
		return Scalar{}, ErrZeroDivisor
	case m.Unary != nil:
		return Scalar{m.Out, m.Unary(xs[0].Bits)}, nil
	case m.Binary != nil:
		return Scalar{m.Out, m.Binary(xs[0].Bits, xs[1].Bits)}, nil
	}
	src := make([]any, len(xs))
	for i, x := range xs {
		src[i] = FromScalar(x).Data
	}
	dst := MakeData(m.Out, 1)
	m.block(dst, src)
	return Load(m.Out, dst, 0), nil
}

// UnaryMap finds an operator of one operand by Relay's name (`exp`); nil where
// the dtype has none.
func UnaryMap(name string, d Dtype) *Map { return unaries()[mapKey{name, d}] }

// BinaryMap finds an operator of two operands of one dtype by Relay's name
// (`add`, `less`); nil where the dtype has none.
func BinaryMap(name string, d Dtype) *Map { return binaries()[mapKey{name, d}] }

// A mapKey is a function by Relay's name, and the dtype of its operands.
type mapKey struct {
	name string
	in   Dtype
}

// The tables have thousands of functions, and most commands run nothing.
var (
	unaries  = sync.OnceValue(unaryTable)
	binaries = sync.OnceValue(binaryTable)
)

// A unaryOf is a function of one number; block applies it to slices where a loop
// that the compiler can inline it into is worth having.
type unaryOf[T, U any] struct {
	name  string
	one   func(T) U
	block func(dst []U, x []T)
}

// A binaryOf is a function of two numbers.
type binaryOf[T, U any] struct {
	name    string
	one     func(x, y T) U
	block   func(dst []U, x, y []T)
	fold    func(lanes, x []T)
	divides bool
}

// blocks is the function on slices: its own loop, or one that calls it for each element.
func (f unaryOf[T, U]) blocks() func(dst []U, x []T) {
	if f.block != nil {
		return f.block
	}
	one := f.one
	return func(dst []U, x []T) { each1(dst, x, one) }
}

func (f binaryOf[T, U]) blocks() func(dst []U, x, y []T) {
	if f.block != nil {
		return f.block
	}
	one := f.one
	return func(dst []U, x, y []T) { each2(dst, x, y, one) }
}

// each1 and each2 are inlined with f where it is named at the call.
func each1[T, U any](dst []U, x []T, f func(T) U) {
	x = x[:len(dst)]
	for i := range dst {
		dst[i] = f(x[i])
	}
}

func each2[T, U any](dst []U, x, y []T, f func(x, y T) U) {
	x, y = x[:len(dst)], y[:len(dst)]
	for i := range dst {
		dst[i] = f(x[i], y[i])
	}
}

func unaryMap[T, U any](in codec[T], out codec[U], f unaryOf[T, U]) *Map {
	block := f.blocks()
	return &Map{
		Name: f.name, In: []Dtype{in.of}, Out: out.of,
		Unary: func(x uint64) uint64 { return out.encode(f.one(in.decode(x))) },
		block: func(dst any, src []any) { block(dst.([]U), src[0].([]T)) },
	}
}

func binaryMap[T, U any](in codec[T], out codec[U], f binaryOf[T, U]) *Map {
	block := f.blocks()
	return &Map{
		Name: f.name, In: []Dtype{in.of, in.of}, Out: out.of, Divides: f.divides,
		Binary: func(x, y uint64) uint64 { return out.encode(f.one(in.decode(x), in.decode(y))) },
		block:  func(dst any, src []any) { block(dst.([]U), src[0].([]T), src[1].([]T)) },
		one:    f.one, rows: block, fold: f.fold,
	}
}

// hasZero reports whether integers have a 0 among them, which is looked for before a division:
// a loop without branches follows.
func hasZero(data any) bool {
	switch data := data.(type) {
	case []int8:
		return anyZero(data)
	case []int16:
		return anyZero(data)
	case []int32:
		return anyZero(data)
	case []int64:
		return anyZero(data)
	case []uint8:
		return anyZero(data)
	case []uint16:
		return anyZero(data)
	case []uint32:
		return anyZero(data)
	case []uint64:
		return anyZero(data)
	}
	return false
}

func anyZero[T Integer](data []T) bool {
	for _, x := range data {
		if x == 0 {
			return true
		}
	}
	return false
}

// rangeLen is the number of elements that a Map is applied to at a time where
// an operand has to be gathered: blocks of a few operands stay in the first
// cache.
const rangeLen = 2048

// Range computes the row-major positions from to to of dst, a slice for the
// whole result, of operands that have been broadcast to its shape.
func (m *Map) Range(dst any, operands []*Array, from, to int) error {
	readers, step := make([]*Reader, len(operands)), to-from
	for k, a := range operands {
		readers[k] = NewReader(a)
		if !readers[k].direct {
			step = min(step, rangeLen)
		}
	}
	src := make([]any, len(operands))
	for ; from < to; from += step {
		n := min(step, to-from)
		for k, r := range readers {
			src[k] = r.Read(from, n)
		}
		if err := m.Block(Cut(dst, from, from+n), src); err != nil {
			return err
		}
	}
	return nil
}
