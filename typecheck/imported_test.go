package typecheck_test

import (
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// found checks a text that imports others and gives a line for each finding: the line in the
// text, the severity, the code and the message.
func found(m *typecheck.Module) string {
	var lines []string
	for i := range m.Items() {
		for _, d := range m.Check(i).Diagnostics {
			at := m.File().Start(i) + d.Span.Start
			line := 1 + strings.Count(m.File().Text()[:at], "\n")
			lines = append(lines, strings.Join([]string{
				string(rune('0' + line)), d.Severity.String(), string(d.Code), d.Message, strings.Join(d.Notes, " "),
			}, "|"))
		}
	}
	return strings.Join(lines, "\n")
}

func importing(before *typecheck.Module, text string, imports ...*typecheck.Module) *typecheck.Module {
	written := []string{"b.frac", "c.frac", "d.frac"}[:len(imports)]
	return typecheck.NewModule(typecheck.Config{
		File: syntax.ParseFile("a.frac", text), Ops: table.Default(), Imports: imports, Written: written, Before: before,
	})
}

const (
	libraryB = "def @f() { 1 }\ntype T { A, B }\n"
	libraryC = "def @f() { 2 }\ntype T { A, C }\n"
)

// TestTwoImportsOfOneName: a name that two imported files define is an error where it is
// used, whatever it names.
func TestTwoImportsOfOneName(t *testing.T) {
	b, c := importing(nil, libraryB), importing(nil, libraryC)
	for text, want := range map[string][]string{
		"@f()":                 {"`@f`"},
		"def @g() { @f }":      {"`@f`"},
		"A":                    {"`A`"},
		"(B, C)":               nil,
		"def @g(%x: T) { %x }": {"`T`"},
		"type U = (T, int32)":  {"`T`"},
		"type U { V(T) }":      {"`T`"},
		"def @g(%x) { match (%x) { A => 1, B => 2 } }": {"`A`"},
		"def @g(%x) { match (%x) { B => 1, _ => 2 } }": nil,
		"assert equiv(T, T)":                           {"`T`", "`T`"},
		"def @f() { 3 }\n@f()":                         nil,
	} {
		var got []string
		for _, line := range strings.Split(found(importing(nil, text, b, c)), "\n") {
			if message, ok := strings.CutPrefix(line, "1|error|duplicate-definition|\"b.frac\" and \"c.frac\" define "); ok {
				name, _, _ := strings.Cut(message, "|")
				got = append(got, name)
			} else if line != "" && !strings.Contains(line, "|warning|shadowed-binding|") {
				t.Errorf("%q: unexpected %s", text, line)
			}
		}
		if strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%q: ambiguous are %v, want %v", text, got, want)
		}
	}
	if got := found(importing(nil, "@f()\nA", b, b)); got != "" {
		t.Errorf("a file that is imported twice is ambiguous: %s", got)
	}
	prototype := importing(nil, "@f : fn() -> int32\n")
	if got := found(importing(nil, "@f()", prototype, c)); got != "" {
		t.Errorf("a declaration without a body makes its definition ambiguous: %s", got)
	}
	three := found(importing(nil, "@f()", b, c, importing(nil, "def @f() { 3 }")))
	if !strings.Contains(three, "\"b.frac\", \"c.frac\" and \"d.frac\" define `@f`") {
		t.Errorf("got %s", three)
	}
}

// TestOwnNameHidesImported: a file's own name comes first, with a warning.
func TestOwnNameHidesImported(t *testing.T) {
	b, c := importing(nil, libraryB), importing(nil, libraryC)
	got := found(importing(nil, "def @f() { 3 }\ntype T { A, D }\ntype S { B }\n@f()\n", b, c))
	for _, want := range []string{
		"1|warning|shadowed-binding|this `@f` hides the `@f` of \"b.frac\" and \"c.frac\"",
		"2|warning|shadowed-binding|this `T` hides the `T` of \"b.frac\" and \"c.frac\"",
		"2|warning|shadowed-binding|this `A` hides the `A` of \"b.frac\" and \"c.frac\"",
		"3|warning|shadowed-binding|this `B` hides the `B` of \"b.frac\"",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("missing %s in\n%s", want, got)
		}
	}
	if n := strings.Count(got, "\n"); n != 3 {
		t.Errorf("%d findings, want 4:\n%s", n+1, got)
	}
}

// TestTypesOfOneName: where two types of one name do not fit, the message says their files.
func TestTypesOfOneName(t *testing.T) {
	b, c := importing(nil, libraryB), importing(nil, libraryC)
	maker := importing(nil, "def @make() { A }\ndef @list() { (A, 1) }\n", b)
	for text, want := range map[string]string{
		"def @g(%x: T) { %x }\n@g(@make())":                   "These are two types `T`: the expected one is declared in \"b.frac\", the found one in",
		"type T { E }\ndef @g(%x: T) { %x }\n@g(@make())":     "the expected one is declared in this file, the found one in",
		"def @g(%x: (T, int32)) { %x }\n@g(@list())":          "These are two types `T`",
		"def @g(%x: bool) { if (%x) { @make() } else { C } }": "These are two types `T`",
		"def @g(%x: int32) { %x }\n@g(@make())":               "",
		"def @g() -> T { @make() }":                           "These are two types `T`",
	} {
		got := found(importing(nil, text, c, maker))
		if (want == "") == strings.Contains(got, "two types") || !strings.Contains(got, want) || !strings.Contains(got, string(codes.TypeMismatch)) {
			t.Errorf("%q: %s", text, got)
		}
	}
}

// TestImportsBecomeAmbiguous: a module that is revised as an import changes finds what a new
// one finds.
func TestImportsBecomeAmbiguous(t *testing.T) {
	b := importing(nil, "def @f() { 1 }\ndef @other() { 1 }\n")
	texts := []string{
		"def @g() { 2 }\n", "def @f() { 2 }\n", "def @f() { 2 }\ndef @g() { 3 }\n", "@f : fn() -> int32\n", "def @g() { 2 }\ntype T { A }\n", "",
	}
	const text = "@f()\ndef @g() { @f() }\ndef @h(%x) { @other() }\n@g()\n"
	c := importing(nil, texts[0])
	m := importing(nil, text, b, c)
	for round := range 30 {
		c = importing(c, texts[(round*7+round/3)%len(texts)])
		next := text
		if round%5 == 4 {
			next = strings.Replace(text, "@h", "@f", 1)
		}
		m = importing(m, next, b, c)
		if got, want := found(m), found(importing(nil, next, b, c)); got != want {
			t.Fatalf("round %d, %q: the revised module finds\n%s\na new one\n%s", round, c.File().Text(), got, want)
		}
	}
}
