package machine

import (
	"context"

	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
)

// A Debugger follows a run of code that is compiled for stepping. The run waits while a
// method of it runs; what the method gets may be looked at only so long.
type Debugger interface {
	// Reached is notified of each point that the run comes to.
	Reached(s *Stop)
	// Failed is notified of the fault that ends the run, where it happened.
	Failed(s *Stop, f *Fault)
}

// debugging is what a machine keeps for a Debugger.
type debugging struct {
	waiting []waiting // the calls from Go code that are open
	fresh   bool      // a call from Go code has begun, and reached no point so far
}

// A waiting frame is the caller of a function that calls others, such as map.
type waiting struct {
	frame   Frame
	frames  int // of those below, when it called
	element int // that the call is for; -1 where it is for none
}

// A Stop is a run at one of its points.
type Stop struct {
	m     *machine
	Point *code.Point
	Fresh bool // of an entry: the call was made by an operator, and not by the program's code
}

// A Frame is a call that is open.
type Frame struct {
	m       *machine
	fn      *code.Function
	pc      int
	stack   []code.Slot
	base    int
	segment int
	Element int  // of what a parallel function works on, that this call is for; -1 for none
	Applied bool // an operator made the call
}

// Depth is how many calls are open.
func (s *Stop) Depth() int { return len(s.m.frames) + len(s.m.debugging.waiting) }

// Steps is how many steps the run has made.
func (s *Stop) Steps() int64 { return s.m.steps.Load() + int64(quantum-max(s.m.fuel, 0)) }

// Frame is the innermost frame.
func (s *Stop) Frame() Frame { return s.Frames(0, 1)[0] }

// Frames gives n frames from one on, the innermost first. It passes over those before it.
func (s *Stop) Frames(from, n int) []Frame {
	m := s.m
	var found []Frame
	f := Frame{m: m, fn: m.fn, pc: m.pc, stack: m.stack, base: m.base, segment: len(m.segments)}
	below, callers := len(m.frames), m.debugging.waiting
	for i := 0; i < from+n; i++ {
		outer := Frame{}
		f.Element = -1
		if k := len(callers) - 1; k >= 0 && below == callers[k].frames {
			outer, f.Element, f.Applied, callers = callers[k].frame, callers[k].element, callers[k].frame.fn != nil, callers[:k]
		} else if below > 0 {
			below--
			outer = m.callerOf(f, m.frames[below])
		}
		if i >= from {
			found = append(found, f)
		}
		if outer.fn == nil {
			break
		}
		f = outer
	}
	return found
}

// callerOf is the frame that waits for another one.
func (m *machine) callerOf(callee Frame, f frame) Frame {
	outer := Frame{m: m, fn: m.funcs[f.fn], pc: int(f.pc), stack: callee.stack, base: int(f.base), segment: callee.segment}
	if f.base < 0 {
		outer.base = int(^f.base)
		outer.segment--
		outer.stack = m.segments[outer.segment].stack
	}
	return outer
}

// wait notes the caller of a call from Go code whose frame is to be at base.
func (m *machine) wait(base int) {
	f := Frame{m: m, fn: m.fn, pc: m.pc, stack: m.stack, base: m.base, segment: len(m.segments)}
	if base == 0 && f.segment > 0 { // the frame has a segment of its own (apply)
		f.segment--
		f.stack, f.base = m.segments[f.segment].stack, m.segments[f.segment].base
	}
	m.debugging.waiting = append(m.debugging.waiting, waiting{f, len(m.frames), m.turn})
	m.debugging.fresh, m.turn = true, -1
}

// waited ends what wait began.
func (m *machine) waited() {
	m.debugging.waiting = m.debugging.waiting[:len(m.debugging.waiting)-1]
}

// reached tells the debugger of a point.
func (m *machine) reached(p *code.Point) {
	s := Stop{m: m, Point: p}
	if p.Kind == code.EntryPoint {
		s.Fresh, m.debugging.fresh = m.debugging.fresh, false
	}
	m.options.Debugger.Reached(&s)
}

// failed tells the debugger of a fault, once.
func (m *machine) failed(err error) {
	if f, ok := err.(*Fault); ok && !f.reported {
		f.reported = true
		m.options.Debugger.Failed(&Stop{m: m}, f)
	}
}

// Function is whose call it is.
func (f Frame) Function() *code.Function { return f.fn }

// Call is the place that the frame is at.
func (f Frame) Call() Call { return callAt(f.fn, f.pc) }

// A Local is a variable of a frame and its value.
type Local struct {
	*code.Variable
	Value    View
	Captured bool // by the function's closure
}

// Locals are the variables that are seen where the frame is, the ones bound last first,
// and then what the function's closure holds. One that is hidden by another is left out.
func (f Frame) Locals() []Local {
	var all []Local
	seen := map[string]bool{}
	add := func(v *code.Variable, captured bool) {
		if !seen[v.Name] {
			seen[v.Name] = true
			all = append(all, Local{v, f.view(v), captured})
		}
	}
	for v := f.fn.Scope(max(f.pc-1, 0)); v != nil; v = v.Outer {
		add(v, false)
	}
	for _, v := range f.fn.Captured {
		add(v, true)
	}
	return all
}

// view is the value of a variable; it is not set where the variable has none yet.
func (f Frame) view(v *code.Variable) View {
	registers := f.stack[f.base:]
	var s code.Slot
	switch v.Where {
	case code.InRegister:
		s = registers[v.Register]
	case code.InEnvironment:
		s = inside(registers[v.Register], v.Field)
	case code.InClosure:
		s = inside(registers[0], v.Field)
	case code.InClosureEnvironment:
		s = inside(inside(registers[0], v.Field), v.Inner)
	}
	return View{f.m, s}
}

func inside(of code.Slot, i int) code.Slot {
	if !of.IsClosure() {
		return code.Slot{}
	}
	if s := of.At(i); s.P != &beingEvaluated {
		return s
	}
	return code.Slot{}
}

// Value is the value of the expression after which the run stopped.
func (s *Stop) Value() View {
	if s.Point == nil || s.Point.Kind != code.AfterPoint {
		return View{}
	}
	return View{s.m, s.m.stack[s.m.base+s.Point.Register]}
}

// Evaluate calls a function with values of this run while it waits, in a run of its own.
func (e *Engine) Evaluate(ctx context.Context, fn int, args []View, o Options) (View, error) {
	r := e.newRun(ctx, o)
	m := r.machine()
	defer m.release()
	defer r.close()
	slots := make([]code.Slot, len(args))
	for i, arg := range args {
		slots[i] = arg.slot
	}
	if n := e.program.Snapshot().Functions[fn].InRegisters(); n < len(slots) {
		slots = append(slots[:n:n], m.arena.tuple(slots[n:]...))
	}
	result, err := m.protect(func() (code.Slot, error) {
		if err := m.checkLimits(); err != nil {
			return code.Slot{}, err
		}
		return m.invoke(code.FunctionSlot(fn), slots...)
	})
	return View{m, result}, err
}

// A View is a value that a run holds, or none.
type View struct {
	m    *machine
	slot code.Slot
}

// IsSet reports whether there is a value.
func (v View) IsSet() bool { return v.slot.IsSet() }

// Leaf is a number, a tensor or a FractalTensor; nil where the value is none of them.
func (v View) Leaf() value.Value {
	if d, ok := v.slot.ScalarDtype(); ok {
		return value.Scalar{Dtype: d, Bits: v.slot.W}
	}
	switch v.slot.Kind() {
	case code.ArrayKind:
		return v.slot.Array()
	case code.FractalKind:
		return v.slot.Fractal()
	}
	return nil
}

// Value is the value as others than a run see it; nil where there is none.
func (v View) Value() value.Value {
	if leaf := v.Leaf(); leaf != nil || !v.IsSet() {
		return leaf
	}
	return v.m.toValue(v.slot)
}

// Kind is what kind of value it is; of numbers NoKind.
func (v View) Kind() code.Kind { return v.slot.Kind() }

// Constructor is that of data.
func (v View) Constructor() code.Constructor {
	if i := v.slot.High(); v.slot.IsData() && i < len(v.m.cons) {
		return v.m.cons[i]
	}
	return code.Constructor{}
}

// Function is that of a closure; nil of other functions.
func (v View) Function() *code.Function {
	if i := v.slot.W >> 32; v.slot.IsClosure() && i < uint64(len(v.m.funcs)) {
		return v.m.funcs[i]
	}
	return nil
}

// Len is how many parts the value has: fields, or elements along the first dimension.
func (v View) Len() int {
	switch v.slot.Kind() {
	case code.DataKind:
		return v.Constructor().Fields
	case code.TupleKind:
		return v.slot.High()
	case code.CellKind:
		return 1
	case code.ArrayKind:
		return v.slot.Array().Shape[0]
	case code.FractalKind:
		return v.slot.Fractal().Len()
	}
	return 0
}

// Part is part i.
func (v View) Part(i int) View {
	switch v.slot.Kind() {
	case code.ArrayKind:
		return View{v.m, code.ArraySlot(v.slot.Array().Index(i))}
	case code.FractalKind:
		return partOfFractal(v.m, v.slot.Fractal(), i)
	}
	return View{v.m, v.slot.At(i)}
}

func partOfFractal(m *machine, f *value.Fractal, i int) View {
	if m == nil {
		m = &machine{}
	}
	return View{m, m.element(f.Elems, i)}
}
