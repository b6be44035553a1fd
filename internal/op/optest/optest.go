// Package optest asks operators' relations in tests, says their answers as text,
// and runs kernels. Read Ask first.
package optest

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Ask types a call of one of the operators: the code of the error where the
// attributes or the call are refused, else what Say says.
func Ask(t *testing.T, ops []*op.Op, name string, named []op.Named, args ...types.Type) string {
	t.Helper()
	for _, o := range ops {
		if o.Name != name {
			continue
		}
		attrs, errs := op.Bind(o, named)
		if len(errs) > 0 {
			return errs[0].Code
		}
		return Say(o.Relation(&op.Call{Op: o, Args: args, Attrs: attrs}))
	}
	t.Fatalf("no %s", name)
	return ""
}

// Say gives an answer as text: the error's code, `waits`, or the result's type
// with what follows for the arguments and the codes of the warnings.
func Say(a op.Answer) string {
	switch {
	case a.Err != nil:
		return a.Err.Code
	case a.Waits:
		return "waits"
	}
	text := types.String(a.Out)
	for _, e := range a.Equal {
		text += "; " + types.String(e.Type)
	}
	for _, w := range a.Warn {
		text += "; " + w.Code
	}
	return text
}
