package ranking_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// callCycle is a group of definitions that call each other, with parameters that are
// passed on, taken apart and exchanged at random.
func callCycle(r *rand.Rand, defs, params, calls int) string {
	var b strings.Builder
	for i := range defs {
		var names []string
		for j := range params {
			names = append(names, fmt.Sprintf("%%p%d: List[int32]", j))
		}
		var sum []string
		for c := range calls {
			var args []string
			for range params {
				j := r.IntN(params + 1)
				if j == params {
					args = append(args, "%t")
				} else {
					args = append(args, fmt.Sprintf("%%p%d", j))
				}
			}
			to := r.IntN(defs)
			if c == 0 {
				to = (i + 1) % defs
			}
			sum = append(sum, fmt.Sprintf("@g%d(%s)", to, strings.Join(args, ", ")))
		}
		fmt.Fprintf(&b, "def @g%d(%s) -> int32 { match (%%p%d) { Nil => 0, Cons(_, %%t) => %s } }\n", i, strings.Join(names, ", "), r.IntN(params), strings.Join(sum, " + "))
	}
	return b.String()
}

// TestLargeGroups holds that large groups have a verdict, whichever it is.
func TestLargeGroups(t *testing.T) {
	for seed := range uint64(3) {
		text := callCycle(rand.New(rand.NewPCG(seed, 1)), 50, 5, 3)
		for o, v := range verdicts(t, text) {
			if v.Text() == "" {
				t.Error(o.Name)
			}
		}
	}
}

func BenchmarkGroup(b *testing.B) {
	text := callCycle(rand.New(rand.NewPCG(1, 1)), 50, 5, 3)
	for b.Loop() {
		verdicts(b, text)
	}
}

// BenchmarkPermuted is a group whose calls exchange all parameters and make one
// smaller, so that there are very many compositions.
func BenchmarkPermuted(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	var text strings.Builder
	for i := range 50 {
		var calls []string
		for range 3 {
			args := []string{"%t", "%b", "%c", "%d", "%e"}
			r.Shuffle(5, func(i, j int) { args[i], args[j] = args[j], args[i] })
			calls = append(calls, fmt.Sprintf("@c%d(%s)", r.IntN(50), strings.Join(args, ", ")))
		}
		fmt.Fprintf(&text, "def @c%d(%%a: List[int32], %%b: List[int32], %%c: List[int32], %%d: List[int32], %%e: List[int32]) -> int32 { match (%%a) { Nil => 0, Cons(_, %%t) => %s } }\n", i, strings.Join(calls, " + "))
	}
	for b.Loop() {
		verdicts(b, text.String())
	}
}

// BenchmarkCycle is a group in which every call gets smaller in a way of its own.
func BenchmarkCycle(b *testing.B) {
	var text strings.Builder
	for i := range 50 {
		fmt.Fprintf(&text, "def @c%d(%%a: List[int32], %%b: List[int32], %%c: List[int32], %%d: List[int32], %%e: List[int32]) -> int32 { match (%%a) { Nil => 0, Cons(_, %%t) => @c%d(%%b, %%c, %%d, %%e, %%t) } }\n", i, (i+1)%50)
	}
	for b.Loop() {
		verdicts(b, text.String())
	}
}
