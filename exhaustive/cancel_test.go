package exhaustive

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// TestCancel holds that looking at one match stops when its context ends, and that no match is
// said to fit every value then.
func TestCancel(t *testing.T) {
	var clauses strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&clauses, "(%d, %d) => 1, ", i, i)
	}
	m := checktest.Module("cancel.frac", "def @f(%x: (int32, int32)) -> int32 { match (%x) { "+clauses.String()+"_ => 2 } }\n")
	for _, cancelled := range []bool{false, true} {
		ctx, cancel := context.WithCancel(context.Background())
		unit := analysis.NewUnit(ctx, m, 0, m.Check(0), nil)
		if cancelled {
			cancel()
		}
		open := unit.Of(Analyzer).(*Result).Open
		for n := syntax.NodeID(1); int(n) < m.File().Item(0).Len(); n++ {
			if open[n] != cancelled && m.File().Item(0).Kind(n) == syntax.Match {
				t.Errorf("cancelled: %v, and the match is open: %v", cancelled, open[n])
			}
		}
		cancel()
	}
}
