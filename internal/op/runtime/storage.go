package runtime

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// storage is the type of allocated memory where a program does not say it.
// Programs of the virtual machine declare it themselves (`type Storage {}`),
// and a relation does not see declarations: what is meant is found by name.
var storage = types.Storage

func isStorage(t types.Type) bool {
	adt, ok := types.Head(t).(*types.ADT)
	return ok && adt.Decl.Name == storage.Decl.Name && len(adt.Args) == 0
}

// storageOf is the result of a call that allocates: the program's own type
// where an annotation or a use tells it, which is waited for.
func storageOf(c *op.Call) op.Answer {
	switch {
	case isStorage(c.Out):
		return op.Done(c.Out)
	case c.Last:
		return op.Done(storage)
	}
	return op.WaitFor(0)
}
