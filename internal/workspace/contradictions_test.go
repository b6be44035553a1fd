package workspace

import (
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
)

// A call that contradicts a declared type follows from an error of the definition that does so
// too: not from one that is suppressed, nor where the definition is as its own text wants it.
func TestErrorsThatFollowFromOthers(t *testing.T) {
	const head = "def @scale(%x: Tensor[(2), float32], %s: int32) -> Tensor[(2), float32] {\n"
	const calls = "}\n@scale(ones(shape=[2], dtype=\"float32\"), 2f)\n@scale(ones(shape=[2], dtype=\"float32\"), 3f)\n"
	for name, test := range map[string]struct {
		text  string
		lines string
	}{
		"the parameter is wrong": {head + "  %x * %s\n" + calls, "2"},
		"the calls are wrong":    {head + "  %x * cast(%s, dtype=\"float32\")\n" + calls, "4 5"},
		"suppressed":             {head + "  %x * %s # fraccheck:ignore dtype-mismatch\n" + calls, "4 5"},
		"the result is wrong": {
			"def @g(%x: Tensor[(2), float32]) -> Tensor[(2), float32] { @f(%x) + %x }\ndef @f(%x: Tensor[(2), float32]) -> Tensor[(3), float32] { nn.relu(%x) }\n", "2",
		},
		"the result is wrong, and the caller has a fix": {
			"def @g(%x: Optional[int32]) -> Optional[int32] { @h(%x, fn(%y) { @f(%y) }) }\ndef @f(%x: int32) -> int32 { if (%x == 0) { None() } else { Some(%x) } }\ndef @h(%o: Optional[int32], %f: fn(int32) -> Optional[int32]) -> Optional[int32] { %o }\n", "2",
		},
		"the field is wrong": {
			"data Box { Box(int32) }\ndef @f(%b: Box, %x: float32) { match (%b) { Box(%n) => %n + %x } }\ndef @g(%x: float32) { Box(%x) }\n", "2",
		},
	} {
		s := openMemory(map[string]string{"a.frac": test.text})
		var lines []string
		for _, f := range reportOf(t, s, "/a.frac").Findings {
			if f.Severity == codes.Error {
				start, _ := f.Range()
				lines = append(lines, string(rune('0'+start.Line)))
			}
		}
		if got := strings.Join(lines, " "); got != test.lines {
			t.Errorf("%s: errors in the lines %q, want %q", name, got, test.lines)
		}
	}
}
