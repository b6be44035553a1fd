package workspace

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestUnusedAfterEdits edits the definitions of a program, what they name, and what comments
// name, one at a time, and holds what is unused then against what a fresh snapshot finds.
func TestUnusedAfterEdits(t *testing.T) {
	found := 0
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 4))
		lines := make([]string, 8)
		for i := range lines {
			lines[i] = randomDefinition(r, i)
		}
		s := Open(Options{Files: inMemory(nil), Root: "/"})
		for range 25 {
			i := r.IntN(len(lines))
			lines[i] = randomDefinition(r, i)
			texts := map[string]string{"/a.frac": strings.Join(lines, "\n") + "\n@f0(1)\n"}
			s = s.With(texts)
			fresh := Open(Options{Files: inMemory(nil), Root: "/"}).With(texts)
			want := everything(t, fresh, "/a.frac")
			if diff := cmp.Diff(want, everything(t, s, "/a.frac")); diff != "" {
				t.Fatalf("seed %d (-fresh +edited):\n%s\n%s", seed, diff, texts["/a.frac"])
			}
			found += strings.Count(want, "unused-definition")
		}
	}
	if found == 0 {
		t.Error("nothing is unused")
	}
}

// randomDefinition is a definition that may name others, in its body or in a comment.
func randomDefinition(r *rand.Rand, i int) string {
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	other := fmt.Sprintf("@f%d", r.IntN(8))
	body := pick("%n", "1", other+"(%n)", "/**/ %n", "/* "+other+" */ %n", other+"("+other+"(%n))")
	if body == "%n" && r.IntN(4) == 0 {
		return fmt.Sprintf("def @f%d(%%n: int32) -> int32", i)
	}
	return fmt.Sprintf("%sdef @%s%d(%%n: int32) -> int32 { %s }", pick("", "", "", "# about\n", "\n"), pick("f", "f", "f", "f", "_f"), i, body)
}
