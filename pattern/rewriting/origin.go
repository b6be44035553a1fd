package rewriting

import (
	"sort"

	"github.com/fraccheck/fraccheck/syntax"
)

// A layer leads from a text after edits back to the one before.
type layer struct {
	edits []syntax.Edit // in order, apart from each other
	at    []int32       // where what they wrote begins
}

func newLayer(edits []syntax.Edit) layer {
	l := layer{edits: edits, at: make([]int32, len(edits))}
	shift := int32(0)
	for i, e := range edits {
		l.at[i] = e.Span.Start + shift
		shift += int32(len(e.NewText)) - e.Span.Len()
	}
	return l
}

// back is where a stretch of the text was before: of what an edit wrote, all that it
// replaced.
func (l layer) back(span syntax.Span) syntax.Span {
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
