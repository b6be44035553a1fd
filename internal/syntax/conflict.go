package syntax

import "strings"

// markerLength is how often the sign of a marker stands at the start of its line.
const markerLength = 7

// What is said of the parts of a conflict that are no program.
const (
	conflictBegins = "a merge left a conflict here: keep one of its sides, and delete the lines that begin with `<<<<<<<`, `=======` and `>>>>>>>`"
	conflictOther  = "from here to the line of `>>>>>>>` is another side of a conflict, which is not checked"
	conflictEnds   = "this line ends a conflict that a merge left: delete it"
)

// conflict reads a marker that a merge left at the start of a line. The one in front of
// the first side is its line alone, and that side is read as the program. What follows it
// (`|||||||` with the text before both changes, `=======` with the other side) is passed
// over together with the marker that ends it; without that one it is no conflict, and the
// signs are those of the language.
func (l *lexer) conflict(c byte) bool {
	if l.flags&AfterNewline == 0 || l.at(l.pos+1) != c || l.pos > 0 && l.text[l.pos-1] != '\n' {
		return false
	}
	l.far = max(l.far, l.pos+markerLength+tokenLookahead)
	if markerOf(l.text[l.pos:]) != c {
		return false
	}
	end := l.pos
	if c == '|' || c == '=' {
		if end = l.conflictEnd(c); end < 0 {
			return false
		}
	}
	l.pos = lineStop(l.text, end)
	return true
}

// conflictEnd is where the marker stands that ends the conflict, -1 if another one comes
// before: so no text is searched more than twice.
func (l *lexer) conflictEnd(c byte) int {
	separated := c == '='
	for at := l.pos; ; {
		n := strings.IndexByte(l.text[at:], '\n')
		if n < 0 {
			l.far = max(l.far, len(l.text)+tokenLookahead)
			return -1
		}
		at += n + 1
		l.far = max(l.far, at+markerLength+tokenLookahead)
		switch marker := markerOf(l.text[at:]); {
		case marker == '>':
			return at
		case marker == '=' && !separated:
			separated = true
		case marker != 0:
			return -1
		}
	}
}

// markerOf is the sign of the marker that a line begins with, 0 if it begins with none.
func markerOf(line string) byte {
	if len(line) < markerLength || strings.IndexByte("<|=>", line[0]) < 0 {
		return 0
	}
	for i := range markerLength {
		if line[i] != line[0] {
			return 0
		}
	}
	if len(line) > markerLength && strings.IndexByte(" \t\r\n", line[markerLength]) < 0 {
		return 0
	}
	return line[0]
}

// lineStop is the end of a line without what ends it.
func lineStop(text string, at int) int {
	line, _, _ := strings.Cut(text[at:], "\n")
	return at + len(strings.TrimSuffix(line, "\r"))
}

// conflictMessages are what is said of each marker.
var conflictMessages = map[byte]string{'<': conflictBegins, '|': conflictOther, '=': conflictOther, '>': conflictEnds}

// Conflict is what is said of a bad token that is part of a conflict, and where: at its
// marker.
func Conflict(text string, at Span) (message string, marker Span, ok bool) {
	message, ok = conflictMessages[markerOf(text)]
	return message, Span{at.Start, at.Start + markerLength}, ok
}
