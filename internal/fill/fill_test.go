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

// A fillTest is a program with holes and what is to be found for them.
type fillTest struct{ name, text, want string }

func checkFills(t *testing.T, most int, tests []fillTest) {
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, err := fillText(t, test.text, 0, most)
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

// TestMatch finds a match for a whole body, which takes more weight than one term.
func TestMatch(t *testing.T) {
	checkFills(t, 16, []fillTest{
		{"match", `
data Bin { Leaf() Node(Bin, int32, Bin) }
def @mirror(%t: Bin) -> Bin { ? }
@mirror(Node(Node(Leaf(), 7, Node(Leaf(), 1, Leaf())), 2, Leaf()))  # evaluates to Node(Leaf(), 2, Node(Node(Leaf(), 1, Leaf()), 7, Leaf()))
`, "match (%t) { case Leaf() { %t } case Node(%a, %b, %c) { Node(%c, %b, @mirror(%a)) } }"},
	})
}

func TestFill(t *testing.T) {
	checkFills(t, 12, []fillTest{
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
		{"number that the program writes", `
def @scaled(%x: float32) -> float32 { %x * 2.25f }
def @f(%x: float32) -> float32 { ? }
@f(1f)  # evaluates to 3.25f
@f(-2f)  # evaluates to 0.25f
`, "add(%x, 2.25f)"},
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
		{"function of what another one gives", `
def @f(%xs: FractalTensor[int32], %ys: FractalTensor[int32]) -> int32 { foldl(?combine, map(?each, zip(%xs, %ys)), 0) }
@f([1, 7, 3], [4, 2, 3])  # evaluates to 27
@f([5, -2, 3], [-3, 5, 2])  # evaluates to -19
`, "fn(%a, %b) { add(%a, %b) } | fn((%v, %w)) { multiply(%v, %w) }"},
		{"function that gives a sequence", `
def @f(%xs: FractalTensor[int32]) -> Tensor[(?), int32] { flatten(map(?, %xs)) }
@f([2, 3])  # evaluates to [0, 1, 0, 1, 2]
`, "fn(%v) { arange(%v) }"},
		{"operand that must not be negative", `
def @f(%xs: FractalTensor[int32], %k: int32) -> FractalTensor[FractalTensor[int32]] { map(fn(%x) { map(fn(_) { %x }, ?) }, %xs) }
@f([4, 7], 3)  # evaluates to [[4, 4, 4], [7, 7, 7]]
@f([5], 2)  # evaluates to [[5, 5]]
`, "arange(%k)"},
		{"function in a call", `
def @f(%xs: FractalTensor[int32], %k: int32) -> FractalTensor[int32] { ? }
@f([1, 2, 5], 3)  # evaluates to [-2, -1, 2]
@f([4, 0], -2)  # evaluates to [6, 2]
`, "map(fn(%v) { subtract(%v, %k) }, %xs)"},
		{"function of two sequences", `
def @f(%xs: FractalTensor[int32], %ys: FractalTensor[int32]) -> FractalTensor[int32] { ? }
@f([1, 2, 5], [7, 8, 9])  # evaluates to [7, 16, 45]
`, "map(fn((%v, %w)) { multiply(%v, %w) }, zip(%xs, %ys))"},
		{"function of the prelude", `
def @f(%l: List[int32]) -> List[int32] { ? }
@f(Cons(1, Cons(-2, Cons(7, Nil()))))  # evaluates to Cons(1, Cons(7, Nil()))
@f(Cons(-10, Nil()))  # evaluates to Nil()
`, "@filter(fn(%v) { less(0, %v) }, %l)"},
		{"parts", `
def @f<n>(%x: Tensor[(n, 4), int32], %y: Tensor[(n, 4), int32]) -> Tensor[(n, 4), int32] { ? }
@f(Constant([[5, 6, 7, 8], [12, 11, 10, 9]]), Constant([[-5, -6, -7, -8], [20, 30, 40, 50]]))  # evaluates to [[5, -6, -7, 8], [12, 30, 40, 9]]
@f(Constant([[2, 3, 5, 7]]), Constant([[13, 17, 19, 23]]))  # evaluates to [[2, 17, 19, 7]]
`, "concatenate((strided_slice(%x, begin=[0], end=[1], strides=[1], axes=[1]), strided_slice(%y, begin=[1], end=[3], strides=[1], axes=[1]), strided_slice(%x, begin=[3], end=[4], strides=[1], axes=[1])), axis=1)"},
		{"choice", `
def @f<n>(%x: Tensor[(n), int32], %y: Tensor[(n), int32], %z: Tensor[(n), int32]) -> Tensor[(n), int32] { ? }
@f(Constant([5, 9, -3, 12, 4, 31]), Constant([6, 8, -5, 11, 40, 30]), Constant([9, 9, 9, 9, 9, 9]))  # evaluates to [36, 81, -27, 108, 1600, 279]
@f(Constant([7, 6, 90]), Constant([70, 60, 2]), Constant([1, 2, 3]))  # evaluates to [4900, 3600, 270]
`, "where(less(%x, %y), multiply(%y, %y), multiply(%x, %z))"},
		{"operator that needs to know an extent", `
def @f<n>(%x: Tensor[(n, 3), int32], %i: Tensor[(2, 2), int32], %u: Tensor[(2), int32]) -> Tensor[(n, 3), int32] { ? }
@f(Constant([[1, 2, 3], [4, 5, 6]]), Constant([[0, 1], [2, 0]]), Constant([-1, -2]))  # evaluates to [[1, 2, -1], [-2, 5, 6]]
`, "scatter_nd(%x, %i, %u)"},
		{"least distance", `
def @f<n, m>(%x: Tensor[(n), int32], %y: Tensor[(m), int32]) -> Tensor[(n), int32] { ? }
@f(Constant([1, 20, 8, 33]), Constant([4, 9, 50]))  # evaluates to [3, 11, 1, 17]
@f(Constant([-7, 100]), Constant([40, -1, 76, 2]))  # evaluates to [6, 24]
`, "min(abs(subtract(%x, expand_dims(%y, axis=1))), axis=[0])"},
		{"indices", `
def @f(%n: int32, %k: int32) -> Tensor[(?), int32] { ? }
@f(5, 2)  # evaluates to [0, 1, 0, 1, 0]
@f(7, 4)  # evaluates to [0, 1, 2, 3, 0, 1, 2]
`, "floor_mod(stack(arange(%n)), %k)"},
		{"all parameters", `
def @f<n>(%x: Tensor[(n), int32], %k: int32) -> Tensor[(n), int32] { ? }
@f(Constant([1, 2, 4]), 2)  # evaluates to [2, 4, 8]
`, "multiply(%x, %k)"},
		{"operand", `
def @f<n>(%x: Tensor[(n), int32]) -> Tensor[(n, n), bool] { equal(%x, ?) }
@f(Constant([4, 5, 4]))  # evaluates to [[True, False, True], [False, True, False], [True, False, True]]
`, "expand_dims(%x, axis=1)"},
		{"operand of another shape", `
def @f(%x: Tensor[(2, 6), int32]) -> Tensor[(4), int32] { sum(?rows, axis=[1]) }
@f(Constant([[1, 2, 3, 4, 5, 6], [7, 8, 9, 0, 1, 2]]))  # evaluates to [6, 15, 24, 3]
`, "reshape(%x, newshape=[4, 3])"},
	})
}

// TestFolds holds that folds are found of terms that weigh less than half: the examples say little of them,
// so they are tried after all that weighs as much as the search is to go through.
func TestFolds(t *testing.T) {
	checkFills(t, 8, []fillTest{
		{"sum of squares", `
def @f<n, m>(%x: Tensor[(n, m), float32], %y: Tensor[(m), float32]) -> float32 { ? }
@f(Constant([[1.0, 2.5], [3.0, 0.0]]), Constant([0.5, -1.0]))  # evaluates to 19.75
@f(Constant([[0.0, 4.0, 1.0]]), Constant([1.0, 1.0, 3.0]))  # evaluates to 14.0
`, "sum(power(subtract(%x, %y), 2f))"},
		{"sum under a condition", `
def @f<n>(%x: Tensor[(n), int32], %g: Tensor[(n), int32]) -> Tensor[(n), int32] { ? }
@f(Constant([3, 8, -5, 10]), Constant([1, 2, 1, 3]))  # evaluates to [-2, 8, -2, 10]
@f(Constant([4, 6, 1]), Constant([7, 7, 7]))  # evaluates to [11, 11, 11]
`, "sum(where(equal(%g, expand_dims(%g, axis=1)), %x, 0), axis=[1])"},
		{"nearest", `
def @f<n, m>(%x: Tensor[(n), int32], %c: Tensor[(m), int32]) -> Tensor[(n), int32] { ? }
@f(Constant([1, 20, 8, 33]), Constant([4, 9, 50]))  # evaluates to [0, 1, 1, 2]
@f(Constant([-7, 100, 3]), Constant([40, -1, 76, 2]))  # evaluates to [1, 2, 3]
`, "argmin(abs(subtract(%c, expand_dims(%x, axis=1))), axis=[1])"},
	})
}

// TestHostile holds that holes that invite runs without end or large values end in the limits.
func TestHostile(t *testing.T) {
	for _, text := range []string{
		"def @f(%n: int32) -> int32 { if (%n == 0) { 0 } else { ? } }\n@f(3)  # evaluates to 123456\n",
		"def @f(%n: int32) -> FractalTensor[int32] { arange(?) }\n@f(1000000000)  # evaluates to [7]\n",
		"def @f(%n: int32) -> Tensor[(?), float32] { ? }\n@f(1000000000)  # evaluates to [1.0, 7.0]\n",
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

// TestWeak holds that a filling of which the comments say too little is marked, and one that they suffice for is not.
func TestWeak(t *testing.T) {
	text := "def @f(%x: int32, %k: int32) -> int32 { ? }\n@f(3, 4)  # evaluates to 13\n"
	for text, want := range map[string]bool{
		text: true,
		text + "@f(5, 9)  # evaluates to 46\n@f(-7, 2)  # evaluates to -13\n@f(8, 11)  # evaluates to 89\n": false,
	} {
		if r, err := fillText(t, text, 0, 8); err != nil || !r.Found || r.Weak != want {
			t.Errorf("%s: %+v, %v", text, r, err)
		}
	}
}

// TestErrors holds that a file with errors besides its holes is refused, at the line of the first.
func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"def @f(%x: int32) -> int32 { ?": "line 1: this `{` is never closed",
		"def @f(%x: int32) -> int32 { ? }\ndef @g() -> int32 { %y }\n@f(1)  # evaluates to 2\n": "line 2: ",
	} {
		if _, err := fillText(t, text, 0, 6); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
