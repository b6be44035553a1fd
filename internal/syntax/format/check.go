package format

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// changedItems are the items that edits would make others of.
func changedItems(f *syntax.File, edits []syntax.Edit) []int {
	if len(edits) == 0 {
		return nil
	}
	before, after := programItems(f), programItems(syntax.Reparse(f, merged(f.Text(), edits)))
	var changed []int
	for i, item := range before {
		if i >= len(after) || !same(item, after[i]) {
			changed = append(changed, i)
		}
	}
	if len(changed) == 0 && len(after) > len(before) {
		changed = append(changed, len(before)-1)
	}
	return changed
}

// merged is one edit that does what several do.
func merged(text string, edits []syntax.Edit) syntax.Edit {
	all := syntax.Span{Start: edits[0].Span.Start, End: edits[len(edits)-1].Span.End}
	moved := make([]syntax.Edit, len(edits))
	for i, e := range edits {
		moved[i] = syntax.Edit{Span: e.Span.Shift(-all.Start), NewText: e.NewText}
	}
	return syntax.Edit{Span: all, NewText: syntax.ApplyEdits(text[all.Start:all.End], moved)}
}

// programItems are the items up to the last one that holds anything.
func programItems(f *syntax.File) []*syntax.Item {
	items := f.List()
	for len(items) > 0 && strings.TrimSpace(items[len(items)-1].Text) == "" {
		items = items[:len(items)-1]
	}
	return items
}

// same reports whether two items differ in nothing but blanks.
func same(a, b *syntax.Item) bool {
	if a.Text == b.Text {
		return true
	}
	return len(a.Errors) == 0 && len(b.Errors) == 0 && sameTree(a, b) &&
		sameText(a.Text, b.Text) && sameSuppressions(a.Text, b.Text)
}

// sameTree compares the trees. Two parses of the same tokens number the nodes
// alike.
func sameTree(a, b *syntax.Item) bool {
	if a.Len() != b.Len() || a.Root != b.Root || !slices.Equal(a.Attributes, b.Attributes) ||
		!slices.EqualFunc(a.TypeComments, b.TypeComments, sameNote) {
		return false
	}
	for n := range syntax.NodeID(a.Len()) {
		x, y := a.Node(n), b.Node(n)
		if x.Kind != y.Kind || x.Flags != y.Flags || x.Data != y.Data || !slices.Equal(a.Kids(n), b.Kids(n)) {
			return false
		}
	}
	return true
}

func sameNote(a, b syntax.TypeComment) bool { return a.Of == b.Of && a.Type == b.Type }

// sameText compares tokens and comments.
func sameText(a, b string) bool {
	tokens, comments := syntax.Scan(a, nil, nil)
	others, notes := syntax.Scan(b, nil, nil)
	return slices.EqualFunc(tokens, others, func(s, t syntax.Token) bool {
		return s.Kind == t.Kind && a[s.Start:s.End] == b[t.Start:t.End]
	}) && slices.EqualFunc(comments, notes, func(s, t syntax.Span) bool {
		return trimmed(a[s.Start:s.End]) == trimmed(b[t.Start:t.End])
	})
}
