package evaluate

import (
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// TestShownSpan asks for places of a text of which a part is hidden and a part is
// shown by another name.
func TestShownSpan(t *testing.T) {
	var call pairedText
	call.write("@f(")
	call.writeAs("%array1_", "@x.npy")
	call.write(", 12)")
	both := call.inside("def @apply() { ", " }")
	code, shown := both.code.String(), both.shown.String()
	if want := "@f(@x.npy, 12)"; shown != want {
		t.Fatalf("shown is %q, want %q", shown, want)
	}
	for of, want := range map[string]string{
		"@f": "@f", "%array1_": "@x.npy", "12": "12", "@f(%array1_, 12)": shown, code: shown,
		"array": "@x.npy", "(%array1_, 1": "(@x.npy, 1", "def": "", " }": "",
	} {
		start := int32(strings.Index(code, of))
		got := shownSpan(both.segments, syntax.Span{Start: start, End: start + int32(len(of))})
		if text := shown[got.Start:got.End]; text != want {
			t.Errorf("%q is shown at %q, want %q", of, text, want)
		}
	}
}
