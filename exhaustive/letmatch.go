package exhaustive

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A letMatch is the fix that turns a binding with a refutable pattern into a
// match around what follows it: the rest of the block of a `let`, the body of
// the function of a parameter. The value's other cases are clauses with holes.
type letMatch struct {
	*checker
	notation
	pattern string        // with its type, if it has one
	block   syntax.NodeID // of the statements that follow
	first   syntax.NodeID // of them
	missing *missing
	edits   []syntax.Edit
}

// matchInstead is that fix for a pattern, none where it is not simple: where
// something is in error, or comments stand in the way.
func (c *checker) matchInstead(p syntax.NodeID, m *missing) []syntax.Fix {
	index := c.pass.Info.Index()
	binder := index.Parent(p)
	holder := index.Parent(binder)
	if len(c.item.Errors) > 0 || holder == syntax.NoNode {
		return nil
	}
	s := c.itemNotation()
	l := &letMatch{checker: c, notation: s, missing: m, pattern: c.item.SourceText(p)}
	switch {
	case c.item.Kind(binder) == syntax.Let && l.ofLet(holder, binder):
		return []syntax.Fix{{Title: "turn this `let` into a match", Edits: l.edits}}
	case c.item.Kind(binder) == syntax.Param && l.ofParam(index.Parent(holder), p):
		return []syntax.Fix{{Title: "take this parameter apart in a match", Edits: l.edits}}
	}
	return nil
}

func (l *letMatch) ofLet(block, let syntax.NodeID) bool {
	kids := l.item.Kids(block)
	at := slices.Index(kids, let)
	if l.item.Kind(block) != syntax.Block || at+1 >= len(kids) || !l.follows(block, kids[at+1]) {
		return false
	}
	parts := l.item.Let(let)
	if parts.Type != syntax.NoNode {
		l.pattern += ": " + l.item.SourceText(parts.Type)
	}
	start, value := l.item.Span(let).Start, parts.Value
	span := l.item.Span(value)
	end, ok := l.pastSemicolon(span.End)
	if !ok || l.commented(start, span.Start) {
		return false
	}
	opening, closing := "match (", ")"
	if l.item.Kind(value) == syntax.Paren {
		opening, closing = "match ", ""
	}
	l.edit(start, span.Start, opening)
	l.wrap(start, syntax.Span{Start: span.End, End: end}, closing)
	return true
}

// ofParam gives the parameter a name, and matches on it around the body.
func (l *letMatch) ofParam(function, p syntax.NodeID) bool {
	kids := l.item.Kids(function)
	if len(kids) == 0 {
		return false
	}
	block := kids[len(kids)-1]
	if inside := l.item.Kids(block); l.item.Kind(block) != syntax.Block || len(inside) == 0 || !l.follows(block, inside[0]) {
		return false
	}
	names := variables{taken: l.takenNames()}
	name := names.invent(l.tool.matrix.positions[0].space.name)
	l.taken[name] = true // by the added clauses too
	defer delete(l.taken, name)
	span, start := l.item.Span(p), l.item.Span(l.first).Start
	l.edit(span.Start, span.End, name)
	l.wrap(start, syntax.Span{Start: start, End: start}, "match ("+name+")")
	return true
}

// follows notes the statements of a block from one on; false if they do not
// end with a result.
func (l *letMatch) follows(block, first syntax.NodeID) bool {
	kids := l.item.Kids(block)
	l.block, l.first = block, first
	return first != syntax.NoNode && kids[len(kids)-1] != syntax.NoNode
}

// pastSemicolon is the offset after the `;` that follows, or the offset
// itself where a line's end represents it; false if a comment is in between.
func (l *letMatch) pastSemicolon(at int32) (int32, bool) {
	rest := l.item.Text[at:l.item.Span(l.first).Start]
	semicolon := strings.IndexByte(rest, ';')
	if comments := syntax.Comments(rest); len(comments) > 0 && int(comments[0].Start) < semicolon {
		return 0, false
	}
	return at + int32(semicolon) + 1, true
}

func (l *letMatch) commented(start, end int32) bool {
	return len(syntax.Comments(l.item.Text[start:end])) > 0
}

func (l *letMatch) edit(start, end int32, text string) {
	l.edits = append(l.edits, syntax.Edit{Span: syntax.Span{Start: start, End: end}, NewText: text})
}

// wrap puts what follows into the first clause of a match, whose head is put
// in place of a span and begins at start.
func (l *letMatch) wrap(start int32, head syntax.Span, text string) {
	rest := syntax.Span{Start: l.item.Span(l.first).Start, End: l.restEnd()}
	between, outer := " ", " "
	indent, own := l.indentOf(start)
	if _, ownRest := l.indentOf(rest.Start); own && ownRest {
		outer = l.newline() + indent
		between = outer + "  "
		l.indentLines(syntax.Span{Start: head.End, End: rest.End})
	}
	text += " {" + between + l.opening(l.pattern)
	switch {
	case head.End < rest.Start:
	case between == " ":
		text += " "
	default:
		text += between + "  "
	}
	l.edit(head.Start, head.End, text)
	others := strings.Join(l.newClauses(l.missing, l.notation), l.separator()+between)
	tail := between + "}" + l.separator() + between + others + outer + "}"
	l.edit(rest.End, rest.End, tail)
}

func (l *letMatch) restEnd() int32 {
	kids := l.item.Kids(l.block)
	return l.item.Span(kids[len(kids)-1]).End
}

// indentLines moves the lines that begin in a span to the right, where none of
// them can be inside a string or comment.
func (l *letMatch) indentLines(span syntax.Span) {
	text := l.item.Text[span.Start:span.End]
	if strings.Contains(text, "\"") || strings.Contains(text, "/*") {
		return
	}
	for i := range len(text) - 1 {
		if text[i] == '\n' && text[i+1] != '\n' && text[i+1] != '\r' {
			at := span.Start + int32(i) + 1
			l.edit(at, at, "    ")
		}
	}
}
