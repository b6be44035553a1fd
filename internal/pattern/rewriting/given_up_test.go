package rewriting_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
)

// TestGivenUp holds that it is said where a rule has too many ways to match.
func TestGivenUp(t *testing.T) {
	var b strings.Builder
	b.WriteString("def @f(%x: int32) {\n  %0 = %x + 1;\n")
	for i := range 3000 {
		fmt.Fprintf(&b, "  %%%d = %%%d + 1;\n", i+1, i)
	}
	b.WriteString("  %3000\n}\n")
	r := apply(t, checktest.Module("test.frac", b.String()), "rewrite r { match any_depth(a = add(_, _))  where uses(a) == 17  with 0 }")
	if len(r.Refused) != 1 || !strings.Contains(r.Refused[0].Message, "too many ways") {
		t.Errorf("said %v", r.Refused)
	}
}
