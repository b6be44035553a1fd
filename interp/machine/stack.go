package machine

import (
	"sync"
	"unsafe"

	"github.com/fraccheck/fraccheck/interp/code"
)

type registers = [code.FrameRegisters]code.Slot

// The stack is made of segments, so that it grows without being copied; no
// frame lies across two of them.
const (
	firstSegment = 2048
	laterSegment = 1 << 16
)

// A segment is a part of the stack that is full: the call that did not fit any
// more leaves its result at the place `at` of it.
type segment struct {
	stack []code.Slot
	base  int
	at    int
}

// grow begins a new segment for a call whose frame was to begin at base, with
// its first n slots.
func (m *machine) grow(base, n int) error {
	next := m.spare
	m.spare = nil
	if next == nil {
		size := laterSegment
		if m.stack == nil {
			size = firstSegment
		}
		if err := m.Allocate(int64(size) * int64(code.SlotSize)); err != nil {
			return err
		}
		next = newSegment(size)
	}
	if m.stack != nil {
		copy(next, m.stack[base:min(base+n, len(m.stack))])
	}
	m.segments = append(m.segments, segment{m.stack, m.base, base})
	m.stack, m.base = next, 0
	return nil
}

// firstSegments are the first segments of runs that ended, empty: a program of many
// short runs would otherwise take more time for them than for what it computes.
var firstSegments = sync.Pool{New: func() any { return new([firstSegment]code.Slot) }}

func newSegment(size int) []code.Slot {
	if size == firstSegment {
		return firstSegments.Get().(*[firstSegment]code.Slot)[:]
	}
	return make([]code.Slot, size)
}

// release ends the use of the stack, once the run is over.
func (m *machine) release() {
	stack := m.stack
	m.stack, m.spare = nil, nil
	if len(stack) == firstSegment {
		clear(stack) // it keeps what it points at from being collected
		firstSegments.Put((*[firstSegment]code.Slot)(stack))
	}
}

// shrink goes back to the segment before.
func (m *machine) shrink() {
	last := len(m.segments) - 1
	s := m.segments[last]
	m.segments = m.segments[:last]
	if s.stack != nil {
		m.spare = m.stack
		m.stack, m.base = s.stack, s.base
		return
	}
	m.base = s.base
}

// registers are those of the frame at base, for which grow has made room.
func (m *machine) registers() *registers {
	return (*registers)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(m.stack)), uintptr(m.base)*code.SlotSize))
}
