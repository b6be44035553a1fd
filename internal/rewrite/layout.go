package rewrite

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// What edits need to know of the way in which a text is laid out: where an
// expression needs parentheses, what goes with a statement, how lines are in.

// Newline is how the item ends its lines.
func (t *Tree) Newline() string {
	if strings.Contains(t.Item.Text, "\r\n") {
		return "\r\n"
	}
	return "\n"
}

// Indent is what precedes an offset on its line; ok if those are
// blanks alone.
func (t *Tree) Indent(at int32) (blanks string, ok bool) {
	text := t.Item.Text[:at]
	line := text[strings.LastIndexByte(text, '\n')+1:]
	blanks = line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	return blanks, blanks == line
}

// Reindented is the text of a node for a place with other blanks before its
// line than the line of node from has.
func (t *Tree) Reindented(n, from syntax.NodeID, blanks string) string {
	old, _ := t.Indent(t.Item.Span(from).Start)
	return strings.ReplaceAll(t.Item.SourceText(n), "\n"+old, "\n"+blanks)
}

// Commented reports whether a stretch of the text holds a comment.
func (t *Tree) Commented(from, to int32) bool {
	return from < to && len(syntax.Comments(t.Item.Text[from:to])) > 0
}

// Unparen takes the parentheses off an expression, if no comment is in them.
func (t *Tree) Unparen(n syntax.NodeID) syntax.NodeID {
	inner := t.Item.Unparen(n)
	outside, inside := t.Item.Span(n), t.Item.Span(inner)
	if t.Commented(outside.Start, inside.Start) || t.Commented(inside.End, outside.End) {
		return n
	}
	return inner
}

// Unbraced takes the parentheses off an expression and the braces off a block of
// one expression.
func (t *Tree) Unbraced(n syntax.NodeID) syntax.NodeID {
	for {
		kids := t.Item.Kids(n)
		kind := t.Item.Kind(n)
		if kind != syntax.Paren && kind != syntax.Block || len(kids) != 1 || kids[0] == syntax.NoNode || statements[t.Item.Kind(kids[0])] {
			return n
		}
		n = kids[0]
	}
}

// closed are expressions that need no parentheses anywhere.
var closed = map[syntax.Kind]bool{
	syntax.Local: true, syntax.Global: true, syntax.Name: true, syntax.Int: true, syntax.Float: true, syntax.Bool: true,
	syntax.Call: true, syntax.Index: true, syntax.Project: true, syntax.Paren: true, syntax.Tuple: true, syntax.List: true,
	syntax.Meta: true,
}

// delimits are the parents in which an expression ends by itself.
var delimits = map[syntax.Kind]bool{
	syntax.Call: true, syntax.Tuple: true, syntax.List: true, syntax.Paren: true, syntax.Let: true, syntax.Graph: true,
	syntax.NamedArg: true, syntax.Clause: true, syntax.Block: true,
}

// Fitting is the text of a value for the place of another node, in parentheses
// where it needs them; tail reports that projections are written directly after
// that place.
func (t *Tree) Fitting(value, place syntax.NodeID, tail bool) string {
	text, kind := t.Item.SourceText(value), t.Item.Kind(value)
	parent := t.Item.Kind(t.Parent(place))
	callee := t.applied(t.Parent(place)) == place
	negative := t.Item.Flag(value, syntax.FlagNegative)
	switch {
	case kind == syntax.Paren || kind == syntax.Tuple && !tail && !callee:
		return text
	case (tail || callee) && (isVariable(kind) || kind == syntax.Int || kind == syntax.Float):
	case closed[kind] && !negative:
		return text
	case delimits[parent] && !callee && !tail:
		return text
	}
	return "(" + text + ")"
}

// applied is what a node calls, indexes or projects, which precedes the rest;
// NoNode of nodes that do none of it.
func (t *Tree) applied(n syntax.NodeID) syntax.NodeID {
	switch t.Item.Kind(n) {
	case syntax.Call:
		return t.Item.Call(n).Callee
	case syntax.Index:
		return t.Item.Index(n).Sequence
	case syntax.Project:
		return t.Item.Inner(n)
	}
	return syntax.NoNode
}

// Enclosed puts the text of an expression in parentheses where its lines could
// be read as several statements.
func (t *Tree) Enclosed(n syntax.NodeID, text string) string {
	kind := t.Item.Kind(n)
	if (kind == syntax.Binary || kind == syntax.Unary) && strings.Contains(text, "\n") {
		return "(" + text + ")"
	}
	return text
}

// Line is what goes with a statement when it is taken away: the comment that says
// its type, its `;`, and its line where nothing else is on it.
func (t *Tree) Line(statement syntax.NodeID) syntax.Span {
	text, span := t.Item.Text, t.Item.Span(statement)
	for _, c := range t.Item.TypeComments {
		if c.Span.Start >= span.End && t.Within(c.Of, statement) {
			span.End = c.Span.End
		}
	}
	rest := text[span.End:]
	if trimmed := strings.TrimLeft(rest, " \t\r\n"); strings.HasPrefix(trimmed, ";") && !t.Commented(span.End, span.End+int32(len(rest)-len(trimmed))) {
		span.End += int32(len(rest)-len(trimmed)) + 1
	}
	blanks, own := t.Indent(span.Start)
	after := strings.TrimLeft(text[span.End:], " \t\r")
	switch {
	case own && strings.HasPrefix(after, "\n"):
		return syntax.Span{Start: span.Start - int32(len(blanks)), End: int32(len(text)-len(after)) + 1}
	case strings.HasPrefix(after, "\n"):
		span.Start = int32(len(strings.TrimRight(text[:span.Start], " \t")))
	default:
		span.End = int32(len(text) - len(after))
	}
	return span
}
