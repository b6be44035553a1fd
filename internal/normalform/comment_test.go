package normalform_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/normalform"
	"github.com/fraccheck/fraccheck/internal/normalform/formtest"
	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// strewn is a program with a comment before every token of its definitions, and
// how many there are. Type comments stay what they are.
func strewn(text string) (string, int) {
	var b strings.Builder
	n := 0
	for _, item := range syntax.ParseFile("test.frac", text).All() {
		if !normalform.Convertible(item) {
			b.WriteString(item.Text)
			continue
		}
		body := item.Span(item.Body())
		tokens := syntax.Lex(item.Text)
		at := int32(0)
		for i, t := range tokens {
			if i == 0 || t.Start <= body.Start || t.End > body.End || glued(item.Text, tokens[i-1], t) {
				continue
			}
			b.WriteString(item.Text[at:t.Start])
			fmt.Fprintf(&b, "/* c%d. */ ", n)
			at = t.Start
			n++
		}
		b.WriteString(item.Text[at:])
	}
	return b.String(), n
}

// glued recognizes tokens that a comment would make something else of.
func glued(text string, before, t syntax.Token) bool { return before.End == t.Start }

// bindsGraphs recognizes a file with graph bindings: those go with their comments if
// nothing uses them, and are copied into the branches that need them.
func bindsGraphs(f *syntax.File) bool {
	for _, item := range f.All() {
		for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
			if item.Kind(n) == syntax.Graph {
				return true
			}
		}
	}
	return false
}

// TestCommentsStay strews comments over programs: they stay what they are, and each is
// in the text that ANF gives, once, if nothing goes.
func TestCommentsStay(t *testing.T) {
	texts := map[string]string{}
	for seed := range uint64(*programs) {
		texts[fmt.Sprint("plain", seed)] = progen.Make(seed).Text + "\n@main()\n"
		texts[fmt.Sprint("dense", seed)] = progen.MakeDense(seed) + "\n@main()\n"
	}
	paths, err := filepath.Glob("../../examples/*.*")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(path)] = string(text)
	}
	for name, text := range texts {
		t.Run(name, func(t *testing.T) { holdComments(t, text) })
	}
}

func holdComments(t *testing.T, text string) {
	m := checktest.ModuleIn("../../examples", text)
	want := outcomes(m)
	text, n := strewn(text)
	m = checktest.ModuleIn("../../examples", text)
	if got := outcomes(m); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("comments change the program: %q, not %q", got, want)
	}
	for _, name := range normalform.FormNames() {
		form, _ := normalform.ParseForm(name)
		r, err := formtest.File(context.Background(), m, form, normalform.Nested)
		if err != nil {
			t.Fatal(err)
		}
		if got := outcomes(checktest.ModuleIn("../../examples", r.Text)); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s gives %q, not %q\n%s", name, got, want, r.Text)
		}
		for c := range n {
			comment := fmt.Sprintf("/* c%d. */", c)
			at := strings.Index(text, comment)
			if k := strings.Count(r.Text, comment); k != 1 && form == normalform.ANF && !bindsGraphs(m.File()) {
				t.Errorf("%s has %s %d times: …%s…", name, comment, k, text[max(0, at-80):min(len(text), at+80)])
			}
		}
	}
}

// TestCommentPlaces holds where comments stand.
func TestCommentPlaces(t *testing.T) {
	for _, c := range []struct{ name, form, before, after string }{
		{"opening brace", "anf", "def @f(%x: int32) {  // open\n  // own\n  %x + 1  // after\n}\n", "def @f(%x: int32) {  // open\n  // own\n  let %v1 = %x + 1;  // after\n  %v1\n}\n"},
		{"dropped alias", "gnf", "def @f(%x: int32) {\n  let %y = %x;  // alias\n  %y + 1\n}\n", "def @f(%x: int32) {\n  // alias\n  %x + 1\n}\n"},
		{"pattern", "anf", "def @f(%l) {\n  match (%l) {\n    Cons(%x, /* rest */ %r) => 1,\n    Nil => 0,\n  }\n}\n", "def @f(%l) {\n  let %v1 = match (%l) {\n    Cons(%x, /* rest */ %r) => 1,\n    Nil => 0,\n  };\n  %v1\n}\n"},
		{"no claim", "anf", "1\n2 + # => 5\n 1\n", "1\n/* # => 5 */\nlet %v1 = 2 + 1;\n%v1\n"},
		{"type of a variable", "anf", "def @f(%x: int32) {\n  -(%x /* ty=int32 */ + %x /* ty=int32 */)\n}\n", "def @f(%x: int32) {\n  let %v1 = %x /* ty=int32 */ + %x /* ty=int32 */;\n  let %v2 = -%v1;\n  %v2\n}\n"},
		{"type of an operand", "gnf", "def @g(%x: int32) {\n  @f(%x + 1 /* ty=int32 */)\n}\ndef @f(%x: int32) {\n  %x\n}\n", "def @g(%x: int32) {\n  @f(%x + 1 /* ty=int32 */)\n}\ndef @f(%x: int32) {\n  %x\n}\n"},
		{"two after a line", "anf", "def @f(%x: int32) {\n  let %y = %x + 1 /* one */;  // two\n  %y\n}\n", "def @f(%x: int32) {\n  let %y = %x + 1; /* one */  // two\n  %y\n}\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			form, _ := normalform.ParseForm(c.form)
			if got, refused := convert(t, checktest.ModuleIn("", c.before), form); got != c.after || len(refused) > 0 {
				t.Errorf("got %s%v\nwant %s", got, refused, c.after)
			}
		})
	}
}
