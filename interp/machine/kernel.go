package machine

import (
	"errors"
	"sync/atomic"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
)

// kernels is the Machine that kernels see. Pieces of a kernel call it from
// several cores, so it counts without the machine that runs the call; that one
// adds the place to what fails.
type kernels struct {
	m     *machine
	split atomic.Bool // pieces run now

	paid    bool // the work is charged, so that only limits are looked at
	counted atomic.Int64
}

// forKernels is a Machine for one call of a kernel.
func (m *machine) forKernels() *kernels { return &kernels{m: m} }

func (k *kernels) Call(f value.Value, args ...value.Value) (value.Value, error) {
	slots := make([]code.Slot, len(args))
	for i, arg := range args {
		slots[i] = k.m.fromValue(arg)
	}
	result, err := k.m.invoke(k.m.fromValue(f), slots...)
	if err != nil {
		return nil, err
	}
	return k.m.toValue(result), nil
}

// Parallel cuts a loop for all cores. A loop inside of a piece of another one of the same
// kernel runs on the core of that piece: the outer loop keeps all cores busy.
func (k *kernels) Parallel(n, grain int, body func(from, to int) error) error {
	if n <= 0 {
		return nil
	}
	if n <= grain || k.split.Swap(true) {
		return body(0, n)
	}
	defer k.split.Store(false)
	return k.m.parallel(n, grain, func(_ *machine, from, to int) error { return body(from, to) })
}

// Charge looks at the limits. It counts steps unless they are paid: then the operator's cost
// was charged before.
func (k *kernels) Charge(steps int64) error {
	if k.paid {
		steps = 0
	} else {
		k.counted.Add(steps)
	}
	if err := k.m.run.charge(steps); err != nil {
		return err
	}
	return nil
}

func (k *kernels) Allocate(bytes int64) error {
	if err := k.m.run.allocate(bytes); err != nil {
		return err
	}
	return nil
}

// callForeign calls a function that no program made, in the registers from
// base+a on.
func (m *machine) callForeign(a, n int) error {
	at := m.base + a
	result, err := m.foreign(m.stack[at], m.stack[at+1:at+1+n])
	m.stack[at] = result
	return err
}

// foreign calls a function value that came from outside, if it can be called.
func (m *machine) foreign(f code.Slot, args []code.Slot) (code.Slot, error) {
	callable, ok := m.toValue(f).(interface {
		Call(args ...value.Value) (value.Value, error)
	})
	switch {
	case ok:
	case f.Kind() == code.ForeignKind:
		return code.Slot{}, m.fail(ProgramFault, "this value cannot be called")
	default:
		return code.Slot{}, m.confused()
	}
	values := make([]value.Value, len(args))
	for i, arg := range args {
		values[i] = m.toValue(arg)
	}
	v, err := callable.Call(values...)
	if err != nil {
		return code.Slot{}, m.wrap(err)
	}
	return m.fromValue(v), nil
}

// computed runs a kernel, and has the profile count it.
func (m *machine) computed(c *op.KernelCall) (value.Value, error) {
	start := m.profile.now()
	v, err := m.pay(c)
	m.profile.operator(c.Op.Name, start)
	return v, err
}

// pay runs a kernel. A kernel is charged what the cost of its operator says, once:
// before it runs where that is known, so that limits stop it before it begins; after it
// where the size of the result was missing. What it counts itself represents calls whose
// cost is a bound. Bounds of costs that analyses find are in the same steps.
func (m *machine) pay(c *op.KernelCall) (value.Value, error) {
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
		err = m.Charge(steps - k.counted.Load()) // the work, in the place of what was counted
	}
	return v, err
}

// paidKernels charges work, and gives a Machine that counts none.
func (m *machine) paidKernels(steps int64) (*kernels, error) {
	k := m.forKernels()
	k.paid = true
	return k, k.m.Charge(steps)
}

// rebindForm computes the new values of a call's arguments, as a tuple.
func rebindForm(m *machine, c *formCall) (code.Slot, error) {
	call := &op.KernelCall{Op: c.op, Args: make([]value.Value, len(c.args)), Attrs: c.site.Attrs, Out: c.site.Out}
	for i, arg := range c.args {
		call.Args[i] = m.toValue(arg)
	}
	k, err := m.paidKernels(0) // the operator's cost counts the new values too
	if err != nil {
		return code.Slot{}, err
	}
	v, err := c.op.Rebinding.Kernel(k, call)
	if err != nil {
		return code.Slot{}, err
	}
	return m.fromValue(v), nil
}
