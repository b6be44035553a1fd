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
)

// parts are ways to take some elements out of a list; `$if` is a condition of %h and %p.
var parts = []string{
	`@filter(fn(%h: int32) -> bool { $if }, %x)`,
	`@filter(fn(%h: int32) -> bool { !($not) }, %x)`,
	`@foldr(fn(%h: int32, %s: List[int32]) -> List[int32] { if ($if) { Cons(%h, %s) } else { %s } }, Nil, %x)`,
	`@foldl(fn(%s: List[int32], %h: int32) -> List[int32] { if ($not) { %s } else { Cons(%h, %s) } }, Nil, %x)`,
	`match (%x) { Nil => Nil, Cons(%h, %t) => if ($if) { Cons(%h, $self(%p, %t)) } else { $self(%p, %t) } }`,
	`match (%x) { Nil => Nil, Cons(%h, %t) => { let %r = $self(%p, %t); if ($if) { Cons(%h, %r) } else { %r } } }`,
}

// others take elements out of a list by more than a condition on each.
var others = []string{
	`match (%x) { Nil => Nil, Cons(%h, %t) => if ($if) { Cons(%h, $self(%p, %t)) } else { Nil } }`,
	`match (%x) { Nil => Nil, Cons(%h, %t) => if ($if) { $self(%p, %t) } else { %x } }`,
	`match (%x) { Nil => Nil, Cons(%h, %t) => if ($if) { Cons(%h, $self(%h, %t)) } else { $self(%p, %t) } }`,
	`match (%x) { Nil => Nil, Cons(%h, Nil) => %x, Cons(%h, Cons(_, %t)) => if ($if) { Cons(%h, $self(%p, %t)) } else { $self(%p, %t) } }`,
	`match (%x) { Nil => Nil, Cons(%h, %t) => if ($if) { Cons(%h, Cons(%h, $self(%p, %t))) } else { $self(%p, %t) } }`,
}

// opposites are conditions and their negations.
var opposites = [][2]string{
	{"%h < %p", "%h >= %p"}, {"%p <= %h", "%p > %h"}, {"%h == %p", "%p != %h"},
	{"mod(%h, 2) == 0", "mod(%h, 2) != 0"}, {"%h * %p < 7", "7 <= %h * %p"},
	{"%h < %p && %h != 3", "%h >= %p || 3 == %h"},
}

// A sharer writes programs that sort by parts of a list.
type sharer struct{ *rand.Rand }

func (s sharer) part(name string, ways []string, condition [2]string) string {
	body := ways[s.IntN(len(ways))]
	body = strings.NewReplacer("$if", condition[0], "$not", condition[1], "$self", name).Replace(body)
	return fmt.Sprintf("def %s(%%p: int32, %%x: List[int32]) -> List[int32] { %s }\n", name, body)
}

// sort calls itself on two parts of the rest of its list.
const sort = `def @main(%x: List[int32]) -> List[int32] {
  match (%x) { Nil => Nil, Cons(%p, %t) => @concat(@main(@low(%p, %t)), Cons(%p, @main(@high(%p, %t)))) }
}
`

// TestTogether bounds programs that call themselves on two parts of a list, and runs
// them. Where the parts are the elements of opposite conditions, however that is written,
// the bound must be a polynomial: they are no more than the list together.
// COST_TOGETHER says how many programs there are.
func TestTogether(t *testing.T) {
	programs, _ := strconv.Atoi(os.Getenv("COST_TOGETHER"))
	if programs == 0 {
		programs = 40
	}
	for seed := range uint64(programs) {
		s := sharer{rand.New(rand.NewPCG(seed, 31))}
		is := opposites[s.IntN(len(opposites))]
		isNot := [2]string{is[1], is[0]}
		opposite := s.IntN(2) == 0
		text := s.part("@low", parts, is)
		if opposite {
			text += s.part("@high", parts, isNot)
		} else {
			other := opposites[s.IntN(len(opposites))]
			text += s.part("@high", append(others, parts...), [2]string{other[s.IntN(2)], "True"})
		}
		subject := mainOf(t, module(t, text+sort))
		growth := subject.Bound.Theta(complexity.Work)
		if opposite && growth != "|x|^2" {
			t.Errorf("seed %d: work grows as %q\n%s", seed, growth, text)
		}
		hold(t, subject, trial.Options{Steps: 60_000, Size: 32, Seed: seed})
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, text)
		}
	}
}

// TestTooManyTogether holds that bodies which are too many to go through together are not
// tried: most of the memory would go there.
func TestTooManyTogether(t *testing.T) {
	doubling := func(n int) string {
		return append1 + "def @f0(%l: List[int32]) -> List[int32] { %l }\n" + numbered(n, func(i int) string {
			return fmt.Sprintf("def @f%d(%%l: List[int32]) -> List[int32] { @app(@f%d(%%l), @f%d(%%l)) }\n", i+1, i, i)
		})
	}
	small, large := allocated(t, doubling(7)), allocated(t, doubling(28))
	if ratio := float64(large) / float64(small); ratio > 10 {
		t.Errorf("%d bytes for 7 definitions, %d for 28, which is %.1f times as much", small, large, ratio)
	}
}

// TestWithin holds that a definition which reaches too many others is not looked at.
func TestWithin(t *testing.T) {
	m := module(t, "def @f0(%x: int32) -> int32 { %x }\n"+numbered(20, func(i int) string {
		return fmt.Sprintf("def @f%d(%%x: int32) -> int32 { @f%d(%%x) }\n", i+1, i)
	}))
	a := analysisOf(m).Within(10)
	for i := range m.Items() {
		if b := a.Of(m.Object(i)); (i <= 10) != (b.Number(complexity.Work) != nil) {
			t.Errorf("@f%d has the bound %v", i, b.Loss)
		}
	}
}

// TestTypesOfResultsGrow holds that types which grow from one definition to the next are
// not gone through for each of their parts again.
func TestTypesOfResultsGrow(t *testing.T) {
	wrapped := func(n int) string {
		return "def @f0() { 1 }\n" + numbered(n, func(i int) string { return fmt.Sprintf("def @f%d() { Some(@f%d()) }\n", i+1, i) })
	}
	small, large := allocated(t, wrapped(50)), allocated(t, wrapped(200))
	if ratio := float64(large) / float64(small); ratio > 20 {
		t.Errorf("%d bytes for 50 definitions, %d for 200, which is %.1f times as much", small, large, ratio)
	}
}
