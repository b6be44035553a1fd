package evaluate

import (
	"sort"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A pairedText is a text in two forms, written side by side: the code that is
// checked and run, and what is shown of it to the one who asked. An array from a
// file is a parameter in the code, and the file's name in what is shown.
type pairedText struct {
	code, shown strings.Builder
	segments    []segment
}

// A segment is a part of the code and the part of the shown text that stands for
// it.
type segment struct{ code, shown syntax.Span }

// write adds a part that is shown as it is.
func (t *pairedText) write(text string) { t.writeAs(text, text) }

// writeAs adds a part that is shown as something else; with "" it is hidden.
func (t *pairedText) writeAs(code, shown string) {
	from := segment{syntax.Span{Start: int32(t.code.Len())}, syntax.Span{Start: int32(t.shown.Len())}}
	t.code.WriteString(code)
	t.shown.WriteString(shown)
	from.code.End, from.shown.End = int32(t.code.Len()), int32(t.shown.Len())
	if code != "" {
		t.segments = append(t.segments, from)
	}
}

// inside is the text between two parts that are not shown.
func (t *pairedText) inside(before, behind string) *pairedText {
	var out pairedText
	out.writeAs(before, "")
	for _, s := range t.segments {
		out.writeAs(t.code.String()[s.code.Start:s.code.End], t.shown.String()[s.shown.Start:s.shown.End])
	}
	out.writeAs(behind, "")
	return &out
}

// shownSpan is where a span of the code is shown. What denotes nothing that is
// shown lies at the border of its neighbours.
func shownSpan(segments []segment, s syntax.Span) syntax.Span {
	if len(segments) == 0 {
		return s
	}
	first := sort.Search(len(segments), func(i int) bool { return segments[i].code.End > s.Start })
	first = min(first, len(segments)-1)
	last := sort.Search(len(segments), func(i int) bool { return segments[i].code.End >= s.End })
	last = min(last, len(segments)-1)
	out := syntax.Span{Start: segments[first].shown.Start, End: segments[last].shown.End}
	if f := segments[first]; f.verbatim() {
		out.Start = min(f.shown.Start+s.Start-f.code.Start, f.shown.End)
	}
	if l := segments[last]; l.verbatim() {
		out.End = max(l.shown.Start+s.End-l.code.Start, l.shown.Start)
	}
	return syntax.Span{Start: out.Start, End: max(out.Start, out.End)}
}

// verbatim reports whether a segment is shown as it is: both forms are equally long.
func (s segment) verbatim() bool { return s.code.End-s.code.Start == s.shown.End-s.shown.Start }
