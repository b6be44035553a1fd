package fill

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/workspace"
)

// fillText fills the holes of a program, with a limit of weight in place of one of time.
func fillText(t *testing.T, text string, all, most int) (*Result, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "program.frac")
	s := workspace.Open(workspace.Options{
		Files: workspace.Overlay{Files: workspace.Disk{}, Texts: map[string]string{path: text}}, Root: filepath.Dir(path),
	})
	return Fill(context.Background(), Request{Snapshot: s, Path: path, Workers: 2, All: all, MostWeight: most})
}

func TestFill(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"operator", `
def @f<n, m>(%x: Tensor[(n, m), int32]) -> Tensor[(m, n), int32] { ? }
@f(Constant([[1, 2, 3], [4, 5, 6]]))  # evaluates to [[1, 4], [2, 5], [3, 6]]
`, "transpose(%x)"},
		{"attribute", `
def @f(%x: Tensor[(2, 3), int32]) -> Tensor[(2), int32] { sum(%x, axis=?axis) }
@f(Constant([[1, 2, 3], [4, 5, 6]]))  # evaluates to [6, 15]
`, "[1]"},
		{"function", `
def @f(%xs: FractalTensor[int32], %k: int32) -> FractalTensor[int32] { map(?, %xs) }
@f([1, 2, 5], 3)  # evaluates to [3, 6, 15]
@f([4, 0], -2)  # evaluates to [-8, 0]
`, "fn(%v) { multiply(%v, %k) }"},
		{"recursion", `
data Chain {
  End: () -> Chain
  Link: (int32, Chain) -> Chain
}
def @onto(%a: Chain, %b: Chain) -> Chain {
  match (%a) {
    case End() { %b }
    case Link(%x, %rest) { ? }
  }
}
@onto(Link(1, Link(2, End())), Link(3, End()))  # evaluates to Link(2, Link(1, Link(3, End())))
`, "@onto(%rest, Link(%x, %b))"},
		{"two holes", `
def @f(%o: Optional[int32], %z: int32) -> int32 {
  match (%o) {
    case Some(%v) { ?some }
    case None() { ?none }
  }
}
@f(Some(4), 7)  # evaluates to 11
@f(Some(0), 2)  # evaluates to 2
@f(None(), 5)  # evaluates to 5
`, "add(%v, %z) | %z"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, err := fillText(t, test.text, 0, 12)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range r.Fillings {
				got = append(got, f.Text)
			}
			if text := strings.Join(got, " | "); text != test.want {
				t.Errorf("got %s, want %s", text, test.want)
			}
		})
	}
}

// TestHostile holds that holes that invite runs without end or large values end in the limits.
func TestHostile(t *testing.T) {
	for _, text := range []string{
		"def @f(%n: int32) -> int32 { if (%n == 0) { 0 } else { ? } }\n@f(3)  # evaluates to 123456\n",
		"def @f(%n: int32) -> FractalTensor[int32] { arange(?) }\n@f(1000000000)  # evaluates to [7]\n",
	} {
		r, err := fillText(t, text, 0, 6)
		if err != nil {
			t.Fatal(err)
		}
		if r.Found {
			t.Errorf("found %v", r.All)
		}
	}
}

// TestWithoutExamples holds that types alone fill nothing, and list candidates.
func TestWithoutExamples(t *testing.T) {
	text := "def @f(%x: int32) -> int32 { ? }\n"
	if _, err := fillText(t, text, 0, 6); err != ErrNoExamples {
		t.Errorf("got %v", err)
	}
	r, err := fillText(t, text, 3, 6)
	if err != nil {
		t.Fatal(err)
	}
	if r.Found || len(r.All) != 3 || r.All[0][0] != "%x" {
		t.Errorf("got %v, %v", r.Found, r.All)
	}
}
