package syntax

import (
	"fmt"
	"strings"
	"testing"
)

// describe prints an error with its position in the file and its fix.
func describe(lines *Lines, start int32, e Diagnostic) string {
	at := lines.Position(start + e.Span.Start)
	text := fmt.Sprintf("%d:%d: %s: %s", at.Line, at.Column, e.Code, e.Message)
	for _, r := range e.Related {
		at := lines.Position(start + r.Place.Span.Start)
		text += fmt.Sprintf(" (%d:%d: %s)", at.Line, at.Column, r.Message)
	}
	for _, fix := range e.Fixes {
		text += " [" + fix.Title + "]"
	}
	return text
}

// checkFile tests what must hold for every text.
func checkFile(t testing.TB, f *File) {
	t.Helper()
	var whole strings.Builder
	for i, item := range f.All() {
		if int(f.Start(i)) != whole.Len() {
			t.Fatalf("item %d starts at %d, not at %d", i, f.Start(i), whole.Len())
		}
		whole.WriteString(item.Text)
		checkItem(t, item)
	}
	if whole.String() != f.Text() {
		t.Fatalf("the items' texts are not the file's")
	}
}

func checkItem(t testing.TB, item *Item) {
	t.Helper()
	size := int32(len(item.Text))
	inside := func(s Span) bool { return 0 <= s.Start && s.Start <= s.End && s.End <= size }
	for _, e := range item.Errors {
		if !inside(e.Span) || e.Message == "" || e.Code == "" {
			t.Fatalf("bad error %v in %q", e, clip(item.Text))
		}
		for _, fix := range e.Fixes {
			for _, edit := range fix.Edits {
				if !inside(edit.Span) {
					t.Fatalf("fix outside of the text: %v", e)
				}
			}
		}
	}
	parents := make([]int, item.Len())
	for id := NodeID(1); int(id) < item.Len(); id++ {
		n := item.Node(id)
		if !inside(n.Span) {
			t.Fatalf("%v outside of the text: %v in %q", n.Kind, n.Span, clip(item.Text))
		}
		last := int32(0)
		for _, k := range item.Kids(id) {
			if k == NoNode {
				continue
			}
			parents[k]++
			s := item.Span(k)
			if k >= id || s.Start < last && n.Kind != Param || s.Start < n.Span.Start || s.End > n.Span.End {
				t.Fatalf("child %v %v of %v %v is out of order in %q", item.Kind(k), s, n.Kind, n.Span, clip(item.Text))
			}
			last = s.End
			if parents[k] > 1 {
				t.Fatalf("%v has two parents in %q", item.Kind(k), clip(item.Text))
			}
		}
	}
}

func clip(text string) string {
	if len(text) > 200 {
		return text[:200] + "…"
	}
	return text
}

// checkTokens tests that tokens are in order and that only blanks and
// comments stand between them.
func checkTokens(t testing.TB, text string) {
	t.Helper()
	at := int32(0)
	if strings.HasPrefix(text, byteOrderMark) {
		at = int32(len(byteOrderMark))
	}
	for _, tok := range Lex(text) {
		if tok.Start < at || tok.End < tok.Start || tok.End == tok.Start && tok.Kind != TokEOF {
			t.Fatalf("token %v at %d-%d after %d in %q", tok.Kind, tok.Start, tok.End, at, clip(text))
		}
		if gap := text[at:tok.Start]; !isTrivia(gap) {
			t.Fatalf("%q lies between two tokens of %q", gap, clip(text))
		}
		at = tok.End
	}
	if int(at) != len(text) {
		t.Fatalf("the tokens end at %d of %d", at, len(text))
	}
}

func isTrivia(gap string) bool {
	l := newLexer(gap)
	if strings.HasPrefix(gap, byteOrderMark) {
		return false
	}
	l.flags, l.depth = 0, 1
	return l.next().Kind == TokEOF
}
