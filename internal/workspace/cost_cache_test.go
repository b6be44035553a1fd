package workspace

import (
	"context"
	"maps"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/typecheck"
)

const costLibrary = `def @append(%x : List[int32], %y : List[int32]) -> List[int32] {
  match (%x) { Nil => %y, Cons(%h, %t) => Cons(%h, @append(%t, %y)) }
}
def @alone(%x : int32) -> int32 { %x + 1 }
`

const costProgram = `import "lib.frac"
#[cost(work = "|x|^2")]
def @reverse(%x : List[int32]) -> List[int32] {
  match (%x) { Nil => Nil, Cons(%h, %t) => @append(@reverse(%t), Cons(%h, Nil)) }
}
def @other(%x : int32) -> int32 { @alone(%x) }
def @both(%x : List[int32]) -> List[int32] { @reverse(@reverse(%x)) }
def @even(%n : int32) -> bool { if (%n == 0) { True } else { @odd(%n - 1) } }
def @odd(%n : int32) -> bool { if (%n == 0) { False } else { @even(%n - 1) } }
`

// costEdits change one text after the other; kept are the definitions whose bounds
// stay.
var costEdits = []struct{ path, from, to, kept string }{
	{"/p/a.frac", "%x : int32) -> int32 { @alone(%x)", "%x : int32) -> int32 { @alone(%x) + 1", "@reverse @both @even @odd"},
	{"/p/lib.frac", "%x + 1", "%x + 1 + 1", "@reverse @both @even @odd"},
	{"/p/lib.frac", "Cons(%h, @append(%t, %y))", "@append(%t, Cons(%h, %y))", "@other @even @odd"},
	{"/p/a.frac", "False", "%n == 1", "@reverse @both @other"},
	{"/p/a.frac", "@append(@reverse(%t), Cons(%h, Nil))", "@append(@reverse(%t), @reverse(%t))", "@other @even @odd"},
	{"/p/a.frac", "@append(@reverse(%t), @reverse(%t))", "@gone(%t)", "@other @even @odd"},
	{"/p/a.frac", "def @both", "def @gone(%x : List[int32]) -> List[int32] { %x }\ndef @both", "@other @even @odd"},
	{"/p/a.frac", "def @gone", "def @append(%x : List[int32], %y : List[int32]) -> List[int32] { %y }\ndef @gone", "@other @even @odd"},
	{"/p/a.frac", "import", "# a comment\nimport", ""},
	{"/p/lib.frac", "def @alone", "type Pair { Pair(int32, int32) }\ndef @alone", ""},
}

// TestCostsAfterEdits holds the bounds of a text that was edited against those of the
// same text read anew, and that those are kept which an edit does not reach.
func TestCostsAfterEdits(t *testing.T) {
	texts := map[string]string{"/p/a.frac": costProgram, "/p/lib.frac": costLibrary}
	s := Open(Options{Root: "/p", Files: Overlay{Files: Disk{}, Texts: maps.Clone(texts)}})
	before := boundsOf(t, s)
	for _, e := range costEdits {
		if !strings.Contains(texts[e.path], e.from) {
			t.Fatalf("%q is not there", e.from)
		}
		texts[e.path] = strings.Replace(texts[e.path], e.from, e.to, 1)
		s = s.With(map[string]string{e.path: texts[e.path]})
		fresh := Open(Options{Root: "/p", Files: Overlay{Files: Disk{}, Texts: maps.Clone(texts)}})
		now, want := boundsOf(t, s), boundsOf(t, fresh)
		for name, b := range want {
			got := now[name]
			if got == nil || got.Text(complexity.Work) != b.Text(complexity.Work) || got.Text(complexity.Span) != b.Text(complexity.Span) || got.Loss.String() != b.Loss.String() {
				t.Errorf("after %q: %s costs %v, want %v (%v)", e.to, name, got, b.Text(complexity.Work), b.Loss)
			}
		}
		for _, name := range strings.Fields(e.kept) {
			if now[name] != before[name] {
				t.Errorf("after %q the bound of %s was worked out again", e.to, name)
			}
		}
		sameFindings(t, s, fresh, e.to)
		before = now
	}
}

// boundsOf are the bounds of all definitions of the program.
func boundsOf(t *testing.T, s *Snapshot) map[string]*complexity.Bound {
	t.Helper()
	file, err := s.File("/p/a.frac")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]*complexity.Bound{}
	for i := range file.Source.File.Len() {
		if o := file.Module.Object(i); o != nil && o.Kind == typecheck.DefObject {
			found[o.Name] = file.Bound(context.Background(), i)
		}
	}
	return found
}

func sameFindings(t *testing.T, s, fresh *Snapshot, after string) {
	t.Helper()
	messages := func(s *Snapshot) (all string) {
		report, err := s.Check(context.Background(), []string{"/p/a.frac"})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range report.Findings {
			all += string(f.Code) + ": " + f.Message + "\n"
		}
		return all
	}
	if got, want := messages(s), messages(fresh); got != want {
		t.Errorf("after %q: found\n%swant\n%s", after, got, want)
	}
}

// TestCostOfEndedContext holds that what there was no time for is not kept.
func TestCostOfEndedContext(t *testing.T) {
	s := Open(Options{Root: "/p", Files: Overlay{Files: Disk{}, Texts: map[string]string{"/p/a.frac": costProgram, "/p/lib.frac": costLibrary}}})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	file, err := s.File("/p/a.frac")
	if err != nil {
		t.Fatal(err)
	}
	if b := file.Bound(ctx, 1); b.Bounded(complexity.Work) {
		t.Errorf("got %v", b)
	}
	if b := boundsOf(t, s)["@reverse"]; !b.Bounded(complexity.Work) {
		t.Errorf("later %v", b.Loss)
	}
}
