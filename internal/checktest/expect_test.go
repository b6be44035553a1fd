package checktest_test

import (
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/binding"
	"github.com/fraccheck/fraccheck/internal/checktest"
)

// TestDifferences holds that each way to miss an expectation is told of, and at its
// line.
func TestDifferences(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"def @f() { let %x = 1; 2 } #! unused-binding", ""},
		{"def @f() { let %x = 1; %y } #! undefined-name: no variable `%y`", ""},
		{"def @f() { (%x, %y) } #! undefined-name: `%y` #! undefined-name: `%x`", ""},
		{"def @f() { 1 } #: fn() -> int32", ""},
		{"def @f() { let %x = 1; 2 }", "1: unexpected unused-binding"},
		{"def @f() { 1 }\n#! unused-binding", "2: nothing reported"},
		{"def @f() { %y } #! undefined-name: `%x`", "1: nothing reported"},
		{"def @f() { (%x, %x.1) } #! undefined-name", ""},
		{"def @f() { 1 } #: fn() -> bool", "1: @f has the type"},
	} {
		got := checktest.Differences("t", c.text, binding.Analyzer)
		if len(got) > 0 != (c.want != "") || c.want != "" && !strings.Contains(got[0], "t:"+c.want) {
			t.Errorf("%s\n%q, want %q", c.text, got, c.want)
		}
	}
}
