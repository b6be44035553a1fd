package lsp

import (
	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// inComment is the evaluation comment at the position of a target whose expression stands in it
// alone.
func (t *commandTarget) inComment(v *view, source *workspace.Source) (numbered, bool) {
	if t.Position == nil || t.Name != "" || t.Item != nil {
		return numbered{}, false
	}
	offset := newPlaces(v).offset(source, *t.Position)
	at := syntax.Span{Start: offset, End: offset}
	for n, c := range evaluate.Comments(source) {
		if c.Item < 0 && c.Kind != evaluate.Misspelt && (touches(c.Expr, at) || touches(c.Place, at)) {
			return numbered{c, n}, true
		}
	}
	return numbered{}, false
}

// title names the expression shortly.
func (c *numbered) title(source *workspace.Source) string {
	return abbreviated(source.Text[c.Expr.Start:c.Expr.End])
}

// rangeAround is the part of a document all positions of which have the same value: that of an item
// with the comments around it, or of a comment that holds an expression of its own.
func rangeAround(p *places, source *workspace.Source, at protocol.Position) *protocol.Range {
	offset := p.offset(source, at)
	around := syntax.Span{End: int32(len(source.Text))}
	if i := source.File.ItemAt(offset); i >= 0 {
		around.Start = source.File.Starts[i]
		if i+1 < len(source.File.Starts) {
			around.End = source.File.Starts[i+1] - 1 // the next position is the next item's
		}
	}
	for _, c := range evaluate.Comments(source) {
		if c.Item >= 0 || c.Kind == evaluate.Misspelt {
			continue
		}
		whole := syntax.Span{Start: min(c.Expr.Start, c.Place.Start), End: max(c.Expr.End, c.Place.End)}
		switch {
		case touches(whole, syntax.Span{Start: offset, End: offset}):
			around = whole
		case whole.End < offset:
			around.Start = max(around.Start, whole.End+1)
		default:
			around.End = min(around.End, whole.Start-1)
		}
	}
	out := p.rangeOf(workspace.Place{Source: source, Span: around})
	return &out
}
