package machine

import (
	"errors"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A kernel is charged what the cost of its operator says, once: before it runs where
// that is known, so that limits stop it before it begins; behind it where the size of
// the result was missing. What it counts itself stands for calls whose cost is a bound.
// Bounds of costs that analyses find speak of the same steps.

// computed runs a kernel.
func (m *machine) computed(c *op.KernelCall) (value.Value, error) {
	if wrong := c.Attrs.Unlisted(); len(wrong) > 0 {
		return nil, errors.New(wrong[0].Message)
	}
	steps, known := c.Work()
	if known {
		k, err := m.paidKernels(steps)
		if err != nil {
			return nil, err
		}
		return c.Op.Kernel(k, c)
	}
	k := m.forKernels()
	v, err := c.Op.Kernel(k, c)
	if err != nil {
		return nil, err
	}
	if steps, known = c.WorkFor(v); known {
		err = k.settle(steps)
	}
	return v, err
}

// paidKernels charges work, and gives a Machine that counts none.
func (m *machine) paidKernels(steps int64) (*kernels, error) {
	k := m.forKernels()
	k.paid = true
	return k, k.m.Charge(steps)
}

// settle puts the number of steps that the work is in the place of what was counted.
func (k *kernels) settle(steps int64) error { return k.m.Charge(steps - k.counted.Load()) }
