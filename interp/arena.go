package interp

import "unsafe"

// An arena cuts the fields of data, tuples and closures from chunks, so that a
// list costs the collector one object for many cells. A chunk lives as long as
// anything in it; the first ones are small, so that short programs stay so.
type arena struct {
	free  []slot
	chunk int
	bytes int64 // cut so far, not yet charged
}

const (
	smallChunk = 32
	largeChunk = 512
)

// fields gives n slots, side by side.
func (a *arena) fields(n int) *slot {
	if n == 0 {
		return &none
	}
	if n > len(a.free) {
		return a.refill(n)
	}
	p := &a.free[0]
	a.free = a.free[n:]
	return p
}

func (a *arena) refill(n int) *slot {
	switch {
	case n == 0:
		return &none
	case n > largeChunk/4:
		a.bytes += int64(n) * int64(slotSize)
		return &make([]slot, n)[0]
	}
	a.chunk = min(max(2*a.chunk, smallChunk), largeChunk)
	a.free = make([]slot, max(a.chunk, n))
	a.bytes += int64(len(a.free)) * int64(slotSize)
	p := &a.free[0]
	a.free = a.free[n:]
	return p
}

// tuple makes a tuple of elements.
func (a *arena) tuple(elems ...slot) slot {
	p := a.fields(len(elems))
	copy(unsafe.Slice(p, len(elems)), elems)
	return slot{tupleWord(len(elems)), p}
}

// box makes a cell's content.
func (a *arena) cell(s slot) slot {
	p := a.fields(1)
	*p = s
	return slot{uint64(cellKind), p}
}
