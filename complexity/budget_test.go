package complexity_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/typecheck"
)

// several has recursion, recursion of two definitions together, calls that share data, an
// integer that is given, and a division.
const several = append1 + `
def @len(%l: List[int32]) -> int32 { match (%l) { Nil => 0, Cons(_, %t) => 1 + @len(%t) } }
def @even(%l: List[int32]) -> bool { match (%l) { Nil => True, Cons(_, %t) => @odd(%t) } }
def @odd(%l: List[int32]) -> bool { match (%l) { Nil => False, Cons(_, %t) => @even(%t) } }
def @less(%p: int32, %l: List[int32]) -> List[int32] { match (%l) { Nil => Nil, Cons(%h, %t) => if (%h < %p) { Cons(%h, @less(%p, %t)) } else { @less(%p, %t) } } }
def @more(%p: int32, %l: List[int32]) -> List[int32] { match (%l) { Nil => Nil, Cons(%h, %t) => if (%h < %p) { @more(%p, %t) } else { Cons(%h, @more(%p, %t)) } } }
def @sort(%l: List[int32]) -> List[int32] { match (%l) { Nil => Nil, Cons(%h, %t) => @app(@sort(@less(%h, %t)), Cons(%h, @sort(@more(%h, %t)))) } }
def @down(%n: int32) -> int32 { if (%n <= 1) { 0 } else { 1 + @down(%n / 2) } }
def @all(%l: List[int32]) -> int32 { @down(@len(@sort(%l))) }
`

// definitions are those of a program.
func definitions(m *typecheck.Module) (all []*typecheck.Object) {
	for i := range m.Items() {
		if o := m.Object(i); o != nil && o.Kind == typecheck.DefObject {
			all = append(all, o)
		}
	}
	return all
}

// TestBudget holds that where steps run out, in one body or in all together, there is no
// bound that is less than the one that is found with steps enough.
func TestBudget(t *testing.T) {
	m := module(t, several)
	full, lost, found := analysisOf(m), 0, 0
	for steps := 1; steps < 1<<20; steps += 1 + steps/3 {
		for _, a := range []*complexity.Analysis{
			analysisOf(m).Limited(steps, 0), analysisOf(m).Limited(math.MaxInt, steps-complexity.BodySteps-30_000),
		} {
			for _, o := range definitions(m) {
				b := a.Of(o)
				if !b.Bounded(complexity.Work) {
					if lost++; b.Loss == nil {
						t.Errorf("%s has no bound within %d steps, and no reason", o.Name, steps)
					}
					continue
				}
				found++
				got, want := b.Expr(complexity.Work), full.Of(o).Expr(complexity.Work)
				if want != nil && b.Text(complexity.Work) != full.Of(o).Text(complexity.Work) && got.Asymptotic(want) == symbolic.Less {
					t.Errorf("%s costs %s within %d steps, and %s with more", o.Name, got, steps, want)
				}
			}
		}
	}
	if lost == 0 || found == 0 {
		t.Errorf("%d bounds were found, %d were not", found, lost)
	}
}

// TestBudgetOfBodies holds that it does not matter in which order definitions are asked for,
// nor what else was.
func TestBudgetOfBodies(t *testing.T) {
	m := module(t, several)
	all := definitions(m)
	told := func(limit int, a func() *complexity.Analysis, order []*typecheck.Object) string {
		text := map[string]string{}
		for _, o := range order {
			b := a().Of(o)
			text[o.Name] = fmt.Sprint(o.Name, " ", b.Text(complexity.Work), " ", b.Bounded(complexity.Work))
		}
		var lines []string
		for _, o := range all {
			lines = append(lines, text[o.Name])
		}
		return strings.Join(lines, "\n")
	}
	backwards := slices.Clone(all)
	slices.Reverse(backwards)
	for limit := 100; limit < 1<<18; limit *= 4 {
		fresh := func() *complexity.Analysis {
			return analysisOf(m).Limited(math.MaxInt, limit-complexity.BodySteps-30_000)
		}
		one, other := fresh(), fresh()
		alone := told(limit, fresh, all)
		for _, got := range []string{
			told(limit, func() *complexity.Analysis { return one }, all), told(limit, func() *complexity.Analysis { return other }, backwards),
		} {
			if got != alone {
				t.Errorf("within %d steps:\n%s\nand each alone:\n%s", limit, got, alone)
			}
		}
	}
}

// A countdown is a context that ends when it has been looked at so many times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestStopAnywhere holds that an analysis hears within some thousand steps that nobody waits
// for it any more, wherever it is, and gives no bound then.
func TestStopAnywhere(t *testing.T) {
	m := module(t, larger["group"])
	o := definitions(m)[0]
	for looks := 0; ; looks += 1 + looks/2 {
		c := &countdown{context.Background(), looks}
		b := analysisOf(m).Until(c).Of(o)
		if c.left >= 0 {
			if looks < 10 {
				t.Errorf("the analysis looks %d times whether somebody waits", looks-c.left)
			}
			return
		}
		if b.Bounded(complexity.Work) || b.Loss.Reason != complexity.Stopped {
			t.Fatalf("it ended at look %d, and there is a bound", looks)
		}
		if c.left < -8 {
			t.Fatalf("it was told %d times that it ended", -c.left)
		}
	}
}
