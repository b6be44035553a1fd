package normalform_test

import (
	"fmt"
	"strings"
	"testing"
)

// chain is a definition whose graph bindings each read the next one in both branches
// of an `if`, where it may fail.
func chain(n int, last string) string {
	var b strings.Builder
	b.WriteString("def @f(%a: int32, %r: ref(int32)) -> int32 {\n")
	for i := range n {
		fmt.Fprintf(&b, "  %%%d = if (%%a > %d) { %%%d / %%a } else { %%%d * 2 };\n", i, i, i+1, i+1)
	}
	fmt.Fprintf(&b, "  %%%d = %s;\n  %%0\n}\n", n, last)
	for _, a := range []int{0, 1, 5} {
		fmt.Fprintf(&b, "let %%r = ref(7); let %%v = @f(%d, %%r); (%%v, ref_read(%%r))\n", a)
	}
	return b.String()
}

// Each binding was evaluated in both branches of the one before it: 2^40 copies.
func TestChainOfCopies(t *testing.T) {
	for _, last := range []string{"%a", "8 / %a", "{ ref_write(%r, ref_read(%r) + 1); ref_read(%r) }"} {
		holdMeaning(t, "", chain(40, last))
	}
}
