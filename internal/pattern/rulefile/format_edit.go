package rulefile

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A piece is a token or a comment.
type piece struct {
	syntax.Span
	token int // its index, -1 of a comment
}

// pieces are the tokens and comments of the text, in its order.
func (l *layout) pieces() []piece {
	var all []piece
	for i, t := range l.r.tokens {
		all = append(all, piece{t.Span, i})
	}
	for _, s := range l.r.comments {
		for l.endsLine(s) && l.text[s.End-1] == '\r' { // of the line's end, or before the text's
			s.End--
		}
		all = append(all, piece{s, -1})
	}
	slices.SortStableFunc(all, func(a, b piece) int { return int(a.Start - b.Start) })
	return all
}

// edits are the changes of the blanks between the pieces, and those inside of examples.
func (l *layout) edits() []syntax.Edit {
	edits := l.inner
	all := l.pieces()
	end := int32(0)
	for i, p := range all {
		if p.Start < end { // a comment inside of one
			continue
		}
		blanks := l.text[end:p.Start]
		if want, ok := l.blanks(all, i, blanks); ok && want != blanks && !strings.Contains(blanks, "\ufeff") {
			edits = append(edits, syntax.Edit{Span: syntax.Span{Start: end, End: p.Start}, NewText: want})
		}
		end = p.End
	}
	slices.SortStableFunc(edits, func(a, b syntax.Edit) int { return int(a.Span.Start - b.Span.Start) })
	return edits
}

// blanks are those that precede the i-th piece; false where they stay.
func (l *layout) blanks(all []piece, i int, now string) (string, bool) {
	next := i // the token that the piece is before, or is
	for all[next].token < 0 {
		next++
	}
	s := l.spans[all[next].token]
	lines := strings.Count(now, "\n")
	switch {
	case s.place == fixed:
		return "", false
	case all[next].token == len(l.r.tokens)-1:
		return l.last(all, i, lines)
	case all[i].token < 0 && lines == 0 && i > 0: // after a token on its line
		return " ", true
	case all[i].token < 0:
		return l.aboveComment(s, i, lines)
	}
	comment := i > 0 && all[i-1].token < 0
	return l.before(s, i, lines, comment, comment && l.endsLine(all[i-1].Span))
}

// endsLine reports whether s is a comment that its line ends.
func (l *layout) endsLine(s syntax.Span) bool { return !strings.HasPrefix(l.text[s.Start:s.End], "/*") }

// last are the blanks before the end of the text and of the comments there.
func (l *layout) last(all []piece, i, lines int) (string, bool) {
	switch {
	case l.r.kind(len(l.r.tokens)-2) == syntax.TokMetadata:
		return "", false
	case i == 0:
		return "", true
	case all[i].token >= 0:
		return l.lineEnd, true
	case lines == 0:
		return " ", true
	}
	return l.lines(min(lines, 2), 0), true
}

// lines are line ends with blanks after them.
func (l *layout) lines(n, indent int) string {
	return strings.Repeat(l.lineEnd, n) + strings.Repeat(" ", indent)
}

// aboveComment are the blanks before a comment on a line of its own.
func (l *layout) aboveComment(s span, i, lines int) (string, bool) {
	most, indent := 2, s.indent
	switch {
	case i == 0:
		return "", true
	case s.place == ending:
		indent += 2
	case s.place == inline, s.first:
		most = 1
	}
	return l.lines(min(lines, most), indent), true
}

// before are the blanks before a token; comment reports that a comment is in
// front of it, broken that this ends its line.
func (l *layout) before(s span, i, lines int, comment, broken bool) (string, bool) {
	switch {
	case i == 0:
		return "", true
	case s.place == topmost:
		least := 1
		if s.apart && !comment {
			least = 2
		}
		return l.lines(max(least, min(lines, 2)), 0), true
	case s.place == opening && !s.short && s.first && !comment:
		return l.lines(1, s.indent), true
	case s.place == opening && !s.short:
		return l.lines(max(1, min(lines, 2)), s.indent), true
	case s.place == ending && !s.short, broken, lines > 0:
		return l.lines(1, s.indent), true
	case s.space || comment:
		return " ", true
	}
	return "", true
}

// keeps reports whether a text has the same tokens and comments after edits.
func (l *layout) keeps(edits []syntax.Edit) bool {
	after := newReader("", syntax.ApplyEdits(l.text, edits))
	texts := func(r *reader) []string {
		var all []string
		for i := range r.tokens {
			all = append(all, r.lexeme(i))
		}
		for _, s := range r.comments {
			all = append(all, strings.TrimRight(r.file.Text[s.Start:s.End], " \t\r"))
		}
		return all
	}
	return slices.Equal(texts(l.r), texts(after))
}
