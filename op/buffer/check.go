package buffer

import (
	"errors"

	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/types"
	"github.com/fraccheck/fraccheck/value"
)

// Checked makes each kernel ask its operator's relation first, now that all
// extents are known: what it refuses is an error, and kernels can rely on what
// it holds.
func Checked(ops []*op.Op) []*op.Op {
	for _, o := range ops {
		if kernel := o.Kernel; kernel != nil {
			o.Kernel = func(m op.Machine, c *op.KernelCall) (value.Value, error) {
				if err := check(c); err != nil {
					return nil, err
				}
				return kernel(m, c)
			}
		}
	}
	return ops
}

func check(c *op.KernelCall) error {
	call := &op.Call{Op: c.Op, Args: make([]types.Type, len(c.Args)), Attrs: c.Attrs, Last: true}
	for i, arg := range c.Args {
		if arg != nil {
			call.Args[i] = op.TypeOf(arg)
		}
	}
	if answer := c.Op.Relation(call); answer.Err != nil {
		return errors.New(answer.Err.Message)
	}
	return nil
}
