package cost

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// Every offset of a text that the edits leave comes back; what is inserted comes from where
// it is inserted.
func TestUnedited(t *testing.T) {
	const text = "0123456789"
	edits := []syntax.Edit{
		{Span: syntax.Span{Start: 0, End: 0}, NewText: "abc"},
		{Span: syntax.Span{Start: 2, End: 5}},
		{Span: syntax.Span{Start: 6, End: 7}, NewText: "defg"},
		{Span: syntax.Span{Start: 10, End: 10}, NewText: "h"},
	}
	edited := syntax.ApplyEdits(text, edits)
	want := []int32{0, 0, 0, 0, 1, 5, 6, 6, 6, 6, 7, 8, 9, 10, 10}
	for at := range len(edited) + 1 {
		if got := unedited(edits, int32(at)); got != want[at] {
			t.Errorf("offset %d of %q comes from %d, want %d", at, edited, got, want[at])
		}
	}
}
