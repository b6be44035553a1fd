package trial_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/complexity/trial"
	"github.com/fraccheck/fraccheck/internal/treewalk"
)

const searched = `
data Bin { Leaf, Node(Bin, int32, Bin) }
def @insert(%x: int32, %l: List[int32]) -> List[int32] { match (%l) { Nil => Cons(%x, Nil), Cons(%h, %t) => if (%x <= %h) { Cons(%x, %l) } else { Cons(%h, @insert(%x, %t)) } } }
def @sort(%l: List[int32]) -> List[int32] { match (%l) { Nil => Nil, Cons(%h, %t) => @insert(%h, @sort(%t)) } }
def @runs(%l: List[int32]) -> int32 { match (%l) { Cons(0, Cons(3, %t)) => 1 + @runs(%t), Cons(%h, %t) => if (%h == 2) { @runs(%t) + %h * %h } else { @runs(%t) }, _ => 0 } }
def @left(%b: Bin) -> int32 { match (%b) { Leaf => 0, Node(%l, _, _) => 1 + @left(%l) } }
def @until(%n: int32, %l: List[int32]) -> int32 { match (%l) { Nil => 0, Cons(%h, %t) => if (%h == %n) { 0 } else { @until(%n, %t) } } }
def @stuck(%l: List[int32]) -> int32 { @stuck(%l) }
def @apply(%f: fn(int32) -> int32) -> int32 { %f(1) }
`

func search(s *trial.Subject, sizes map[string]int64) (*trial.Worst, error) {
	return trial.FindWorst(s, complexity.Work, sizes, trial.Options{Steps: 2_000_000})
}

// allLists are the lists of a length with the numbers 0 to 3.
func allLists(n int) (all []treewalk.Value) {
	if n == 0 {
		return []treewalk.Value{&treewalk.Data{Name: "Nil"}}
	}
	for _, tail := range allLists(n - 1) {
		for k := range int64(4) {
			all = append(all, &treewalk.Data{Name: "Cons", Fields: []treewalk.Value{treewalk.Num{Dtype: "int32", I: k}, tail}})
		}
	}
	return all
}

// No list with small numbers costs more than what a search finds. Of five different numbers a list
// costs more than of those four.
func TestWorstIsThatOfAll(t *testing.T) {
	all := subjects(t, searched)
	for _, name := range []string{"@sort", "@runs"} {
		s := all[name]
		for n := range 6 {
			most := int64(-1)
			for _, l := range allLists(n) {
				if r := s.Program.Call(s.Item, []treewalk.Value{l}, treewalk.Limits{Steps: 1 << 30}); r.Fault == nil {
					most = max(most, r.Cost.Work)
				}
			}
			w, err := search(s, map[string]int64{"|l|": int64(n)})
			switch {
			case err != nil:
				t.Errorf("%s of %d: %v", name, n, err)
			case w.Cost < most || n < 5 && w.Cost > most:
				t.Errorf("%s of %d: %d, not %d: %s", name, n, w.Cost, most, w.Arguments)
			case w.Bound != nil && *w.Bound < float64(w.Cost):
				t.Errorf("%s of %d: %d is above the bound %g", name, n, w.Cost, *w.Bound)
			case n <= 2 && !w.Exhaustive:
				t.Errorf("%s of %d: not exhaustive", name, n)
			}
		}
	}
}

func TestWorstOfLargerSizes(t *testing.T) {
	all := subjects(t, searched)
	for _, c := range []struct {
		name, sizes string
		want        int64
	}{
		{"@sort", "|l|=16", 681}, // the list falls
		{"@left", "|b|=12", 37},  // the tree leans to the left
		{"@until", "n=5,|l|=9", 37},
	} {
		sizes := map[string]int64{}
		for text := range strings.SplitSeq(c.sizes, ",") {
			name, number, _ := strings.Cut(text, "=")
			var n int64
			if _, err := fmt.Sscan(number, &n); err != nil {
				t.Fatal(err)
			}
			sizes[name] = n
		}
		w, err := search(all[c.name], sizes)
		if err != nil || w.Cost != c.want {
			t.Errorf("%s: %+v, %v, not %d", c.name, w, err, c.want)
		}
	}
}

func TestWorstRefuses(t *testing.T) {
	all := subjects(t, searched)
	for _, c := range []struct{ name, size, want string }{
		{"@sort", "n", "has no size `n`; its sizes are `|l|`"},
		{"@apply", "n", "is not searched for"},
		{"@stuck", "|l|", "comes to an end"},
	} {
		if w, err := search(all[c.name], map[string]int64{c.size: 3}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %+v, %v, not %s", c.name, w, err, c.want)
		}
	}
	if _, err := search(all["@sort"], map[string]int64{"|l|": 1 << 20}); err == nil || !strings.Contains(err.Error(), "up to 4096") {
		t.Errorf("a size that is too large: %v", err)
	}
}
