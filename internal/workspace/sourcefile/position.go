package sourcefile

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// stride is how far apart the landmarks of a text are.
const stride = 4096

// A landmark is a byte offset and the number of characters in front of it.
type landmark struct{ offset, characters int }

// landmarks are what makes a column cheap to count on a line of megabytes.
func landmarks(text string) []landmark {
	marks := []landmark{{}}
	for at := stride; at < len(text); at += stride {
		last := marks[len(marks)-1]
		end := at
		for at-end < utf8.UTFMax && !utf8.RuneStart(text[end]) {
			end--
		}
		marks = append(marks, landmark{end, last.characters + utf8.RuneCountInString(text[last.offset:end])})
	}
	return marks
}

// ByteOrderMark says at the beginning of a text that it is UTF-8. Nobody sees it,
// so it is no column.
const ByteOrderMark = "\ufeff"

// Position counts the line and column of a byte offset.
func (s *Source) Position(offset int32) syntax.Position {
	offset = max(0, min(offset, int32(len(s.Text()))))
	line := sort.Search(s.Lines.Count(), func(i int) bool { return s.Lines.LineSpan(i+1).Start > offset })
	start := s.Lines.LineSpan(line).Start
	column := s.characters(int(offset)) - s.characters(int(start)) + 1
	if line == 1 && column > 1 && strings.HasPrefix(s.Text(), ByteOrderMark) {
		column--
	}
	return syntax.Position{Line: line, Column: column, Offset: int(offset)}
}

// characters is the number of characters in front of an offset.
func (s *Source) characters(offset int) int {
	marks := s.marks()
	i := sort.Search(len(marks), func(i int) bool { return marks[i].offset > offset }) - 1
	return marks[i].characters + utf8.RuneCountInString(s.Text()[marks[i].offset:offset])
}
