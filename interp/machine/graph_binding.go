package machine

import (
	"sync/atomic"
	"unsafe"

	"github.com/fraccheck/fraccheck/interp/code"
)

// A graphField is the place of a graph binding in an environment. It has three states:
//
//	pointer nil              not evaluated
//	pointer beingEvaluated   a machine evaluates it
//	other pointer            the value
//
// Several machines may read and set it: the pointer is written last and read first, so
// that a word is never read that belongs to another pointer. A machine that finds a binding
// which another one is evaluating evaluates it too: the values are the same, and nobody
// waits. A machine that finds one that it evaluates itself has found a cycle.
type graphField code.Slot

// An evaluation is a graph binding that is being evaluated by a machine, or by one
// that waits for it.
type evaluation struct {
	field *graphField
	outer *evaluation
}

// beingEvaluated is what the pointer of a field is while its binding is evaluated.
var beingEvaluated code.Slot

func graphFieldOf(s code.Slot, i int) *graphField {
	return (*graphField)(unsafe.Add(unsafe.Pointer(s.P), uintptr(i)*code.SlotSize))
}

func (f *graphField) pointer() *unsafe.Pointer { return (*unsafe.Pointer)(unsafe.Pointer(&f.P)) }

// get gives the value, if there is one.
func (f *graphField) get() (code.Slot, bool) {
	p := (*code.Slot)(atomic.LoadPointer(f.pointer()))
	if p == nil || p == &beingEvaluated {
		return code.Slot{}, false
	}
	return code.Slot{W: atomic.LoadUint64(&f.W), P: p}, true
}

// set stores the value.
func (f *graphField) set(s code.Slot) {
	atomic.StoreUint64(&f.W, s.W)
	atomic.StorePointer(f.pointer(), unsafe.Pointer(s.P))
}

// beginGraph notes that a graph binding is being evaluated. It fails where that was
// begun already and waits for this.
func (m *machine) beginGraph(env code.Slot, field, target int) error {
	f := graphFieldOf(env, field)
	if !atomic.CompareAndSwapPointer(f.pointer(), nil, unsafe.Pointer(&beingEvaluated)) {
		for p := m.evaluating; p != nil; p = p.outer {
			if p.field == f {
				return m.fail(CycleFault, "the graph binding `%s` needs its own value", m.funcs[target].Name)
			}
		}
	}
	m.evaluating = &evaluation{f, m.evaluating}
	return nil
}
