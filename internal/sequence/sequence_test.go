package sequence

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// total measures numbers by their sum and by whether one is odd.
type total struct{}

type sum struct {
	all int
	odd bool
}

func (total) Of(n int) sum     { return sum{n, n%2 == 1} }
func (total) Add(a, b sum) sum { return sum{a.all + b.all, a.odd || b.odd} }

type numbers = Seq[int, sum, total]

func of(elements []int) numbers { return Of[int, sum, total](elements) }

// TestRandom holds a sequence against a slice through random edits.
func TestRandom(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		want := random(r, r.IntN(400))
		s := of(slices.Clone(want))
		for step := range 60 {
			from := r.IntN(len(want) + 1)
			to := from + r.IntN(min(len(want)-from, 40)+1)
			put := random(r, r.IntN(30))
			before, was := s, slices.Clone(want)
			if step%3 == 0 && len(want) > 0 {
				from = r.IntN(len(want))
				to, put = from+1, random(r, 1)
			}
			s = s.Splice(from, to, slices.Clone(put))
			want = slices.Replace(want, from, to, put...)
			name := fmt.Sprintf("seed %d, step %d", seed, step)
			compare(t, name, s, want)
			compare(t, name+", before", before, was)
			checkDiff(t, name, before, s, was, want)
		}
	}
}

func random(r *rand.Rand, n int) []int {
	numbers := make([]int, n)
	for i := range numbers {
		numbers[i] = 2*r.IntN(50) + max(0, r.IntN(20)-18)
	}
	return numbers
}

func compare(t *testing.T, name string, s numbers, want []int) {
	t.Helper()
	if s.Len() != len(want) {
		t.Fatalf("%s: %d elements, want %d", name, s.Len(), len(want))
	}
	var got, odd, wantOdd []int
	for i, e := range s.All() {
		if i != len(got) || s.At(i) != e {
			t.Fatalf("%s: element %d is %d, at %d", name, i, e, s.At(i))
		}
		got = append(got, e)
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%s: %v, want %v", name, got, want)
	}
	before := 0
	for i, e := range want {
		if s.Before(i).all != before {
			t.Fatalf("%s: %d before %d, want %d", name, s.Before(i).all, i, before)
		}
		if at, sum := s.Find(func(sum sum) bool { return sum.all > before }); e > 0 && (at != i || sum.all != before) {
			t.Fatalf("%s: more than %d at %d, want %d", name, before, at, i)
		}
		if before += e; e%2 == 1 {
			wantOdd = append(wantOdd, i)
		}
	}
	for i := range s.Where(func(sum sum) bool { return sum.odd }) {
		odd = append(odd, i)
	}
	if !slices.Equal(odd, wantOdd) || s.Sum().all != before {
		t.Fatalf("%s: odd ones %v, sum %d, want %v, %d", name, odd, s.Sum().all, wantOdd, before)
	}
	checkShape(t, name, s.root)
}

func checkShape(t *testing.T, name string, n *node[int, sum]) {
	t.Helper()
	if n == nil {
		return
	}
	if n.left == nil {
		if n.len == 0 || n.len > maxLeaf || n.len != len(n.elements) {
			t.Fatalf("%s: a leaf of %d", name, n.len)
		}
		return
	}
	if d := n.left.height - n.right.height; d < -1 || d > 1 {
		t.Fatalf("%s: heights %d and %d", name, n.left.height, n.right.height)
	}
	checkShape(t, name, n.left)
	checkShape(t, name, n.right)
}

func checkDiff(t *testing.T, name string, a, b numbers, was, is []int) {
	t.Helper()
	prefix, suffix := 0, 0
	for prefix < min(len(was), len(is)) && was[prefix] == is[prefix] {
		prefix++
	}
	for suffix < min(len(was), len(is))-prefix && was[len(was)-1-suffix] == is[len(is)-1-suffix] {
		suffix++
	}
	p, s := Diff(a, b, func(x, y int) bool { return x == y })
	if p != prefix || s != suffix && p+s != len(is) {
		t.Fatalf("%s: shared %d and %d, want %d and %d", name, p, s, prefix, suffix)
	}
}

// TestDiffLooks counts the elements that Diff compares: an edit in a long
// sequence has it look at those around the edit alone.
func TestDiffLooks(t *testing.T) {
	for _, n := range []int{1_000, 100_000} {
		s := of(make([]int, n))
		edited := s
		for i := range 20 {
			edited = edited.Splice(n/2+i, n/2+i+1, []int{1, 2})
		}
		looks := 0
		Diff(s, edited, func(x, y int) bool { looks++; return x == y })
		if looks > 20*maxLeaf {
			t.Errorf("%d elements: compared %d", n, looks)
		}
	}
}

// TestLeavesStayFilled holds that edits of single elements leave no crumbs.
func TestLeavesStayFilled(t *testing.T) {
	s := of(make([]int, 10_000))
	r := rand.New(rand.NewPCG(1, 1))
	for range 20_000 {
		at := r.IntN(s.Len())
		s = s.Splice(at, at+1, nil).Splice(at, at, []int{1})
	}
	if leaves := countLeaves(s.root); leaves > 3*10_000/maxLeaf {
		t.Errorf("%d leaves", leaves)
	}
}

func countLeaves(n *node[int, sum]) int {
	if n.left == nil {
		return 1
	}
	return countLeaves(n.left) + countLeaves(n.right)
}
