package complete

import "strings"

// indent is the blank text in front of the line that the word is on.
func (s *scene) indent() string {
	line := s.piece.text[:s.word.span.Start]
	line = line[strings.LastIndexByte(line, '\n')+1:]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// indented moves the lines of a text behind the first one to the right.
func indented(text, indent string) string { return strings.ReplaceAll(text, "\n", "\n"+indent) }
