package sourcefile

import (
	"sort"
	"unicode/utf8"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// stride is how far apart the landmarks of a text are.
const stride = 4096

// A landmark is a byte offset and the number of characters before it.
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
	offset = max(0, min(offset, int32(s.File.Size())))
	line, start := s.Lines.At(offset)
	column := s.characters(start, offset) + 1
	if line == 1 && column > 1 && s.File.Slice(0, int32(len(ByteOrderMark))) == ByteOrderMark {
		column--
	}
	return syntax.Position{Line: line, Column: column, Offset: int(offset)}
}

// characters is the number of characters between two offsets of a line.
func (s *Source) characters(from, to int32) int {
	if to-from < stride {
		return utf8.RuneCountInString(s.File.Slice(from, to))
	}
	count := func(offset int) int {
		marks := s.marks()
		i := sort.Search(len(marks), func(i int) bool { return marks[i].offset > offset }) - 1
		return marks[i].characters + utf8.RuneCountInString(s.Text()[marks[i].offset:offset])
	}
	return count(int(to)) - count(int(from))
}
