package trial

import (
	"errors"

	"github.com/fraccheck/fraccheck/internal/treewalk"
	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/value"
)

// A kernelMachine runs kernels on one core, until its steps are spent. What they give is
// a value; what a call costs says the operator's entry.
type kernelMachine struct{ steps int64 }

var errFunction = errors.New("kernels that call functions are not run here")

func (m *kernelMachine) Call(value.Value, ...value.Value) (value.Value, error) {
	return nil, errFunction
}

func (m *kernelMachine) Parallel(n, _ int, body func(from, to int) error) error {
	if n <= 0 {
		return nil
	}
	return body(0, n)
}

func (m *kernelMachine) Charge(steps int64) error {
	if m.steps -= steps; m.steps < 0 || steps < 0 {
		return treewalk.ErrSteps
	}
	return nil
}

// bytesPerStep is how much memory a kernel may take for each step that is left.
const bytesPerStep = 64

func (m *kernelMachine) Allocate(bytes int64) error {
	if bytes < 0 || bytes/bytesPerStep > m.steps {
		return treewalk.ErrSteps
	}
	return nil
}

// compute runs the kernel of an operator on tensors.
func (l *linker) compute(item *syntax.Item, n syntax.NodeID, name string, args []treewalk.Value, steps int) (v treewalk.Value, used int, err error) {
	call, ok := l.typed(item, n, name, args)
	if !ok || call.Op.Kernel == nil {
		return nil, 0, treewalk.ErrUnknown
	}
	a := call.Op.Relation(call)
	if a.Err != nil || a.Waits || a.Out == nil {
		return nil, 0, treewalk.ErrUnknown
	}
	call.Out = a.Out
	work, known := call.Op.Cost.Work.Number(call)
	if known && work > int64(steps) {
		return nil, steps, treewalk.ErrSteps
	}
	k := &op.KernelCall{Op: call.Op, Attrs: call.Attrs, Out: call.Out}
	for _, arg := range args {
		given, ok := valueOf(arg)
		if !ok {
			return nil, 0, treewalk.ErrUnknown
		}
		k.Args = append(k.Args, given)
	}
	m := &kernelMachine{steps: int64(steps)}
	result, err := call.Op.Kernel(m, k)
	if err != nil {
		return nil, steps - int(max(m.steps, 0)), err
	}
	return treewalk.Of(result), max(int(work), steps-int(m.steps)), nil
}

// valueOf is a value of tensors as kernels take it.
func valueOf(v treewalk.Value) (value.Value, bool) {
	switch v := v.(type) {
	case treewalk.Num:
		return scalarOf(v)
	case *treewalk.Tensor:
		d, ok := value.ParseDtype(v.Dtype)
		if !ok {
			return nil, false
		}
		a := value.NewArray(d, v.Shape)
		for i, n := range v.Data {
			s, _ := scalarOf(n)
			value.Store(a.Data, i, s)
		}
		return a, true
	case *treewalk.Tuple:
		t := &value.Tuple{}
		for _, e := range v.Elems {
			part, ok := valueOf(e)
			if !ok {
				return nil, false
			}
			t.Elems = append(t.Elems, part)
		}
		return t, true
	}
	return nil, false
}

func scalarOf(n treewalk.Num) (value.Scalar, bool) {
	d, ok := value.ParseDtype(n.Dtype)
	if d.IsFloat() {
		return value.FromFloat(d, n.F), ok
	}
	return value.FromInt(d, n.I), ok
}
