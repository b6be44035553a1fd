package message

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// TestUnreadLines holds the count by line against looking at every error: near is
// what overlaps one, or what no line end parts from one.
func TestUnreadLines(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		item := &syntax.Item{Extra: &syntax.Extra{}, Text: strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "é", "\n", "\r\n"}), 0, 20).Draw(r, "text"), "")}
		span := rapid.Custom(func(r *rapid.T) syntax.Span {
			from := rapid.IntRange(0, len(item.Text)).Draw(r, "from")
			return syntax.Span{Start: int32(from), End: int32(rapid.IntRange(from, len(item.Text)).Draw(r, "to"))}
		})
		for _, s := range rapid.SliceOfN(span, 0, 4).Draw(r, "errors") {
			item.Errors = append(item.Errors, syntax.Diagnostic{Span: s})
		}
		unread, s := NewUnreadLines(item), span.Draw(r, "place")
		near := false
		for _, e := range item.Errors {
			from, to := min(s.End, e.Span.End), max(s.Start, e.Span.Start)
			near = near || from >= to || !strings.Contains(item.Text[from:to], "\n")
		}
		if unread.Touch(s) != near {
			t.Fatalf("%q, errors %v, place %v: touched is %v", item.Text, item.Errors, s, !near)
		}
	})
}
