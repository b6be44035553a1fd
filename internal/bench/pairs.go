package bench

import (
	"fmt"
	"strings"
)

// Pairs is annotated code of small functions: n pairs that call each other, five
// lines each, with an `if`, a `let` and a match. A line has 45 bytes on average.
func Pairs(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `def @even%d(%%n: int32) -> bool {
  if (%%n == 0) { true } else { let %%m = %%n - 1; @odd%d(%%m) }
}
def @odd%d(%%n: int32) -> bool { if (%%n == 0) { false } else { let %%p = (%%n, %%n - 1); match (%%p) { (_, %%b) => @even%d(%%b) } }
}
`, i, i, i, i)
	}
	return b.String()
}
