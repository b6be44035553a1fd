package infer

// An Allocator returns new values one by one, out of pieces that are allocated at once.
// A piece stays as long as anything points into it, so the first ones are small: a
// file of a hundred thousand items that each need one variable pays for few more.
type Allocator[T any] struct {
	free []T
	size int // of the last piece
}

// The pieces have from smallestPiece to largestPiece values, each twice what the last had.
const smallestPiece, largestPiece = 2, 32

func (s *Allocator[T]) Next() *T {
	if len(s.free) == 0 {
		s.size = min(max(2*s.size, smallestPiece), largestPiece)
		s.free = make([]T, s.size)
	}
	v := &s.free[0]
	s.free = s.free[1:]
	return v
}

// MostKept is how large maps are kept: more than nearly all items need, and little beside
// their trees. To empty one takes time with its size.
const MostKept = 1 << 10

// An Arena gives slices of zero values out of one array, which all go back to it
// together. What does not fit is no part of it, and what is left of an array that is
// used up belongs to those who took of it.
type Arena[T any] struct{ array []T } // up to its length it is in use

// arenaSize is the length of the array. What asks for more than a part of it gets an
// array of its own.
const (
	arenaSize = 512
	mostTaken = arenaSize / 2
)

func (a *Arena[T]) Take(n int) []T {
	if n > mostTaken {
		return make([]T, n)
	}
	if cap(a.array)-len(a.array) < n {
		a.array = make([]T, 0, arenaSize)
	}
	from, to := len(a.array), len(a.array)+n
	a.array = a.array[:to]
	return a.array[from:to:to]
}

func (a *Arena[T]) Empty() {
	clear(a.array)
	a.array = a.array[:0]
}
