package bench

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/workspace"
)

// editedLines is the length of the file that is edited.
const editedLines = 100_000

// BenchmarkKeystroke is an edit in a body in the middle of a long file, up to
// the findings of the whole file.
func BenchmarkKeystroke(b *testing.B) {
	text := Lists(editedLines / 7)
	b.Logf("%d bytes, %d lines", len(text), strings.Count(text, "\n"))
	at := strings.Index(text[len(text)/2:], "%") + len(text)/2
	for _, c := range []struct{ name, insert string }{{"body", "/**/"}, {"comment", "/*"}, {"bracket", "{"}, {"quote", "\""}} {
		b.Run(c.name, func(b *testing.B) { edit(b, text, at, c.insert) })
	}
}

// BenchmarkKeystrokeInferred is an edit in a body of a long file without
// annotations, where each definition calls the one before.
func BenchmarkKeystrokeInferred(b *testing.B) {
	var t strings.Builder
	t.WriteString("def @f0(%x) { %x }\n")
	for i := 1; i < 20_000; i++ {
		fmt.Fprintf(&t, "def @f%d(%%x) {\n  let %%y = @f%d(%%x);\n  let %%z = (%%y, %d);\n  %%z.0\n}\n", i, i-1, i)
	}
	text := t.String()
	at := strings.Index(text[len(text)/2:], "let %z") + len(text)/2
	for _, c := range []struct{ name, insert string }{{"body", "/**/"}, {"type", "let %x = (%x, 1); "}} {
		b.Run(c.name, func(b *testing.B) { edit(b, text, at, c.insert) })
	}
}

// edit puts something into a text and takes it out, in turn.
func edit(b *testing.B, text string, at int, insert string) {
	s := workspace.Open(workspace.Options{Root: "/"}).With(map[string]string{"/a.frac": text})
	mustCheck(b, s)
	b.ResetTimer()
	for i := range b.N {
		next := text
		if i%2 == 0 {
			next = text[:at] + insert + text[at:]
		}
		s = s.With(map[string]string{"/a.frac": next})
		mustCheck(b, s)
	}
}

func mustCheck(b *testing.B, s *workspace.Snapshot) {
	if _, err := s.Check(context.Background(), []string{"/a.frac"}); err != nil {
		b.Fatal(err)
	}
}
