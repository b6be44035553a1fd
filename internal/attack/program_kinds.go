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
