package bench

import (
	"fmt"
	"strings"
)

// Lists is annotated code over a list type: n functions of seven lines with a
// match each, after five lines that declare the type. A line has 19 bytes on
// average.
func Lists(n int) string {
	var b strings.Builder
	b.WriteString("type List[A] {\n  Cons(A, List[A]),\n  Nil,\n}\n\n")
	for i := range n {
		fmt.Fprintf(&b, `def @f%d(%%l: List[int32]) -> int32 {
  match (%%l) {
    Cons(%%head, %%tail) =>
      add(%%head, @f%d(%%tail)),
    Nil => 0,
  }
}
`, i, i)
	}
	return b.String()
}
