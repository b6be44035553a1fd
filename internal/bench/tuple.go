package bench

import (
	"fmt"
	"strings"
)

// TupleMatch matches a tuple of as many values as width of a type with a
// number of constructors: one clause for all values being the first
// constructor, one for the rest. A check that lists the cases one by one needs
// constructors^width steps.
func TupleMatch(width, constructors int) string {
	var b strings.Builder
	b.WriteString("type Tag {\n")
	for i := range constructors {
		fmt.Fprintf(&b, "  Tag%d,\n", i)
	}
	b.WriteString("}\n\n")
	names, params := make([]string, width), make([]string, width)
	for i := range width {
		names[i] = fmt.Sprintf("%%x%d", i)
		params[i] = names[i] + ": Tag"
	}
	first := strings.Repeat("Tag0, ", width-1) + "Tag0"
	fmt.Fprintf(&b, "def @main(%s) -> int32 {\n  match ((%s)) {\n    (%s) => 0,\n    _ => 1,\n  }\n}\n",
		strings.Join(params, ", "), strings.Join(names, ", "), first)
	return b.String()
}
