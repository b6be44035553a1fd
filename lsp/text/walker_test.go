package text

import (
	"testing"

	"pgregory.net/rapid"
)

// TestWalker finds in any order what the text itself finds.
func TestWalker(t *testing.T) {
	piece := rapid.SampledFrom([]string{"a", "é", "𝒳", "\n", "\r\n", "\r", "\xff", "\x80", "\xf0\x9d", "long words"})
	rapid.Check(t, func(t *rapid.T) {
		content := ""
		for _, p := range rapid.SliceOfN(piece, 0, 40).Draw(t, "text") {
			content += p
		}
		text := New(content)
		for _, e := range preferred {
			w := NewWalker(text, e)
			for _, at := range rapid.SliceOfN(rapid.IntRange(-1, len(content)+1), 1, 30).Draw(t, "offsets") {
				if got, want := w.Position(at), text.Position(at, e); got != want {
					t.Fatalf("%v: byte %d of %q is at %v, want %v", e, at, content, got, want)
				}
			}
		}
	})
}
