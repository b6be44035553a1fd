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

// equalItems compares two items deeply, but for where they are in their files.
func equalItems(a, b *Item) bool {
	x, y := *a, *b
	x.order, y.order = 0, 0
	return reflect.DeepEqual(&x, &y)
}

// equalFiles compares two files deeply.
func equalFiles(t *testing.T, got, want *File) {
	t.Helper()
	if got.Len() != want.Len() || got.Text() != want.Text() || got.Size() != want.Size() {
		t.Fatalf("%d items, not %d, in\n%s\nnot\n%s", got.Len(), want.Len(), got.Text(), want.Text())
	}
	for i := range got.Len() {
		g, w := got.items.At(i), want.items.At(i)
		if got.Start(i) != want.Start(i) || g.reach != w.reach || g.lines != w.lines {
			t.Fatalf("item %d begins at %d, reaches %d, has %d lines, not %d, %d, %d, in\n%s", i, got.Start(i), g.reach, g.lines, want.Start(i), w.reach, w.lines, got.Text())
		}
		if !equalItems(got.Item(i), want.Item(i)) {
			t.Fatalf("item %d differs:\n%s\n%s\nin\n%s", i, Dump(got.Item(i)), Dump(want.Item(i)), got.Text())
		}
	}
}

// equalLines compares the lines of a file, counted by its items, with those of its text.
func equalLines(t *testing.T, got, want *Lines) {
	t.Helper()
	if got.Count() != want.Count() {
		t.Fatalf("%d lines, not %d", got.Count(), want.Count())
	}
	for n := 1; n <= want.Count(); n++ {
		if got.LineSpan(n) != want.LineSpan(n) || got.Line(n) != want.Line(n) {
			t.Fatalf("line %d is %v %q, not %v %q", n, got.LineSpan(n), got.Line(n), want.LineSpan(n), want.Line(n))
		}
	}
	for at := int32(-1); at <= int32(len(want.text))+1; at++ {
		if got.Position(at) != want.Position(at) {
			t.Fatalf("offset %d is at %v, not %v", at, got.Position(at), want.Position(at))
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
			f = ParseFile("a.frac", strings.Repeat(sample, 1+round/40%3*8)) // longer than a window
		}
		var edits []Edit
		text := f.Text()
		for range 1 + r.IntN(2) {
			e := randomEdit(r, text)
			text = text[:e.Span.Start] + e.NewText + text[e.Span.End:]
			edits = append(edits, e)
		}
		got, want := Reparse(f, edits...), ParseFile("a.frac", text)
		equalFiles(t, got, want)
		if round%40 == 7 {
			equalLines(t, got.Lines(), NewLines(text))
		}
		checkFile(t, got)
		checkDistinct(t, got)
		checkTokens(t, text)
		for i, item := range got.All() {
			if alone := ParseItem(item.Text); !equalItems(alone, item) {
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
	for i, item := range f.All() {
		if first, ok := met[item]; ok {
			t.Fatalf("items %d and %d are one, in\n%s", first, i, f.Text())
		}
		met[item] = i
	}
}

// TestReparseDistinct has a change begin far before a copy of a definition, so that
// the old one stands where the new text has the first copy, and ends where it has the second.
func TestReparseDistinct(t *testing.T) {
	pick, sum := "def @pick() { 7 }\n", "def @sum() { 8 }\n"
	old := ParseFile("a.frac", "let %a = 1\n"+pick+sum)
	text := "let %b = 2\n" + pick + pick + sum
	got := Reparse(old, Edit{Span{0, int32(len(old.Text()) - len(pick+sum))}, strings.TrimSuffix(text, pick+sum)})
	equalFiles(t, got, ParseFile("a.frac", text))
	checkDistinct(t, got)
}

// TestReparseLongFaultyItem edits an item longer than a window whose errors are nearly as
// many as a file keeps: those found in a part of it are not counted twice.
func TestReparseLongFaultyItem(t *testing.T) {
	for n := mostErrors / 2; n < 3*mostErrors; n += 50 {
		text := strings.Repeat("\x04", n) + "@\xdc0"
		old := ParseFile("a.frac", text)
		equalFiles(t, Reparse(old, Edit{Span{1, 7}, "+"}), ParseFile("a.frac", text[:1]+"+"+text[7:]))
	}
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
	for i := range g.Len() {
		if g.Item(i) != f.Item(i) {
			changed++
		}
	}
	if changed != 1 {
		t.Errorf("%d items are new, not 1", changed)
	}
}
