package attack

import (
	"fmt"
	"strings"
)

// typeKinds are programs whose types are far larger than their text.
func typeKinds() []Kind {
	var kinds []Kind
	for _, p := range typePrograms {
		kinds = append(kinds, Kind{Name: "type/" + p.name, Make: program(p.text), Size: p.size, Small: p.small})
	}
	return kinds
}

// typePrograms are made of n parts.
var typePrograms = []struct {
	name        string
	size, small int
	text        func(n int) string
}{
	{"aliases with parameters", 60, 6, chained("type A0<a> = (a, a)\n", "type A$i<a> = (A$j[a], A$j[a])\n", "def @f(%x: A$i[int32]) { %x }\n")},
	{"aliases of themselves", 60, 6, chained("type A0<a> = (a, a)\n", "type A$i<a> = A$j[A$j[a]]\n", "def @f(%x: A$i[int32]) { %x }\n")},
	{"aliases of functions", 60, 6, chained("type A0<a> = fn(a) -> a\n", "type A$i<a> = fn(A$j[a]) -> A$j[a]\n", "assert equiv(fn<a>(a) -> A$i[a], fn<b>(b) -> A$i[b])\n")},
	{"squares of extents", 40, 4, chained("type A0<n> = Tensor[(n + 1), float32]\n", "type A$i<n> = A$j[n * n + n]\n", "def @f<n>(%x: A$i[n]) { %x }\n")},
	{"an occurs check", 60, 6, chained("def @f(%x, %b) {\n  let %a0 = (%x, %x);\n", "  let %a$i = (%a$j, %a$j);\n", "  if (%b) { %x } else { %a$i }\n}\n")},
	{"zip of zip", 60, 6, chained("def @f(%x) {\n  let %a0 = zip(%x, %x);\n", "  let %a$i = zip(%a$j, %a$j);\n", "  %a$i\n}\n")},
	{"functions in functions", 3000, 20, chained("def @f(%x) {\n  let %a0 = fn(%y) { %x };\n", "  let %a$i = fn(%y) { %a$j };\n", "  %a$i\n}\n")},
	{"references to references", 50_000, 50, chained("def @f() {\n  let %a0 = ref(1);\n", "  let %a$i = ref(%a$j);\n", "  %a$i\n}\n")},
	{"tuples in tuples", 50_000, 50, chained("def @f() {\n  let %a0 = (1,);\n", "  let %a$i = (%a$j,);\n", "  %a$i\n}\n")},
	{"compositions", 40, 5, chained("def @f0(%x) { (%x, %x) }\n", "def @f$i(%x) { @f$j(@f$j(%x)) }\n", "@f$i(1)\n")},
	{"definitions that call each other", 300, 10, mutual},
}

// chained is a text of n links, each of which names the one before.
func chained(first, link, last string) func(n int) string {
	number := func(text string, i int) string {
		return strings.NewReplacer("$i", fmt.Sprint(i), "$j", fmt.Sprint(i-1)).Replace(text)
	}
	return func(n int) string {
		return joined(first, n, func(i int) string { return number(link, i+1) }) + number(last, n)
	}
}

// mutual is a ring of definitions with chords.
func mutual(n int) string {
	return joined("", n, func(i int) string {
		return fmt.Sprintf("def @f%d(%%x, %%y) { if (%%x) { @f%d(%%y, %%x) } else { @f%d(%%x, %%y) } }\n", i, (i*7+1)%n, (i*13+5)%n)
	})
}
