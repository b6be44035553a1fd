package workspace

import (
	"slices"
	"sort"

	"github.com/fraccheck/fraccheck/syntax"
)

// ApplyFixes gives the texts of files after the fixes of findings, and how many
// fixes are in them. A finding with several fixes is a question, and is left to
// its author. Fixes that overlap one before them are left out: they may be
// asked for again once the file is checked anew.
func ApplyFixes(findings []Finding) (texts map[*Source]string, applied int) {
	edits := map[*Source]editList{}
	for _, f := range findings {
		if len(f.Fixes) != 1 || len(f.Fixes[0].Edits) == 0 ||
			slices.ContainsFunc(f.Fixes[0].Edits, func(e Edit) bool { return edits[e.Source].conflicts(e) }) {
			continue
		}
		applied++
		for _, e := range f.Fixes[0].Edits {
			edits[e.Source] = edits[e.Source].with(e)
		}
	}
	texts = map[*Source]string{}
	for source, list := range edits {
		texts[source] = ApplyEdits(source.Text, list)
	}
	return texts, applied
}

// An editList is edits of one text, in its order, none of which touch.
type editList []Edit

// conflicts tells whether an edit touches one of the list.
func (l editList) conflicts(e Edit) bool {
	i := l.behind(e)
	return i > 0 && touches(e, l[i-1]) || i < len(l) && touches(e, l[i])
}

// behind is the place of the first edit that starts where another one does, or
// behind.
func (l editList) behind(e Edit) int {
	return sort.Search(len(l), func(i int) bool { return l[i].Span.Start >= e.Span.Start })
}

// with has one more edit; those of one fix at one place keep their order.
func (l editList) with(e Edit) editList {
	return slices.Insert(l, sort.Search(len(l), func(i int) bool { return l[i].Span.Start > e.Span.Start }), e)
}

// touches tells whether the order of two edits would matter.
func touches(a, b Edit) bool {
	return a.Span.Start < b.Span.End && b.Span.Start < a.Span.End ||
		a.Span.Start == b.Span.Start || a.Span.End == b.Span.End
}

// ApplyEdits makes edits of one text that do not overlap.
func ApplyEdits(text string, edits []Edit) string {
	plain := make([]syntax.Edit, len(edits))
	for i, e := range edits {
		plain[i] = syntax.Edit{Span: e.Span, NewText: e.NewText}
	}
	return syntax.ApplyEdits(text, plain)
}
