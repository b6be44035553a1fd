package machine

import (
	"math"
	"sync"
	"unsafe"

	"github.com/fraccheck/fraccheck/interp/code"
)

// registers are those of one frame. An array of a constant length lets Go index it by a byte
// without a check.
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
// short runs would otherwise take more time for them than for what it computes. Without it
// the small networks of BenchmarkNets, of 30 to 300 µs, take 1.2 to 1.6 times as long.
var firstSegments = sync.Pool{New: func() any { return new([firstSegment]code.Slot) }}

// newSegment allocates a segment; small ones come from runs before.
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

// registers are those of the frame at base, for which grow has allocated.
func (m *machine) registers() *registers {
	return (*registers)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(m.stack)), uintptr(m.base)*code.SlotSize))
}

// What the words of scalar slots hold, and back.

// What the words of scalar slots hold, and back: floats by their bits, integers extended to
// 64 bits with their sign, so that wrap32 cuts off what an operation carried.
func f32(w uint64) float32    { return math.Float32frombits(uint32(w)) }
func f64(w uint64) float64    { return math.Float64frombits(w) }
func bits32(x float32) uint64 { return uint64(math.Float32bits(x)) }
func bits64(x float64) uint64 { return math.Float64bits(x) }
func wrap32(n int64) uint64   { return uint64(int64(int32(n))) }

// start is the place of a function's first word.
func start(f *code.Function) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(f.Code)) }

// offset is the number of the word at a place.
func offset(f *code.Function, ip unsafe.Pointer) int {
	return int(uintptr(ip)-uintptr(start(f))) / 4
}

// jump is the place that a target word means: targets are relative to it.
func jump(ip unsafe.Pointer) unsafe.Pointer { return unsafe.Add(ip, 4*int(*(*int32)(ip))) }

// overflow moves the frame that is entered to a new segment.
func (m *machine) overflow(fn *code.Function) error {
	if err := m.grow(m.base, fn.Params+1); err != nil {
		return err
	}
	caller := &m.frames[len(m.frames)-1]
	caller.base = ^caller.base
	return nil
}

// gather copies the registers that are listed in code, four a word.
func gather(into []code.Slot, regs *registers, ip unsafe.Pointer) unsafe.Pointer {
	for len(into) > 4 {
		w := *(*uint32)(ip)
		ip = unsafe.Add(ip, 4)
		into[0], into[1], into[2], into[3] = regs[uint8(w)], regs[uint8(w>>8)], regs[uint8(w>>16)], regs[uint8(w>>24)]
		into = into[4:]
	}
	w := *(*uint32)(ip)
	for i := range into {
		into[i] = regs[uint8(w)]
		w >>= 8
	}
	return unsafe.Add(ip, 4)
}

// setField writes a field of something that may change.
func (m *machine) setField(of code.Slot, i int, s code.Slot) {
	*(*code.Slot)(unsafe.Add(unsafe.Pointer(of.P), uintptr(i)*code.SlotSize)) = s
}
