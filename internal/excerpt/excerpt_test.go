package excerpt

import (
	"strings"
	"testing"
)

func TestTexts(t *testing.T) {
	for _, c := range []struct {
		name string
		of   func(string, int) string
		text string
		most int
		want string
	}{
		{"Of", Of, "", 3, ""},
		{"Of", Of, "abc", 3, "abc"},
		{"Of", Of, "abcd", 3, "ab…"},
		{"Of", Of, "abcd", 1, "…"},
		{"Of", Of, "äöü", 3, "äöü"},
		{"Of", Of, "äöüß", 3, "äö…"},
		{"Of", Of, "a\nbcd", 4, "a\nb…"},
		{"Of", Of, "日本語の型", 5, "日本語の型"},
		{"Of", Of, "\xff\xfeab", 3, "\xff\xfe…"},
		{"Line", Line, " \n\t ", 3, ""},
		{"Line", Line, "  a \r\n b  ", 3, "a b"},
		{"Line", Line, "let %x =\n  1", 8, "let %x …"},
		{"Line", Line, "ä\u00a0ö", 3, "ä ö"},
		{"Line", Line, strings.Repeat("word ", 1<<20), 9, "word wor…"},
		{"Line", Line, strings.Repeat("語", 1<<20), 3, "語語…"},
	} {
		if got := c.of(c.text, c.most); got != c.want {
			t.Errorf("%s(%.40q, %d) = %q, want %q", c.name, c.text, c.most, got, c.want)
		}
	}
}

func TestName(t *testing.T) {
	for name, want := range map[string]string{
		"":                "",
		"@f":              "@f",
		"Größe":           "Größe",
		"日本語":             "日本語",
		"\u2028":          "\\u2028",
		"@\u2028":         "@\\u2028",
		" ":               "\\u0020",
		"\u00a0":          "\\u00a0",
		"a\u200bb":        "a\\u200bb",
		"\u3164\u115f":    "\\u3164\\u115f",
		"\u2800":          "\\u2800",
		"\ufe0f\u034f":    "\\ufe0f\\u034f",
		"\x1b[0m":         "\\u001b[0m",
		"\U000e0001":      "\\ue0001",
		"\u202eabc\ufeff": "\\u202eabc\\ufeff",
	} {
		if got := Name(name); got != want {
			t.Errorf("Name(%q) = %q, want %q", name, got, want)
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
