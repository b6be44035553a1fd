package syntax

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Imports are the imports of a program without the rest: the items, in their order.
// What follows the last place where the text has the word is not looked at,
// since an item's end depends on nothing that precedes it.
func Imports(text string) []*Item {
	last := lastImport(text)
	if last < 0 {
		return nil
	}
	b := newBuilder()
	defer b.done()
	return b.imports(text, last)
}

// imports are the imports of a text that begin at the offset last or before it.
func (b *builder) imports(text string, last int) (found []*Item) {
	for at := 0; at <= last; {
		e := b.splitter.next(text[at:])
		if slices.ContainsFunc(b.splitter.tokens[:e.tokens], func(t Token) bool { return t.Word == WordImport }) {
			item := text[at : at+e.end]
			if parsed := b.parser.parse(item, Lex(item), nil); parsed.Kind(parsed.Root) == ItemImport {
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

// inWord reports whether b is a byte that makes another word of one that it stands beside.
func inWord(b byte) bool { return b < utf8.RuneSelf && (isLetter(b) || isDigit(b) || b == '_') }

// quoted reads a string. It may span lines. Where its quote is missing, the
// next string's first quote would close it; that is reported by what stands
// around that quote, and the string then ends with its line, as a TokBad.
func (l *lexer) quoted() TokenKind {
	start := l.pos
	end, ok := l.closingQuote(start + 1)
	l.far = max(l.far, end+tokenLookahead)
	if ok && (strings.IndexByte(l.text[start:end], '\n') < 0 || !l.opensString(end)) {
		l.pos = end + 1
		return TokString
	}
	if n := strings.IndexByte(l.text[start:], '\n'); n >= 0 {
		l.pos = start + n
	} else {
		l.pos = len(l.text)
	}
	return TokBad
}

// closingQuote is the offset of the first quote that no backslash escapes.
func (l *lexer) closingQuote(i int) (int, bool) {
	for ; i < len(l.text); i++ {
		switch l.text[i] {
		case '\\':
			i++
		case '"':
			return i, true
		}
	}
	return len(l.text), false
}

// opensString reports whether the quote at i looks like the first one of a
// string: after `=`, `(`, `[`, `,` or `import`, or before a letter.
func (l *lexer) opensString(i int) bool {
	if inName(l.at(i + 1)) {
		return true
	}
	before := strings.TrimRight(l.text[:i], " \t")
	return strings.HasSuffix(before, "import") || before != "" && strings.IndexByte("=([,", before[len(before)-1]) >= 0
}
