package bench

import (
	"fmt"
	"strings"
)

// GraphChain is a function in graph normal form with n operators, each reading
// the one before it.
func GraphChain(n int) string {
	var b strings.Builder
	b.WriteString("#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(10, 10), float32]) {\n  %0 = nn.relu(%x);\n")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, "  %%%d = add(%%%d, %%x);\n", i, i-1)
	}
	fmt.Fprintf(&b, "  %%%d\n}\n", n-1)
	return b.String()
}

// LetChain is a function in A-normal form with n bindings, each reading the
// one before it.
func LetChain(n int) string {
	var b strings.Builder
	b.WriteString("def @main(%v0: int32) -> int32 {\n")
	for i := range n {
		fmt.Fprintf(&b, "  let %%v%d = %%v%d + 1;\n", i+1, i)
	}
	fmt.Fprintf(&b, "  %%v%d\n}\n", n)
	return b.String()
}

// InfixChain is one expression with n infix operators.
func InfixChain(n int) string {
	return "def @main(%x: int32) -> int32 {\n  %x" + strings.Repeat(" + %x", n) + "\n}\n"
}
