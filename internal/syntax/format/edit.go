package format

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// edits are the gaps that are not as they should be.
func (p *printer) edits() []syntax.Edit {
	var edits []syntax.Edit
	end := int32(0)
	if strings.HasPrefix(p.text, byteOrderMark) {
		end = int32(len(byteOrderMark))
	}
	for i := range p.pieces {
		at := &p.pieces[i]
		gap := syntax.Span{Start: end, End: at.span.Start}
		end = at.span.End
		if at.kind == unformatted && i == 0 {
			continue
		}
		source := p.text[gap.Start:gap.End]
		if at.kind == unformatted && strings.IndexByte(source, '\n') < 0 {
			continue // it begins on the line of the item before it
		}
		if e := (gapText{p.lineEnds(i, source), p.options.LineEnd, int(at.blanks)}); !e.is(source) {
			edits = append(edits, syntax.Edit{Span: gap, NewText: e.String()})
		}
	}
	return edits
}

// lineEnds counts the line ends before a piece: of several in the source,
// two are kept where an empty line may stand.
func (p *printer) lineEnds(i int, source string) int {
	at := &p.pieces[i]
	has := strings.Count(source, "\n")
	if i == 0 {
		return 0
	}
	before := &p.pieces[i-1]
	switch {
	case at.kind == unformatted:
		return min(has, 1)
	case before.kind == unformatted:
		return min(has, 1) // its own line end is part of it
	case at.newlines == 2 && (has < 2 || before.kind == opener || at.kind == closer):
		return 1
	}
	return int(at.newlines)
}

// A gapText is line ends and blanks.
type gapText struct {
	lines   int
	lineEnd string
	blanks  int
}

// is reports whether a text is the gap's.
func (g gapText) is(text string) bool {
	if len(text) != g.lines*len(g.lineEnd)+g.blanks {
		return false
	}
	for range g.lines {
		if !strings.HasPrefix(text, g.lineEnd) {
			return false
		}
		text = text[len(g.lineEnd):]
	}
	return strings.Trim(text, " ") == ""
}

// String is the text of the gap.
func (g gapText) String() string {
	return strings.Repeat(g.lineEnd, g.lines) + strings.Repeat(" ", g.blanks)
}
