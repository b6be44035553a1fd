package workspace

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
)

// importing is the text of a file that imports others.
func importing(files ...int) string {
	var b strings.Builder
	for _, j := range files {
		fmt.Fprintf(&b, "import \"f%d.frac\"\n", j)
	}
	return b.String()
}

// imported makes a snapshot of files by their imports.
func imported(files [][]int) (*Snapshot, []*entry) {
	texts := map[string]string{}
	for i, to := range files {
		texts[fmt.Sprintf("f%d.frac", i)] = importing(to...)
	}
	s := Open(Options{Root: "/", Files: inMemory(texts)})
	entries := make([]*entry, len(files))
	for i := range files {
		entries[i] = s.entry(fmt.Sprintf("/f%d.frac", i))
	}
	return s, entries
}

// TestCircles holds that two files are of one circle where each sees the other,
// whichever is asked for first and by how many at once.
func TestCircles(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		files := make([][]int, 1+r.IntN(8))
		for i := range files {
			for range r.IntN(3) {
				files[i] = append(files[i], r.IntN(len(files)+1)) // one may be missing
			}
		}
		s, entries := imported(files)
		found := make([]*entry, len(entries))
		var all sync.WaitGroup
		for _, i := range r.Perm(len(entries)) {
			all.Go(func() {
				if entries[i].read() == nil {
					found[i] = s.cycles.cycleOf(entries[i])
				}
			})
		}
		all.Wait()
		for i, a := range entries {
			for j, b := range entries {
				together := slices.Contains(s.reachable(a), b) && slices.Contains(s.reachable(b), a)
				if together != (found[i] == found[j]) {
					t.Fatalf("%v: files %d and %d", files, i, j)
				}
			}
		}
	}
}

// TestManyImports checks what would take hours if each import were followed for itself:
// a long chain with an error at its end, and files that all import each other.
func TestManyImports(t *testing.T) {
	chain := make([][]int, 10_000)
	for i := range chain {
		chain[i] = []int{i + 1} // the last leads nowhere
	}
	s, entries := imported(chain)
	if found := check(t, s, entries[0].path); len(found) != 1 || !strings.Contains(found[0], "the imported file imports one that has errors") {
		t.Errorf("chain: %q", found)
	}
	if stale := s.dependents(s.loadedEntries(), []string{entries[len(entries)-1].path}); len(stale) != len(entries) {
		t.Errorf("%d of %d files see the last", len(stale), len(entries))
	}
	const n = 150
	all := make([][]int, n)
	for i := range all {
		for j := range n {
			if i != j {
				all[i] = append(all[i], j)
			}
		}
	}
	s, entries = imported(all)
	if found := check(t, s, entries[0].path); len(found) != n-1 || !strings.Contains(found[0], "imports must not form a cycle") {
		t.Errorf("all: %d findings, %.200q", len(found), found)
	}
}

// TestDiamonds checks a ladder in which 2^40 ways lead to the error at the end.
func TestDiamonds(t *testing.T) {
	files := make([][]int, 81)
	for i := range 80 {
		files[i] = []int{min((i|1)+1, 80), min((i|1)+2, 80)}
	}
	files[80] = []int{1000}
	s, entries := imported(files)
	if found := check(t, s, entries[0].path); len(found) != 2 {
		t.Errorf("%q", found)
	}
}
