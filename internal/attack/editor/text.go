package editor

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
)

// A Text is a hostile one.
type Text struct {
	Name  string
	Rules bool // it is one of rules
	Text  string
}

// Largest is the length of texts that are as long as the size says.
const Largest = 118_000

// Texts are all of them: each kind at several sizes, none longer than Largest. Examples
// are good programs that broken ones are made of.
func Texts(examples, rules []string) []Text {
	var all []Text
	for _, g := range generators {
		for _, n := range g.sizes {
			all = append(all, Text{Name: fmt.Sprintf("%s %d", g.name, n), Text: g.text(n), Rules: g.rules})
		}
	}
	for i, seed := range examples {
		all = append(all, brokenTexts(fmt.Sprintf("example %d", i), seed, false)...)
	}
	for i, seed := range rules {
		all = append(all, brokenTexts(fmt.Sprintf("rules %d", i), seed, true)...)
	}
	return slices.DeleteFunc(all, func(t Text) bool { return len(t.Text) > 120_000 })
}

// A generator makes texts of a kind.
type generator struct {
	name  string
	sizes []int
	text  func(n int) string
	rules bool
}

var generators = slices.Concat(nests, explosions, crowds, ruleCrowds)

// nested is a definition with a body of n openings and closings around a middle.
func nested(open, middle, shut string) func(n int) string {
	return func(n int) string {
		return "def @f(%x: int32) {\n  " + strings.Repeat(open, n) + middle + strings.Repeat(shut, n) + "\n}\n@f(1)\n"
	}
}

// nests are deep: within the parser's limit, and beyond.
var nests = []generator{
	{name: "parentheses", sizes: []int{100, 900, 5000, 50_000}, text: nested("(", "%x", ")")},
	{name: "tuples", sizes: []int{90, 900, 10_000}, text: nested("(1, ", "%x", ")")},
	{name: "doubled tuples", sizes: []int{90, 900, 9000}, text: nested("(%x, ", "%x", ", %x)")},
	{name: "lists", sizes: []int{90, 900, 50_000}, text: nested("[", "1", "]")},
	{name: "ifs", sizes: []int{90, 900, 3500}, text: nested("if (True) { 1 } else { ", "%x", " }")},
	{name: "functions", sizes: []int{90, 900, 9000}, text: nested("fn(%y) { ", "%x", " }")},
	{name: "called functions", sizes: []int{60, 500, 3500}, text: nested("(fn(%y) { %y + ", "%x", " })(%x)")},
	{name: "lets", sizes: []int{90, 900, 9000}, text: nested("let %y = %x; ", "%y", "")},
	{name: "lets in lets", sizes: []int{90, 900, 4000}, text: nested("let %y = { ", "%x", " }; %y")},
	{name: "references", sizes: []int{90, 900, 15_000}, text: nested("ref(", "1", ")")},
	{name: "conses", sizes: []int{90, 900, 11_000}, text: nested("Cons(1, ", "Nil()", ")")},
	{name: "somes", sizes: []int{90, 900, 18_000}, text: nested("Some(", "%x", ")")},
	{name: "calls", sizes: []int{90, 900, 10_000}, text: nested("negative(", "%x", ")")},
	{name: "self calls", sizes: []int{90, 900, 20_000}, text: nested("@f(", "%x", ")")},
	{name: "negations", sizes: []int{90, 900, 100_000}, text: nested("-", "%x", "")},
	{name: "sums", sizes: []int{90, 3000, 23_000}, text: nested("%x + ", "1", "")},
	{name: "mixed sums", sizes: []int{300, 8000}, text: nested("%x * 2 - %x / ", "3", "")},
	{name: "powers", sizes: []int{300, 9000}, text: nested("(%x * ", "%x", ") ")},
	{name: "comparisons", sizes: []int{300, 9000}, text: nested("%x == ", "%x", "")},
	{name: "projections", sizes: []int{300, 50_000}, text: nested("", "%x", ".0")},
	{name: "indices", sizes: []int{300, 30_000}, text: nested("", "%x", "[0]")},
	{name: "applications", sizes: []int{300, 30_000}, text: nested("", "%x", "(1)")},
	{name: "maps", sizes: []int{60, 900, 3000}, text: nested("map(fn(%y) { ", "%x", " }, [1])")},
	{name: "zips", sizes: []int{12, 40, 900, 6000}, text: nested("zip(", "[1], [2]", ", [3])")},
	{name: "matches", sizes: []int{60, 900, 3000}, text: nested("match (Some(%x)) { Some(%y) => ", "%x", ", None => 0 }")},
	{name: "open parentheses", sizes: []int{900, 9000, 110_000}, text: nested("(", "", "")},
	{name: "open calls", sizes: []int{900, 9000, 20_000}, text: nested("add(", "", "")},
	{name: "open braces", sizes: []int{900, 9000, 110_000}, text: nested("{", "", "")},
	{name: "open lists", sizes: []int{900, 9000, 110_000}, text: nested("[", "", "")},
	{name: "open matches", sizes: []int{900, 6000}, text: nested("match (%x) { ", "", "")},
	{name: "open functions", sizes: []int{900, 9000}, text: nested("fn(%x) { ", "", "")},
	{name: "open types", sizes: []int{900, 9000}, text: nested("let %y: Tensor[(", "", "")},
	{name: "closed brackets", sizes: []int{9000, 110_000}, text: nested("", "", ")}]")},
	{name: "comments", sizes: []int{900, 50_000}, text: nested("/*", "", "")},
	{name: "strings", sizes: []int{900, 110_000}, text: nested("\"", "", "")},
	{name: "tuple types", sizes: []int{90, 900, 20_000}, text: func(n int) string {
		return "def @f(%x: " + strings.Repeat("(int32, ", n) + "int32" + strings.Repeat(")", n) + ") { %x }\n@f(1)\n"
	}},
	{name: "function types", sizes: []int{90, 900, 9000}, text: func(n int) string {
		return "def @f(%x: " + strings.Repeat("fn(int32) -> ", n) + "int32) { %x }\n@f(1)\n"
	}},
	{name: "fractal types", sizes: []int{90, 900, 6000}, text: func(n int) string {
		return "def @f(%x: " + strings.Repeat("FractalTensor[", n) + "int32" + strings.Repeat("]", n) + ") { %x }\n@f([1])\n"
	}},
	{name: "patterns", sizes: []int{90, 900, 12_000}, text: func(n int) string {
		return "def @f(%x) {\n  match? (%x) { " + strings.Repeat("Some(", n) + "_" + strings.Repeat(")", n) + " => 1 }\n}\n@f(None())\n"
	}},
	{name: "deep literals", sizes: []int{6, 9, 12}, text: func(n int) string {
		text := "1"
		for range n {
			text = "[" + text + ", " + text + "]"
		}
		return "let %x = " + text + ";\n%x\n"
	}},
}

// joined is a head, n parts and a tail.
func joined(head string, n int, tail string, part func(i int) string) string {
	var b strings.Builder
	b.WriteString(head)
	for i := range n {
		b.WriteString(part(i))
	}
	return b.String() + tail
}

var sum10 = "(a" + joined("", 9, "", func(i int) string { return fmt.Sprintf(" + %c", 'b'+i) }) + ")"

// explosions are short texts of which something large follows.
var explosions = []generator{
	{name: "pairs of pairs", sizes: []int{20, 40, 2000}, text: func(n int) string {
		return joined("def @f() {\n  let %a0 = 1;\n", n, fmt.Sprintf("  %%a%d\n}\n@f()\n", n), func(i int) string {
			return fmt.Sprintf("  let %%a%d = (%%a%d, %%a%d);\n", i+1, i, i)
		})
	}},
	{name: "pairs of pairs compared", sizes: []int{30}, text: func(n int) string {
		half := func(name string) string {
			return joined("  let %"+name+"0 = 1;\n", n, "", func(i int) string {
				return fmt.Sprintf("  let %%%[1]s%[2]d = (%%%[1]s%[3]d, %%%[1]s%[3]d);\n", name, i+1, i)
			})
		}
		return "def @f() {\n" + half("a") + half("b") + fmt.Sprintf("  if (True) { %%a%d } else { %%b%d }\n}\n@f()\n", n, n)
	}},
	{name: "aliases used twice", sizes: []int{20, 40, 1000}, text: func(n int) string {
		return joined("type T0 = int32\n", n, fmt.Sprintf("def @f(%%x: T%d) -> T%d { %%x }\n@f(1)\n", n, n), func(i int) string {
			return fmt.Sprintf("type T%d = (T%d, T%d)\n", i+1, i, i)
		})
	}},
	{name: "products of sums", sizes: []int{6, 20, 50, 1000}, text: func(n int) string {
		return "def @f[a, b, c, d, e, f, g, h, i, j](%x: Tensor[(" + sum10 + strings.Repeat(" * "+sum10, n-1) + "), float32]) { %x }\n@f(1)\n"
	}},
	{name: "products in many", sizes: []int{50}, text: func(n int) string {
		return joined("", n, "", func(i int) string {
			return fmt.Sprintf("def @f%d[a, b, c, d, e, f, g, h, i, j](%%x: Tensor[(%s), float32]) { %%x }\n", i, sum10+strings.Repeat(" * "+sum10, 12))
		})
	}},
	{name: "n + 1", sizes: []int{200, 2000, 15_000}, text: func(n int) string {
		return "def @f[n](%x: Tensor[(" + strings.Repeat("(", n) + "n" + strings.Repeat(" + 1)", n) + "), float32]) { %x }\n@f(1)\n"
	}},
	{name: "quotients", sizes: []int{20, 60, 500}, text: func(n int) string {
		return "def @f[n, m](%x: Tensor[(" + strings.Repeat("(", n) + "n" + strings.Repeat(" + m) / (n + 2)", n) + "), float32]) { %x }\n@f(1)\n"
	}},
	{name: "zip of zip in lets", sizes: []int{12, 30, 1000}, text: func(n int) string {
		return joined("def @f(%z0: FractalTensor[int32]) {\n", n, fmt.Sprintf("  %%z%d\n}\n", n), func(i int) string {
			return fmt.Sprintf("  let %%z%d = zip(%%z%d, %%z%d);\n", i+1, i, i)
		})
	}},
	{name: "concatenated", sizes: []int{12, 30, 300}, text: func(n int) string {
		return joined("def @f[n, m](%z0: Tensor[(n, m), float32]) {\n", n, fmt.Sprintf("  %%z%d\n}\n", n), func(i int) string {
			return fmt.Sprintf("  let %%z%d = concatenate((%%z%d, %%z%d), axis=%d);\n", i+1, i, i, i%2)
		})
	}},
	{name: "reshaped", sizes: []int{12, 300}, text: func(n int) string {
		return joined("def @f[n, m](%z0: Tensor[(n, m), float32]) {\n", n, fmt.Sprintf("  %%z%d\n}\n", n), func(i int) string {
			return fmt.Sprintf("  let %%z%d = expand_dims(reshape(%%z%d, newshape=(-1, 2)), axis=0);\n", i+1, i)
		})
	}},
	{name: "somes through definitions", sizes: []int{50, 500, 3000}, text: func(n int) string {
		return joined("def @f0() { 1 }\n", n, "", func(i int) string { return fmt.Sprintf("def @f%d() { Some(@f%d()) }\n", i+1, i) })
	}},
	{name: "pairs through definitions", sizes: []int{20, 40, 2000}, text: func(n int) string {
		return joined("def @f0() { 1 }\n", n, "", func(i int) string { return fmt.Sprintf("def @f%d() { (@f%d(), @f%d()) }\n", i+1, i, i) })
	}},
	{name: "ring that doubles", sizes: []int{4, 40, 1000}, text: func(n int) string {
		return joined("", n, "", func(i int) string {
			return fmt.Sprintf("def @f%d(%%x) { let %%y = @f%d(%%x); (%%y, %%y) }\n", i, (i+1)%n)
		})
	}},
	{name: "functions that double", sizes: []int{10, 25}, text: func(n int) string {
		return joined("def @p(%x) { (%x, %x) }\ndef @f() {\n  let %g0 = fn(%x) { (%x, %x) };\n", n, fmt.Sprintf("  %%g%d\n}\n", n), func(i int) string {
			return fmt.Sprintf("  let %%g%d = fn(%%x) { %%g%d(%%g%d(%%x)) };\n", i+1, i, i)
		})
	}},
	{name: "functions of pairs", sizes: []int{5, 25}, text: func(n int) string {
		return "def @p(%x) { (%x, %x) }\ndef @f() { " + strings.Repeat("@p(", n) + "1" + strings.Repeat(")", n) + " }\n@f()\n"
	}},
	{name: "matches on everything", sizes: []int{8, 12, 40}, text: func(n int) string {
		text := "type D { A, B, C, }\ndef @f(%x: (" + strings.TrimSuffix(strings.Repeat("D, ", n), ", ") + ")) {\n  match (%x) {\n"
		for i := range n {
			row := slices.Repeat([]string{"_"}, n)
			row[i], row[(i+1)%n] = "A()", "B()"
			text += "    (" + strings.Join(row, ", ") + ") => 1,\n"
		}
		return text + "  }\n}\n"
	}},
	{name: "recursive sizes", sizes: []int{5, 40}, text: func(n int) string {
		return joined("", n, "", func(i int) string {
			return fmt.Sprintf("def @f%d(%%l: List[int32]) -> int32 { match (%%l) { Nil => 0, Cons(%%h, %%t) => @f%d(%%t) + @f%d(%%t) * @f%d(%%l) } }\n", i, (i+1)%n, (i+2)%n, (i*7)%n)
		})
	}},
}

// crowds have very many of something.
var crowds = []generator{
	{name: "parameters without types", sizes: []int{1000, 10_000}, text: func(n int) string {
		return joined("def @f(", n, "%y) { %x0 }\n", func(i int) string { return fmt.Sprintf("%%x%d, ", i) })
	}},
	{name: "undefined names", sizes: []int{300, 3000}, text: func(n int) string {
		return joined("", n, "", func(i int) string { return fmt.Sprintf("def @name%d() { @mane%d() }\n", i, i) })
	}},
	{name: "undefined locals", sizes: []int{300, 4000}, text: func(n int) string {
		return joined("def @f() {\n", n, "  1\n}\n", func(i int) string { return fmt.Sprintf("  let %%name%d = %%mane%d;\n", i, i) })
	}},
	{name: "chain", sizes: []int{300, 2500}, text: func(n int) string {
		return joined("def @f0(%x: int32) { %x }\n", n, "", func(i int) string {
			return fmt.Sprintf("def @f%d(%%x: int32) { @f%d(%%x) + @f%d(%%x) }\n", i+1, i, i)
		})
	}},
	{name: "untyped chain", sizes: []int{300, 2500}, text: func(n int) string {
		return joined("def @f0(%x) { %x }\n", n, "", func(i int) string {
			return fmt.Sprintf("def @f%d(%%x) { @f%d(@f%d(%%x)) }\n", i+1, i, i)
		})
	}},
	{name: "chain backwards", sizes: []int{300, 2500}, text: func(n int) string {
		return joined("", n, fmt.Sprintf("def @f%d(%%x) { %%x }\n", n), func(i int) string {
			return fmt.Sprintf("def @f%d(%%x) { @f%d(%%x) }\n", i, i+1)
		})
	}},
	{name: "ring", sizes: []int{300, 2500}, text: func(n int) string {
		return joined("", n, "", func(i int) string { return fmt.Sprintf("def @f%d(%%x) { @f%d(%%x) }\n", i, (i+1)%n) })
	}},
	{name: "ring with types", sizes: []int{300, 2000}, text: func(n int) string {
		return joined("", n, "", func(i int) string {
			return fmt.Sprintf("def @f%d(%%x: int32) -> int32 { if (%%x < 1) { 0 } else { @f%d(%%x - 1) } }\n", i, (i+1)%n)
		})
	}},
	{name: "all call all", sizes: []int{30, 90}, text: func(n int) string {
		return joined("", n, "", func(i int) string {
			return joined(fmt.Sprintf("def @f%d(%%x) { 1", i), n, " }\n", func(j int) string { return fmt.Sprintf(" + @f%d(%%x)", j) })
		})
	}},
	{name: "one repeated", sizes: []int{300, 5000}, text: func(n int) string { return strings.Repeat("def @f(%x) { %x }\n", n) }},
	{name: "let chain", sizes: []int{300, 4000}, text: func(n int) string {
		return joined("def @f(%a0: Tensor[(2, 3), float32]) {\n", n, fmt.Sprintf("  %%a%d\n}\n", n), func(i int) string {
			return fmt.Sprintf("  let %%a%d = nn.relu(%%a%d);\n", i+1, i)
		})
	}},
	{name: "application lets", sizes: []int{300, 4000}, text: func(n int) string {
		return joined("def @f(%g, %a0) {\n", n, fmt.Sprintf("  %%a%d\n}\n", n), func(i int) string { return fmt.Sprintf("  let %%a%d = %%g(%%a%d);\n", i+1, i) })
	}},
	{name: "lets used by all", sizes: []int{100, 2500}, text: func(n int) string {
		return joined("def @f(%a0: int32) {\n", n, "  %a0\n}\n", func(i int) string {
			return fmt.Sprintf("  let %%a%d = %%a%d + %%a%d + %%a0;\n", i+1, i, i/2)
		})
	}},
	{name: "unused lets", sizes: []int{300, 5000}, text: func(n int) string {
		return joined("def @f(%x: int32) {\n", n, "  %x\n}\n", func(i int) string { return fmt.Sprintf("  let %%a%d = %%x;\n", i) })
	}},
	{name: "hidden lets", sizes: []int{300, 7000}, text: func(n int) string {
		return "def @f(%x: int32) {\n" + strings.Repeat("  let %x = %x;\n", n) + "  %x\n}\n"
	}},
	{name: "graph bindings", sizes: []int{300, 5000}, text: func(n int) string {
		return joined("def @f(%x: int32) {\n", n, fmt.Sprintf("  %%%d\n}\n", n-1), func(i int) string {
			if i == 0 {
				return "  %0 = add(%x, 1);\n"
			}
			return fmt.Sprintf("  %%%d = add(%%%d, %%%d);\n", i, i-1, i-1)
		})
	}},
	{name: "effects", sizes: []int{300, 4000}, text: func(n int) string {
		return "def @f(%r: ref(int32)) {\n" + strings.Repeat("  ref_write(%r, ref_read(%r) + 1);\n", n/2) + "  ref_read(%r)\n}\n"
	}},
	{name: "constructors", sizes: []int{300, 3000}, text: func(n int) string {
		data := joined("type D {\n", n, "}\n", func(i int) string { return fmt.Sprintf("  C%d(int32),\n", i) })
		return data + joined("def @f(%d: D) {\n  match (%d) {\n", n, "  }\n}\n", func(i int) string { return fmt.Sprintf("    C%d(%%x) => %%x,\n", i) })
	}},
	{name: "missing constructors", sizes: []int{300, 5000}, text: func(n int) string {
		data := joined("type D {\n", n, "}\n", func(i int) string { return fmt.Sprintf("  C%d(D, D),\n", i) })
		return data + "def @f(%d: D) {\n  match (%d) { C0(C1(_, _), C2(_, _)) => 1 }\n}\n"
	}},
	{name: "constructor fields", sizes: []int{300, 4000}, text: func(n int) string {
		return "type D { C(" + strings.TrimSuffix(strings.Repeat("int32, ", n), ", ") + "), }\ndef @f(%d: D) { match (%d) { C(" +
			strings.TrimSuffix(strings.Repeat("_, ", n), ", ") + ") => 1 } }\n"
	}},
	{name: "wide match", sizes: []int{300, 5000}, text: func(n int) string {
		return joined("def @f(%x: int32) {\n  match (%x) {\n", n, "    _ => 0\n  }\n}\n", func(i int) string { return fmt.Sprintf("    %d => %d,\n", i, i) })
	}},
	{name: "pair clauses", sizes: []int{200, 3000}, text: func(n int) string {
		return joined("def @f(%x: int32, %y: Option[int32]) {\n  match ((%x, %y)) {\n", n, "  }\n}\n", func(i int) string {
			return fmt.Sprintf("    (%d, Some(%d)) => %d,\n", i, i%7, i)
		})
	}},
	{name: "data types", sizes: []int{300, 2500}, text: func(n int) string {
		return joined("", n, "", func(i int) string { return fmt.Sprintf("type D%d { A%d(D%d), B%d, }\n", i, i, (i+1)%n, i) })
	}},
	{name: "parameters", sizes: []int{300, 4000}, text: func(n int) string {
		params := joined("", n, "", func(i int) string { return fmt.Sprintf("%%a%d, ", i) })
		return "def @f(" + strings.TrimSuffix(params, ", ") + ") { " + joined("%a0", n, "", func(i int) string { return fmt.Sprintf(" + %%a%d", i) }) + " }\n"
	}},
	{name: "size variables", sizes: []int{100, 3000}, text: func(n int) string {
		names := strings.TrimSuffix(joined("", n, "", func(i int) string { return fmt.Sprintf("n%d, ", i) }), ", ")
		return "def @f[" + names + "](%x: Tensor[(" + names + "), float32]) { nn.relu(%x) + %x }\n"
	}},
	{name: "elements", sizes: []int{300, 30_000}, text: func(n int) string { return "[" + strings.Repeat("1, ", n) + "2]\n" }},
	{name: "mixed elements", sizes: []int{300, 12_000}, text: func(n int) string { return "[" + strings.Repeat("1, 2f, ", n) + "2]\n" }},
	{name: "tuple elements", sizes: []int{300, 30_000}, text: func(n int) string {
		return "def @f() { (" + strings.Repeat("1, ", n) + "2) }\n@f().7\n"
	}},
	{name: "evaluation comments", sizes: []int{300, 8000}, text: func(n int) string { return strings.Repeat("1 # ==> 1\n", n) }},
	{name: "claims", sizes: []int{300, 5000}, text: func(n int) string { return strings.Repeat("1 # evaluates to 1\n", n) }},
	{name: "suppressions", sizes: []int{300, 4000}, text: func(n int) string { return strings.Repeat("# fraccheck: ignore\n@g()\n", n) }},
	{name: "imports", sizes: []int{300, 6000}, text: func(n int) string {
		return joined("", n, "", func(i int) string { return fmt.Sprintf("import \"a%d.frac\"\n", i) })
	}},
	{name: "one line", sizes: []int{4000}, text: func(n int) string {
		return joined("def @f(%x: int32) { ", n, "%x }", func(i int) string { return fmt.Sprintf("let %%a%d = %%x + %d; ", i, i) })
	}},
	{name: "one line of definitions", sizes: []int{4000}, text: func(n int) string {
		return joined("", n, "", func(i int) string { return fmt.Sprintf("def @f%d(%%x) { %%x } ", i) })
	}},
	{name: "wide letters", sizes: []int{900, 25_000}, text: func(n int) string { return "# " + strings.Repeat("𝄞", n) + "\ndef @f() { 1 }\n" }},
	{name: "one name", sizes: []int{100_000}, text: func(n int) string { return "def @" + strings.Repeat("a", n) + "() { 1 }\n" }},
	{name: "one number", sizes: []int{100_000}, text: func(n int) string { return strings.Repeat("9", n) + "\n" }},
	{name: "one string", sizes: []int{100_000}, text: func(n int) string { return "import \"" + strings.Repeat("a", n) + "\"\n" }},
	{name: "dots", sizes: []int{100_000}, text: func(n int) string { return strings.Repeat(".", n) }},
	{name: "percents", sizes: []int{100_000}, text: func(n int) string { return strings.Repeat("%", n) }},
	{name: "ats", sizes: []int{100_000}, text: func(n int) string { return strings.Repeat("@", n) }},
	{name: "bars", sizes: []int{100_000}, text: func(n int) string { return strings.Repeat("|", n) }},
	{name: "zeros", sizes: []int{100_000}, text: func(n int) string { return strings.Repeat("\x00", n) }},
	{name: "blank lines", sizes: []int{110_000}, text: func(n int) string { return strings.Repeat("\n", n) }},
	{name: "random tokens", sizes: []int{100, 3000, 20_000}, text: func(n int) string { return randomTokens(n, 1) }},
	{name: "other random tokens", sizes: []int{3000, 20_000}, text: func(n int) string { return randomTokens(n, 2) }},
	{name: "random bytes", sizes: []int{3000, 60_000}, text: func(n int) string {
		source, b := rand.New(rand.NewSource(7)), make([]byte, n)
		for i := range b {
			b[i] = byte(32 + source.Intn(95))
		}
		return string(b)
	}},
}

var tokens = []string{
	"def", "let", "fn", "if", "else", "match", "type", "import", "(", ")", "{", "}", "[", "]", ",", ";", ":", "=", "=>", "->", "+", "-", "*",
	"/", "<", "==", "%x", "%y", "%0", "@f", "@g", "1", "2f", "\"a\"", "Tensor", "float32", "Some", "None", "Cons", "Nil", "_", ".", ".0",
	"nn.relu", "add", "map", "zip", "ref", "\n", "# a\n", "/*", "*/", "True", "axis=1", "FractalTensor", "data", "assert", "#[version = \"0.0.5\"]",
}

func randomTokens(n int, seed int64) string {
	source := rand.New(rand.NewSource(seed))
	return joined("", n, "\n", func(int) string { return tokens[source.Intn(len(tokens))] + " " })
}

// ruleCrowds are texts of rules.
var ruleCrowds = []generator{
	{name: "rules", rules: true, sizes: []int{50, 1200}, text: func(n int) string {
		return joined("", n, "", func(i int) string {
			return fmt.Sprintf("rewrite r%d {\n  doc \"a\"\n  var x, y\n  match x + y\n  with y + x\n}\n", i)
		})
	}},
	{name: "one vast rule", rules: true, sizes: []int{90, 900, 20_000}, text: func(n int) string {
		return "rewrite r {\n  doc \"a\"\n  var x\n  match " + strings.Repeat("x + ", n) + "x\n  with x\n}\n"
	}},
	{name: "a deep rule", rules: true, sizes: []int{90, 900, 9000}, text: func(n int) string {
		return "rewrite r {\n  doc \"a\"\n  var x\n  match " + strings.Repeat("nn.relu(", n) + "x" + strings.Repeat(")", n) + "\n  with x\n}\n"
	}},
	{name: "alternatives", rules: true, sizes: []int{90, 900, 9000}, text: func(n int) string {
		return "let a = add" + strings.Repeat(" | add", n) + "\nrewrite r {\n  doc \"a\"\n  var x\n  match a(x, a(x, x))\n  with x\n}\n"
	}},
	{name: "doubled patterns", rules: true, sizes: []int{10, 30, 1500}, text: func(n int) string {
		return joined("let p0 = x + x\n", n, fmt.Sprintf("rewrite r {\n  doc \"a\"\n  var x\n  match p%d\n  with x\n}\n", n), func(i int) string {
			return fmt.Sprintf("let p%d = p%d + p%d\n", i+1, i, i)
		})
	}},
	{name: "variables of rules", rules: true, sizes: []int{300, 6000}, text: func(n int) string {
		names := strings.TrimSuffix(joined("", n, "", func(i int) string { return fmt.Sprintf("x%d, ", i) }), ", ")
		return "rewrite r {\n  doc \"a\"\n  var " + names + "\n  match x0 + x1\n  with x1\n}\n"
	}},
	{name: "examples of rules", rules: true, sizes: []int{30, 900}, text: func(n int) string {
		return "rewrite r {\n  doc \"a\"\n  var x\n  match r = x + 0\n  with x\n" + strings.Repeat("  example { def @f(%x: int32) { %x + 0 } } gives { def @f(%x: int32) { %x } }\n", n) + "}\n"
	}},
	{name: "conditions of rules", rules: true, sizes: []int{90, 5000}, text: func(n int) string {
		return "rewrite r {\n  doc \"a\"\n  var x\n  match r = x + 0\n  where rank(x) == 1" + strings.Repeat(" and rank(x) == 1", n) + "\n  with x\n}\n"
	}},
	{name: "open rules", rules: true, sizes: []int{900, 9000}, text: func(n int) string { return strings.Repeat("rewrite r { ", n) }},
	{name: "open patterns", rules: true, sizes: []int{900, 50_000}, text: func(n int) string {
		return "rewrite r {\n  match " + strings.Repeat("(", n)
	}},
}

// brokenTexts are made of a good text: repeated up to the length, cut off, with shuffled
// lines, without its closing brackets, and with letters struck out.
func brokenTexts(name, seed string, rules bool) []Text {
	source := rand.New(rand.NewSource(int64(len(seed))))
	long := strings.Repeat(seed+"\n", max(Largest/(len(seed)+1), 1))
	lines := strings.SplitAfter(long, "\n")
	shuffled := slices.Clone(lines)
	source.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	struck := []byte(long)
	for range len(struck) / 50 {
		struck[source.Intn(len(struck))] = ' '
	}
	open := strings.NewReplacer(")", "", "}", "").Replace(long)
	one := strings.Map(func(r rune) rune {
		if r == '\n' {
			return ' '
		}
		return r
	}, stripped(long))
	return []Text{
		{name + " repeated", rules, long},
		{name + " cut off", rules, long[:len(long)*2/3]},
		{name + " shuffled", rules, strings.Join(shuffled, "")},
		{name + " never closed", rules, open},
		{name + " struck out", rules, string(struck)},
		{name + " in one line", rules, one},
	}
}

// stripped leaves out the lines that are comments.
func stripped(text string) string {
	var b strings.Builder
	for line := range strings.SplitAfterSeq(text, "\n") {
		if !strings.HasPrefix(strings.TrimSpace(line), "#") {
			b.WriteString(line)
		}
	}
	return b.String()
}
