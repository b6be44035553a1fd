package rewrite

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Clean reports whether nothing that the edits reach has an error after them.
func (r *Revision) Clean(find Finder) bool { return len(r.now.errors(r.New, find)) == 0 }

// SameTypesElsewhere reports whether all nodes that edits of the item leave alone have
// the types that they had: what they replace may have given others theirs. The
// edits are those of the revision, in the order of the text; it has one pair.
func (r *Revision) SameTypesElsewhere(edits []syntax.Edit) bool {
	edits = Merged(edits)
	var gone, come []syntax.Span
	shift := -r.After.File().Start(r.Pairs[0].After)
	for _, e := range edits {
		gone = append(gone, e.Span)
		start := e.Span.Start + shift
		come = append(come, syntax.Span{Start: start, End: start + int32(len(e.NewText))})
		shift += int32(len(e.NewText)) - e.Span.Len()
	}
	before := r.was.check(r.Pairs[0].Before).Info
	after := r.now.check(r.Pairs[0].After).Info
	return slices.Equal(
		types.Keys(typesOf(before, inside(before.Item, gone))...),
		types.Keys(typesOf(after, inside(after.Item, come))...))
}

// inside are the nodes of an item that lie in one of some spans, which are in
// the order of the text.
func inside(item *syntax.Item, spans []syntax.Span) map[syntax.NodeID]bool {
	found := map[syntax.NodeID]bool{}
	item.Walk(item.Root, func(n syntax.NodeID) bool {
		at := item.Span(n)
		i, _ := slices.BinarySearchFunc(spans, at.Start, func(s syntax.Span, start int32) int {
			if s.End <= start {
				return -1
			}
			return 1
		})
		if i < len(spans) && spans[i].Start <= at.Start && at.End <= spans[i].End {
			found[n] = true
			return false
		}
		return true
	})
	return found
}
