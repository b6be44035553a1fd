package rules

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
)

// TestDescribeRule holds the sentences that say what rules do.
func TestDescribeRule(t *testing.T) {
	tests := map[string]string{
		`find a { match nn.relu(...) }`:                                              "Finds a call of `nn.relu`.",
		`rewrite a { var x match x + 0 with x }`:                                     "Replaces a call of `add` with what `x` matches and the constant `0` by `x`.",
		`lint a { var x match sum(x) where rank(x) == 2 where uses(x) > 1 warn "" }`: "Reports a call of `sum` with what `x` matches, with a warning, where `rank(x) == 2` and `uses(x) > 1`.",
		`partition a { match nn.relu(_) }`:                                           "Makes of a call of `nn.relu` with anything a function of its own.",
	}
	for text, want := range tests {
		f := rulefile.Parse("", text)
		if len(f.Rules) != 1 {
			t.Errorf("%s: %v", text, f.Diagnostics)
			continue
		}
		if got := Describe(f.Rules[0]); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
