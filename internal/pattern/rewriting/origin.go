package rewriting

import (
	"sort"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// origins say where what a text holds stood in the one before.
type origins struct {
	pieces []placed // in order
	taken  []copied
}

// origin is where what is at an offset of the new text stood in the item; -1 of
// what was made.
func (o origins) origin(at int32) int32 {
	i := sort.Search(len(o.pieces), func(i int) bool { return o.pieces[i].at > at }) - 1
	if i < 0 {
		return -1
	}
	p := o.pieces[i]
	at += p.from.Start - p.at
	if !p.made {
		return at
	}
	k := sort.Search(len(o.taken), func(k int) bool { return o.taken[k].to > at }) - 1
	if k < 0 || at >= o.taken[k].to+o.taken[k].from.Len() {
		return -1
	}
	return o.taken[k].from.Start + at - o.taken[k].to
}

// A layer leads from a text after edits back to the one before.
type layer struct {
	origins
	edits []syntax.Edit // in order, apart from each other
	at    []int32       // where what they wrote begins
}

func newLayer(edits []syntax.Edit, from origins) layer {
	l := layer{origins: from, edits: edits, at: make([]int32, len(edits))}
	shift := int32(0)
	for i, e := range edits {
		l.at[i] = e.Span.Start + shift
		shift += int32(len(e.NewText)) - e.Span.Len()
	}
	return l
}

// back is where a stretch of the text was before: of what an edit made, all that it
// replaced.
func (l layer) back(span syntax.Span) syntax.Span {
	start, end := l.origin(span.Start), l.origin(span.End-1)
	if start >= 0 && start <= end {
		return syntax.Span{Start: start, End: end + 1}
	}
	return syntax.Span{Start: l.offset(span.Start, false), End: l.offset(span.End, true)}
}

func (l layer) offset(at int32, end bool) int32 {
	i := sort.Search(len(l.at), func(i int) bool { return l.at[i] > at || end && l.at[i] == at }) - 1
	if i < 0 {
		return at
	}
	e := l.edits[i]
	if behind := at - l.at[i] - int32(len(e.NewText)); behind >= 0 {
		return e.Span.End + behind
	}
	if end {
		return e.Span.End
	}
	return e.Span.Start
}
