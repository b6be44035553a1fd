package bench

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/typecheck"
)

// BenchmarkFacts is an edit of a definition, up to the facts of what every
// definition of the file may do. The file has 5,000 groups: a leaf and three
// callers of it, one above the other.
func BenchmarkFacts(b *testing.B) {
	var t strings.Builder
	for i := range 5_000 {
		fmt.Fprintf(&t, "def @leaf%d(%%x: int32) -> int32 { %%x + 1 }\n", i)
		for k, callee := range []string{"leaf", "one", "two"} {
			fmt.Fprintf(&t, "def @%s%d(%%x: int32) -> int32 { @%s%d(%%x) * 2 }\n", []string{"one", "two", "three"}[k], i, callee, i)
		}
	}
	text := t.String()
	at := strings.Index(text, "@leaf2500(%x: int32) -> int32 { ") + len("@leaf2500(%x: int32) -> int32 { ")
	for _, c := range []struct{ name, insert string }{{"same", "0 + "}, {"changed", "1 / "}} {
		b.Run(c.name, func(b *testing.B) {
			s := workspace.Open(workspace.Options{Root: "/"}).With(map[string]string{"/a.frac": text})
			allFacts(b, s)
			b.ResetTimer()
			for i := range b.N {
				next := text
				if i%2 == 0 {
					next = text[:at] + c.insert + text[at:]
				}
				s = s.With(map[string]string{"/a.frac": next})
				allFacts(b, s)
			}
		})
	}
	b.Run("cold", func(b *testing.B) {
		for range b.N {
			allFacts(b, workspace.Open(workspace.Options{Root: "/"}).With(map[string]string{"/a.frac": text}))
		}
	})
}

func allFacts(b *testing.B, s *workspace.Snapshot) {
	known, err := s.Facts("/a.frac")
	if err != nil {
		b.Fatal(err)
	}
	m, _ := s.Module("/a.frac")
	for i := range m.Items() {
		if o := m.Object(i); o != nil && o.Kind == typecheck.DefObject {
			effect.OfDefinition(context.Background(), known, o)
		}
	}
}
