package rewrite

import "github.com/fraccheck/fraccheck/internal/syntax"

// A Site is where a statement can be put before an expression: as near as
// can be, in the same block.
type Site struct {
	Statement syntax.NodeID // what the new one is before
	Bare      bool          // that is the body of a clause without braces, or the `if` of `else if`
}

// Site finds the statement that an expression is in; false where there is none,
// as in a top-level expression.
func (t *Tree) Site(n syntax.NodeID) (Site, bool) {
	for ; n != syntax.NoNode; n = t.Parent(n) {
		switch parent := t.Parent(n); t.Item.Kind(parent) {
		case syntax.Block:
			return Site{n, t.ElseIf(parent)}, true
		case syntax.Clause:
			return Site{n, true}, t.Item.Clause(parent).Body == n
		case syntax.Fn, syntax.Params, syntax.Param, syntax.ItemDef, syntax.ItemExpr:
			return Site{}, false
		}
	}
	return Site{}, false
}

// ElseIf reports whether block is the block that an `if` after `else` is, without braces.
func (t *Tree) ElseIf(block syntax.NodeID) bool {
	return t.Item.Kind(t.Parent(block)) == syntax.If && t.Item.Text[t.Item.Span(block).Start] != '{'
}

// InFront gives the edits that put a statement at a site; the first one is where it
// stands.
func (t *Tree) InFront(at Site, text string) []syntax.Edit {
	span := t.Item.Span(at.Statement)
	start := syntax.Span{Start: span.Start, End: span.Start}
	if at.Bare {
		return []syntax.Edit{{Span: start, NewText: "{ " + text + " "}, {Span: syntax.Span{Start: span.End, End: span.End}, NewText: " }"}}
	}
	between := " "
	if blanks, own := t.Indent(span.Start); own {
		between = t.Newline() + blanks
	}
	return []syntax.Edit{{Span: start, NewText: text + between}}
}

// WithParens is an expression with the parentheses around it that a name in its place
// would not need, if no comment is in them.
func (t *Tree) WithParens(n syntax.NodeID) syntax.NodeID {
	for p := t.Parent(n); t.Item.Kind(p) == syntax.Paren && !t.isHead(p) && t.Unparen(p) != p; p = t.Parent(n) {
		n = p
	}
	return n
}

// isHead reports whether parentheses belong to an `if` or `match`.
func (t *Tree) isHead(n syntax.NodeID) bool {
	parent := t.Parent(n)
	switch t.Item.Kind(parent) {
	case syntax.If:
		return t.Item.If(parent).Cond == n
	case syntax.Match:
		return t.Item.Match(parent).Scrutinee == n
	}
	return false
}
