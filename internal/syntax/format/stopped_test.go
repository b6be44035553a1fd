package format

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// TestStopped holds that nothing is laid out for somebody who left while it was
// done.
func TestStopped(t *testing.T) {
	f := syntax.ParseFile("a.frac", "def  @f() { 1 }\ndef  @g() { 2 }\n")
	asked := 0
	leaves := func() bool { asked++; return asked > 1 }
	if edits := Edits(f, Options{Stopped: leaves}); edits != nil || asked != 3 {
		t.Errorf("%d edits, asked %d times", len(edits), asked)
	}
}
