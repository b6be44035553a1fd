package workspace

import (
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// loopItems are items of which some define, call or declare what others may define as
// functions in TIR.
var loopItems = []string{
	"def @f(%x: int32) -> int32 { @g(%x) }\n",
	"def @h(%x) { (@g(%x), @gg(%x)) }\n",
	"@g(1)\n",
	"@gg(@h(2))\n",
	"@g = primfn(p_1: handle) -> ()\n  attr = {\"a\": True} {\n  p[0] = 1f32\n}\n",
	"@gg = primfn(p_1: handle) -> ()\n  attr = {\"a\": True} {\n  p[0] = 1f32\n}\n",
	"@h = primfn(p_1: handle) -> ()\n  attr = {\"a\": True} {\n  p[0] = 1f32\n}\n",
	"def @g(%x: int32) -> int32 { %x }\n",
	"def @gg(%x) { @f(%x) }\n",
}

// TestLoopFunctionEdits holds snapshots in which functions in TIR come and go against
// fresh ones: an unchanged item that names one has an error only without it.
func TestLoopFunctionEdits(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		present := make([]bool, len(loopItems))
		for i := range present {
			present[i] = rapid.Bool().Draw(r, "present")
		}
		text := func() string {
			var b strings.Builder
			for i, item := range loopItems {
				if present[i] {
					b.WriteString(item)
				}
			}
			return b.String()
		}
		paths := []string{"/a.frac", "/b.frac"}
		texts := map[string]string{"/a.frac": text(), "/b.frac": "import \"a.frac\"\n@g(1)\n@h(2)\n"}
		s := Open(Options{Files: inMemory(nil), Root: "/"}).With(texts)
		for range rapid.IntRange(1, 8).Draw(r, "edits") {
			i := rapid.IntRange(0, len(loopItems)-1).Draw(r, "item")
			present[i] = !present[i]
			_, _ = s.Check(context.Background(), paths)
			texts["/a.frac"] = text()
			s = s.With(map[string]string{"/a.frac": texts["/a.frac"]})
			if rapid.Bool().Draw(r, "compared") {
				compareFresh(r, s, texts, paths)
			}
		}
		compareFresh(r, s, texts, paths)
	})
}
