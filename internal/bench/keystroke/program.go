package main

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/bench"
)

// A program is what is opened, and where a key is typed: in the last file, before
// the place that at names, counted from its middle.
type program struct {
	name   string
	files  []string
	at     string
	insert string
}

// position is the line and the column of the key, from 0.
func (p program) position() (line, column int) {
	text := p.files[len(p.files)-1]
	half := len(text) / 2
	at := half + strings.Index(text[half:], p.at)
	return strings.Count(text[:at], "\n"), at - strings.LastIndex(text[:at], "\n") - 1
}

func programs() []program {
	const lines = 7 // of a function
	return []program{
		{"10,000 lines, lists", []string{bench.Lists(10_000 / lines)}, "%", "/**/"},
		{"100,000 lines, independent", []string{functions(14_000, none)}, "let %b", "/**/"},
		{"100,000 lines, a chain", []string{functions(14_000, previous)}, "let %b", "/**/"},
		{"100,000 lines, a tree", []string{functions(14_000, parent)}, "let %b", "/**/"},
		{"400,000 lines, independent", []string{functions(57_000, none)}, "let %b", "/**/"},
		{"1,000,000 lines, independent", []string{functions(142_000, none)}, "let %b", "/**/"},
		{"twenty files that import each other", importing(20, 500), "let %b", "/**/"},
		{"20,000 undefined names", []string{undefined(20_000)}, "@", "/**/"},
		{"a type that everything uses", []string{oneType(10_000)}, "Second", "X"},
	}
}

// functions are definitions of seven lines, each of which calls the one whose number
// callee gives; itself where that is negative.
func functions(n int, callee func(i int) int) string {
	var b strings.Builder
	for i := range n {
		last := "tanh(%c)"
		if j := callee(i); j >= 0 {
			last = fmt.Sprintf("@f%d(%%c, %%b)", j)
		}
		fmt.Fprintf(&b, "def @f%d(%%x: Tensor[(8, 4), float32], %%y: Tensor[(8, 4), float32]) -> Tensor[(8, 4), float32] {\n"+
			"  let %%a = nn.relu(%%x);\n  let %%b = add(%%a, %%y);\n  let %%c = multiply(%%b, %%a);\n  let %%d = %s;\n  %%d\n}\n", i, last)
	}
	return b.String()
}

func none(int) int       { return -1 }
func previous(i int) int { return i - 1 }

func parent(i int) int {
	if i == 0 {
		return -1
	}
	return (i - 1) / 2
}

// importing are files that import all before them.
func importing(files, each int) (texts []string) {
	for i := range files {
		var b strings.Builder
		for j := range i {
			fmt.Fprintf(&b, "import \"%s\"\n", fileName(j))
		}
		text := functions(each, none)
		if i > 0 {
			text = strings.ReplaceAll(text, "tanh(%c)", fmt.Sprintf("@m%d_f0(%%c, %%b)", i-1))
		}
		texts = append(texts, b.String()+strings.ReplaceAll(text, "def @f", fmt.Sprintf("def @m%d_f", i)))
	}
	return texts
}

func undefined(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "@missing%d(%d)\n", i, i)
	}
	return b.String()
}

func oneType(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "def @f%d(%%p: Pair) -> int32 {\n  match (%%p) {\n    First(%%n) => %%n,\n    Second() => %d,\n  }\n}\n", i, i)
		if i == n/2 {
			b.WriteString("data Pair {\n  First(int32),\n  Second(),\n}\n")
		}
	}
	return b.String()
}
