package syntax

import (
	"strings"
	"testing"
)

// TestHostile holds that hostile texts give a tree and few errors; whatever is
// not linear in their length would not end.
func TestHostile(t *testing.T) {
	const many = 1_000_000
	cases := []struct {
		name, text string
		errors     int // -1: any number
	}{
		{"deep parentheses", "def @f() { " + strings.Repeat("(", 10_001) + "1" + strings.Repeat(")", 10_001) + " }", 1},
		{"deep but allowed", "def @f() { " + strings.Repeat("(", 9_900) + "1" + strings.Repeat(")", 9_900) + " }", 0},
		{"deeper still", strings.Repeat("[", many), 1},
		{"deep blocks", "def @f() " + strings.Repeat("{", 20_000), 1},
		{"deep types", "@f : " + strings.Repeat("(", 20_000), 1},
		{"deep arrows", "@f : " + strings.Repeat("fn() -> ", 20_000) + "a", 1},
		{"deep patterns", "def @f() { match (%x) { " + strings.Repeat("C(", 20_000), 1},
		{"deep else", "def @f() { " + strings.Repeat("if (a) { b } else { ", 20_000), 1},
		{"lets", "def @f() {" + strings.Repeat("let %x = 1;\n", many) + "%x }", 0},
		{"lets without semicolon", "def @f() {" + strings.Repeat("let %x = 1\n", many) + "%x }", 0},
		{"top-level lets", strings.Repeat("let %x = 1\n", many) + "%x", 0},
		{"chain", "def @f() { 1" + strings.Repeat(" + 1 * 2", many) + " }", 0},
		{"minus lines", "def @f() { let %x = 1" + strings.Repeat("\n- 1", many) + ";\n %x }", 0},
		{"minus lines without semicolon", "def @f() { let %x = 1" + strings.Repeat("\n- 1", many) + "\n %x }", -1},
		{"unary", "def @f() { " + strings.Repeat("- ", many) + "1 }", 0},
		{"arguments", "def @f() { @g(1" + strings.Repeat(", 1", many) + ") }", 0},
		{"calls", "def @f() { @g" + strings.Repeat("()", many) + " }", 0},
		{"projections", "def @f() { @g" + strings.Repeat(" .0", many) + " }", 0},
		{"parameters", "def @f(%x" + strings.Repeat(", %x", many) + ") { 1 }", 0},
		{"clauses", "def @f() { match (%x) { " + strings.Repeat("A => 1\n", many) + "} }", 0},
		{"constructors", "data D {" + strings.Repeat(" C(a)", many) + " }", 0},
		{"closers", strings.Repeat(")", many), -1},
		{"braces", "def @f() { 1 " + strings.Repeat("}", many), -1},
		{"long line", "@f(" + strings.Repeat("%x + ", 2*many) + "1)", 0},
		{"conflicts", strings.Repeat("<<<<<<< a\n1\n=======\n2\n>>>>>>> b\n", many/10), -1},
		{"conflicts without end", strings.Repeat("=======\n", many), -1},
		{"conflicts with an old side and without end", strings.Repeat("|||||||\n=======\n1\n", many/10), -1},
		{"quotes", strings.Repeat("\"\n", many), -1},
		{"comments", strings.Repeat("/*", many), 1},
		{"definitions on a line", strings.Repeat("def @h() { match (x) {} ", 20_000), -1},
		{"escapes", strings.Repeat("def @h() { match (x) {}\n@a {} ", 20_000), -1},
		{"open lets", strings.Repeat("let %x = 1\n-(", 200_000), -1},
		{"segments", "%x" + strings.Repeat(".0", many), 0},
		{"slashes", "%x" + strings.Repeat("/a", 100_000), 0},
		{"zeros", "\x00" + strings.Repeat("\x00", 100_000), -1},
		{"metadata", "def @f() { 1 }\n#[metadata]\n" + strings.Repeat("{([\"", many), 0},
	}
	for _, c := range cases {
		f := ParseFile(c.name, c.text)
		checkFile(t, f)
		n := 0
		for _, item := range f.All() {
			n += len(item.Errors)
		}
		if c.errors >= 0 && n != c.errors {
			t.Errorf("%s: %d errors, not %d: %.300q", c.name, n, c.errors, errorsOf(f))
		}
	}
}

// TestPrefixes cuts the sample off everywhere.
func TestPrefixes(t *testing.T) {
	for i := range len(sample) {
		f := ParseFile("cut.frac", sample[:i])
		checkFile(t, f)
		checkTokens(t, sample[:i])
		if n := len(errorsOf(f)); n > 2 {
			t.Errorf("%d errors in …%q: %s", n, sample[max(0, i-60):i], strings.Join(errorsOf(f), "\n"))
		}
	}
}
