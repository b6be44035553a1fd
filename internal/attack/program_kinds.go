package attack

import (
	"fmt"
	"strings"
)

// programKinds are programs in which something grows much faster than the text.
func programKinds() []Kind {
	commands := append(append([][]string{}, TextCommands...), AnalysisCommands...)
	var kinds []Kind
	for _, p := range programs {
		kinds = append(kinds, Kind{Name: "program/" + p.name, Make: program(p.text), Size: p.size, Small: p.small, Commands: commands})
	}
	return kinds
}

// programs are made of n parts.
var programs = []struct {
	name        string
	size, small int
	text        func(n int) string
}{
	{"a pair of pairs", 40, 6, pairs},
	{"aliases used twice", 60, 6, aliases},
	{"sums of shape variables multiplied", 50, 3, products},
	{"n + 1 again and again", 2000, 20, increments},
	{"functions that wrap results", 2000, 20, wrapped},
	{"a ring that doubles", 40, 4, ring},
	{"a constructor of many fields", 4000, 40, fields},
	{"undefined names", 20_000, 100, undefined},
	{"calls in a chain", 5000, 50, chain},
	{"calls on FractalTensors in a chain", 5000, 50, chainOnFractalTensors},
	{"matches on everything", 12, 3, matches},
	{"graph bindings in calls that are never closed", 5000, 50, func(n int) string { return strings.Repeat("scan(%1 = <", n) }},
	{"matches in matches", 1500, 15, inMatches},
	{"a match of many constructors", 4000, 40, constructors},
	{"functions of functions of functions", 200, 10, closures},
	{"one name bound again and again", 7000, 70, func(n int) string { return "def @f() {\n" + strings.Repeat("let %x = 1;\n", n) + "%x }\n" }},
	{"one clause again and again", 7000, 70, clauses},
	{"conditions in conditions", 2500, 25, conditions},
	{"a mistake in each definition", 3000, 30, mistakes},
}

func inMatches(n int) string {
	return "def @f(%x: List[int32]) { " + strings.Repeat("match (%x) { case Nil() { 1 } case Cons(_, %x) { ", n) + "2" + strings.Repeat(" } }", n) + " }\n"
}

func constructors(n int) string {
	return joined(joined("data D { ", n, func(i int) string { return fmt.Sprintf("C%d(int32), ", i) })+"}\ndef @f(%x: D) { match (%x) { ", n, func(i int) string {
		return fmt.Sprintf("C%d(_) => 1, ", i)
	}) + "} }\n"
}

// closures pass on a function that calls the one that was passed, in a chain.
func closures(n int) string {
	return joined("", n, func(i int) string {
		return fmt.Sprintf("def @h%d(%%f: fn(int32) -> int32, %%l: List[int32]) -> List[int32] { @map(%%f, @map(fn(%%x) { %%f(%%f(%%x)) }, @h%d(fn(%%y) { %%f(%%y) + 1 }, %%l))) }\n", i, i+1)
	}) + fmt.Sprintf("def @h%d(%%f: fn(int32) -> int32, %%l: List[int32]) { @map(%%f, %%l) }\n", n)
}

func clauses(n int) string {
	return "def @f(%x: int32) { match (%x) { " + strings.Repeat("case 1 { 2 } ", n) + "} }\n"
}

func conditions(n int) string {
	return "def @f(%x: bool) { " + strings.Repeat("if (", n) + "%x" + strings.Repeat(") { %x } else { %x }", n) + " }\n"
}

// mistakes have fixes; each tenth is one after which more is found.
func mistakes(n int) string {
	return joined("", n, func(i int) string {
		read := [2]string{"%u", "%y"}
		if i%10 == 0 {
			read = [2]string{"%y", "%u"}
		}
		return fmt.Sprintf("def @f%d(%%y) { let %%u = %%y; match (%%y) { case %%a { %s } case _ { (%s, %%z%d) } } }\n", i, read[0], read[1], i)
	})
}

func pairs(n int) string {
	return joined("def @f() {\n  let %a0 = 1;\n", n, func(i int) string {
		return fmt.Sprintf("  let %%a%d = (%%a%d, %%a%d);\n", i+1, i, i)
	}) + fmt.Sprintf("  %%a%d\n}\n@f()\n", n)
}

func aliases(n int) string {
	return joined("type T0 = int32\n", n, func(i int) string {
		return fmt.Sprintf("type T%d = (T%d, T%d)\n", i+1, i, i)
	}) + fmt.Sprintf("def @f(%%x: T%d) -> T%d { %%x }\n", n, n)
}

func products(n int) string {
	sum := joined("(a", 9, func(i int) string { return fmt.Sprintf(" + %c", 'b'+i) }) + ")"
	return "def @f[a, b, c, d, e, f, g, h, i, j](%x: Tensor[(" + strings.TrimSuffix(strings.Repeat(sum+" * ", n), " * ") + "), float32]) { %x }\n"
}

func increments(n int) string {
	return "def @f[n](%x: Tensor[(" + strings.Repeat("(", n) + "n" + strings.Repeat(" + 1)", n) + "), float32]) { %x }\n"
}

func wrapped(n int) string {
	return joined("def @f0() { 1 }\n", n, func(i int) string {
		return fmt.Sprintf("def @f%d() { Some(@f%d()) }\n", i+1, i)
	})
}

func ring(n int) string {
	return joined("", n, func(i int) string {
		return fmt.Sprintf("def @f%d(%%x) { let %%y = @f%d(%%x); (%%y, %%y) }\n", i, (i+1)%n)
	})
}

func fields(n int) string {
	return "data D { C(" + strings.TrimSuffix(strings.Repeat("int32, ", n), ", ") + ") }\ndef @f(%d: D) { match (%d) { C(" +
		strings.TrimSuffix(strings.Repeat("_, ", n), ", ") + ") => 1 } }\n"
}

func undefined(n int) string {
	return joined("", n, func(i int) string { return fmt.Sprintf("def @name%d() { @mane%d() }\n", i, i) })
}

func chain(n int) string {
	return joined("def @f0(%x: int32) { %x }\n", n, func(i int) string {
		return fmt.Sprintf("def @f%d(%%x: int32) { @f%d(%%x) + @f%d(%%x) }\n", i+1, i, i)
	})
}

func chainOnFractalTensors(n int) string {
	return joined("def @f0(%x: FractalTensor[int32]) { foldl(fn(%a, %b) { %a + %b }, %x, 0) }\n", n, func(i int) string {
		return fmt.Sprintf("def @f%d(%%x: FractalTensor[int32]) { @f%d(%%x) + @f%d(%%x) }\n", i+1, i, i)
	})
}

// matches has n columns of three constructors, and clauses that leave most of the 3^n
// combinations open.
func matches(n int) string {
	scrutinee := strings.TrimSuffix(strings.Repeat("D, ", n), ", ")
	text := "data D { A, B, C }\ndef @f(%x: (" + scrutinee + ",)) { match (%x) {\n"
	for i := range n {
		row := make([]string, n)
		for j := range row {
			row[j] = "_"
		}
		row[i], row[(i+1)%n] = "A", "B"
		text += "  (" + strings.Join(row, ", ") + ",) => 1,\n"
	}
	return text + "} }\n"
}

// joined is a head and n parts.
func joined(head string, n int, part func(i int) string) string {
	var b strings.Builder
	b.WriteString(head)
	for i := range n {
		b.WriteString(part(i))
	}
	return b.String()
}

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
