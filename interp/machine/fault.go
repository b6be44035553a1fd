package machine

import (
	"errors"
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Fault is why a run came to no value: what happened, where, and through
// which calls the run got there.
type Fault struct {
	Kind    FaultKind
	Message string
	Path    []Call // innermost first
	// Skipped is how many calls between Path's last two entries are left out.
	Skipped  int
	cause    error
	inside   bool // a part of an expression: the next call is the same expression
	reported bool // to the debugger
}

// A FaultKind sorts faults.
type FaultKind uint8

const (
	ProgramFault FaultKind = iota // the program asks for what cannot be
	ZeroFault                     // a division by zero
	RangeFault                    // an index, or an empty FractalTensor where an element is needed
	LengthFault                   // FractalTensors of unequal lengths
	ShapeFault                    // a tensor of another shape than is declared or needed
	MatchFault                    // no clause matches
	CycleFault                    // a graph binding that needs itself
	DepthFault                    // limits
	StepFault
	MemoryFault
	StopFault     // cancelled, or out of time
	InternalFault // a mistake of the interpreter
)

var kindNames = [...]string{
	"error", "division-by-zero", "index-out-of-range", "length-mismatch", "shape-mismatch", "match-failure",
	"cyclic-binding", "depth-limit", "step-limit", "memory-limit", "stopped", "internal-error",
}

func (k FaultKind) String() string { return kindNames[k] }

// A Call is a place that a run was at.
type Call struct {
	Name   string // of the definition; "" in a top-level expression
	Module *typecheck.Module
	Item   int // of the module; -1 where no text represents the code
	Node   syntax.NodeID
	Span   syntax.Span
}

func (f *Fault) Error() string {
	var b strings.Builder
	b.WriteString(f.Message)
	for i, c := range f.Path {
		if i > 0 && c.Name != "" {
			fmt.Fprintf(&b, "\n  called in %s", c.Name)
		}
	}
	return b.String()
}

// Unwrap gives the context's error of a run that was stopped.
func (f *Fault) Unwrap() error { return f.cause }

// longestPath is how many calls a fault names at either end of its path.
const longestPath = 16

// fail makes a fault at the place where the machine is.
func (m *machine) fail(k FaultKind, format string, args ...any) error {
	return m.locate(&Fault{Kind: k, Message: fmt.Sprintf(format, args...)})
}

// confused is the fault of a value that is not of the kind that its type says.
func (m *machine) confused() error {
	return m.fail(InternalFault, "internal error: %v", code.ErrConfused)
}

// wrap makes a fault of what Go code answers; a fault is handed on.
func (m *machine) wrap(err error) error {
	var f *Fault
	if errors.As(err, &f) {
		if len(f.Path) == 0 {
			m.locate(f)
		}
		return f
	}
	k := ProgramFault
	switch {
	case errors.Is(err, value.ErrZeroDivisor):
		k = ZeroFault
	case strings.Contains(err.Error(), "shape") || strings.Contains(err.Error(), "broadcast"):
		k = ShapeFault
	}
	return m.locate(&Fault{Kind: k, Message: err.Error(), cause: err})
}

// locate adds the machine's place and the calls that are open in this loop.
func (m *machine) locate(f *Fault) error {
	top := len(m.frames)
	if argument, ok := m.atArgument(); ok {
		f.Path = append(f.Path, argument)
		f.inside = m.funcs[m.frames[top-1].fn].Part
		top--
	} else {
		f.add(m.fn, m.pc)
	}
	m.callers(f, top)
	return f
}

// callers adds the frames of the innermost loop; those of loops around it are
// added when the fault passes through them.
func (m *machine) callers(f *Fault, top int) {
	for i := top - 1; i >= m.firstFrame; i-- {
		f.add(m.funcs[m.frames[i].fn], int(m.frames[i].pc))
	}
}

// add appends a call to the path. Of a long path the first and the last longestPath calls are
// kept: those between are counted in Skipped.
func (f *Fault) add(fn *code.Function, pc int) {
	if fn == nil {
		return
	}
	if f.inside {
		f.inside = false
		return
	}
	f.inside = fn.Part
	call := callAt(fn, pc)
	if len(f.Path) < 2*longestPath {
		f.Path = append(f.Path, call)
		return
	}
	f.Skipped++
	copy(f.Path[longestPath:], f.Path[longestPath+1:])
	f.Path[len(f.Path)-1] = call
}

// callAt is the place of a function's code.
func callAt(fn *code.Function, pc int) Call {
	call := Call{Name: fn.Name, Module: fn.Place.Module, Item: fn.Place.Item}
	if pc = min(max(pc-1, 0), len(fn.Nodes)-1); pc >= 0 {
		call.Node = fn.Nodes[pc]
		call.Span = fn.Item.Span(call.Node)
	}
	for outer := fn; call.Name == "" && outer != nil; outer = outer.Outer {
		call.Name = outer.Name
	}
	return call
}

// show spells a value for a message, in 80 characters at most.
func (m *machine) show(s code.Slot) string {
	text := []rune(value.Summary(m.toValue(s)))
	if len(text) > 80 {
		return string(text[:77]) + "..."
	}
	return string(text)
}
