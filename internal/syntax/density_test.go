package syntax

import (
	"strings"
	"testing"
)

// TestTooDense refuses texts that are no programs by what they consist of, and neither large
// programs nor dense ones.
func TestTooDense(t *testing.T) {
	for _, c := range []struct {
		name, piece string
		times       int
		want        string // what there is too much of
	}{
		{"small definitions", "def @f123456() { 1 }\n", 1_000_000, ""},
		{"the least definitions", "def @f12(){1}\n", 250_000, ""},
		{"small functions", "def @a1(%x){%x+1}\n", 200_000, ""},
		{"expressions", "f(%x)\n", 300_000, ""},
		{"statements", "let %x12 = nn.dense(%x11, %w12, units=64);\n", 300_000, ""},
		{"statements without blanks", "let %x=1;", 700_000, ""},
		{"a constant", "[0, 1, 0, 1]", 400_000, ""},
		{"blanks", " ", 20_000_000, ""},
		{"five million tokens", "1+", 2_400_000, ""},
		{"more tokens", "1+", 2_600_000, "5200000 tokens and 1 definition"},
		{"parentheses", "(", 5_100_000, "5100000 tokens"},
		{"fifteen million parentheses", "(", 16_000_000, "more than 15000000 tokens"},
		{"lines", "x\n", 500_000, "500000 definitions and expressions"},
		{"a million lines", "x\n", 1_100_000, "more than 1000000 definitions and expressions"},
		{"any number", "%x12345, ", 7_600_000, "15000000 tokens"},
		{"few lines", "x\n", 400_000, ""},
	} {
		err := TooDense(strings.Repeat(c.piece, c.times))
		if got := err != nil; got != (c.want != "") || got && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
