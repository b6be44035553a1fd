package repl

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp"
)

// enter gives what a session answers, one line for each thing that it says.
func enter(t *testing.T, s *Session, text string) (out []string) {
	t.Helper()
	err := s.Enter(context.Background(), text, interp.Options{}, func(a Answer) {
		for _, f := range a.Findings {
			out = append(out, fmt.Sprintf("%s: %s", f.Code, f.Message))
		}
		for _, d := range a.Defined {
			line := d.Name
			if d.Type != nil {
				line += " : " + types.String(d.Type)
			}
			out = append(out, line)
		}
		switch {
		case a.Result == nil:
		case a.Result.Err != nil:
			out = append(out, "fails: "+evaluate.Message(a.Result.Err))
		default:
			out = append(out, value.Text(a.Result.Value))
		}
	})
	if err != nil {
		out = append(out, "error: "+err.Error())
	}
	return out
}

func TestSession(t *testing.T) {
	steps := []struct {
		text string
		want []string
	}{
		{"1 + 2", []string{"3"}},
		{"1 + 2;", []string{"3"}},
		{"def @f(%x: int32) { %x + 1 }", []string{"@f : fn(int32) -> int32"}},
		{"@f(3)\n@f(4)", []string{"4", "5"}},
		{"def @f(%x: int32) { %x + 2 }", []string{"@f : fn(int32) -> int32"}},
		{"@f(3)", []string{"5"}},
		{"let %a = @f(1)", []string{"%a : int32"}},
		{"let %b = %a * %a;", []string{"%b : int32"}},
		{"let %a = 100", []string{"%a : int32"}},
		{"(%a, %b)", []string{"(100, 9)"}},
		{"let %a = %a + 1", []string{"%a : int32"}},
		{"%a", []string{"101"}},
		{"let (%p, %q) = (1, 2f)", []string{"%p : int32", "%q : float32"}},
		{"%q", []string{"2.0"}},
		{"let u: (int32, float32) = (7, 8f)", []string{"%u : (int32, float32)"}},
		{"let (v: int32, _) = u", []string{"%v : int32"}},
		{"v + %u.0", []string{"14"}},
		{"%1 = v * 2", []string{"%1 : int32"}},
		{"%1", []string{"14"}},
		{"let %none = Nil", []string{"%none : List[a]"}},
		{"let %bad = 1 + 2f", []string{"dtype-mismatch: `add` needs operands of one dtype, and gets int32 and float32"}},
		{"%bad", []string{"undefined-name: there is no variable `%bad` here"}},
		{"1 / 0", []string{"fails: division by zero: 1 / 0"}},
		{"def @g() { @f(1f) }", []string{"dtype-mismatch"}},
		{"@g()", []string{"undefined-name"}},
		{"data Light { Red, Green }", []string{"Light"}},
		{"def @even(%n: int32) -> bool { if (%n == 0) { True } else { @odd(%n - 1) } }\ndef @odd(%n: int32) -> bool { if (%n == 0) { False } else { @even(%n - 1) } }\n@even(9)",
			[]string{"@even : fn(int32) -> bool", "@odd : fn(int32) -> bool", "False"}},
		{"def @odd(%n: int32) -> int32 { 1 }", []string{"dtype-mismatch", "@odd : fn(int32) -> int32"}},
		{")", []string{"syntax-error: this `)` closes nothing"}},
		{"# nothing", nil},
		{"", nil},
	}
	s := New(t.TempDir(), t.TempDir())
	for _, step := range steps {
		got := enter(t, s, step.text)
		if len(got) == len(step.want) {
			for i := range got {
				if strings.HasPrefix(got[i], step.want[i]+":") {
					got[i] = step.want[i] // the code is enough
				}
			}
		}
		if diff := cmp.Diff(step.want, got); diff != "" {
			t.Errorf("%s: -want +got:\n%s", step.text, diff)
		}
	}
}

// TestBoundAnew binds one name again and again: what it meant before is not carried on,
// unless it is needed.
func TestBoundAnew(t *testing.T) {
	s := New(t.TempDir(), "")
	for range 50 {
		enter(t, s, "let %x = 1")
	}
	if got := s.needed("%x"); got != "let %x = 1;\n" {
		t.Errorf("%%x needs %q", got)
	}
	enter(t, s, "let %x = %x + 1")
	enter(t, s, "let %y = (%x, %x)")
	enter(t, s, "let %x = 5")
	if got, want := s.needed("%y"), "let %x = 1;\nlet %x = %x + 1;\nlet %y = (%x, %x);\n"; got != want {
		t.Errorf("%%y needs %q, want %q", got, want)
	}
	if got := enter(t, s, "%y"); !cmp.Equal(got, []string{"(2, 2)"}) {
		t.Errorf("%%y is %q", got)
	}
}

func TestComplete(t *testing.T) {
	for text, want := range map[string]bool{
		"1 + 2": true, "1 +": false, "f(1,": false, "def @f(%x)": false, "def @f(%x) {\n  let %y = 1;": false,
		"def @f(%x) { %x }": true, "let %x = 1": true, "let %x =": false, "let %x = 1;\nlet %y = 2": true,
		"match (%x) {": false, ")": true, "": true, "# f(": true, "data D {": false, "1 2": true, "import": false,
		"let %f = fn(%x) {": false, "let %f = fn(%x) { %x }": true, "if (True) { 1 } else {": false,
		"/* a": false, "/* a */ 1": true, "f(x) = x": true, "let x = 3": true, "\"abc": true, "f(1 2": true,
	} {
		if got := Complete(text); got != want {
			t.Errorf("Complete(%q) is %t", text, got)
		}
	}
}

// TestFiles loads a file, changes it and loads it again.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(text string) {
		if err := os.WriteFile(filepath.Join(dir, "a.frac"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("def @f() { 1 }\ndef @g() { @f() + 1f }\n")
	s := New(dir, dir)
	loaded, err := s.Load(context.Background(), "a.frac")
	if err != nil || loaded.Definitions != 2 || len(loaded.Findings) != 1 {
		t.Fatalf("%+v, %v", loaded, err)
	}
	if got := enter(t, s, "@f()"); !cmp.Equal(got, []string{"1"}) {
		t.Errorf("@f() is %q", got)
	}
	write("def @f() { 2 }\n")
	findings, err := s.Reload(context.Background())
	if err != nil || len(findings) > 0 {
		t.Errorf("%v, %v", findings, err)
	}
	if got := enter(t, s, "@f()"); !cmp.Equal(got, []string{"2"}) {
		t.Errorf("@f() is %q after reloading", got)
	}
	if got := enter(t, s, "def @f() { 3 }\n@f()"); !cmp.Equal(got, []string{"shadowed-binding: this `@f` hides the `@f` of \"a.frac\"", "@f : fn() -> int32", "3"}) {
		t.Errorf("@f() is %q", got)
	}
	if _, err := s.Load(context.Background(), "gone.frac"); err == nil {
		t.Error("a file that is not there was loaded")
	}
	if want := "import \"a.frac\"\ndef @f() { 3 }\n"; s.Text() != want {
		t.Errorf("the session is %q, want %q", s.Text(), want)
	}
}

// TestCompletions lists what an editor would, in the session's scope.
func TestCompletions(t *testing.T) {
	s := New(t.TempDir(), t.TempDir())
	enter(t, s, "def @twice(%x: int32) { 2 * %x }\nlet %twin = 2")
	for text, want := range map[string]string{"1 + @twi": "@twice", "@twice(%tw": "%twin", "nn.conv2d_tr": "nn.conv2d_transpose"} {
		word, found := s.Completions(text, len(text))
		if len(found) == 0 || found[0].Text != want || !strings.HasSuffix(text, word) {
			t.Errorf("%s: %q, %v", text, word, found)
		}
	}
}

func TestType(t *testing.T) {
	s := New(t.TempDir(), t.TempDir())
	enter(t, s, "def @id(%x) { %x }\nlet %n = 1i64")
	for text, want := range map[string]string{
		"@id": "fn<a>(a) -> a", "@id(%n)": "int64", "@length": "fn<a>(List[a]) -> int32", "1 / 0;": "int32",
	} {
		got, findings, err := s.Type(text)
		if err != nil || len(findings) > 0 || types.String(got) != want {
			t.Errorf("%s: %v, %v, %v", text, got, findings, err)
		}
	}
	if _, findings, err := s.Type("@id(1) + 1f"); err != nil || len(findings) == 0 {
		t.Errorf("%v, %v", findings, err)
	}
}
