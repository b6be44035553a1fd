package workspace

import (
	"cmp"
	"slices"
	"strings"
)

// ApplyFixes gives the texts of files after the fixes of findings, and how many
// fixes are in them. A finding with several fixes is a question, and is left to
// its author. Fixes that overlap one before them are left out: they may be
// asked for again once the file is checked anew.
func ApplyFixes(findings []Finding) (texts map[*Source]string, applied int) {
	edits := map[*Source][]Edit{}
	for _, f := range findings {
		if len(f.Fixes) != 1 || len(f.Fixes[0].Edits) == 0 || conflicts(edits, f.Fixes[0].Edits) {
			continue
		}
		applied++
		for _, e := range f.Fixes[0].Edits {
			edits[e.Source] = append(edits[e.Source], e)
		}
	}
	texts = map[*Source]string{}
	for source, list := range edits {
		texts[source] = ApplyEdits(source.Text, list)
	}
	return texts, applied
}

func conflicts(taken map[*Source][]Edit, edits []Edit) bool {
	return slices.ContainsFunc(edits, func(e Edit) bool {
		return slices.ContainsFunc(taken[e.Source], func(o Edit) bool { return touches(e, o) })
	})
}

// touches tells whether the order of two edits would matter.
func touches(a, b Edit) bool {
	return a.Span.Start < b.Span.End && b.Span.Start < a.Span.End ||
		a.Span.Start == b.Span.Start || a.Span.End == b.Span.End
}

// ApplyEdits replaces spans of a text that do not overlap.
func ApplyEdits(text string, edits []Edit) string {
	edits = slices.SortedStableFunc(slices.Values(edits), func(a, b Edit) int {
		return cmp.Compare(a.Span.Start, b.Span.Start)
	})
	var b strings.Builder
	at := int32(0)
	for _, e := range edits {
		b.WriteString(text[at:e.Span.Start])
		b.WriteString(e.NewText)
		at = e.Span.End
	}
	b.WriteString(text[at:])
	return b.String()
}
