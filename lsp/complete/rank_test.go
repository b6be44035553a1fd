package complete

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"
)

// TestBest holds what is kept of many candidates against sorting them all.
func TestBest(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for _, n := range []int{0, 1, most, most + 1, most + 2, 3000} {
		all := make([]Candidate, n)
		for i := range all {
			all[i] = Candidate{Label: fmt.Sprint(i), fit: fit(r.Intn(3)), class: class(r.Intn(5)), order: r.Intn(10)}
		}
		b := best{}
		for _, c := range all {
			b.add(c)
		}
		slices.SortFunc(all, compareCandidates)
		slices.SortFunc(b.kept, compareCandidates)
		all = all[:min(n, most+1)]
		if !slices.Equal(all, b.kept) {
			t.Errorf("of %d candidates others are kept than the first %d", n, len(all))
		}
	}
}

func TestMatches(t *testing.T) {
	for _, c := range []struct {
		word, name string
		quality    int
		ok         bool
	}{
		{"", "", 0, true}, {"", "x", 0, true}, {"a", "", 0, false}, {"%x", "%xs", 0, true}, {"%X", "%xs", 0, true},
		{"cv", "conv", 1, true}, {"vc", "conv", 0, false}, {"nn.c2", "nn.conv2d", 1, true}, {"convo", "conv", 0, false},
	} {
		if quality, ok := matches(c.word, c.name); quality != c.quality || ok != c.ok {
			t.Errorf("%q in %q: %d %v", c.word, c.name, quality, ok)
		}
	}
}
