package linediff

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// TestLineEdits holds that the edits lead from one text to the other, and change no more
// lines than a table of all pairs of beginnings finds.
func TestLineEdits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	text := func() string {
		var b strings.Builder
		for range r.IntN(12) {
			fmt.Fprintf(&b, "%c\n", 'a'+r.IntN(4))
		}
		return b.String() + []string{"", "x"}[r.IntN(2)]
	}
	for range 2000 {
		before, after := text(), text()
		edits := Edits(before, after)
		if got := syntax.ApplyEdits(before, edits); got != after {
			t.Fatalf("%q to %q: %v give %q", before, after, edits, got)
		}
		changed := 0
		for _, e := range edits {
			changed += len(linesOf(before[e.Span.Start:e.Span.End])) + len(linesOf(e.NewText))
		}
		if want := fewest(linesOf(before), linesOf(after)); changed > want {
			t.Fatalf("%q to %q: %d lines change, want %d: %v", before, after, changed, want, edits)
		}
	}
}

func linesOf(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// fewest is how many lines go or come at least.
func fewest(a, b []string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		corner := row[0]
		row[0] = i + 1
		for j := range b {
			above := row[j+1]
			if a[i] == b[j] {
				row[j+1] = corner
			} else {
				row[j+1] = 1 + min(above, row[j])
			}
			corner = above
		}
	}
	return row[len(b)]
}
