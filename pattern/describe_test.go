package pattern_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/pattern/rulefile"
)

// TestDescribe holds the sentences that say what rules do.
func TestDescribe(t *testing.T) {
	tests := map[string]string{
		`find a { match nn.relu(...) }`:                                                        "Finds a call of `nn.relu`.",
		`rewrite a { var x match x + 0 with x }`:                                               "Replaces a call of `add` with `x` and `0` by `x`.",
		`lint a { var x match sum(x) | mean(x) where rank(x) == 2 where uses(x) > 1 warn "" }`: "Reports a call of `sum` with `x`, or a call of `mean` with `x`, with a warning, where `rank(x) == 2` and `uses(x) > 1`.",
		`partition a { match c = nn.conv2d(_, _, kernel_size=[3, 3]) }`:                        "Makes of a call of `nn.conv2d` with anything and anything that is `has_attr(kernel_size = [3, 3])` (`c`) a function of its own.",
		`find a { let p = is_op("add")(p, _) | is_var() match p }`:                             "Finds `p`, which may go on in itself.",
		`find a { match is_if(_, 1, ((_, _), @f)) }`:                                           "Finds an `if` of anything, `1` and `((_, _), @f)`.",
		`find a { match dominates(exp(_), is_elemwise, sum(_)) }`:                              "Finds `sum(_)`, whose ways back to `exp(_)` go through `is_elemwise`.",
		`find a { match function(..., _ * 2) }`:                                                "Finds a function that gives `_ * 2`.",
	}
	for text, want := range tests {
		f := rulefile.Parse("", text)
		if len(f.Rules) != 1 {
			t.Errorf("%s: %v", text, f.Diagnostics)
			continue
		}
		if got := f.Rules[0].Describe(); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
