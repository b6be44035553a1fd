package machine

import (
	"unsafe"

	"github.com/fraccheck/fraccheck/interp/code"
)

// An arena cuts the fields of data, tuples and closures from chunks, so that a
// list costs the collector one object for many cells. A chunk lives as long as
// anything in it; the first ones are small, so that short programs stay so.
type arena struct {
	free  []code.Slot
	chunk int
	bytes int64 // cut so far, not yet charged
}

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

// box makes a cell's content.
func (a *arena) cell(s code.Slot) code.Slot {
	p := a.fields(1)
	*p = s
	return code.Slot{W: uint64(code.CellKind), P: p}
}
