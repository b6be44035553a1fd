package workspace_test

import (
	"context"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
)

// TestQuotientHint holds that a comment that reads as a divisor is hinted at, and
// comments that do not are left alone.
func TestQuotientHint(t *testing.T) {
	for text, want := range map[string]int{
		"def @f(%a: int32, %b: int32) { %a // %b\n}":                1,
		"def @f(%a: int32) {\n  let %m = (%a + 1) // 2;\n  %m\n}":   1,
		"def @f(%a: int32) {\n  %a // the first\n}":                 0,
		"def @f(%a: int32) { %a }\n@f(7)  // 7\n":                   0,
		"def @f(%a: int32) {\n  // %a // %a\n  %a\n}":               0,
		"def @f(%a: int32) {\n  let %m = %a; // %m is new\n  %m\n}": 0,
	} {
		report, err := opened(0, text).Check(context.Background(), []string{habitPath(0)})
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		for _, f := range report.Findings {
			if f.Code == codes.SuspectOperand && f.Severity == codes.Hint {
				got++
			}
		}
		if got != want {
			t.Errorf("%d hints, want %d, in\n%s", got, want, text)
		}
	}
}
