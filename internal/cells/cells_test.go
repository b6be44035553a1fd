package cells

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/fraccheck/fraccheck/internal/sequence"
)

// odd measures numbers by whether one is odd, and whether there is no number.
type odd struct{}

type oddSum struct{ odd, missing bool }

func (odd) Of(n *int) oddSum       { return oddSum{n != nil && *n%2 == 1, n == nil} }
func (odd) Add(a, b oddSum) oddSum { return oddSum{a.odd || b.odd, a.missing || b.missing} }

type numbers = Table[int, oddSum, odd]

// A known number is what a table has to know of an item.
type known struct {
	found   *int
	earlier *int
	doubted bool
}

// TestRandomEdits holds tables that are taken over from each other against slices.
func TestRandomEdits(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 3))
		want := make([]known, r.IntN(300))
		table := &numbers{}
		table.Make(len(want))
		for range 25 {
			for range r.IntN(4) * r.IntN(40) {
				if i, n := r.IntN(len(want)+1), r.IntN(90); i < len(want) {
					want[i].found = &n
					table.Found.Store(i, &n)
				}
			}
			compare(t, table, want)
			table, want = edited(r, table, want)
		}
	}
}

// edited is the table after a random edit, with what it has to know.
func edited(r *rand.Rand, table *numbers, want []known) (*numbers, []known) {
	from := r.IntN(len(want) + 1)
	to := from + r.IntN(min(len(want)-from, 5)+1)
	put, settled := r.IntN(6), r.IntN(3) > 0
	fate := func(n *int) Fate { return Fate(min(2, *n%12)) }
	next := make([]known, len(want))
	for i, k := range want {
		switch {
		case k.found == nil:
			next[i] = known{nil, k.earlier, k.earlier != nil && (k.doubted || !settled)}
		case fate(k.found) != Dropped:
			next[i] = known{nil, k.found, fate(k.found) == Doubted}
		}
	}
	next = slices.Replace(next, from, to, make([]known, put)...)
	now := &numbers{}
	now.TakeOver(table, len(next), Edit{from, to, from + put}, settled, fate)
	if len(next) > 0 && r.IntN(3) == 0 {
		i := r.IntN(len(next))
		now.Drop(i)
		next[i] = known{}
	}
	return now, next
}

func compare(t *testing.T, table *numbers, want []known) {
	t.Helper()
	var doubted, missing, found []int
	for i, k := range want {
		earlier, doubt := table.Earlier(i)
		if table.Found.Load(i) != k.found || earlier != k.earlier || earlier != nil && doubt != k.doubted {
			t.Fatalf("item %d of %d: found %v, earlier %v, doubted %t; want %+v", i, len(want), table.Found.Load(i), earlier, doubt, k)
		}
		if latest := table.Latest(i); k.found != nil && latest != k.found || k.found == nil && latest != k.earlier {
			t.Fatalf("item %d: the latest is %v, want %+v", i, latest, k)
		}
		if k.doubted {
			doubted = append(doubted, i)
		}
		if k.earlier == nil && table.TookOver() {
			missing = append(missing, i)
		}
		if k.found != nil {
			found = append(found, i)
		}
	}
	same(t, "doubted", table.Where(func(_ oddSum, doubted bool) bool { return doubted }), doubted)
	same(t, "missing", table.Where(func(of oddSum, _ bool) bool { return of.missing }), missing)
	same(t, "found", table.Found.All(), found)
	if table.Found.Count() != len(found) {
		t.Fatalf("found %d, want %d", table.Found.Count(), len(found))
	}
}

func same(t *testing.T, what string, visited func(func(int, *int) bool), want []int) {
	t.Helper()
	var got []int
	visited(func(i int, _ *int) bool { got = append(got, i); return true })
	if !slices.Equal(got, want) {
		t.Fatalf("%s: %v, want %v", what, got, want)
	}
}

// TestTakeOverLooks counts what is looked at to take a long table over: what was found since.
func TestTakeOverLooks(t *testing.T) {
	for _, n := range []int{1_000, 100_000} {
		first := &numbers{}
		first.Make(n)
		for i := range n {
			first.Found.Store(i, &i)
		}
		table := &numbers{}
		table.TakeOver(first, n, Edit{n / 2, n / 2, n / 2}, true, func(*int) Fate { return Trusted })
		table.Found.Store(n/2, &n)
		looks := sequence.Looks(func() {
			next := &numbers{}
			next.TakeOver(table, n+1, Edit{n / 2, n / 2, n/2 + 1}, true, func(*int) Fate { return Trusted })
		})
		if looks != 1 {
			t.Errorf("%d items: looked at %d, want 1", n, looks)
		}
	}
}

// TestSparseTogether stores values from several goroutines.
func TestSparseTogether(t *testing.T) {
	const items = 10_000
	var s Sparse[int]
	s.Make(items)
	var all sync.WaitGroup
	for k := range 4 {
		all.Go(func() {
			for i := k; i < items; i += 4 {
				s.Store(i, &i)
			}
		})
	}
	all.Wait()
	next := 0
	for i, v := range s.All() {
		if i != next || *v != i || s.Load(i) != v {
			t.Fatalf("item %d has %d, want item %d", i, *v, next)
		}
		next++
	}
	if next != items || s.Count() != items {
		t.Errorf("%d values, counted %d", next, s.Count())
	}
}
