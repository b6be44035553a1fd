package syntax

import (
	"cmp"
	"slices"
	"strings"
)

// ApplyEdits makes edits that do not overlap, in whatever order they are given.
// Of those that begin at one place, insertions come first; several of them keep
// their order.
func ApplyEdits(text string, edits []Edit) string {
	if !slices.IsSortedFunc(edits, compareEdits) {
		edits = slices.SortedStableFunc(slices.Values(edits), compareEdits)
	}
	var b strings.Builder
	b.Grow(len(text) + len(text)/8)
	at := int32(0)
	for _, e := range edits {
		b.WriteString(text[at:e.Span.Start])
		b.WriteString(e.NewText)
		at = e.Span.End
	}
	b.WriteString(text[at:])
	return b.String()
}

func compareEdits(a, b Edit) int {
	return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
}
