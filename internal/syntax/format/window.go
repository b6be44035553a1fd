package format

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// window gives the items that are to be laid out, from one index to another,
// and the regions in which the text may change; no regions mean all of it.
// Comments may be aligned with those of the items around, so all up to the
// next empty lines are laid out.
func (o *Options) window(f *syntax.File) (from, to int, regions []syntax.Span) {
	if o.Within == nil || f.Len() == 0 {
		return 0, f.Len(), nil
	}
	from, to, regions = f.Len(), 0, []syntax.Span{}
	for _, within := range o.Within {
		first, last := max(f.ItemAt(within.Start), 0), max(f.ItemAt(within.End), 0)
		from, to = min(from, first), max(to, last+1)
		for i := first; i <= last; i++ {
			if r, ok := region(f, i, within); ok {
				regions = append(regions, r)
			}
		}
	}
	for from > 0 && from < f.Len() && !startsWithEmptyLine(f.Item(from)) {
		from--
	}
	for to < f.Len() && !startsWithEmptyLine(f.Item(to)) {
		to++
	}
	return from, to, regions
}

func startsWithEmptyLine(item *syntax.Item) bool {
	line, _, _ := strings.Cut(item.Text, "\n")
	return strings.TrimSpace(line) == ""
}

// rows are the nodes whose children stand on lines of their own.
var rows = kindSet(syntax.Block, syntax.Match, syntax.ItemData)

// region is the part of item i that a range means: the innermost statements,
// clauses or constructors that it touches, whole lines of them.
func region(f *syntax.File, i int, within syntax.Span) (syntax.Span, bool) {
	item := f.Item(i)
	local := within.Shift(-f.Start(i))
	whole := syntax.Span{Start: 0, End: int32(len(item.Text))}
	if local.Start > whole.End || local.End < whole.Start {
		return syntax.Span{}, false
	}
	if local.End < firstOf(item) { // comments alone
		line := strings.LastIndexByte(f.Text()[:within.Start], '\n') + 1
		return syntax.Span{Start: int32(line), End: within.End}, true
	}
	r := widest(item, whole, local)
	return r.Shift(f.Start(i)), true
}

// firstOf is where an item's first token begins.
func firstOf(item *syntax.Item) int32 {
	first := item.Span(item.Root).Start
	for _, a := range item.Attributes {
		first = min(first, item.Span(a).Start)
	}
	return first
}

// widest goes from the whole item down to the innermost row that holds a
// range.
func widest(item *syntax.Item, r, local syntax.Span) syntax.Span {
	n := item.Root
	for n != syntax.NoNode {
		if rows[item.Kind(n)] {
			if touched, ok := touchedRow(item, n, local); ok {
				r = touched
			}
		}
		n = holder(item, n, local)
	}
	return r
}

// holder is the child that holds all of a range.
func holder(item *syntax.Item, n syntax.NodeID, local syntax.Span) syntax.NodeID {
	for _, k := range item.Kids(n) {
		if k != syntax.NoNode && item.Span(k).Start < local.Start && local.End < item.Span(k).End {
			return k
		}
	}
	return syntax.NoNode
}

// touchedRow covers the children of a row that a range touches.
func touchedRow(item *syntax.Item, n syntax.NodeID, local syntax.Span) (syntax.Span, bool) {
	var r syntax.Span
	found := false
	for _, k := range item.Kids(n) {
		if k == syntax.NoNode || item.Span(k).End < local.Start || item.Span(k).Start > local.End {
			continue
		}
		if !found {
			r, found = item.Span(k), true
		}
		r = r.Cover(item.Span(k))
	}
	r.Start = min(r.Start, local.Start)
	if n := strings.IndexByte(item.Text[r.End:], '\n'); n >= 0 {
		r.End += int32(n)
	}
	return r, found
}

// keepWithin are the edits before what begins in a region. Both stand in
// the order of the text unless the ranges did not.
func keepWithin(edits []syntax.Edit, regions []syntax.Span) []syntax.Edit {
	if regions == nil {
		return edits
	}
	slices.SortFunc(regions, func(a, b syntax.Span) int { return int(a.Start - b.Start) })
	next, end := 0, int32(-1) // end is how far the regions reach that begin before an edit
	return slices.DeleteFunc(edits, func(e syntax.Edit) bool {
		for ; next < len(regions) && regions[next].Start <= e.Span.End; next++ {
			end = max(end, regions[next].End)
		}
		return e.Span.End > end
	})
}
