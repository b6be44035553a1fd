package op

import "github.com/fraccheck/fraccheck/internal/value"

// sweepWork is the work, in elementary operations, that is done between two
// looks at the limits; a piece for another core is some times as much.
const (
	sweepWork = 1 << 16
	pieceWork = 1 << 15
)

// Sweep runs body over [0, n) on all cores, and charges work operations for
// each of the n. body gets ranges that are short enough for limits and
// cancellation to be noticed in time.
func Sweep(m Machine, n, work int, body func(from, to int) error) error {
	work = max(work, 1)
	step := max(1, sweepWork/work)
	return m.Parallel(n, max(1, pieceWork/work), func(from, to int) error {
		for from < to {
			next := min(from+step, to)
			if err := m.Charge(int64(next-from) * int64(work)); err != nil {
				return err
			}
			if err := body(from, next); err != nil {
				return err
			}
			from = next
		}
		return nil
	})
}

// InTurn runs body over [0, n) in order, for loops whose indices depend on each other
// or write where another does, and within what Sweep takes for one. It looks at the
// limits between pieces that are as long as those of Sweep, and counts no steps; work
// is about that of an index.
func InTurn(m Machine, n, work int, body func(from, to int) error) error {
	step := max(1, sweepWork/max(work, 1))
	for from := 0; from < n; from += step {
		if from > 0 {
			if err := m.Charge(0); err != nil {
				return err
			}
		}
		if err := body(from, min(n, from+step)); err != nil {
			return err
		}
	}
	return nil
}

// Looks is a look at the limits, for loops that know nothing of machines.
func Looks(m Machine) func() error { return func() error { return m.Charge(0) } }

// Uncounted is a machine that counts no steps, and looks at its limits where they
// would be counted: for copies of operands, which are no part of an operator's cost.
func Uncounted(m Machine) Machine { return uncounted{m} }

type uncounted struct{ Machine }

func (m uncounted) Charge(int64) error { return m.Machine.Charge(0) }

// ElementsOf are those of an array in row-major order: its own memory where they lie
// side by side, which must not be written. T must be the dtype's Go type.
func ElementsOf[T value.Element](m Machine, a *value.Array) ([]T, error) {
	a, err := Compact(Uncounted(m), a)
	if err != nil {
		return nil, err
	}
	return value.Elems[T](a), nil
}

// Compact is an array with its elements side by side: itself, or a copy that
// is made on all cores.
func Compact(m Machine, a *value.Array) (*value.Array, error) {
	if a.IsContiguous() {
		return a, nil
	}
	c, err := NewUnset(m, a.Dtype, a.Shape)
	if err != nil {
		return nil, err
	}
	return c, Sweep(m, c.Len(), 1, func(from, to int) error {
		value.CopyRange(value.Cut(c.Data, from, to), a, from, to)
		return nil
	})
}

// Reshaped gives an array another shape: a view where it can be one, else a
// copy that is made on all cores.
func Reshaped(m Machine, a *value.Array, shape []int) (*value.Array, error) {
	if v := a.ReshapeView(shape); v != nil {
		return v, nil
	}
	c, err := Compact(m, a)
	if err != nil {
		return nil, err
	}
	return c.ReshapeView(shape), nil
}

// Converted is an array in another dtype, converted on all cores.
func Converted(m Machine, a *value.Array, d value.Dtype) (*value.Array, error) {
	if a.Dtype == d {
		return a, nil
	}
	return MapOver(m, value.CastMap(d, a.Dtype), a)
}

// WholeNumbers are the elements of an index tensor.
func WholeNumbers(m Machine, a *value.Array) ([]int64, error) {
	wide, err := Converted(m, a, value.Int64)
	if err != nil {
		return nil, err
	}
	if wide, err = Compact(m, wide); err != nil {
		return nil, err
	}
	return value.Elems[int64](wide), nil
}
