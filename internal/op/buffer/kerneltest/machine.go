// Package kerneltest is for tests of kernels: a machine without limits, and a
// runner of the cases that tools/reference writes.
package kerneltest

import (
	"errors"
	"sync"
	"sync/atomic"

	"github.com/fraccheck/fraccheck/internal/value"
)

// A Machine runs kernels on Threads goroutines, and counts what they charge. It
// refuses more than Limit steps, where that is positive.
type Machine struct {
	Threads int
	Limit   int64
	Steps   atomic.Int64
	Bytes   atomic.Int64
}

// New makes a machine.
func New(threads int) *Machine { return &Machine{Threads: threads} }

func (m *Machine) Call(value.Value, ...value.Value) (value.Value, error) {
	return nil, errors.New("a machine of tests calls no functions")
}

func (m *Machine) Charge(steps int64) error {
	if n := m.Steps.Add(steps); m.Limit > 0 && n > m.Limit {
		return ErrLimit
	}
	return nil
}

func (m *Machine) Allocate(bytes int64) error { m.Bytes.Add(bytes); return nil }

// ErrLimit is what a machine says beyond its limit.
var ErrLimit = errors.New("too many steps")

// Parallel hands pieces of `grain` to the goroutines, in order.
func (m *Machine) Parallel(n, grain int, body func(from, to int) error) error {
	if m.Threads <= 1 || n <= grain {
		return body(0, n)
	}
	var next atomic.Int64
	var group sync.WaitGroup
	errs := make([]error, (n+grain-1)/grain)
	for range m.Threads {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(errs); i = int(next.Add(1)) - 1 {
				errs[i] = body(i*grain, min(n, (i+1)*grain))
			}
		})
	}
	group.Wait()
	return errors.Join(errs...)
}
