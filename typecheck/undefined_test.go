package typecheck_test

import (
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
)

// TestBindsItself holds which undefined variables are said to stand in the value of what
// binds them, among many bindings of the name.
func TestBindsItself(t *testing.T) {
	elsewhere := strings.Repeat("let %u = { let %x = 1; 2 };\n", 20)
	for text, want := range map[string]bool{
		"let %x = %x + 1; 0":                                  true,
		"let %x = { let %u = { let %x = 1; 2 }; %x }; 0":      true,
		"let %x = (fn(%n: int32) -> int32 { %x + %n })(1); 0": true,
		"let %y = { let %x = 1; 2 }; %x":                      false,
		"%x + { let %x = 1; 2 }":                              false,
	} {
		found := false
		for _, r := range check("undefined.frac", "def @f() -> int32 {\n"+elsewhere+text+" }").results {
			for _, d := range r.Diagnostics {
				found = found || d.Code == codes.UndefinedName && strings.Contains(strings.Join(d.Notes, " "), "cannot refer to the name that it binds")
			}
		}
		if found != want {
			t.Errorf("%s: %v", text, found)
		}
	}
}
