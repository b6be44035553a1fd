package excerpt

import (
	"fmt"
	"strings"
	"unicode"
)

// Name is a name as the label of a symbol or a tree's item: what would not be seen in it is
// written as its code point, `\u2028`. A text with errors may have names of any characters,
// and editors refuse a label that is blank.
func Name(text string) string {
	if strings.IndexFunc(text, invisible) < 0 {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if invisible(r) {
			fmt.Fprintf(&b, "\\u%04x", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// invisible reports whether a character shows nothing: blanks, controls and formats, and
// those that Unicode counts as letters, marks or symbols but has no ink for.
func invisible(r rune) bool {
	const blankBraille = '\u2800'
	return !unicode.IsGraphic(r) || unicode.IsSpace(r) || r == blankBraille ||
		unicode.In(r, unicode.Zs, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
