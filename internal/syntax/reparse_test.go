package syntax

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

const sample = `#[version = "0.0.5"]
# A list.
data List<a> {
  Nil : () -> List
  Cons : (a, List[a]) -> List
}
type Box[A] { MkBox(A), }
extern type Handle
Batch = Tensor(dtype=float32, shape=[11, 3])
import "lib.frac"
@cell : fn<s, i>(s, i) -> s where add(s, i) = s
#[cost(work = "|l|")]
def @map<a, b>(%f : fn(a) -> b, %l : List[a]) -> List[b] {
  match(%l) {
    case Nil() { Nil() }
    case Cons(%h, %t) { Cons(%f(%h), @map(%f, %t)) } # " quote
  }
}
@map(fn(%i) { %i * 2 }, %l) // evaluates to Nil()
def @g(%x: Tensor[(1, ?), float32] /* ty=Tensor[(1, ?), float32] */, Primitive=1) {
  %0 = nn.conv2d(%x, %w.0, padding=[1, 1], kind="a b") /* ty=int32 span=a:1 */;
  let %y = fn(%a) { -%a }
  let %z = %y
  (%0, 1);
  if (%y == 3 && !%q) { %0.0 } else { match? (%y) { (%a, _) => %x/2, -1 => True } }
}
let %a = 1
let %b = %a
  + 2
%a - 1.5e-3
assert !equiv(Array[float32, 7], (int32,))
v0.0.4 fn (%x: int32) { /* block /* nested */ */ %x } def @h() { [1, 2][0] }
`

// equalFiles compares two files deeply.
func equalFiles(t *testing.T, got, want *File) {
	t.Helper()
	if !reflect.DeepEqual(got.Starts, want.Starts) || got.Text != want.Text {
		t.Fatalf("items start at %v, not at %v, in\n%s", got.Starts, want.Starts, got.Text)
	}
	if !reflect.DeepEqual(got.reach, want.reach) {
		t.Fatalf("reach %v, not %v, in\n%s", got.reach, want.reach, got.Text)
	}
	for i := range got.Items {
		if !reflect.DeepEqual(got.Items[i], want.Items[i]) {
			t.Fatalf("item %d differs:\n%s\n%s\nin\n%s", i, Dump(got.Items[i]), Dump(want.Items[i]), got.Text)
		}
	}
}

// splinters are what random edits insert: all that may unbalance a text.
var splinters = []string{
	"/*", "*/", "\"", "#", "//", "\n", "{", "}", "(", ")", "[", "]", "let %q = ", ";", ",", "def @k() { 1 }\n",
	"\ndef @k", "-", "- 1", "\n(", "%", "@", "case ", "=>", "->", "#[metadata]", "\n#[metadata]\n", "\n#[cost]\n",
	"x", "1", ".", "else", " ", "\xff", "\x00", "é", "match", "type X", "\ntype X\n", "v0.0.4", "\nv0.0.4 ",
	"/* ty=int32 */", "\r\n", "=", "\n%0 = 1\n", "data D {", "where ", "\uFEFF", "import \"", "@f : ",
	"\n<<<<<<< a\n", "\n=======\n", "\n>>>>>>> b\n", "\n|||||||\n", "<", ">", "===",
}

func TestReparseEqualsParse(t *testing.T) {
	rounds := 3000
	if testing.Short() {
		rounds = 300
	}
	r := rand.New(rand.NewPCG(1, 2))
	f := ParseFile("a.frac", sample)
	for round := range rounds {
		if round%40 == 0 {
			f = ParseFile("a.frac", sample)
		}
		var edits []Edit
		text := f.Text
		for range 1 + r.IntN(2) {
			e := randomEdit(r, text)
			text = text[:e.Span.Start] + e.NewText + text[e.Span.End:]
			edits = append(edits, e)
		}
		got, want := Reparse(f, edits...), ParseFile("a.frac", text)
		equalFiles(t, got, want)
		checkFile(t, got)
		checkDistinct(t, got)
		checkTokens(t, text)
		for i, item := range got.Items {
			if alone := ParseItem(item.Text); !reflect.DeepEqual(alone, item) {
				t.Fatalf("item %d alone differs:\n%s\n%s\nin\n%q", i, Dump(alone), Dump(item), item.Text)
			}
		}
		f = got
	}
}

// checkDistinct looks for an item that stands in a file twice.
func checkDistinct(t *testing.T, f *File) {
	t.Helper()
	met := map[*Item]int{}
	for i, item := range f.Items {
		if first, ok := met[item]; ok {
			t.Fatalf("items %d and %d are one, in\n%s", first, i, f.Text)
		}
		met[item] = i
	}
}

// TestReparseDistinct has a change begin far in front of a copy of a definition, so that
// the old one stands where the new text has the first copy, and ends where it has the second.
func TestReparseDistinct(t *testing.T) {
	pick, sum := "def @pick() { 7 }\n", "def @sum() { 8 }\n"
	old := ParseFile("a.frac", "let %a = 1\n"+pick+sum)
	text := "let %b = 2\n" + pick + pick + sum
	got := Reparse(old, Edit{Span{0, int32(len(old.Text) - len(pick+sum))}, strings.TrimSuffix(text, pick+sum)})
	equalFiles(t, got, ParseFile("a.frac", text))
	checkDistinct(t, got)
}

func randomEdit(r *rand.Rand, text string) Edit {
	at := r.IntN(len(text) + 1)
	end := at
	if r.IntN(2) == 0 {
		end = min(len(text), at+r.IntN(12))
	}
	insert := ""
	if r.IntN(3) > 0 {
		insert = splinters[r.IntN(len(splinters))]
	}
	return Edit{Span{int32(at), int32(end)}, insert}
}

func TestReparseShares(t *testing.T) {
	text := strings.Repeat("def @f(%x) {\n  %x\n}\n", 100)
	f := ParseFile("a.frac", text)
	at := int32(strings.Index(text[1000:], "%x\n")) + 1000
	g := Reparse(f, Edit{Span{at, at + 2}, "%y"})
	changed := 0
	for i := range g.Items {
		if g.Items[i] != f.Items[i] {
			changed++
		}
	}
	if changed != 1 {
		t.Errorf("%d items are new, not 1", changed)
	}
}
