package machine

import (
	"slices"
	"sync/atomic"

	"github.com/fraccheck/fraccheck/interp/code"
)

// A FastPath is a way of evaluation that gives what plain evaluation gives,
// sooner. Whether one was taken shows in no result, so runs count them: the
// tests of one hold that it is taken.
type FastPath uint8

const (
	OperatorsFused  FastPath = iota // elementwise operators in one pass
	ElementsFused                   // a function on blocks of elements
	ChunksFused                     // chunks of a reduction side by side
	ProductsBatched                 // one product of matrices for all elements
	BindingsForked                  // bindings side by side
	FastPathCount
)

// A tally counts the fast paths taken in an engine's runs.
type tally [FastPathCount]atomic.Int64

// countFastPath counts a path that was taken.
func (m *machine) countFastPath(s FastPath) { m.engine.taken[s].Add(1) }

// Taken is how often a fast path was taken in the engine's runs.
func (e *Engine) Taken(s FastPath) int64 { return e.taken[s].Load() }

// fork runs n functions without parameters, in the registers from at on, side by side; their
// results take their places. done is false where they must be run in order, or one fails:
// the code after then runs them one after the other, which finds the first fault in the
// order of the program.
func (m *machine) fork(at, n int) (done bool, err error) {
	tasks := append([]code.Slot{}, m.stack[at:at+n]...)
	if slices.ContainsFunc(tasks, m.mustBeOrdered) {
		return false, nil
	}
	results := make([]code.Slot, n)
	done, err = m.speculate(func() (bool, error) {
		return true, m.parallel(n, 1, func(m *machine, from, to int) error {
			for i := from; i < to; i++ {
				r, err := m.invoke(tasks[i])
				if err != nil {
					return err
				}
				results[i] = r
			}
			return nil
		})
	})
	if done {
		m.countFastPath(BindingsForked)
		copy(m.stack[at:], results)
	}
	return done, err
}

// speculate does in another order what can be done plainly, and reports whether
// that succeeded. What it took does not count if not; only a run that is stopped
// or broken ends there.
func (m *machine) speculate(do func() (bool, error)) (ok bool, err error) {
	before := m.steps.Load()
	ok, err = do()
	if ok && err == nil {
		return true, nil
	}
	if f, faulty := err.(*Fault); faulty && (f.Kind == StopFault || f.Kind == InternalFault) {
		return false, err
	}
	m.steps.Add(before - m.steps.Load())
	return false, nil
}

// minFusedElements is how many elements fused operators must have to be traced; on
// fewer they run one by one, since a trace takes some microseconds.
const minFusedElements = 512

// fused runs the fused operators of a site: in one pass over the elements where that
// pays and can be done, else by calling their function, which runs them one by one.
func (m *machine) fused(s *code.Site, args []code.Slot) (code.Slot, error) {
	size := 0
	for _, arg := range args {
		if arg.Kind() == code.ArrayKind {
			size = max(size, arg.Array().Len())
		}
	}
	if size >= minFusedElements && !m.options.Sequential {
		result, ok, err := m.runFused(s, args)
		if ok || err != nil {
			return result, err
		}
	}
	return m.invoke(code.FunctionSlot(s.Fused.Index), args...)
}

// runFused traces the function of fused operators and runs the trace: the domain has one
// element, the operands as a whole. ok is false where it cannot be traced, or divides by
// zero: the plain way then finds where.
func (m *machine) runFused(s *code.Site, args []code.Slot) (result code.Slot, ok bool, err error) {
	t := &tracer{m: m, domains: []int{1}, budget: traceBudget}
	n := 0
	if !traced(func() {
		given := make([]symbol, len(args))
		for i, arg := range args {
			given[i] = t.known(arg)
			if arg.Kind() == code.ArrayKind { // one node, however often it is read
				given[i] = symbol{kind: nodeSymbol, node: t.operand(given[i])}
			}
		}
		n = t.operand(t.call(symbol{kind: knownSymbol, slot: code.FunctionSlot(s.Fused.Index)}, given))
	}) {
		return code.Slot{}, false, nil
	}
	start := m.profile.now()
	a, err := m.compute(t, n, 1)
	m.profile.operator(fusedOperators, start)
	if isZeroDivisor(err) {
		return code.Slot{}, false, nil
	}
	if err != nil {
		return code.Slot{}, false, err
	}
	m.countFastPath(OperatorsFused)
	return code.ArraySlot(a.Index(0)), true, nil
}
