package repair_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// fixesOf are the titles of the fixes of the first finding of a code, and what the text
// becomes with each.
func fixesOf(t *testing.T, text string, code codes.Code) (titles, become []string) {
	t.Helper()
	const path = "/main.frac"
	s, w := open(map[string]string{path: text})
	report, err := s.Check(context.Background(), []string{path})
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(report.Findings, func(f workspace.Finding) bool { return f.Code == code })
	if at < 0 {
		t.Fatalf("there is no %s in\n%s", code, text)
	}
	for _, fix := range w.Of(context.Background(), &report.Findings[at]) {
		if fix.Confidence != codes.Sketch {
			t.Errorf("%s is no sketch", fix.Title)
		}
		titles = append(titles, fix.Title)
		become = append(become, sourcefile.ApplyEdits(text, fix.Edits))
	}
	return titles, become
}

// TestFills writes what fits in the place of holes. Whatever is offered brings no error.
func TestFills(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"def @f(%n: int32, %b: bool) -> int32 { match? (%n) {} }\n", "write `%n`"},
		{"def @f(%n: int32) -> int32 { %n + match? (%n) {} }\n", "write `%n`"},
		{"def @f(%l: List[int32]) -> List[int32] { match? (%l) {} }\n", "write `%l`; write `Nil()`; write `Cons(…, …)`; match `%l`, with a hole for each constructor"},
		{"def @f(%x: int32) -> (int32, bool) { match? (%x) {} }\n", "write `(…, …)`"},
		{"def @f(%x1: int32) -> fn(int32) -> int32 { match? (%x1) {} }\n", "write `fn(%x11) { … }`"},
		{"def @f(%x: int32) -> int32 { { let %y = %x; %y } + match? (%x) {} }\n", "write `%x`"},
		{"def @f(%l: List[int32]) -> int32 {\n  match (%l) {\n    case Nil { 0 }\n    case Cons(%x, %r) { match? (%x, %r) {} }\n  }\n}\n", "write `%x`; match `%r`, with a hole for each constructor; match `%l`, with a hole for each constructor"},
	} {
		titles, become := fixesOf(t, c.text, codes.Hole)
		if got := strings.Join(titles, "; "); got != c.want {
			t.Errorf("%s: offered is\n%s, want\n%s", c.text, got, c.want)
		}
		for i, text := range become {
			s, _ := open(map[string]string{"/main.frac": text})
			if left := errorsOf(t, s, "/main.frac"); len(left) > 0 {
				t.Errorf("%s leaves %s in\n%s", titles[i], left[0].Message, text)
			}
		}
	}
}

// TestSplit writes a clause for each constructor.
func TestSplit(t *testing.T) {
	_, become := fixesOf(t, "def @f(%l: List[int32]) -> int32 {\n  match? (%l) {}\n}\n", codes.Hole)
	const want = "def @f(%l: List[int32]) -> int32 {\n  match (%l) {\n    case Nil() { match? (()) {} }\n    case Cons(%n, %list) { match? ((%n, %list)) {} }\n  }\n}\n"
	if len(become) != 1 || become[0] != want {
		t.Errorf("it becomes %q", become)
	}
}

// TestEmptyBlocks leaves a hole where a block has no result.
func TestEmptyBlocks(t *testing.T) {
	for text, want := range map[string]string{
		"def @f(%l: List[int32]) -> int32 { match (%l) { case Nil {} case Cons(%x, _) { %x } } }\n": "def @f(%l: List[int32]) -> int32 { match (%l) { case Nil { match? (()) {} } case Cons(%x, _) { %x } } }\n",
		"def @f() -> int32 { }\n":                 "def @f() -> int32 { match? (()) {} }\n",
		"def @f() -> int32 {\n  let %x = 1;\n}\n": "def @f() -> int32 {\n  let %x = 1;\n  match? (()) {}\n}\n",
	} {
		titles, become := fixesOf(t, text, codes.SyntaxError)
		if len(become) != 1 || become[0] != want {
			t.Errorf("%q becomes %q by %q", text, become, titles)
		}
	}
}
