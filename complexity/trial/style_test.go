package trial_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/complexity/trial"
)

// TestSizes holds that sizes grow alone, beside others that are 0 or 1, and that all differ.
func TestSizes(t *testing.T) {
	all := subjects(t, `
def @zip(%x: List[int32], %y: List[int32], %n: int32) -> int32 {
  match ((%x, %y)) { (Cons(_, %a), Cons(_, %b)) => @zip(%a, %b, %n), (Nil, _) => 0, (Cons(_, _), Nil) => 1 }
}
def @product<m, n, k>(%a: Tensor[(m, k), float32], %b: Tensor[(n, k), float32]) { nn.dense(%a, %b, units=None) }`)
	for name, wanted := range map[string][]int64{"@zip": {32, 0, 0, 32, 1, 1, 0, 32, 0, 1, 1, 32, 32, 22, 16, 16, 22, 32}, "@product": {24, 0, 0, 24, 1, 1, 1, 24, 1, 0, 0, 24}} {
		s := all[name]
		r := trial.Run(s, trial.Options{Steps: 2_000_000, Size: 32})
		if r.Reason != "" {
			t.Error(r.Reason)
		}
		for some := range slices.Chunk(wanted, 3) {
			if !slices.ContainsFunc(r.Points, func(p trial.Point) bool { return slices.Equal(p.Sizes, some) }) {
				t.Errorf("%s was not tried with %v = %v", name, s.Bound.Sizes, some)
			}
		}
	}
}

// TestWritten holds that numbers in the text of a program, and around them, are tried: also those
// of what is called.
func TestWritten(t *testing.T) {
	all := subjects(t, `
def @found(%x: List[int32]) -> int32 { match (%x) { Nil => 0, Cons(7001, %t) => @found(%t) + @found(%t), Cons(_, %t) => @found(%t) } }
def @inner(%k: int32, %n: int32) -> int32 { if (%k == 9173) { %n } else { 0 } }
def @outer(%k: int32, %n: int32) -> int32 { @inner(%k, %n) + 1 }`)
	r := trial.Run(all["@found"], trial.Options{Steps: 200_000, Size: 8})
	if _, ratio := r.Closest(complexity.Tick); ratio < 0.1 {
		t.Errorf("no run takes the path of 7001: at most %g of the bound", ratio)
	}
	r = trial.Run(all["@outer"], trial.Options{Steps: 200_000, Size: 8})
	if !slices.ContainsFunc(r.Points, func(p trial.Point) bool { return p.Sizes[0] == 9173 }) {
		t.Error("9173 was not tried")
	}
}

// TestEffects holds that functions with effects are passed, and that what they cost is held
// against spans that have no condition.
func TestEffects(t *testing.T) {
	all := subjects(t, `
def @four(%f: fn(int32) -> int32, %x: int32) -> int32 { %f(%x) + %f(%x) + %f(%x) + %f(%x) }
def @chain(%f: fn(int32) -> int32, %x: int32) -> int32 { %f(%f(%f(%f(%x)))) }`)
	effects := func(p trial.Point) bool { return strings.Contains(p.Style, "effects") }
	for name, held := range map[string]bool{"@four": false, "@chain": true} {
		s := all[name]
		r := trial.Run(s, trial.Options{Steps: 20_000, Size: 8})
		i := slices.IndexFunc(r.Points, effects)
		if i < 0 {
			t.Fatalf("%s: no function with effects", name)
		}
		p := r.Points[i]
		if p.Known[complexity.Span] != held || !p.Known[complexity.Work] || r.Exceeded(complexity.Span) != nil {
			t.Errorf("%s: %+v", name, p)
		}
		if sum := 4 * (p.Sizes[slices.Index(s.Bound.Sizes, "f")] + 1); p.Measured[complexity.Span] < sum {
			t.Errorf("%s: a span of %d, and the calls take %d", name, p.Measured[complexity.Span], sum)
		}
	}
}
