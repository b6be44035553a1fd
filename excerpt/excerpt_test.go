package excerpt

import (
	"strings"
	"testing"
)

func TestOf(t *testing.T) {
	for _, c := range []struct {
		text string
		most int
		want string
	}{
		{"", 3, ""}, {"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"abcd", 1, "…"},
		{"äöü", 3, "äöü"}, {"äöüß", 3, "äö…"}, {"a\nbcd", 4, "a\nb…"}, {"日本語の型", 5, "日本語の型"},
	} {
		if got := Of(c.text, c.most); got != c.want {
			t.Errorf("Of(%q, %d) = %q, want %q", c.text, c.most, got, c.want)
		}
	}
}

func TestLine(t *testing.T) {
	for _, c := range []struct {
		text string
		most int
		want string
	}{
		{" \n\t ", 3, ""}, {"  a \r\n b  ", 3, "a b"}, {"let %x =\n  1", 8, "let %x …"}, {"ä\u00a0ö", 3, "ä ö"},
		{strings.Repeat("word ", 1<<20), 9, "word wor…"},
	} {
		if got := Line(c.text, c.most); got != c.want {
			t.Errorf("Line(%.40q, %d) = %q, want %q", c.text, c.most, got, c.want)
		}
	}
}

// TestShort holds both against the shortest way to write them, over all texts of up to five of
// these letters.
func TestShort(t *testing.T) {
	texts := []string{""}
	for begin := 0; len(texts[begin]) < 5; begin++ {
		for _, letter := range []string{"a", " ", "\n", "ä", "語"} {
			texts = append(texts, texts[begin]+letter)
		}
	}
	for _, text := range texts {
		for most := 1; most < 5; most++ {
			want := []rune(strings.Join(strings.Fields(text), " "))
			if len(want) > most {
				want = append(want[:most-1:most-1], '…')
			}
			if got := Line(text, most); got != string(want) {
				t.Errorf("Line(%q, %d) = %q, want %q", text, most, got, string(want))
			}
		}
	}
}
