package op

import (
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A Kernel computes a call of an operator. It may run on several goroutines
// through the Machine; its result must not depend on how many.
type Kernel func(m Machine, c *KernelCall) (value.Value, error)

// A KernelCall is what a kernel sees of a call: arguments by parameter (nil
// for an optional one not given), attributes, and the type that the result was
// checked to have (extents may be `?`).
type KernelCall struct {
	Op    *Op
	Args  []value.Value
	Attrs Attrs
	Out   types.Type
}

// A Machine is what kernels need of the interpreter that runs them.
type Machine interface {
	// Call applies a function value.
	Call(f value.Value, args ...value.Value) (value.Value, error)
	// Parallel runs body over [0, n) in pieces of at least grain, on as many
	// cores as are free. The first error in the order of the pieces is
	// returned.
	Parallel(n, grain int, body func(from, to int) error) error
	// Charge counts elementary operations; it fails where a limit is passed or
	// the run was cancelled.
	Charge(steps int64) error
	// Allocate counts bytes of results; it fails where a limit is passed.
	Allocate(bytes int64) error
}
