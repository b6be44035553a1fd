package typecheck_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/bench"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// many writes a text n times, with the number of each and of the one before in
// place of $i and $j.
func many(n int, text string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.NewReplacer("$i", fmt.Sprint(i+1), "$j", fmt.Sprint(i)).Replace(text))
	}
	return b.String()
}

// nest puts n pairs of texts around one.
func nest(n int, open, inside, shut string) string {
	return strings.Repeat(open, n) + inside + strings.Repeat(shut, n)
}

const deep = 9_000 // levels, of the 10,000 that are allowed

// hostile are programs of great size with the type of their `@main`. What is
// not linear in their length would not end.
var hostile = []struct{ name, text, result string }{
	{"operators", bench.InfixChain(90_000), "int32"},
	{"operators without a type", "def @main(%x) { %x" + strings.Repeat(" + %x", 90_000) + " }", "a"},
	{"graph bindings", bench.GraphChain(90_000), "Tensor[(10, 10), float32]"},
	{"lets", bench.LetChain(100_000), "int32"},
	{"lets without a type", "def @main(%v0) {\n" + many(100_000, "let %v$i = %v$j;\n") + "%v100000 }", "a"},
	{"functions", "def @f0(%x) { %x }\n" + many(10_000, "def @f$i(%x) { @f$j(%x) }\n") + "def @main() { @f10000(True) }", "bool"},
	{"functions in a circle", "def @f0(%x) { @f5000(%x) }\n" + many(5_000, "def @f$i(%x) { @f$j(%x) }\n") + "def @main() -> int32 { @f7(True) }", "int32"},
	{"types", many(5_000, "type T$i { A$i(int32, T$i), B$i }\ndef @g$i(%x: T$i) -> int32 { match (%x) { A$i(%n, _) => %n, B$i => 0, } }\n") + "def @main() { @g5000(B5000) }", "int32"},
	{"constructors", "type T {\n" + many(1_000, "C$i(int32),\n") + "}\ndef @main(%t) { match (%t) {\n" + many(1_000, "C$i(%x) => %x,\n") + "} }", "int32"},
	{"literal patterns", "def @main(%n: int32) { match (%n) {\n" + many(10_000, "$i => $j,\n") + "_ => 0 } }", "int32"},
	{"a tuple", "def @main(%x) { let %t = (" + strings.Repeat("%x, ", 10_000) + "); %t.9999 }", "a"},
	{"a tuple pattern", "def @main() { let (" + many(10_000, "%x$i, ") + ") = (" + many(10_000, "$i, ") + "); %x10000 }", "int32"},
	{"a list", "def @main() { [" + strings.Repeat("1, ", 100_000) + "] }", "FractalTensor[int32]"},
	{"parameters", "def @f(" + many(10_000, "%x$i, ") + ") { %x77 }\ndef @main() { @f(" + many(10_000, "$i, ") + ") }", "int32"},
	{"effects", "def @main(%r: ref(int32)) {\n" + strings.Repeat("ref_write(%r, 1);\n", 100_000) + "() }", "()"},
	{"signs", "def @main(%x: int32) { " + strings.Repeat("-", 90_000) + "%x }", "int32"},
	{"parentheses", "def @main() { " + nest(deep, "(", "1", ")") + " }", "int32"},
	{"blocks", "def @main() { " + nest(deep, "{", "1", "}") + " }", "int32"},
	{"branches", "def @main() { " + nest(deep, "if (True) { ", "1", " } else { 2 }") + " }", "int32"},
	{"branches after else", "def @main() { " + nest(deep, "if (True) { 2 } else { ", "1", " }") + " }", "int32"},
	{"matches", "def @main(%l: List[int32]) { " + nest(deep, "match (%l) { Nil => 0, Cons(_, %l) => ", "1", " }") + " }", "int32"},
	{"scrutinees", "def @main() { " + nest(deep/2, "match ({ ", "1", " }) { %x => %x }") + " }", "int32"},
	{"inner lets", "def @main() { " + nest(deep, "let %x = { ", "1", " }; %x ") + " }", "int32"},
	{"calls", "def @main() { " + nest(deep, "@id(", "1", ")") + " }", "int32"},
	{"operator calls", "def @main(%x: float32) { " + nest(deep, "nn.relu(", "%x", ")") + " }", "float32"},
	{"calls of results", "def @main(%f) { %f" + strings.Repeat("(1)", deep) + "; 1 }", "int32"},
	{"indexes", "def @main(%x: FractalTensor[int32]) { " + nest(deep, "%x[", "1", "]") + " }", "int32"},
	{"tuples in tuples", "def @main() { let %t = " + nest(deep, "(", "1", ",)") + "; 1 }", "int32"},
	{"lists in lists", "def @main() { let %t = " + nest(deep, "[", "1", "]") + "; 1 }", "int32"},
	{"functions in functions", "def @main() { let %f = " + nest(deep, "fn(%x: int32) { ", "%x", " }") + "; 1 }", "int32"},
	{"tuple types", "def @main(%x: " + nest(deep, "(", "int32", ",)") + ") { 1 }", "int32"},
	{"function types", "def @main(%x: " + nest(deep, "fn(", "int32", ") -> int32") + ") { 1 }", "int32"},
	{"ADT types", "def @f(%x: " + nest(deep, "List[", "int32", "]") + ") { 1 }\ndef @main() { @f(Nil()) }", "int32"},
	{"FractalTensor types", "def @main(%x: " + nest(deep, "FractalTensor[", "int32", "]") + ") { 1 }", "int32"},
	{"tuple patterns", "def @main() { let " + nest(deep, "(", "%x", ",)") + " = " + nest(deep, "(", "1", ",)") + "; %x }", "int32"},
	{"extents", "def @main<n>(%x: Tensor[(" + nest(deep/2, "(", "n", " + 1)") + "), float32]) { %x }", "Tensor[(n + 4500), float32]"},
	{"aliases", "type A0 = (int32, int32)\n" + many(60, "type A$i = (A$j, A$j)\n") + "def @main(%x: A60) { 1 }", "int32"},
}

func TestHostileSizes(t *testing.T) {
	for _, h := range hostile {
		t.Run(h.name, func(t *testing.T) {
			c := check("hostile.frac", h.text)
			for _, d := range c.errors[:min(3, len(c.errors))] {
				t.Errorf("%s: %.300s", d.Code, d.Message)
			}
			if got := c.mainType(); got != h.result {
				t.Errorf("@main gives %.300s, not %s", got, h.result)
			}
		})
	}
}

// TestTooDeep holds that nesting past the limit is one error, whatever nests.
func TestTooDeep(t *testing.T) {
	for _, brackets := range []string{"()", "{}"} {
		c := check("deep.frac", "def @main() { "+nest(10_001, brackets[:1], "1", brackets[1:])+" }")
		if len(c.errors) != 1 || c.errors[0].Code != codes.SyntaxError {
			t.Errorf("10,001 nested %s: %d errors", brackets, len(c.errors))
		}
	}
}

// TestManyMistakes holds that each of very many mistakes is reported.
func TestManyMistakes(t *testing.T) {
	const n = 5_000
	for name, text := range map[string]string{
		"variables":    "def @main(%x: int32) {\n" + many(n, "let %a$i = %nowhere$i;\n") + "1 }",
		"functions":    many(n, "def @f$i(%x: int32) { @nowhere$i(%x) }\n"),
		"constructors": "def @main(%x: int32) { match (%x) {\n" + many(n, "Nowhere$i => $i,\n") + "_ => 1 } }",
		"dtypes":       "def @main(%x: int32) {\n" + many(n, "let %a$i = %x + 1f;\n") + "1 }",
		"types":        many(n, "def @f$i(%x: Nowhere$i) { %x }\n"),
	} {
		if c := check("mistakes.frac", text); len(c.errors) != n {
			t.Errorf("%s: %d errors for %d mistakes", name, len(c.errors), n)
		}
	}
}

// doublings are definitions that use the one before twice: what is instantiated
// or printed as a tree has 2^40 parts. Those that say of no error are not to
// have one; the others truly ask for a type of that size, once.
var doublings = []struct{ name, first, next, code string }{
	{"calls of calls", "%x", "@f(@f(%x))", ""},
	{"pairs", "%x", "(@f(%x), @f(%x))", ""},
	{"sums", "%x + %x", "@f(%x) + @f(%x)", ""},
	{"sums of one", "%x + 1", "@f(@f(%x))", ""},
	{"sums of themselves", "%x + %x", "@f(@f(%x))", ""},
	{"pairs of sums", "%x + %x", "(@f(%x), @f(%x))", ""},
	{"products", "%x", "@f(%x) * @f(%x)", ""},
	{"identities", "nn.relu(%x)", "nn.relu(@f(@f(%x)))", ""},
	{"lists", "[%x, %x]", "[@f(%x), @f(%x)]", ""},
	{"branches", "%x", "if (%x == %x) { @f(@f(%x)) } else { @f(%x) }", ""},
	{"pairs of pairs", "(%x, %x)", "@f(@f(%x))", "too-large"},
	{"lists of lists", "Cons(%x, Nil())", "@f(@f(%x))", "too-large"},
	{"concatenations", "concatenate((%x, %x))", "@f(@f(%x))", "ambiguous-type"},
}

func TestDoublings(t *testing.T) {
	for _, d := range doublings {
		t.Run(d.name, func(t *testing.T) {
			defs := "def @f0(%x) { " + d.first + " }\n" + many(40, "def @f$i(%x) { "+strings.ReplaceAll(d.next, "@f", "@f$j")+" }\n")
			lets := "def @lets() {\nlet %f0 = fn(%x) { " + d.first + " };\n" + many(40, "let %f$i = fn(%x) { "+strings.ReplaceAll(d.next, "@f", "%f$j")+" };\n") + "%f40(1) }\n"
			holdDoubling(t, check("doublings.frac", defs+"def @main() { @f40(1) }\n"), d.code)
			holdDoubling(t, check("doublings.frac", lets), d.code)
		})
	}
}

func holdDoubling(t *testing.T, c checked, code string) {
	var codes []string
	for _, e := range c.errors {
		codes = append(codes, string(e.Code))
	}
	want := []string{code}
	if code == "" {
		want = nil
	}
	if !slices.Equal(codes, want) {
		t.Errorf("found %v, want %v\n\t%s", codes, want, messages(c.errors))
	}
}

// TestManyUndefined reports a name once, and does not search the item for each
// of its uses: that would take minutes.
func TestManyUndefined(t *testing.T) {
	file := syntax.ParseFile("many.frac", "@f("+strings.Repeat("%x, ", 200_000)+"1)\n")
	m := typecheck.NewModule(typecheck.Config{File: file, Prelude: preludeModule, Ops: ops})
	if found := m.Check(0).Diagnostics; len(found) != 2 {
		t.Errorf("%d findings", len(found))
	}
}
