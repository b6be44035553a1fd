package value

import (
	"math/rand"
	"strings"
	"testing"
)

// zipped are tuples of tuples that represent 2^n leaves in n columns.
func zipped(n int) Column {
	var c Column = NewLeaves(Of([]int32{1, 2, 3}, 3))
	for range n {
		c = &Columns{[]Column{c, c}, 3}
	}
	return c
}

// What would take 2^60 steps if each column were visited wherever it stands.
func TestSharedColumns(t *testing.T) {
	c := zipped(60)
	picked, err := Pick(nil, c, []int{2, 0})
	if err != nil {
		t.Fatal(err)
	}
	taken, ok, err := ColumnsOf(nil, picked)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	if SliceBytes(c, 2, 2) != 0 || SliceBytes(taken, 1, 2) == 0 {
		t.Error("slices of leaves have tables, or those of picks have none")
	}
	joined, err := Concat(nil, c.Slice(0, 2, 2), taken)
	if err != nil {
		t.Fatal(err)
	}
	collected, err := Collect(nil, []Value{joined.At(1), joined.At(2), joined.At(0), joined.At(3)})
	if err != nil {
		t.Fatal(err)
	}
	got, want := &Fractal{collected}, &Fractal{joined}
	text := Text(got)
	if !strings.HasPrefix(text, "{ let %s1 = (3, 3); let %s2 = (%s1, %s1); ") || len(text) > 20_000 {
		t.Errorf("%d bytes: %.100s", len(text), text)
	}
	if len(Summary(got)) > 10_000 || Within(got, 1000).Whole {
		t.Error("elements of 2^60 leaves are spelled at length")
	}
	if d := Difference(got, want, Tolerance{}); !strings.HasSuffix(d, "3 where 1 is expected") {
		t.Errorf("the elements differ by %q", d)
	}
	if d := Difference(got, &Fractal{c.Slice(2, 1, 1)}, Tolerance{}); d != "4 elements where 1 are expected" {
		t.Error(d)
	}
}

// unsharedColumn is a column of which no part is in two places.
func unsharedColumn(c Column) Column {
	switch c := c.(type) {
	case *Columns:
		out := &Columns{make([]Column, len(c.Of)), c.Count}
		for k, of := range c.Of {
			out.Of[k] = unsharedColumn(of)
		}
		return out
	case *Picked:
		return &Picked{c.Index, unsharedColumn(c.Of)}
	case *Leaves:
		own := *c
		return &own
	}
	return c
}

// Sharing changes no element, no slice and no pick, in small columns and in wide ones.
func TestSharedColumnsMeanNothing(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for round := range 200 {
		pool := []Column{NewLeaves(Of([]int32{1, 2, 3, 4}, 4)), NewLeaves(Of([]float32{5, 6, 7, 8, 9, 10, 11, 12}, 4, 2))}
		for range 2 + r.Intn(9) {
			at := func() Column { return pool[max(0, len(pool)-1-r.Intn(3))] }
			if r.Intn(4) == 0 {
				pool = append(pool, &Picked{[]int{3, r.Intn(4), 0, r.Intn(4)}, at()})
			} else {
				pool = append(pool, &Columns{[]Column{at(), at()}, 4})
			}
		}
		c := pool[len(pool)-1]
		plain := unsharedColumn(c)
		from, step := r.Intn(2), 1+r.Intn(2)
		got, want := c.Slice(from, 2, step), plain.Slice(from, 2, step)
		if g, w := expanded(Text(got.At(1))), expanded(Text(want.At(1))); g != w {
			t.Fatalf("round %d: element 1 of the slice is %s, without sharing %s", round, g, w)
		}
		joined, err := Concat(nil, got, c)
		if err != nil {
			continue // picks of tuples are beside tuples
		}
		collected, err := Collect(nil, []Value{joined.At(0), joined.At(3)})
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		if d := Difference(collected.At(1), plain.At(1), Tolerance{}); d != "" {
			t.Fatalf("round %d: collected elements differ: %s", round, d)
		}
	}
}
