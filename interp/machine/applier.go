package machine

import "github.com/fraccheck/fraccheck/interp/code"

// An applier calls a function on many arguments, and allocates its frame
// once. It must be ended.
type applier struct {
	m        *machine
	f        code.Slot
	base     int
	segments int
}

// apply prepares calls of f, which is a function; it fails where memory is short.
func (m *machine) apply(f code.Slot) (applier, error) {
	a := applier{m: m, f: f, base: m.top(), segments: len(m.segments)}
	if a.base+code.FrameRegisters > len(m.stack) {
		fn, pc := m.fn, m.pc
		if err := m.grow(a.base, 0); err != nil {
			return a, err
		}
		m.fn, m.pc = fn, pc
		a.base = 0
	}
	return a, nil
}

// end gives back segments that apply, or a failure, has left.
func (a *applier) end() {
	for len(a.m.segments) > a.segments {
		a.m.shrink()
	}
}

// call1 and call2 call the function, with further arguments after.
func (a *applier) call1(x code.Slot, extra []code.Slot) (code.Slot, error) {
	m := a.m
	if !a.f.IsClosure() {
		return m.foreign(a.f, append([]code.Slot{x}, extra...))
	}
	if m.funcs[a.f.High()].Params != 1+len(extra) {
		return code.Slot{}, m.confused()
	}
	m.stack[a.base], m.stack[a.base+1] = a.f, x
	if len(extra) > 0 {
		copy(m.stack[a.base+2:], extra)
	}
	return m.enter(a.f.High(), a.base)
}

func (a *applier) call2(x, y code.Slot, extra []code.Slot) (code.Slot, error) {
	m := a.m
	if !a.f.IsClosure() {
		return m.foreign(a.f, append([]code.Slot{x, y}, extra...))
	}
	if m.funcs[a.f.High()].Params != 2+len(extra) {
		return code.Slot{}, m.confused()
	}
	m.stack[a.base], m.stack[a.base+1], m.stack[a.base+2] = a.f, x, y
	if len(extra) > 0 {
		copy(m.stack[a.base+3:], extra)
	}
	return m.enter(a.f.High(), a.base)
}

// enter calls a function from Go code: arguments are at base+1, … of the
// stack, which apply has made sure of, and the result is given back. The machine's place is
// saved and restored, so that Go code and the program's functions may call each other; a
// fault gets the calls of this loop added on its way out (locate). What a failure leaves of
// frames and segments is dropped here.
func (m *machine) enter(fn int, base int) (code.Slot, error) {
	if m.fuel--; m.fuel < 0 {
		if err := m.checkLimits(); err != nil {
			return code.Slot{}, err
		}
	}
	if m.nested++; m.nested > maxNested {
		m.nested--
		return code.Slot{}, m.fail(DepthFault, "parallel functions call each other deeper than %d times", maxNested)
	}
	fun, was, pc, low, depth, segments := m.fn, m.base, m.pc, m.firstFrame, len(m.frames), len(m.segments)
	waiting := m.evaluating
	if m.debugging != nil {
		m.wait(base)
	}
	m.base, m.fn, m.firstFrame = base, m.funcs[fn], depth
	err := m.loop(depth)
	if m.debugging != nil {
		m.failed(err)
		m.waited()
	}
	m.evaluating = waiting
	result := m.stack[m.base]
	for len(m.segments) > segments { // left over by a failure
		m.shrink()
	}
	m.base, m.fn, m.pc, m.firstFrame = was, fun, pc, low
	m.frames = m.frames[:depth]
	m.nested--
	if f, ok := err.(*Fault); ok {
		m.locate(f)
	}
	return result, err
}

// mustBeOrdered reports whether calls of a function must follow each other: it may have
// an effect, or the run is sequential. Of functions that the program does not know,
// effects are assumed.
func (m *machine) mustBeOrdered(f code.Slot) bool {
	if m.options.Threads == 1 {
		return true
	}
	if !f.IsClosure() {
		return true
	}
	fn := m.funcs[f.High()]
	return m.effects && (fn.Effect || fn.CallsUnknown)
}

// minParallelTime is how long work must take, in nanoseconds by a rough guess, to be
// shared with other cores.
const minParallelTime = 20_000

// chargeInterval is how many elements are done between two looks at limits.
const chargeInterval = 1 << 16

// charged runs body over [0, n) piece by piece, and counts a step an element.
func (m *machine) charged(n int, body func(from, to int)) error {
	for from := 0; from < n; from += chargeInterval {
		to := min(from+chargeInterval, n)
		if err := m.Charge(int64(to - from)); err != nil {
			return err
		}
		body(from, to)
	}
	return nil
}

// parallelCalls runs body over [0, n), on several cores where calls of f may be. A loop of
// less than minParallelTime is not worth waking another core; pieces are a quarter of that
// at least, and at least four a core where there are so many elements, for balance.
func (m *machine) parallelCalls(n int, f code.Slot, body func(m *machine, from, to int) error) error {
	cost := m.callTime(f)
	if m.mustBeOrdered(f) || n*cost < minParallelTime {
		return body(m, 0, n)
	}
	grain := max(1, min(minParallelTime/4/cost, n/(4*m.options.Threads)))
	return m.parallel(n, grain, body)
}

// callTime is about how many nanoseconds a call of f takes: a guess by its words of code for
// functions that call nothing, a microsecond for others.
func (m *machine) callTime(f code.Slot) int {
	if !f.IsClosure() {
		return 1000
	}
	fn := m.funcs[f.High()]
	if len(fn.Calls) > 0 || fn.CallsUnknown || len(fn.Sites) > 0 {
		return 1000
	}
	return 20 + 2*len(fn.Code)
}
