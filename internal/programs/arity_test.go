package programs

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
)

// TestArities holds that no check fails on a call of an operator with too few arguments
// or too many, whatever type is asked of it.
func TestArities(t *testing.T) {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(ops())) {
		for _, arg := range []string{"True", "2f", "%x"} {
			for n := range 4 {
				call := name + "(" + strings.TrimSuffix(strings.Repeat(arg+", ", n), ", ") + ")"
				fmt.Fprintf(&b, "def @f%d(%%x) { if ({ 1; %s }) { 1 } else { 2 } }\n", b.Len(), call)
				fmt.Fprintf(&b, "def @g%d(%%x) { let %%y: Tensor[(2), float32] = %s; (%%y, %s) }\n", b.Len(), call, call)
			}
		}
	}
	report, err := snapshotOf(b.String()).Check(context.Background(), []string{mendPath})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range report.Findings {
		if f.Code == codes.InternalError {
			t.Errorf("%s: %s", f.Source.Text()[f.Span.Start:f.Span.End], f.Message)
		}
	}
}
