package infer

import "testing"

// TestAllocator: each value is new, and few values have little spare capacity.
func TestAllocator(t *testing.T) {
	var s Allocator[int]
	given := map[*int]bool{}
	for i := range 1000 {
		v := s.Next()
		if *v != 0 || given[v] {
			t.Fatalf("value %d was given before", i)
		}
		given[v], *v = true, i+1
		if spare := len(s.free) + 1; spare > min(max(2*i, smallestPiece), largestPiece) {
			t.Fatalf("for value %d there is room for %d", i, spare)
		}
	}
}
