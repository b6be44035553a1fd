package effect

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/types"
)

// TestFixedTypesOfChain holds that a type around one that was looked at is looked at
// alone: a walk through all of it would begin to note what it visits.
func TestFixedTypesOfChain(t *testing.T) {
	for _, c := range []struct {
		inmost types.Type
		want   bool
	}{
		{types.Scalar(types.Int32), true},
		{types.ErrorType, false},
	} {
		known, chain := fixedTypes{}, c.inmost
		for range 10_000 {
			chain = &types.Ref{Elem: chain}
		}
		if got := known.all(chain, true); got != c.want {
			t.Errorf("around %v: %v", c.inmost, got)
		}
		outer := &types.Ref{Elem: chain}
		known.all(outer, true)
		allocations := testing.AllocsPerRun(10, func() {
			delete(known, types.Type(outer))
			if got := known.all(outer, true); got != c.want {
				t.Errorf("again around %v: %v", c.inmost, got)
			}
		})
		if allocations > 10 {
			t.Errorf("around %v: %v allocations for one type more", c.inmost, allocations)
		}
	}
}
