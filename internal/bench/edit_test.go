package bench

import (
	"context"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/workspace"
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
		b.Run(c.name, func(b *testing.B) {
			s := workspace.Open(workspace.Options{Root: "/"}).With(map[string]string{"/a.frac": text})
			mustCheck(b, s)
			b.ResetTimer()
			for i := range b.N {
				next := text
				if i%2 == 0 {
					next = text[:at] + c.insert + text[at:]
				}
				s = s.With(map[string]string{"/a.frac": next})
				mustCheck(b, s)
			}
		})
	}
}

func mustCheck(b *testing.B, s *workspace.Snapshot) {
	if _, err := s.Check(context.Background(), []string{"/a.frac"}); err != nil {
		b.Fatal(err)
	}
}
