// Package outcome says what the runs of a program give, for tests that hold a changed
// program against the one before: values, and what failed.
package outcome

import (
	"context"
	"errors"
	"slices"

	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/typecheck"
)

// tooLong is the outcome of a run that reaches a limit.
const tooLong = "too long"

// limits are the faults of runs that are too long; a changed program may take more or
// fewer steps.
var limits = []interp.FaultKind{interp.StepFault, interp.DepthFault, interp.MemoryFault, interp.StopFault}

// Of are the outcomes of the top-level expressions of a program.
func Of(m *typecheck.Module) []string {
	p, err := interp.Compile(m, nil)
	if err != nil {
		return []string{err.Error()}
	}
	var found []string
	for _, i := range p.Entries() {
		v, _, err := p.Run(context.Background(), interp.Entry{Item: i}, nil, interp.Options{Sequential: true, MaxSteps: 5_000_000, MaxMemory: 1 << 29})
		var f *interp.Fault
		switch {
		case errors.As(err, &f) && slices.Contains(limits, f.Kind):
			found = append(found, tooLong)
		case err != nil:
			found = append(found, "fails: "+message(err))
		default:
			found = append(found, value.Text(v))
		}
	}
	return found
}

// Alike reports whether the outcomes are equal where neither run was too long.
func Alike(a, b []string) bool {
	return slices.EqualFunc(a, b, func(x, y string) bool { return x == y || x == tooLong || y == tooLong })
}

// message is what failed, without the functions on the way there: those without a name
// of their own are called by that of a variable.
func message(err error) string {
	var f *interp.Fault
	if errors.As(err, &f) {
		return f.Message
	}
	return err.Error()
}
