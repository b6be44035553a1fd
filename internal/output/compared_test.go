package output

import (
	"strings"
	"testing"
)

func TestCompareTexts(t *testing.T) {
	long := strings.Repeat("1, ", 100)
	tests := []struct{ name, want, got, wantShown, gotShown, marks string }{
		{"one number", "3", "4", "3", "4", "^"},
		{"aligned", "(1, 20, 3)", "(1, 200, 3)", "(1, 20 , 3)", "(1, 200, 3)", "    ^^^"},
		{"two places", "(1, 2, 3)", "(0, 2, 4)", "(1, 2, 3)", "(0, 2, 4)", " ^     ^"},
		{"near floats", "[0.3, 2.0]", "[0.30000001, 3.0]", "[0.3       , 2.0]", "[0.30000001, 3.0]", "             ^^^"},
		{"integers are never near", "1000000", "1000001", "1000000", "1000001", "^^^^^^^"},
		{"negative", "-3", "3", "-3", "3", "^^"},
		{"another length", "[1, 2]", "[1, 2, 3]", "[1, 2   ]", "[1, 2, 3]", "     ^^^"},
		{"lines", "a\n  b", "a c", "a b", "a c", "  ^"},
		{"wide", "日本", "日x", "日本", "日x", "  ^^"},
		{"cut", "[" + long + "2]", "[" + long + "3]", "…1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2]", "…1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3]", strings.Repeat(" ", 31) + "^"},
	}
	for _, tt := range tests {
		c := compareTexts(tt.want, tt.got)
		if c.want != tt.wantShown || c.got != tt.gotShown || c.marks != tt.marks {
			t.Errorf("%s:\n%s\n%s\n%s\nwant\n%s\n%s\n%s", tt.name, c.want, c.got, c.marks, tt.wantShown, tt.gotShown, tt.marks)
		}
	}
}
