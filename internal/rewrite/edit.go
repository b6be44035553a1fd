package rewrite

import (
	"cmp"
	"slices"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// Merged sorts edits by position, insertions first, and makes one edit of those
// that touch: editors do not agree on the order in which they make them.
func Merged(edits []syntax.Edit) []syntax.Edit {
	byPosition := func(a, b syntax.Edit) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
	}
	var list []syntax.Edit
	for _, e := range slices.SortedStableFunc(slices.Values(edits), byPosition) {
		if last := len(list) - 1; last >= 0 && list[last].Span.End == e.Span.Start {
			list[last].Span.End = e.Span.End
			list[last].NewText += e.NewText
			continue
		}
		list = append(list, e)
	}
	return list
}

// spanning is one edit for all, from the first to the last one; none for none.
func spanning(text string, edits []syntax.Edit) []syntax.Edit {
	edits = Merged(edits)
	if len(edits) == 0 {
		return nil
	}
	start := edits[0].Span.Start
	whole := syntax.Span{Start: start, End: edits[len(edits)-1].Span.End}
	for i := range edits {
		edits[i].Span = edits[i].Span.Shift(-start)
	}
	return []syntax.Edit{{Span: whole, NewText: syntax.ApplyEdits(text[whole.Start:whole.End], edits)}}
}
