package runtime

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

// sameKernel gives the first argument: all devices are this one.
func sameKernel(_ op.Machine, c *op.KernelCall) (value.Value, error) { return c.Args[0], nil }

func callLoweredKernel(m op.Machine, c *op.KernelCall) (value.Value, error) {
	args, ok := c.Args[1].(*value.Tuple)
	if !ok {
		return nil, fmt.Errorf("`call_lowered` needs the arguments as a tuple")
	}
	return m.Call(c.Args[0], args.Elems...)
}
