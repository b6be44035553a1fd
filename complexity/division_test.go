package complexity_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/complexity/trial"
	"github.com/fraccheck/fraccheck/internal/treewalk"
)

// A divider writes recursive programs of two integers that are divided.
type divider struct{ *rand.Rand }

func (d divider) pick(all ...string) string { return all[d.IntN(len(all))] }

// body calls @main on parts of %n and %m below some conditions.
func (d divider) body(depth int) string {
	if depth == 0 || d.IntN(5) == 0 {
		return d.pick("%n", "1", "@main("+d.part("%n", "%m")+", "+d.part("%m", "%n")+")",
			"1 + @main("+d.part("%n", "%m")+", "+d.part("%m", "%n")+")",
			"@main("+d.part("%m", "%n")+", "+d.part("%n", "%m")+")",
			"@main("+d.part("%n", "%m")+", %m) + @main("+d.part("%n", "%m")+", %m)")
	}
	return "if (" + d.condition() + ") { " + d.body(depth-1) + " } else { " + d.body(depth-1) + " }"
}

func (d divider) condition() string {
	k := 2 + d.IntN(3)
	return d.pick(fmt.Sprintf("mod(%%n, %d) == %d", k, d.IntN(k)), fmt.Sprintf("mod(%%n, %d) != %d", k, d.IntN(k)),
		fmt.Sprintf("floor_mod(%%m, %d) < %d", k, 1+d.IntN(k)), "%n <= %m", "%n > %m", "mod(%n, %m) == 0", "%m <= 1")
}

func (d divider) part(of, other string) string {
	k := 2 + d.IntN(3)
	return d.pick(of, of+" - 1", of+" - 1", fmt.Sprintf("%s / %d", of, k), fmt.Sprintf("%s - %s / %d", of, of, k),
		fmt.Sprintf("mod(%s, %d)", of, k), "mod("+of+", "+other+")", "mod("+other+", "+of+")",
		fmt.Sprintf("(%s + %d) / %d", of, d.IntN(4), k), fmt.Sprintf("(%s - 1) / %d", of, k))
}

// TestDivision bounds random programs that divide integers, and runs them on all small
// arguments. COST_DIVISIONS says how many programs there are, COST_SEED which is the first.
func TestDivision(t *testing.T) {
	programs, _ := strconv.ParseUint(os.Getenv("COST_DIVISIONS"), 10, 64)
	if programs == 0 {
		programs = 120
	}
	first, _ := strconv.ParseUint(os.Getenv("COST_SEED"), 10, 64)
	bounded, logarithms := 0, 0
	for seed := first; seed < first+programs; seed++ {
		d := divider{rand.New(rand.NewPCG(seed, 37))}
		guard := d.pick("%n <= 0", "%n == 0", "%m <= 0", "%n <= 1", "%n <= 0 || %m <= 0")
		text := "def @main(%n: int32, %m: int32) -> int32 { if (" + guard + ") { 0 } else { " + d.body(2) + " } }"
		subject := mainOf(t, module(t, text))
		if !subject.Bound.Bounded(complexity.Work) {
			continue
		}
		bounded++
		if strings.Contains(subject.Bound.Theta(complexity.Work), "log") {
			logarithms++
		}
		holdAll(t, subject, text, 26)
	}
	t.Logf("%d of %d programs bounded, %d with logarithms", bounded, programs, logarithms)
	if bounded < int(programs)/4 || logarithms < int(programs)/60 {
		t.Errorf("only %d of %d programs have a bound, %d a logarithm", bounded, programs, logarithms)
	}
}

// holdAll runs a definition of two integers on all pairs below a number.
func holdAll(t *testing.T, s *trial.Subject, text string, most int64) {
	for n := range most {
		for m := range most {
			args := []treewalk.Value{treewalk.Num{Dtype: "int32", I: n}, treewalk.Num{Dtype: "int32", I: m}}
			r := s.Program.Call(s.Item, args, treewalk.Limits{Steps: 3000, Depth: 3000})
			costs := map[complexity.Metric]int64{complexity.Work: r.Cost.Work, complexity.Tick: r.Cost.Tick, complexity.Span: r.Cost.Span, complexity.Memory: r.Cost.Memory}
			for name, metric := range metricNames {
				if most, err := s.Bound.At(metric, []int64{n, m}); s.Bound.Bounded(metric) && (err != nil || float64(costs[metric]) > most) {
					t.Fatalf("%s of (%d, %d) is %d, more than %s = %g\n%s", name, n, m, costs[metric], s.Bound.Text(metric), most, text)
				}
			}
		}
	}
}

// TestEuclid holds the bound of Euclid's algorithm against all small arguments, and those
// for which it takes longest, the numbers of Fibonacci.
func TestEuclid(t *testing.T) {
	const text = "def @main(%a: int32, %b: int32) -> int32 { if (%b == 0) { %a } else { @main(%b, mod(%a, %b)) } }"
	s := mainOf(t, module(t, text))
	if got := s.Bound.Theta(complexity.Work); got != "log(b)" {
		t.Errorf("work grows as %s", got)
	}
	holdAll(t, s, text, 150)
	for a, b := int64(1), int64(1); a < 1<<30; a, b = a+b, a {
		r := s.Program.Call(s.Item, []treewalk.Value{treewalk.Num{Dtype: "int32", I: a}, treewalk.Num{Dtype: "int32", I: b}}, treewalk.Limits{Steps: 9000, Depth: 9000})
		if most, err := s.Bound.At(complexity.Work, []int64{a, b}); err != nil || float64(r.Cost.Work) > most {
			t.Errorf("work of (%d, %d) is %d, more than %g", a, b, r.Cost.Work, most)
		}
	}
}

// A definition that calls itself with what it was passed has no bound: that its result would be larger
// than itself, so that no run gives one, does not make it end.
func TestEndlessHasNoBound(t *testing.T) {
	for _, body := range []string{
		"Cons(1, @main(%n))", "{ let %l = @main(%n); @concat(%l, Cons(1, %l)) }", "match (@main(%n)) { Nil => Cons(1, Nil), Cons(_, %t) => %t }",
	} {
		m := module(t, "def @main(%n : int32) -> List[int32] { if (%n > 2) { let %third = %n / 3; "+body+" } else { Nil } }")
		if b := mainOf(t, m).Bound; b.Bounded(complexity.Work) {
			t.Errorf("%s: at most %s", body, b.Text(complexity.Work))
		}
	}
	m := module(t, `data Box { Box(List[int32]), Empty }
		def @main(%l: List[int32], %k: List[int32]) -> Box { match (%l) { Nil => @main(%k, %l), Cons(_, %t) => Box(%t) } }`)
	if b := mainOf(t, m).Bound; b.Bounded(complexity.Work) {
		t.Errorf("what has no result of its size: at most %s", b.Text(complexity.Work))
	}
	m = module(t, `data R { R(int32, List[R]) }
		def @main(%l: List[int32]) -> List[int32] { match (%l) { Nil => { let %r = @again(R(2, Nil), Nil); Cons(0, Nil) }, _ => Nil } }
		def @again(%r: R, %l: List[R]) -> R { match (%r) { R(_, %s) => { let %x = @again(%r, %s); let %y = @again(%x, %s); let %m = @main(Nil); %x } } }`)
	if b := mainOf(t, m).Bound; b.Bounded(complexity.Work) {
		t.Errorf("bodies that call each other: at most %s", b.Text(complexity.Work))
	}
}
