package typecheck

// An allocator returns new values one by one, out of pieces that are allocated at once.
// A piece stays as long as anything points into it, so the first ones are small: a
// file of a hundred thousand items that each need one variable pays for few more.
type allocator[T any] struct {
	free []T
	size int // of the last piece
}

// The pieces have from smallestPiece to largestPiece values, each twice what the last had.
const smallestPiece, largestPiece = 2, 32

func (s *allocator[T]) next() *T {
	if len(s.free) == 0 {
		s.size = min(max(2*s.size, smallestPiece), largestPiece)
		s.free = make([]T, s.size)
	}
	v := &s.free[0]
	s.free = s.free[1:]
	return v
}
