package interp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/value"
)

// TestSharedFractals holds that functions on FractalTensors whose elements share parts, 2^40
// numbers in 40 columns, take a number of steps and of bytes that has to do with the columns.
func TestSharedFractals(t *testing.T) {
	zips := "let %a = [1, 2, 3]; " + strings.Repeat("let %a = zip(%a, %a); ", 40)
	for _, use := range []string{
		"%a", "%a[1]", "[%a[2], %a[0]]", "[%a, %a]", "slice(%a, 0, 2)", "filter(fn(%x) { True }, %a)",
		"enumerate(%a)", "zip(%a, enumerate(%a))", "first(%a)", "gather(%a, [2, 0])",
		"gather(gather(%a, [2, 0]), [1, 1, 0])", "window(%a, window=2)",
	} {
		for _, o := range []Options{{Sequential: true, MaxMemory: 1 << 30}, {Threads: 2, MaxMemory: 1 << 30}} {
			v, err := evaluate(t, fmt.Sprintf("def @f() { %s%s }\n@f()", zips, use), o)
			if err != nil {
				t.Errorf("%s: %v", use, err)
			} else if text := value.Text(v); len(text) > 1<<16 {
				t.Errorf("%s is spelled in %d bytes", use, len(text))
			}
		}
	}
}
