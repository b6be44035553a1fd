package bench

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/workspace"
)

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
