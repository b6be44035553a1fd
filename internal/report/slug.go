package report

import (
	"strconv"
	"strings"
)

// slugs name the pages of files. A name is what is left of the file's own when all but
// small letters, digits, dots and dashes is replaced, so that every file system takes it
// and no reader of the page's address is misled.
type slugs map[string]bool

// longestSlug leaves room for what is written behind a slug.
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
