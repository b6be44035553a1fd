package optest

import (
	"errors"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A Bounded machine runs kernels on one core until what is left of Steps or Bytes
// is used up. It calls functions as one that gives its first argument.
type Bounded struct{ Steps, Bytes int64 }

// An Impatient machine stops kernels at a look at the limits, after some: it counts
// looks and steps, and the looks after it has said so.
type Impatient struct {
	Bounded
	Looks, Most, Late int
	Counted           int64
}

func (m *Impatient) Call(_ value.Value, args ...value.Value) (value.Value, error) {
	return args[0], m.Charge(1)
}

func (m *Impatient) Charge(steps int64) error {
	if m.Counted += steps; m.Looks == m.Most {
		m.Late++
		return ErrBound
	}
	m.Looks++
	return nil
}

// ErrBound is the error of kernels beyond the bounds.
var ErrBound = errors.New("a bound is passed")

var _ op.Machine = (*Bounded)(nil)

func (m *Bounded) Call(_ value.Value, args ...value.Value) (value.Value, error) {
	return args[0], m.Charge(1)
}

func (m *Bounded) Parallel(n, _ int, body func(from, to int) error) error {
	if n <= 0 {
		return nil
	}
	return body(0, n)
}

func (m *Bounded) Charge(steps int64) error   { return take(&m.Steps, steps) }
func (m *Bounded) Allocate(bytes int64) error { return take(&m.Bytes, bytes) }

// take refuses negative amounts, which come of overflow.
func take(left *int64, n int64) error {
	if n < 0 {
		return errors.New("a negative amount is asked for")
	}
	if n > *left {
		return ErrBound
	}
	*left -= n
	return nil
}
