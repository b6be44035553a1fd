package typecheck

import "testing"

// Each value of a slab is one of its own, and few values have little room.
func TestSlab(t *testing.T) {
	var s slab[int]
	given := map[*int]bool{}
	for i := range 1000 {
		v := s.next()
		if *v != 0 || given[v] {
			t.Fatalf("value %d was given before", i)
		}
		given[v], *v = true, i+1
		if room := len(s.free) + 1; room > min(max(2*i, smallestPiece), largestPiece) {
			t.Fatalf("for value %d there is room for %d", i, room)
		}
	}
}
