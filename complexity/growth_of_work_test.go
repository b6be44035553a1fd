package complexity_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/typecheck"
)

// grown are programs of a size whose bounds take time that rises with it in proportion,
// or by the square where each size of a value may depend on all others.
var grown = map[string]struct {
	text func(n int) string
	most float64 // by which twice the size may take more memory
}{
	"definitions that call the next": {func(n int) string {
		return numbered(n, func(i int) string { return fmt.Sprintf("def @f%d(%%n: int32) -> int32 { @f%d(%%n) + 1 }\n", i, i+1) }) +
			fmt.Sprintf("def @f%d(%%n: int32) -> int32 { %%n }\n", n)
	}, 2.5},
	"operators in a row": {func(n int) string {
		return "def @f<n, m>(%x: Tensor[(n, m), float32]) -> Tensor[(n, m), float32] { let %v0 = nn.relu(%x);\n" +
			numbered(n, func(i int) string { return fmt.Sprintf("let %%v%d = add(%%v%d, %%x);\n", i+1, i) }) +
			fmt.Sprintf("%%v%d }", n)
	}, 2.5},
	"parts of a tuple": {func(n int) string {
		tuple := "(" + strings.Repeat("List[int32], ", n/20) + "int32)"
		return fmt.Sprintf("def @id(%%p: %s) -> %s { %%p }\ndef @two(%%p: %s) -> %s { @id(@id(%%p)) }\n", tuple, tuple, tuple, tuple)
	}, 7},
	"nested branches beyond the ways that are followed": {func(n int) string {
		return "def @f(%n: int32) -> int32 { " +
			numbered(n+300, func(i int) string { return fmt.Sprintf("if (%%n == %d) { %d } else { ", i, i) }) + "0" + strings.Repeat(" }", n+300) + " }"
	}, 1.5},
}

// TestWorkGrowsWithPrograms doubles programs and compares what the analysis allocates, as
// a measure of its work that is the same in every run.
func TestWorkGrowsWithPrograms(t *testing.T) {
	for name, c := range grown {
		small, large := allocated(t, c.text(400)), allocated(t, c.text(800))
		if ratio := float64(large) / float64(small); ratio > c.most {
			t.Errorf("%s: %d bytes, then %d, which is %.1f times as much", name, small, large, ratio)
		}
	}
}

// allocated is how many bytes bounding all definitions allocates in all.
func allocated(t *testing.T, text string) uint64 {
	t.Helper()
	m := module(t, text)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	a := analysisOf(m)
	for i := range m.Items() {
		if o := m.Object(i); o != nil && o.Kind == typecheck.DefObject {
			a.Of(o)
		}
	}
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
