package convert

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/normalform"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// formed is what random edits of conversions begin with.
const formed = `# The first.
def @sum(%x: int32, %y: int32) -> int32 { %x * 2 + %y } # after

def @share(%n: int32) -> int32 { 12 / (%n - 1) }
def @both(%x: int32) -> (int32, int32) { (@share(%x + 1), @share(%x)) } # two
def @count(%r: ref(int32)) -> int32 { let %a = ref_read(%r); %0 = @share(%a + 1); ref_write(%r, %0 + %a); %0 }


type Color {
  Red, # the first
  Green(int32), # the second
}
def @paint(%c: Color) -> int32 {
  match (%c) { Red => @sum(1, 2) + 3, Green(%g) => @share(%g) + @share(%g) }
}
@sum(1, 2 + 3) # => 7
@paint(Green(3))

let %a = ref(1);
@count(%a) + @count(%a)
def @even(%n: int32) -> bool { if (%n == 0) { True } else { @odd(%n - 1) } }
def @odd(%n: int32) -> bool { if (%n == 0) { False } else { !@odd(%n + 1 - 2) } }
`

// formPatches are what the edits put into the text.
var formPatches = []string{
	"", "\n", "\n\n", " # more\n", "# own line\n", "1 + ", "2 * (3 + 4) - ", "@share(2) + ", "3", "\r\n", "/* a */ ",
	"def @extra(%x: int32) -> int32 { %x + 1 * 2 }\n", "\n@sum(1, 1 + 1)\n", "- 1", "!", "let %q = 1 + 2 + 3; ", "{", "}",
}

// openTexts opens texts by their paths.
func openTexts(texts map[string]string) *workspace.Snapshot {
	return workspace.Open(workspace.Options{Files: workspace.Overlay{Files: workspace.Disk{}, Texts: texts}, Root: "/"})
}

// TestFormsOverEdits holds conversions of edited files against those of the same texts
// in fresh snapshots.
func TestFormsOverEdits(t *testing.T) {
	rounds := 1500
	if testing.Short() {
		rounds = 200
	}
	r := rand.New(rand.NewPCG(5, 6))
	text, good := formed, formed
	s := openTexts(map[string]string{})
	held := 0
	for round := range rounds {
		if round%50 == 0 {
			text = formed
		}
		s = s.With(map[string]string{"/a.frac": text})
		if faulty(t, s) {
			text = good
			continue
		}
		held++
		holdForms(t, s, text)
		good, text = text, formPatched(r, text)
	}
	if held < rounds/4 {
		t.Errorf("only %d of %d texts have no errors", held, rounds)
	}
}

func formPatched(r *rand.Rand, text string) string {
	from := r.IntN(len(text) + 1)
	switch r.IntN(3) {
	case 0:
		from = strings.LastIndexByte(text[:from], '\n') + 1
	case 1:
		from = strings.LastIndexByte(text[:from], ' ') + 1
	}
	to := min(len(text), from+[]int{0, 0, 0, 1, 2, 9}[r.IntN(6)])
	return text[:from] + formPatches[r.IntN(len(formPatches))] + text[to:]
}

func faulty(t *testing.T, s *workspace.Snapshot) bool {
	report, err := s.Check(context.Background(), []string{"/a.frac"})
	if err != nil {
		t.Fatal(err)
	}
	return report.Count(codes.Error) > 0
}

func holdForms(t *testing.T, s *workspace.Snapshot, text string) {
	t.Helper()
	fresh := openTexts(map[string]string{}).With(map[string]string{"/a.frac": text})
	for _, name := range normalform.FormNames() {
		form, _ := normalform.ParseForm(name)
		if got, want := shownForm(t, s, form), shownForm(t, fresh, form); got != want {
			t.Fatalf("of\n%s\nthere is, as %s,\n%q\nnot\n%q", text, name, got, want)
		}
	}
}

// shownForm is all that a conversion says.
func shownForm(t *testing.T, s *workspace.Snapshot, form normalform.Form) string {
	t.Helper()
	c, err := File(context.Background(), s, "/a.frac", form, normalform.Nested)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString(c.Text)
	for _, k := range c.Kept {
		fmt.Fprintln(&b, k.Span, k.Message)
	}
	for _, o := range c.Order {
		fmt.Fprintln(&b, o.Span, o.Message)
	}
	return b.String()
}

// TestFormsAreKept holds that an edit has its own item and those beside it converted.
func TestFormsAreKept(t *testing.T) {
	s := openTexts(map[string]string{})
	items := func(text string) (forms []*itemForm) {
		s = s.With(map[string]string{"/a.frac": text})
		shownForm(t, s, normalform.ANF)
		file, err := s.File("/a.frac")
		if err != nil {
			t.Fatal(err)
		}
		for i := range file.Source.File.Len() {
			known, _ := file.Memo().Item(formKey{form: normalform.ANF}, i).(*itemForm)
			forms = append(forms, known)
		}
		return forms
	}
	before := items(formed)
	after := items(strings.Replace(formed, "%x * 2", "%x * 3", 1))
	changed := 0
	for i := range before {
		if before[i] != after[i] {
			changed++
		}
	}
	if changed == 0 || changed > 2 {
		t.Errorf("an edit of the first item has %d items converted", changed)
	}
}

// TestHiddenErrors converts a file with errors of which its configuration keeps silent: the
// items that have them stay as they are.
func TestHiddenErrors(t *testing.T) {
	s := openTexts(map[string]string{"/a.frac": "@p@dead(1, 2)\ndef @f(%x: int32) { @gone(%x + 1) }\ndef @g(%x: int32) { %x * (%x + 1) }\n"})
	for _, form := range []normalform.Form{normalform.ANF, normalform.GNF, normalform.BBNF} {
		c, err := File(context.Background(), s, "/a.frac", form, normalform.Nested)
		if err != nil || len(c.Kept) < 2 || !strings.Contains(c.Text, "@gone(%x + 1)") || strings.Contains(c.Text, "%x * (%x + 1)") != (form != normalform.ANF) {
			t.Errorf("%s: %v %+v", form, err, c)
		}
		for _, kept := range c.Kept {
			if kept.Message != "it has errors" {
				t.Errorf("%s: %q", form, kept.Message)
			}
		}
		if b, err := FormBreach(context.Background(), s, "/a.frac", form); err != nil || b == nil || b.Message != "it has errors" {
			t.Errorf("%s: %+v %v", form, b, err)
		}
	}
}
