package workspace

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/rope"
	"github.com/fraccheck/fraccheck/internal/sequence"
)

// A typist edits a definition in the middle of a long file.
type typist struct {
	testing.TB
	s    *Snapshot
	text *rope.Text
	at   int
	keys int
}

// newTypist opens a file of definitions, each of which calls the one that callee gives, none
// where that is negative, and presses the first keys: what was found when the file was opened is
// put in order then.
func newTypist(t testing.TB, items int, result string, program bool, callee func(i int) int) *typist {
	var b strings.Builder
	for i := range items {
		last := "(%a + 1)"
		if j := callee(i); j >= 0 {
			last = fmt.Sprintf("@f%d(%%a)", j)
		}
		fmt.Fprintf(&b, "def @f%d(%%x: int32)%s { let %%a = (%%x * 2); %s }\n", i, result, last)
	}
	if program {
		fmt.Fprintf(&b, "def @main(%%x: int32) -> int32 { @f%d(%%x) }\n", items-1)
	}
	half := b.Len() / 2
	k := &typist{TB: t, text: rope.New(b.String()), at: half + strings.Index(b.String()[half:], "let %a")}
	k.s = Open(Options{Files: inMemory(nil), Root: "/", Jobs: 1}).WithTexts(map[string]*rope.Text{"/a.frac": k.text})
	k.check()
	for range 4 {
		k.press()
	}
	return k
}

// press adds a comment to a body, or takes it away, and asks for the diagnostics: the definition
// is another one and its facts are the same, as after most keys.
func (k *typist) press() {
	if k.keys++; k.keys%2 == 1 {
		k.text = k.text.Replace(k.at, k.at, "/**/")
	} else {
		k.text = k.text.Replace(k.at, k.at+4, "")
	}
	k.s = k.s.WithTexts(map[string]*rope.Text{"/a.frac": k.text})
	k.check()
}

func (k *typist) check() {
	if _, err := k.s.Check(context.Background(), []string{"/a.frac"}); err != nil {
		k.Fatal(err)
	}
}

// allocated is what a key allocates, in bytes.
func (k *typist) allocated() uint64 {
	const keys = 50
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range keys {
		k.press()
	}
	runtime.ReadMemStats(&after)
	return (after.TotalAlloc - before.TotalAlloc) / keys
}

var keystrokePrograms = []struct {
	name    string
	result  string // of each definition; none where it is inferred
	program bool   // the last one is used
	callee  func(i int) int
}{
	{"independent", " -> int32", false, func(int) int { return -1 }},
	{"chain", " -> int32", false, func(i int) int { return i - 1 }},
	{"tree", " -> int32", false, func(i int) int { return (i+1)/2 - 1 }},
	{"program of a chain", " -> int32", true, func(i int) int { return i - 1 }},
	{"inferred chain", "", false, func(i int) int { return i - 1 }},
}

// TestKeystrokeLooks counts the items, and the chunks of text, that are looked at for a key: no
// more in a long file than in a short one. What a key allocates may grow with the logarithm of
// the number of items.
func TestKeystrokeLooks(t *testing.T) {
	lengths := []int{1_000, 10_000, 100_000}
	if testing.Short() {
		lengths = lengths[:2]
	}
	for _, p := range keystrokePrograms {
		t.Run(p.name, func(t *testing.T) {
			var first [2]int64
			var allocated uint64
			for _, n := range lengths {
				k := newTypist(t, n, p.result, p.program, p.callee)
				looks := [2]int64{sequence.Looks(k.press), sequence.Looks(k.press)}
				bytes := k.allocated()
				t.Logf("%d definitions: a key looks at %d items and allocates %d bytes", n, looks, bytes)
				if allocated == 0 {
					first, allocated = looks, bytes
				}
				if max(looks[0], looks[1]) > max(first[0], first[1]) || bytes > 2*allocated {
					t.Errorf("%d definitions: a key looks at %d items and allocates %d bytes; with %d it is %d and %d", n, looks, bytes, lengths[0], first, allocated)
				}
			}
		})
	}
}

// BenchmarkKeystroke is a key in a long file, up to the diagnostics of the file.
func BenchmarkKeystroke(b *testing.B) {
	for _, p := range keystrokePrograms {
		b.Run(p.name, func(b *testing.B) {
			k := newTypist(b, 57_000, p.result, p.program, p.callee)
			b.ReportAllocs()
			for b.Loop() {
				k.press()
			}
		})
	}
}
