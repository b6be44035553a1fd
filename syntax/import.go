package syntax

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Imports are the imports of a program without the rest: the items, in their order.
// What stands behind the last place where the text has the word is not looked at,
// since an item's end depends on nothing that stands in front of it.
func Imports(text string) []*Item {
	var found []*Item
	var s splitter
	var p parser
	for at, last := 0, lastImport(text); at <= last; {
		e := s.next(text[at:])
		if slices.ContainsFunc(s.tokens[:e.tokens], func(t Token) bool { return t.Word == WordImport }) {
			item := text[at : at+e.end]
			if parsed := p.parse(item, Lex(item)); parsed.Kind(parsed.Root) == ItemImport {
				found = append(found, parsed)
			}
		}
		at += e.end
	}
	return found
}

// lastImport is the offset of the last place where the word stands, wherever that is;
// negative where there is none.
func lastImport(text string) int {
	const word = "import"
	last := -1
	for behind := 0; ; { // forwards, for which processors have instructions
		next := strings.Index(text[behind:], word)
		if next < 0 {
			return last
		}
		at := behind + next
		behind = at + len(word)
		if (at == 0 || !inWord(text[at-1])) && (behind == len(text) || !inWord(text[behind])) {
			last = at
		}
	}
}

// inWord tells of a byte that makes another word of one that it stands beside.
func inWord(b byte) bool { return b < utf8.RuneSelf && (isLetter(b) || isDigit(b) || b == '_') }
