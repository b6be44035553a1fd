package rope

import (
	"math/rand/v2"
	"strings"
	"testing"
)

var pieces = []string{"a", "%x", "\n", "\r\n", "\r", "é", "⊗", "𝔸", "\t", "}", strings.Repeat("long ", 60), strings.Repeat("x\r\n", 40)}

func random(r *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// TestRandom holds texts against strings through random edits.
func TestRandom(t *testing.T) {
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 2))
		want := random(r, r.IntN(60))
		text := New(want)
		for range 25 {
			from := r.IntN(len(want) + 1)
			to := from + r.IntN(min(len(want)-from, 1+r.IntN(3000))+1)
			with := random(r, r.IntN(4))
			before, was := text, want
			text, want = text.Replace(from, to, with), want[:from]+with+want[to:]
			compare(t, text, want, r)
			compare(t, before, was, r)
			e, ok := Difference(before, text)
			if ok != (was != want) || ok && was[:e.Start]+e.With+was[e.End:] != want {
				t.Fatalf("seed %d: %v does not make %q of %q", seed, e, want, was)
			}
			if len(e.With) > len(with)+2 || e.End-e.Start > to-from+2 {
				t.Fatalf("seed %d: %v is longer than %d to %d, %q", seed, e, from, to, with)
			}
		}
	}
}

func compare(t *testing.T, text *Text, want string, r *rand.Rand) {
	t.Helper()
	if text.String() != want || text.Len() != len(want) {
		t.Fatalf("%q, want %q", text, want)
	}
	starts := []int{0}
	for i := range len(want) {
		if c := want[i]; c == '\n' || c == '\r' && (i+1 == len(want) || want[i+1] != '\n') {
			starts = append(starts, i+1)
		}
	}
	if text.Lines() != len(starts) {
		t.Fatalf("%d lines, want %d, in %q", text.Lines(), len(starts), want)
	}
	for line, start := range starts {
		if got := text.Start(line); got != start {
			t.Fatalf("line %d begins at %d, want %d, in %q", line, got, start, want)
		}
		end := len(want)
		if line+1 < len(starts) {
			end = starts[line+1] - 1
			if end > start && want[end] == '\n' && want[end-1] == '\r' {
				end--
			}
		}
		if s, e := text.Span(line); s != start || e != end {
			t.Fatalf("line %d is %d to %d, want %d to %d, in %q", line, s, e, start, end, want)
		}
	}
	for range 30 {
		at := r.IntN(len(want) + 1)
		line := 0
		for line+1 < len(starts) && starts[line+1] <= at {
			line++
		}
		if got := text.Line(at); got != line {
			t.Fatalf("offset %d is in line %d, want %d, in %q", at, got, line, want)
		}
		to := at + r.IntN(len(want)-at+1)
		if got := text.Slice(at, to); got != want[at:to] {
			t.Fatalf("%d to %d is %q, want %q", at, to, got, want[at:to])
		}
	}
}

// TestLongEdits holds that the length of a text does not count in an edit.
func TestLongEdits(t *testing.T) {
	var allocated []float64
	for _, n := range []int{10_000, 10_000_000} {
		text := New(strings.Repeat("0123456789abcde\n", n/16))
		allocated = append(allocated, testing.AllocsPerRun(20, func() {
			next := text.Replace(n/2, n/2+1, "xy")
			Difference(text, next)
			next.Line(n / 2)
		}))
	}
	if allocated[1] > 4*allocated[0] {
		t.Errorf("%v allocations", allocated)
	}
}
