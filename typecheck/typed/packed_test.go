package typed

import (
	"slices"
	"testing"
)

// TestPacked holds that values come back as they were, however many there are.
func TestPacked(t *testing.T) {
	for _, c := range []struct{ length, distinct int }{{0, 1}, {5, 1}, {40, 2}, {40, 15}, {40, 17}, {1000, 255}, {1000, 256}, {1000, 257}, {3000, 3000}} {
		all := make([]int, c.length)
		for i := range all {
			all[i] = i * 7919 % c.distinct
		}
		p := packAll(all)
		if got := p.all(); !slices.Equal(got, all) {
			t.Errorf("%d values of %d: %v", c.length, c.distinct, got)
		}
		if (p.many != nil) != (c.distinct > mostFew) {
			t.Errorf("%d values of %d: %d wide indices", c.length, c.distinct, len(p.many))
		}
	}
}
