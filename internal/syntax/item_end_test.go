package syntax_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// TestItemEnds: where items without braces end, and what a line end leaves together. Each
// text is followed by the number of its items; none has an error.
func TestItemEnds(t *testing.T) {
	for text, want := range map[string]int{
		"import \"b.frac\"\n{ 1 }\n":               2,
		"import \"b.frac\";\n{ 1 }\n":              2,
		"type A = int32\n{ 1 }\n":                  2,
		"A = int32\n{ 1 }\n":                       2,
		"type A = fn(int32) -> int32\n{ 1 }\n":     2,
		"extern type H\n{ 1 }\n":                   2,
		"assert equiv(int32, int32)\n{ 1 }\n":      2,
		"@f : fn() -> int32\n{ 1 }\n":              2,
		"v0.0.4\n{ 1 }\n":                          2,
		"#[a]\nfn(%x) { %x }\n":                    1,
		"type T\n{ C }\n":                          1,
		"type T[a]\n{ C(a) }\n":                    1,
		"data T<a>\n{ C(a) }\n":                    1,
		"def @f()\n{ 1 }\n{ 2 }\n":                 2,
		"def\n@f() { 1 }\n":                        1,
		"def # comment\n\n@f<a>(%x: a) { %x }\n":   1,
		"def @f\n(%x: ref\n(int32)) { %x }\n":      1,
		"def @f() -> ref\n(int32) { ref(1) }\n":    1,
		"type A = ref(\nint32\n)\n(1, 2)\n":        2,
		"type A = int32\n(1, 2)\n":                 2,
		"type A = fn\n(int32) -> int32\n{ 1 }\n":   2,
		"type\nT { C }\n":                          1,
		"type\nT = int32\n{ 1 }\n":                 2,
		"data\nT<a> { C(ref\n(a)) }\n":             1,
		"extern\ntype\nH\n{ 1 }\n":                 2,
		"import\n\"b.frac\"\n{ 1 }\n":              2,
		"assert\n!\nequiv\n(int32,\nref\n(int32))": 1,
		"{ free_var %x: ref\n(int32);\n%x }\n":     1,
		"{ let %x: ref\n(int32) = ref(1); 2 }\n":   1,
	} {
		file := syntax.ParseFile("a.frac", text)
		if file.Len() != want {
			t.Errorf("%q has %d items, want %d", text, file.Len(), want)
		}
		for _, item := range file.All() {
			for _, e := range item.Errors {
				t.Errorf("%q: %s", text, e.Message)
			}
		}
	}
}
