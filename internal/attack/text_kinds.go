package attack

import "strings"

// perByte is how much memory a run may take for each byte of text, besides base.
const (
	perByte = 40
	base    = 64 << 20
)

// textKinds are texts that are wrong in one way again and again.
func textKinds() []Kind {
	var kinds []Kind
	for _, piece := range pieces {
		kinds = append(kinds, Kind{
			Name: "text/" + piece.name, Make: program(repeated(piece.text)), Size: 20 << 20, Small: 20_000,
			Commands: [][]string{{"check", "main.frac"}},
			Limit:    Limit{Time: TimeOf(20 << 20), Memory: base + perByte*(20<<20)},
		})
	}
	for _, n := range nests {
		kinds = append(kinds, Kind{Name: "nest/" + n.name, Make: program(n.text), Size: 100_000})
	}
	return kinds
}

// pieces are what a text says again and again.
var pieces = []struct{ name, text string }{
	{"percents", "%"}, {"ats", "@"}, {"dots", "."}, {"minuses", "-"}, {"commas", ","},
	{"open parentheses", "("}, {"open brackets", "["}, {"open braces", "{"}, {"close braces", "}"},
	{"quotes", `"`}, {"comments", "/*"}, {"slashes", "/"}, {"numbers", "0 "}, {"locals", "%a"},
	{"globals", "@a"}, {"defs", "def "}, {"lets", "let "}, {"bars", "|"}, {"semicolons", ";"},
	{"sums", "1 + "}, {"bad bytes", "\xff"}, {"zeros", "\x00"}, {"returns", "\r"}, {"lines", "\n"},
	{"undefined", "def @f() { @g() }\n"},
	{"names on lines", "x\n"}, {"ats on lines", "@\n"}, {"minuses on lines", "-\n"},
	{"crossed brackets", "(]"}, {"sums without blanks", "1+2.5,"}, {"semicolons on lines", ";\n"},
}

// nests are texts that are deep.
var nests = []struct {
	name string
	text func(size int) string
}{
	{"parentheses", nested("(", "1", ")")},
	{"tuples", nested("(1, ", "2", ")")},
	{"lists", nested("[", "1", "]")},
	{"ifs", nested("if (True) { 1 } else { ", "2", " }")},
	{"functions", nested("fn() { ", "2", " }")},
	{"lets", nested("let %x = 1; ", "%x", "")},
	{"references", nested("ref(", "1", ")")},
	{"lists of the prelude", nested("Cons(1, ", "Nil", ")")},
	{"calls", nested("negative(", "1", ")")},
	{"negations", nested("-", "1", "")},
	{"sums", nested("1 + ", "1", "")},
	{"never closed", func(size int) string { return "def @f() { " + repeated("(")(size) }},
}

// nested is a definition whose body has opening and closing around a middle, as often
// as fits.
func nested(open, middle, shut string) func(size int) string {
	return func(size int) string {
		n := max(size/(len(open)+len(shut)), 1)
		return "def @f() { " + strings.Repeat(open, n) + middle + strings.Repeat(shut, n) + " }\n"
	}
}
