package interp

import (
	"sync/atomic"
	"unsafe"
)

// A graphField is the place of a graph binding in an environment. Several
// machines may read and settle it: the pointer is written last and read first.
// A machine that finds a binding which another one is evaluating evaluates it
// too: the values are the same, and nobody waits.
type graphField slot

// A pending is a graph binding that is being evaluated by a machine, or by one
// that waits for it.
type pending struct {
	field *graphField
	outer *pending
}

// inWork is what the pointer of a field is while its binding is evaluated.
var inWork slot

func (s slot) graphField(i int) *graphField {
	return (*graphField)(unsafe.Add(unsafe.Pointer(s.p), uintptr(i)*slotSize))
}

func (f *graphField) pointer() *unsafe.Pointer { return (*unsafe.Pointer)(unsafe.Pointer(&f.p)) }

// settled gives the value, if there is one.
func (f *graphField) settled() (slot, bool) {
	p := (*slot)(atomic.LoadPointer(f.pointer()))
	if p == nil || p == &inWork {
		return slot{}, false
	}
	return slot{atomic.LoadUint64(&f.w), p}, true
}

func (f *graphField) settle(s slot) {
	atomic.StoreUint64(&f.w, s.w)
	atomic.StorePointer(f.pointer(), unsafe.Pointer(s.p))
}

// pend notes that a graph binding is being evaluated. It fails where that was
// begun already and waits for this.
func (m *machine) pend(env slot, field, target int) error {
	f := env.graphField(field)
	if !atomic.CompareAndSwapPointer(f.pointer(), nil, unsafe.Pointer(&inWork)) {
		for p := m.pending; p != nil; p = p.outer {
			if p.field == f {
				return m.fail(CycleFault, "the graph binding `%s` needs its own value", m.funcs[target].name)
			}
		}
	}
	m.pending = &pending{f, m.pending}
	return nil
}
