package rewriting_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/progen"
)

// spelled are rules, to be applied one at a time, that write each operator in another
// way, so that a match of what the program does not compute shows.
var spelled = []string{
	`rewrite third { var x  match x / 3  with trunc_divide(x, 3) }`,
	`rewrite once quotient { var x, y  match x / y  with trunc_divide(x, y) }`,
	`rewrite once product { var x, y  match x * y  with abs(y) * x - (abs(y) - y) * x }`,
	`rewrite once scaled { var x, y  match x * y  with multiply(y, x) }`,
	`rewrite negated { var x  match -x  with 0 - x }`,
	`rewrite once inverse { var x, y  match (-x) / y  with trunc_divide(negative(x), y) }`,
}

// TestLateDivisions rewrites chains and prefixes of variables with divisions in their
// tails, which divide last: what the programs give stays.
func TestLateDivisions(t *testing.T) {
	rewritten := make([]int, len(spelled))
	for seed := range uint64(12) {
		text := progen.MakeLate(seed)
		for i, rule := range spelled {
			rewritten[i] += holdMeaning(t, seed, text, rule, true)
		}
	}
	for i, n := range rewritten {
		if n == 0 {
			t.Errorf("%d rewrites by %s", n, spelled[i])
		}
	}
	t.Log(rewritten)
}
