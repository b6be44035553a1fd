package evaluate

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/internal/reference"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/interp"
)

func open(t testing.TB, name, text string) *Program {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	files := workspace.Overlay{Files: workspace.Disk{}, Texts: map[string]string{path: text}}
	p, err := Open(workspace.Open(workspace.Options{Files: files, Root: filepath.Dir(path)}), path)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestJudge holds comments of every form of value against what is computed: the
// first word of each line is the verdict.
func TestJudge(t *testing.T) {
	for _, line := range strings.Split(strings.TrimSpace(`
passed  1 + 2                                   # evaluates to 3
failed  1 + 2                                   # evaluates to 4
passed  0.1 + 0.2                               # => 0.3
failed  0.1 + 0.2                               # => 0.31
passed  0.1 + 0.2                               # => 0.31 within 0.1
failed  1                                       # => 1.0
failed  1                                       # => 1i64
passed  1 / 0                                   # fails: zero
failed  1 / 0                                   # fails: index
failed  1 / 0                                   # => 0
failed  1 / 1                                   # fails: zero
passed  [1, 2][5]                               # fails: 5
passed  Constant([1f, 2f])                      # => [1.0, 2.0]
passed  Constant([1f, 2f])                      # => Constant([1.0, 2.0])
passed  Constant([1i8, 2i8])                    # => [1i8, 2i8]
passed  Constant([[1, 2]], int64)               # => [[1, 2]]
passed  zeros(shape=[0], dtype="int64")         # => []
passed  (Constant([1f]), 2)                     # => ([1.0], 2)
passed  [Constant([1f]), Constant([2f])]        # => [[1.0], [2.0]]
passed  [Constant([1f]), Constant([2f])]        # => [Constant([1.0]), Constant([2.0])]
passed  Cons(Constant([1f]), Nil())             # => Cons([1.0], Nil())
passed  Cons([1], Nil())                        # => Cons([1], Nil())
passed  filter(fn(%x) { %x > 3 }, [1])          # => []
passed  filterall(fn(%x) { %x > 3 }, [[1], [4]])  # => [[], [4]]
passed  Nil()                                   # => Nil
passed  ()                                      # => ()
passed  (1,)                                    # => (1,)
passed  ref(3)                                  # => ref(3)
passed  fn(%x : int32) { %x }                   # => fn/1
failed  fn(%x : int32) { %x }                   # => fn/2
passed  2.5f16                                  # => 2.5f16
passed  nanf                                    # => nanf
passed  True && False                           # => False
passed  -3                                      # => -3
passed  Cons(1, Nil())                          # => @map(fn(%x) { %x + 1 }, Cons(0, Nil()))
failed  @nothing(1)                             # => 3
failed  1                                       # => the first
failed  1                                       # =>
failed  1                                       # => %x
failed  1                                       # => def
`), "\n") {
		verdict, text, _ := strings.Cut(line, " ")
		p := open(t, "a.frac", strings.TrimSpace(text)+"\n")
		if n := len(p.Comments()); n != 1 {
			t.Errorf("%s: %d comments", text, n)
			continue
		}
		if out := p.Judge(context.Background(), 0, interp.Options{}); out.Verdict.String() != verdict {
			t.Errorf("%s: %s: %s", text, out.Verdict, out.Problem)
		}
	}
}

func TestJudgeStandingComments(t *testing.T) {
	p := open(t, "a.frac", `# @twice(2) evaluates to 4
def @twice(%x : int32) { %x + %x }
# @twice(Some(2)) evaluates to 4
# @twice(3) evaluates to 7
`)
	want := []Verdict{Passed, Failed, Failed}
	for i, w := range want {
		out := p.Judge(context.Background(), i, interp.Options{})
		if out.Verdict != w {
			t.Errorf("comment %d: %s: %s", i, out.Verdict, out.Problem)
		}
	}
	out := p.Judge(context.Background(), 1, interp.Options{})
	if len(out.Mistakes) != 1 || !strings.HasPrefix(p.Source.Text()[out.Mistakes[0].Span.Start:], "Some(2)") {
		t.Errorf("mistakes: %v", out.Mistakes)
	}
}

// TestFreeLocals holds that a document's expression with a free local is
// checked and not run.
func TestFreeLocals(t *testing.T) {
	p := open(t, "a.md", "```frac\n%x + 1 # => 2\nlet %y = 1; %1 = %y + 1; %1 # => 2\n```\n")
	if out := p.Judge(context.Background(), 0, interp.Options{}); out.Verdict != Skipped || !strings.Contains(out.Problem, "`%x`") {
		t.Errorf("%s: %s", out.Verdict, out.Problem)
	}
	if out := p.Judge(context.Background(), 1, interp.Options{}); out.Verdict != Passed {
		t.Errorf("%s: %s", out.Verdict, out.Problem)
	}
}

// TestMistakesElsewhere holds that a mistake stops only what needs it.
func TestMistakesElsewhere(t *testing.T) {
	p := open(t, "a.frac", `def @bad() { 1 + True }
def @good() { 1 }
@good() # => 1
@bad() # => 1
`)
	for i, w := range []Verdict{Passed, Failed} {
		if out := p.Judge(context.Background(), i, interp.Options{}); out.Verdict != w {
			t.Errorf("comment %d: %s: %s", i, out.Verdict, out.Problem)
		}
	}
}

func TestFaultPlaces(t *testing.T) {
	p := open(t, "a.frac", "def @f(%x : int32) { 1 / %x }\ndef @g(%x : int32) { 1 + @f(%x) }\n@g(0) # => 1\n")
	out := p.Judge(context.Background(), 0, interp.Options{})
	fault, ok := out.Err.(*Fault)
	if !ok || len(fault.Path) < 2 {
		t.Fatalf("%v", out.Err)
	}
	var texts []string
	for _, c := range fault.Path {
		texts = append(texts, c.Source.Text()[c.Span.Start:c.Span.End])
	}
	if !strings.Contains(texts[0], "/") || !strings.Contains(texts[1], "@f(%x)") {
		t.Errorf("%q", texts)
	}
}

func TestCancelled(t *testing.T) {
	p := open(t, "a.frac", "def @f(%x : int32) -> int32 { @f(%x + 1) }\n@f(0) # => 1\n")
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if out := p.Judge(ctx, 0, interp.Options{}); out.Verdict != Failed || out.Err == nil {
		t.Errorf("%s: %s", out.Verdict, out.Problem)
	}
}

// TestReferenceDocuments holds what the documents that describe the language
// say that their examples evaluate to.
func TestReferenceDocuments(t *testing.T) {
	comments := 0
	for _, path := range reference.Documents(t) {
		p, err := Open(workspace.Open(workspace.Options{Root: filepath.Dir(path)}), path)
		if err != nil {
			t.Fatal(err)
		}
		for i := range p.Comments() {
			comments++
			for _, o := range []interp.Options{{Sequential: true}, {Threads: 2}} {
				if out := p.Judge(context.Background(), i, o); out.Verdict != Passed {
					t.Errorf("%s: %s: %s: %s", path, p.Text(out.Comment), out.Verdict, out.Problem)
				}
			}
		}
	}
	if comments != 7 {
		t.Errorf("%d comments in the documents, which make 7", comments)
	}
}

// TestExamples holds every comment of the examples.
func TestExamples(t *testing.T) {
	paths, _ := filepath.Glob("../../examples/*.*")
	comments := 0
	for _, path := range paths {
		path, _ = filepath.Abs(path)
		p, err := Open(workspace.Open(workspace.Options{Root: filepath.Dir(path)}), path)
		if err != nil {
			t.Fatal(err)
		}
		for i := range p.Comments() {
			comments++
			if out := p.Judge(context.Background(), i, interp.Options{}); out.Verdict != Passed {
				t.Errorf("%s: %s: %s: %s", path, p.Text(out.Comment), out.Verdict, out.Problem)
			}
		}
	}
	if comments < 88 {
		t.Errorf("%d comments in the examples", comments)
	}
}
