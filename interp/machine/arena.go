package machine

import (
	"unsafe"

	"github.com/fraccheck/fraccheck/interp/code"
)

// An arena cuts the fields of data, tuples and closures from chunks, so that a
// list costs the collector one object for many cells. A chunk lives as long as
// anything in it; the first ones are small, so that short programs stay so. Bytes are
// counted by the chunk, and charged at the next look at the limits.
type arena struct {
	free  []code.Slot
	chunk int
	bytes int64 // cut so far, not yet charged
}

// Chunks double from smallChunk to largeChunk slots. What needs more than a quarter of a
// large chunk is allocated by itself, so that a chunk wastes a quarter at most.
const (
	smallChunk = 32
	largeChunk = 512
)

// fields gives n slots, side by side.
func (a *arena) fields(n int) *code.Slot {
	if n == 0 {
		return &code.NoFields
	}
	if n > len(a.free) {
		return a.refill(n)
	}
	p := &a.free[0]
	a.free = a.free[n:]
	return p
}

// refill begins a new chunk for n slots; what is left of the old one is lost.
func (a *arena) refill(n int) *code.Slot {
	switch {
	case n == 0:
		return &code.NoFields
	case n > largeChunk/4:
		a.bytes += int64(n) * int64(code.SlotSize)
		return &make([]code.Slot, n)[0]
	}
	a.chunk = min(max(2*a.chunk, smallChunk), largeChunk)
	a.free = make([]code.Slot, max(a.chunk, n))
	a.bytes += int64(len(a.free)) * int64(code.SlotSize)
	p := &a.free[0]
	a.free = a.free[n:]
	return p
}

// tuple makes a tuple of elements.
func (a *arena) tuple(elems ...code.Slot) code.Slot {
	p := a.fields(len(elems))
	copy(unsafe.Slice(p, len(elems)), elems)
	return code.Slot{W: code.TupleWord(len(elems)), P: p}
}

// cell makes a reference that holds s.
func (a *arena) cell(s code.Slot) code.Slot {
	p := a.fields(1)
	*p = s
	return code.Slot{W: uint64(code.CellKind), P: p}
}
