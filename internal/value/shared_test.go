package value

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

// doubled is a value of n pairs that represents 2^n leaves.
func doubled(n int) Value {
	var v Value = &Tuple{Elems: []Value{Scalar{Int32, 1}, Scalar{Int32, 2}}}
	for range n {
		v = &Tuple{Elems: []Value{v, v}}
	}
	return v
}

func TestSharedPartsAreNamed(t *testing.T) {
	got := Text(doubled(12))
	start, end := "{ let %s1 = (1, 2); let %s2 = (%s1, %s1); let %s3 = (%s2, %s2); ", "let %s12 = (%s11, %s11); (%s12, %s12) }"
	if !strings.HasPrefix(got, start) || !strings.HasSuffix(got, end) {
		t.Errorf("a value that shares is printed as %.200s", got)
	}
	if got := Text(doubled(2)); got != "(((1, 2), (1, 2)), ((1, 2), (1, 2)))" {
		t.Errorf("a small value is printed as %s", got)
	}
}

// What would take 2^60 steps or as many bytes without the sharing.
func TestSharingIsKept(t *testing.T) {
	a, b := doubled(60), doubled(60)
	if len(Text(a)) > 10_000 || len(Summary(a)) > 10_000 {
		t.Error("a value of 60 pairs is printed at length")
	}
	if d := Difference(a, b, Tolerance{}); d != "" {
		t.Errorf("equal values differ: %s", d)
	}
	if Within(a, 1000).Whole {
		t.Error("a value of 2^60 leaves is said to fit")
	}
}

// A long list, and as many references that hold each other.
func TestLongValues(t *testing.T) {
	list := func() Value {
		var v Value = &Data{Name: "Nil"}
		for i := range 100_000 {
			v = &Data{Tag: 1, Name: "Cons", Fields: []Value{Scalar{Int32, uint64(i)}, v}}
		}
		return v
	}
	a, b := list(), list()
	if d := Difference(a, b, Tolerance{}); d != "" {
		t.Errorf("equal lists differ: %s", d)
	}
	if n := strings.Count(Text(a), "Cons("); n != 100_000 {
		t.Errorf("%d elements are printed", n)
	}
	ring := &Cell{}
	at := ring
	for range 100_000 {
		next := &Cell{}
		at.Elem, at = next, next
	}
	at.Elem = ring
	if text := Text(ring); !strings.HasSuffix(text, "ref(…)"+strings.Repeat(")", 100_001)) {
		t.Errorf("a ring of references ends with %s", text[max(0, len(text)-100):])
	}
	if d := Difference(ring, ring.Elem, Tolerance{}); d != "" {
		t.Errorf("a ring differs from itself: %s", d)
	}
}

// Cells that all hold each other have more paths than there are atoms.
func TestCellsThatHoldEachOther(t *testing.T) {
	cells := make([]*Cell, 100)
	all := make([]Value, len(cells))
	for i := range cells {
		cells[i] = &Cell{}
		all[i] = cells[i]
	}
	for _, c := range cells {
		c.Elem = &Tuple{Elems: all}
	}
	if n := len(Text(cells[0])); n > 1<<20 {
		t.Errorf("a text of %d bytes", n)
	}
	if d := Difference(cells[0], cells[1], Tolerance{}); d != "" {
		t.Errorf("cells that cannot be distinguished differ: %s", d)
	}
}

func TestManyElementsAreCounted(t *testing.T) {
	elems := make([]Value, 100_000)
	for i := range elems {
		elems[i] = &Tuple{Elems: []Value{Scalar{Int32, 7}}}
	}
	got := Summary(&Tuple{Elems: elems})
	if want := ", … 100000 elements in all)"; !strings.HasSuffix(got, want) || len(got) > 2000 {
		t.Errorf("%d bytes that end with %s", len(got), got[max(0, len(got)-60):])
	}
}

// Rows that nothing is left for are counted once, and not one by one.
func TestRowsAreCounted(t *testing.T) {
	rows := make([]Value, 40)
	for i := range rows {
		elems := make([]Value, i)
		for k := range elems {
			elems[k] = I32(int32(k))
		}
		row, err := NewFractal(elems)
		if err != nil {
			t.Fatal(err)
		}
		rows[i] = row
	}
	all, err := NewFractal(rows)
	if err != nil {
		t.Fatal(err)
	}
	got := Summary(&Tuple{Elems: []Value{all, I32(7)}})
	if !strings.HasPrefix(got, "([[], [0], [0, 1], ") || !strings.HasSuffix(got, "… 13 elements in all], … 40 elements in all], …)") {
		t.Errorf("got %s", got)
	}
}

func TestComparingStops(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	a := Of(make([]int8, 1<<20), 1, 1<<20).Broadcast([]int{1 << 40, 1 << 20})
	b := Of(make([]int8, 1<<20), 1<<20, 1).Broadcast([]int{1 << 20, 1 << 20})
	if _, err := Compare(ctx, b, a.Slice(0, 0, 1<<20, 1), Tolerance{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a comparison of 2^40 elements came to its end: %v", err)
	}
	if d := Difference(a, a.view(), Tolerance{}); d != "" {
		t.Errorf("equal arrays differ: %s", d)
	}
}

// A pool of parts, each made of those before it: some shared, some not.
func randomShared(r *rand.Rand, size int) Value {
	pool := []Value{Unit, Scalar{Int32, 1}, Scalar{Float32, 0}, &Data{Name: "Nil"}, Of([]int32{1, 2}, 2)}
	for range size {
		at := func() Value { return pool[max(0, len(pool)-1-r.Intn(8))] }
		switch r.Intn(4) {
		case 0:
			pool = append(pool, &Tuple{Elems: []Value{at(), at()}})
		case 1:
			pool = append(pool, &Data{Name: "Cons", Fields: []Value{at(), at()}})
		case 2:
			pool = append(pool, &Cell{at()})
		case 3:
			pool = append(pool, &Data{Name: "Some", Fields: []Value{at()}})
		}
	}
	return pool[len(pool)-1]
}

// copied is the value without sharing.
func copied(v Value) Value {
	all := func(vs []Value) []Value {
		out := make([]Value, len(vs))
		for i := range vs {
			out[i] = copied(vs[i])
		}
		return out
	}
	switch v := v.(type) {
	case *Tuple:
		return &Tuple{Elems: all(v.Elems)}
	case *Data:
		return &Data{v.Tag, v.Name, all(v.Fields)}
	case *Cell:
		return &Cell{copied(v.Elem)}
	}
	return v
}

// Where a value is small, sharing changes nothing: neither its text nor what it is
// equal to. With its names written out again, a block is the whole text.
func TestSharingMeansNothing(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for round := range 300 {
		a, b := randomShared(r, 3+r.Intn(18)), randomShared(r, 3+r.Intn(18))
		if got, want := expanded(Text(a)), expanded(Text(copied(a))); got != want {
			t.Fatalf("round %d: printed as %s, without sharing as %s", round, got, want)
		}
		if d := Difference(a, copied(a), Tolerance{}); d != "" {
			t.Fatalf("round %d: a value differs from its copy: %s", round, d)
		}
		if got, want := Difference(a, b, Tolerance{}), Difference(copied(a), copied(b), Tolerance{}); got != want {
			t.Fatalf("round %d: %q, without sharing %q", round, got, want)
		}
	}
}

// expanded writes the names of a block out.
func expanded(text string) string {
	body, ok := strings.CutPrefix(text, "{ ")
	if !ok {
		return text
	}
	parts := strings.Split(strings.TrimSuffix(body, " }"), "; ")
	for i := len(parts) - 2; i >= 0; i-- {
		name := fmt.Sprintf("%%s%d", i+1)
		_, value, _ := strings.Cut(parts[i], " = ")
		last := len(parts) - 1
		for _, end := range []string{",", ")", " "} {
			parts[last] = strings.ReplaceAll(parts[last]+" ", name+end, value+end)
			parts[last] = strings.TrimSuffix(parts[last], " ")
		}
	}
	return parts[len(parts)-1]
}
