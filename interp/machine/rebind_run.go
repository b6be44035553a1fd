package machine

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
)

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
