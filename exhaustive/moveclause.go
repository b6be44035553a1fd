package exhaustive

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// removeClause is the fix that deletes a clause with its comma, and the line
// if nothing else is on it. It is never applied with others: what the user wrote in the
// clause may be what another pattern was meant to have.
func (r *report) removeClause(i int) syntax.Fix {
	fix := syntax.Replace("remove this clause", r.extent(i), "")
	fix.Confidence = codes.Sketch
	return fix
}

// moveClause is the fix that moves a clause before another.
func (r *report) moveClause(i, above int) syntax.Fix {
	text := r.item.SourceText(r.clauses[i])
	if !r.item.Flag(r.clauses[i], syntax.FlagCase) {
		text += ","
	}
	target := r.item.Span(r.clauses[above]).Start
	between := " "
	if indent, ok := r.indentOf(target); ok {
		between = r.newline() + indent
	}
	return syntax.Fix{
		Confidence: codes.Likely,
		Title:      "move this clause above `" + r.patternText(above) + "`",
		Edits: []syntax.Edit{
			{Span: syntax.Span{Start: target, End: target}, NewText: text + between},
			{Span: r.extent(i), NewText: ""},
		},
	}
}

// extent is what goes with a clause: its comma, and its line or the blanks in
// front of it.
func (r *report) extent(i int) syntax.Span {
	span := r.item.Span(r.clauses[i])
	span.End, _ = r.pastComma(span.End)
	text := r.item.Text
	before := len(strings.TrimRight(text[:span.Start], " \t"))
	after := len(text) - len(strings.TrimLeft(text[span.End:], " \t\r"))
	ownStart := before == 0 || text[before-1] == '\n'
	ownEnd := after == len(text) || text[after] == '\n'
	switch {
	case ownStart && ownEnd && after < len(text):
		return syntax.Span{Start: int32(before), End: int32(after) + 1}
	case ownStart:
		return syntax.Span{Start: span.Start, End: int32(after)}
	}
	return syntax.Span{Start: int32(before), End: span.End}
}

// pastComma is the offset after the comma that follows, if one does.
func (r *report) pastComma(at int32) (int32, bool) {
	rest := r.item.Text[at:]
	trimmed := strings.TrimLeft(rest, " \t\r\n")
	if strings.HasPrefix(trimmed, ",") {
		return at + int32(len(rest)-len(trimmed)) + 1, true
	}
	return at, false
}

// indentOf is the blanks before an offset if nothing else is on its line
// before it.
func (c *checker) indentOf(at int32) (string, bool) {
	line := c.item.Text[strings.LastIndexByte(c.item.Text[:at], '\n')+1 : at]
	return line, strings.Trim(line, " \t") == ""
}

// newline is how the item ends its lines.
func (c *checker) newline() string {
	if strings.Contains(c.item.Text, "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// lineIndent is the blanks at the start of the line of an offset.
func (r *report) lineIndent(at int32) string {
	line := r.item.Text[strings.LastIndexByte(r.item.Text[:at], '\n')+1 : at]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}
