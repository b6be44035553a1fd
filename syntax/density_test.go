package syntax

import (
	"strings"
	"testing"
)

// TestTooDense tells of texts that are no programs by what they consist of, and not of
// large programs.
func TestTooDense(t *testing.T) {
	for _, c := range []struct {
		name, piece string
		times       int
		want        string // what there is too much of
	}{
		{"small definitions", "def @f123456() { 1 }\n", 1_000_000, ""},
		{"statements", "let %x12 = nn.dense(%x11, %w12, units=64);\n", 300_000, ""},
		{"a constant", "[0, 1, 0, 1]", 100_000, ""},
		{"blanks", " ", 20_000_000, ""},
		{"a million tokens", "1+", 500_000, ""},
		{"one token more", "1+", 500_001, "1000000 tokens"},
		{"parentheses", "(", 5_000_000, "2000000 tokens"},
		{"lines", "x\n", 40_000, "20000 definitions and expressions"},
		{"a sum", "1 + ", 2_000_000, "3200000 tokens"},
		{"any number", "%x12345, ", 5_100_000, "10000000 tokens"},
		{"few lines", "x\n", 19_900, ""},
	} {
		err := TooDense(strings.Repeat(c.piece, c.times))
		if got := err != nil; got != (c.want != "") || got && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
