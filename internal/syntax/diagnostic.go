package syntax

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
)

// A Place is a range in an item. A nil Item stands for the item that the
// diagnostic itself belongs to; a place in another item follows that item
// when edits above move it.
type Place struct {
	Item *Item
	Span Span
}

// A Diagnostic is one finding. Message is one sentence in plain words; Notes
// are further lines (what was expected and found, the rule, a hint).
type Diagnostic struct {
	Code     codes.Code
	Severity codes.Severity
	Span     Span
	Message  string
	Notes    []string
	Related  []Related
	Fixes    []Fix
	Data     map[string]any // for programs: the missing cases, for example
	Suspects []Suspect      // of an error: the declarations that it contradicts
}

// Related is another place that helps to understand a finding.
type Related struct {
	Place   Place
	Message string
}

// A Fix is one way to mend a finding. Its edits do not overlap.
type Fix struct {
	Title      string
	Edits      []Edit
	Confidence codes.Confidence // Unsaid: that of the diagnostic's code
}

// An Edit replaces the text of a span of the diagnostic's item.
type Edit struct {
	Span    Span
	NewText string
}

// surely makes a fix of what other languages spell in another way safe: the parser
// has read it as what the fix writes, and no other reading is left. The fixes of
// habit_*.go that do not say so are guesses, as those of their code are.
func (f Fix) surely() Fix {
	f.Confidence = codes.Safe
	return f
}

// Replace is the fix that replaces one span.
func Replace(title string, span Span, text string) Fix {
	return Fix{Title: title, Edits: []Edit{{span, text}}}
}

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
