package console

import "testing"

func TestAsShown(t *testing.T) {
	for _, tt := range []struct {
		text, own, foreign string
	}{
		{"plain\ttext\r\nof ∀ lines\n", "plain\ttext\r\nof ∀ lines\n", "plain\ttext\r\nof ∀ lines\n"},
		{"\x1b[1;31mred\x1b[0m", "\x1b[1;31mred\x1b[0m", "\uFFFD[1;31mred\uFFFD[0m"},
		{"\x1b[2J\x1b]0;title\a\x1b[8m", "\uFFFD[2J\uFFFD]0;title\uFFFD\uFFFD[8m", "\uFFFD[2J\uFFFD]0;title\uFFFD\uFFFD[8m"},
		{"\u009b2J \x9b \x7f \b\r \u202e", "\uFFFD2J \uFFFD \uFFFD \uFFFD\uFFFD \uFFFD", "\uFFFD2J \uFFFD \uFFFD \uFFFD\uFFFD \uFFFD"},
		{"\x1b", "\uFFFD", "\uFFFD"},
	} {
		if got := string(AsShown([]byte(tt.text), true)); got != tt.own {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.own)
		}
		if got := string(AsShown([]byte(tt.text), false)); got != tt.foreign {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.foreign)
		}
	}
}
