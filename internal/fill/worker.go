package fill

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/internal/value"
)

// A worker runs kernels: it is the machine of one goroutine, with limits for one call.
type worker struct {
	steps, bytes int64
	values       []value.Value // of the term that is made
}

// What one call of an operator may take.
const (
	callSteps = 50_000
	callBytes = 1 << 19
)

// errLimit is the fault of a call that takes more than callSteps or callBytes, or is not to be made.
var errLimit = errors.New("a limit is passed")

// reset gives the worker what one call may take.
func (w *worker) reset() { w.steps, w.bytes = callSteps, callBytes }

// Call refuses: terms apply functions in the interpreter.
func (w *worker) Call(value.Value, ...value.Value) (value.Value, error) { return nil, errLimit }

// Parallel runs the body at once: the goroutines of a search are its workers.
func (w *worker) Parallel(n, _ int, body func(from, to int) error) error {
	if n <= 0 {
		return nil
	}
	return body(0, n)
}

// Charge counts steps of the call.
func (w *worker) Charge(steps int64) error {
	if w.steps -= steps; steps < 0 || w.steps < 0 {
		w.steps = 0
		return errLimit
	}
	return nil
}

// Allocate counts bytes of the call.
func (w *worker) Allocate(bytes int64) error {
	if w.bytes -= bytes; bytes < 0 || w.bytes < 0 {
		w.bytes = 0
		return errLimit
	}
	return nil
}

// tooLarge reports whether a tensor has more elements than a call may make: a view that repeats
// elements is none that the call made.
func tooLarge(v value.Value) bool {
	a, ok := v.(*value.Array)
	return ok && a.Len() > callBytes
}

// closeTo reports whether a value is the wanted one, as an evaluation comment has it. Most are not, so a
// coarse test of the first element comes first.
func closeTo(got, want value.Value, near value.Tolerance) bool {
	switch want := want.(type) {
	case *value.Array:
		a, ok := got.(*value.Array)
		if !ok || a.Dtype != want.Dtype || !slices.Equal(a.Shape, want.Shape) {
			return false
		}
		if a.Len() > 0 && !nearly(first(a), first(want), near) {
			return false
		}
	case value.Scalar:
		s, ok := got.(value.Scalar)
		if !ok || s.Dtype != want.Dtype || !nearly(s, want, near) {
			return false
		}
	case *value.Data:
		d, ok := got.(*value.Data)
		if !ok || d.Tag != want.Tag || len(d.Fields) != len(want.Fields) {
			return false
		}
	}
	difference, err := value.Compare(context.Background(), got, want, near)
	return err == nil && difference == ""
}

func first(a *value.Array) value.Scalar { return value.Load(a.Dtype, a.Data, a.Offset) }

// nearly is a coarse test, which passes all that value.Compare passes.
func nearly(a, b value.Scalar, near value.Tolerance) bool {
	if !a.Dtype.IsFloat() {
		return a.Bits == b.Bits || near.Within > 0
	}
	x, y := a.Float(), b.Float()
	return x == y || math.IsNaN(x) || math.Abs(x-y) <= math.Max(near.Within, 0.02*math.Max(math.Abs(x), math.Abs(y)))+1e-4
}
