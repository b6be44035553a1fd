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
