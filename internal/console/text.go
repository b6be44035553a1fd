package console

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
)

// widths counts columns as terminals do, whatever the locale says.
var widths = &runewidth.Condition{}

// StringWidth is how many columns a text without control characters fills.
func StringWidth(text string) int { return widths.StringWidth(text) }

// Truncate is a text of at most so many columns, with an ellipsis where something is cut off.
func Truncate(text string, columns int) string {
	if len(text) <= columns { // no character is wider than its bytes are many
		return text
	}
	return widths.Truncate(text, columns, "…")
}

const tabWidth = 4

// CellOf is how a character is shown in a column, and how many columns that fills: tabs become
// blanks, and what a terminal would obey instead of showing becomes a replacement character.
func CellOf(r rune, column int) (text string, width int) {
	switch {
	case r == '\t':
		width := tabWidth - column%tabWidth
		return strings.Repeat(" ", width), width
	case Unshowable(r):
		return "\uFFFD", 1
	}
	return string(r), widths.RuneWidth(r)
}

// Unshowable reports whether a character is a control character or turns the direction of text
// around (the embeddings, overrides and isolates of Unicode's bidirectional algorithm).
func Unshowable(r rune) bool {
	return r < ' ' || r >= 0x7f && r < 0xa0 || r == utf8.RuneError ||
		r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// Printable is one line of text as a terminal may show it.
func Printable(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	column := 0
	for _, r := range text {
		shown, width := CellOf(r, column)
		b.WriteString(shown)
		column += width
	}
	return b.String()
}

// PrintableLines is printable for a text of more than one line.
func PrintableLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = Printable(line)
	}
	return strings.Join(lines, "\n")
}

// Flat is a text on one line: what is blank becomes one blank.
func Flat(text string) string { return strings.Join(strings.Fields(text), " ") }

// OneLine is a text on one line as a terminal may show it.
func OneLine(text string) string { return Printable(Flat(text)) }

// Count is a number with its noun.
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
