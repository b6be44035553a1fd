package syntax

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestInPlaceEqualsParse holds texts in the places of items against the whole file
// that they leave.
func TestInPlaceEqualsParse(t *testing.T) {
	rounds := 3000
	if testing.Short() {
		rounds = 300
	}
	r := rand.New(rand.NewPCG(3, 4))
	f := ParseFile("a.frac", sample)
	kept := 0
	for range rounds {
		i := r.IntN(f.Len())
		text := f.Item(i).Text
		at := r.IntN(len(text) + 1)
		end := min(len(text), at+r.IntN(4))
		text = text[:at] + splinters[r.IntN(len(splinters))] + text[end:]
		got, ok := f.InPlace(i, text)
		if !ok {
			continue
		}
		kept++
		if got.Text() != text {
			t.Fatalf("the text is\n%s\nnot\n%s", got.Text(), text)
		}
		whole := ParseFile("a.frac", f.Text()[:f.Start(i)]+text+f.Text()[f.Start(i+1):])
		want := slices.Concat(f.List()[:i], got.List(), f.List()[i+1:])
		if !slices.EqualFunc(whole.List(), want, equalItems) {
			t.Fatalf("in the place of item %d, this leaves others than those beside it:\n%s", i, text)
		}
		for k := range got.Len() {
			if start := got.Start(k) + f.Start(i); whole.Start(i+k) != start {
				t.Fatalf("item %d begins at %d, not at %d", i+k, start, whole.Start(i+k))
			}
		}
	}
	if kept < rounds/4 {
		t.Errorf("only %d of %d texts leave the items beside alone", kept, rounds)
	}
}

// TestReplace holds that a file and a document read a text in the place of an item as they read it
// written there.
func TestReplace(t *testing.T) {
	program := "def @a() { 1 }\n\ndef @b() { 2 } // two\n\ndef @c() { 3 }\n"
	f := ParseFile("", program)
	for i := range f.Len() {
		text := "def @x() { (4, 5) }\n"
		got, ok := f.Replace(i, text)
		if !ok {
			t.Fatalf("item %d is not replaced", i)
		}
		start := f.Start(i)
		want := program[:start] + text + program[int(start)+len(f.Item(i).Text):]
		if got.Text() != want || got.Slice(start, start+9) != want[start:start+9] {
			t.Errorf("item %d: %q, want %q", i, got.Text(), want)
		}
		if at, ok := got.Index(got.Item(i)); !ok || at != i {
			t.Errorf("item %d is found at %d", i, at)
		}
		for j := range f.Len() {
			if j != i && got.Item(j) != f.Item(j) {
				t.Errorf("item %d changed with item %d", j, i)
			}
		}
	}
	prose := "# A\n" + "def @a() { 1 }\n" + "and\n" + "def @b() { 2 }\n" + "end\n"
	d := Join("", prose, []Part{{4, ParseFile("", "def @a() { 1 }\n")}, {23, ParseFile("", "def @b() { 2 }\n")}})
	got, ok := d.Replace(0, "def @long() { 11 }\n")
	if want := "# A\ndef @long() { 11 }\nand\ndef @b() { 2 }\nend\n"; !ok || got.Text() != want || got.Start(1) != 27 || got.Size() != len(want) {
		t.Errorf("%q with an item at %d and %d bytes, want %q", got.Text(), got.Start(1), got.Size(), want)
	}
	for _, text := range []string{"", "def @a() { 1 }\ndef @b() { 2 }\n"} {
		if _, ok := f.Replace(0, text); ok {
			t.Errorf("%q is taken as one item", text)
		}
	}
}
