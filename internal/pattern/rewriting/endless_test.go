package rewriting_test

import (
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
)

// TestEndlessOnLongText gives rules up that turn sums left and right sooner where the text
// is long.
func TestEndlessOnLongText(t *testing.T) {
	const rules = "rewrite left { var x, y, z  match x + (y + z)  with (x + y) + z } rewrite right { var x, y, z  match (x + y) + z  with x + (y + z) }"
	for _, tt := range []struct {
		terms int
		want  string
	}{{40, "after 100 rounds"}, {6100, "after 20 rounds"}} {
		m := checktest.Module("test.frac", "def @f(%a: int32) -> int32 { %a"+strings.Repeat(" + %a", tt.terms)+" }\n")
		r := apply(t, m, rules)
		if got := said(m, r); len(r.Rewrites) > 0 || !strings.Contains(got, tt.want) {
			t.Errorf("%d terms: %d rewrites, %.200s", tt.terms, len(r.Rewrites), got)
		}
	}
}
