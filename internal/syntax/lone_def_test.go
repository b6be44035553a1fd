package syntax_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// TestLoneDef: a line that begins with a bracket is no part of a `def` that stands alone.
func TestLoneDef(t *testing.T) {
	for _, text := range []string{"def\n(1, 2)\n", "def\n[1]\n"} {
		if n := syntax.ParseFile("a.frac", text).Len(); n != 2 {
			t.Errorf("%q has %d items, want 2", text, n)
		}
	}
}
