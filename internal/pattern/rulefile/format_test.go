package rulefile

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/golden"
)

// TestFormat holds texts against how they are laid out, which changes nothing more.
func TestFormat(t *testing.T) {
	n := golden.Archives(t, "testdata/format/*.txtar", *update, func(t *testing.T, _, text string) []golden.Made {
		laid := Format(text)
		if again := Format(laid); again != laid {
			t.Errorf("laid out again:\n%s", again)
		}
		return []golden.Made{{Ending: "laid", Text: laid}}
	})
	if n < 5 {
		t.Errorf("only %d files", n)
	}
}
