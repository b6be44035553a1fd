package report

import (
	"fmt"
	"html"
	"html/template"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fraccheck/fraccheck/internal/excerpt"
)

// visible is a text in which what a screen would obey, or not show at all, is written
// out: control characters, those that turn the direction of text around, bytes that are no
// text.
func visible(text string) string {
	if !strings.ContainsFunc(text, odd) && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if odd(r) {
			b.WriteString(nameOf(r))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// odd reports whether a character is written out. Ranging over a text gives the replacement
// character for bytes that are no text.
func odd(r rune) bool { return r != '\t' && r != '\n' && !unicode.IsPrint(r) }

func nameOf(r rune) string { return fmt.Sprintf("<U+%04X>", r) }

// short is the beginning of a text, visible.
func short(text string, characters int) string { return visible(excerpt.Of(text, characters)) }

// escape writes code of a program as HTML: what is odd in it is set apart.
func escape(b *strings.Builder, text string) {
	from := 0
	for i, r := range text {
		if !odd(r) {
			continue
		}
		b.WriteString(html.EscapeString(text[from:i]))
		b.WriteString(`<span class="odd">` + html.EscapeString(nameOf(r)) + `</span>`)
		from = i + size(text[i:])
	}
	rest := text[from:]
	if !utf8.ValidString(rest) {
		rest = strings.ToValidUTF8(rest, "\uFFFD")
	}
	b.WriteString(html.EscapeString(rest))
}

func size(text string) int {
	_, n := utf8.DecodeRuneInString(text)
	return n
}

// prose is a sentence in which what is in backquotes is code.
func prose(text string) template.HTML {
	var b strings.Builder
	for i, part := range strings.Split(text, "`") {
		if i%2 == 0 || i == strings.Count(text, "`") {
			if i%2 == 1 {
				part = "`" + part
			}
			b.WriteString(html.EscapeString(part))
			continue
		}
		b.WriteString("<code>" + html.EscapeString(part) + "</code>")
	}
	return template.HTML(b.String())
}

// count is a number with what it counts.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// slugs name the pages of files. A name is what is left of the file's own when all but
// small letters, digits, dots and dashes is replaced, so that every file system takes it
// and no reader of the page's address is misled.
type slugs map[string]bool

// longestSlug leaves room for what is written after a slug.
const longestSlug = 80

// of gives a name that nothing else has. The same names in the same order give the same
// slugs.
func (s slugs) of(name string) string {
	base := slug(name)
	for n, unique := 2, base; ; n++ {
		if !s[unique] {
			s[unique] = true
			return unique
		}
		unique = base + "~" + strconv.Itoa(n)
	}
}

func slug(name string) string {
	text := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '.', r == '_':
			return r
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		}
		return '-'
	}, name)
	if text = strings.Trim(text, ".-"); len(text) > longestSlug {
		text = text[len(text)-longestSlug:]
	}
	return "p-" + text // some systems keep names such as `aux` for themselves
}
