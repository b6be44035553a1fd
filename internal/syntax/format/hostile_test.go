package format

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// TestHostile formats texts that would exhaust a stack or the patience of
// whoever waits, were the formatter recursive or quadratic.
func TestHostile(t *testing.T) {
	const long, deep = 100_000, 9_990
	for name, text := range map[string]string{
		"bindings":        "def @f(%x) {" + strings.Repeat("let %x=%x+1;", long) + "%x}",
		"chain":           "def @f(%x) { %x" + strings.Repeat("+%x", long) + " }",
		"list":            "[" + strings.Repeat("1,", long) + "1]",
		"list of calls":   "[" + strings.Repeat("@f(1),", long) + "@f(1)]",
		"calls in a row":  "@f" + strings.Repeat("(1)", long),
		"projections":     "@f()" + strings.Repeat(".0", long),
		"signs":           "@f(" + strings.Repeat("-", long) + "%x)",
		"comments":        "def @f(%x) {" + strings.Repeat("/* c */", long) + "%x}",
		"comment lines":   strings.Repeat("  # c\n", long) + "@f(1)",
		"items":           strings.Repeat("@f(1)  # c\n", long),
		"clauses":         "match(%x){" + strings.Repeat("A=>1,", long) + "B=>2}",
		"parentheses":     strings.Repeat("(", deep) + "1" + strings.Repeat(")", deep),
		"lists in lists":  strings.Repeat("[", deep) + "1" + strings.Repeat("]", deep),
		"calls in calls":  strings.Repeat("@f(1,", deep) + "1" + strings.Repeat(")", deep),
		"blocks":          "def @f() " + strings.Repeat("{\n", deep) + "1" + strings.Repeat("}", deep),
		"types":           "type T = " + strings.Repeat("fn(int32) -> (int32, ", deep/2) + "int32" + strings.Repeat(")", deep/2),
		"one long string": `@f("` + strings.Repeat("x", long) + `")`,
	} {
		t.Run(name, func(t *testing.T) {
			out := Text(name, text)
			if again := Text(name, out); again != out {
				t.Error("formatting again changes it")
			}
			if limit := 100 * len(text); len(out) > limit {
				t.Errorf("%d bytes became %d", len(text), len(out))
			}
		})
	}
}

func BenchmarkText(b *testing.B) {
	var text strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&text, "def @f%d(%%x : Tensor[(3, 4), float32], %%y : int32) -> Tensor[(3, 4), float32] {\n", i)
		fmt.Fprintf(&text, "  let %%z = nn.relu(%%x);  # a comment\n  add(%%z, multiply(%%x, @f%d(%%z, %%y+1)))\n}\n\n", max(i-1, 0))
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		Text("bench.frac", text.String())
	}
}

// BenchmarkWithin formats one statement of a long file, as an editor asks for
// at the end of it.
func BenchmarkWithin(b *testing.B) {
	text := strings.Repeat("def @f(%x: int32) -> int32 {\n  let %y = %x+1;\n  %y\n}\n\n", 20_000)
	file := syntax.ParseFile("bench.frac", text)
	at := int32(strings.Index(text[len(text)/2:], ";") + len(text)/2)
	for b.Loop() {
		Edits(file, Options{Within: []syntax.Span{{Start: at, End: at}}})
	}
}
