package grammar

import (
	"strings"
	"testing"
)

// nestings are ways to nest: what opens a level, what stands innermost, what
// closes a level.
var nestings = [][3]string{
	{"(", "1", ")"}, {"[", "", "]"}, {"{", "1", "}"}, {"f(", "1", ")"}, {"f(a=", "1", ")"},
	{"(1,", "1", ")"}, {"%x[", "1", "]"}, {"!", "%x", ""}, {"- ", "%x", ""},
	{"if(1){", "1", "}"}, {"if ", "1", "{1}"}, {"match ", "1", "{}"},
	{"match 1{_=>", "1", "}"}, {"match 1{case _{", "1", "}}"}, {"fn(){", "1", "}"},
	{"let %x=", "1", ";1"}, {"1+let %x=1;", "1", ""}, {"@f:(", "a", ")"},
	{"match 1{", "A=>1", "=>1}"},
}

var deepTypes = [][3]string{
	{"(", "a", ")"}, {"List[", "a", "]"}, {"[", "a", "]"}, {"fn()->", "a", ""},
	{"fn(", "a", ")->a"}, {"fn()->a where f(", "a", ")=a"}, {"-", "a", ""}, {"T(x=", "a", ")"},
}

var deepPatterns = [][3]string{{"(", "x", ")"}, {"A(", "_", ")"}, {"(x,", "", ")"}}

func nest(n [3]string, size int) string {
	depth := size / (len(n[0]) + len(n[2]))
	return strings.Repeat(n[0], depth) + n[1] + strings.Repeat(n[2], depth)
}

// Parsing takes linear time, however deep the nesting and whether or not the
// text holds a mistake at its end.
func TestDeepNesting(t *testing.T) {
	p := newTestParser(t)
	check := func(text string) {
		compare(t, p, "nesting", text)
		compare(t, p, "broken nesting", text[:len(text)-1])
		compare(t, p, "nesting with a rest", text+" =")
	}
	for _, n := range nestings {
		check(nest(n, mutantMax))
	}
	for _, n := range deepTypes {
		check("@f : " + nest(n, mutantMax))
	}
	for _, n := range deepPatterns {
		check("match %x { " + nest(n, mutantMax) + " => 1 }")
	}
}
