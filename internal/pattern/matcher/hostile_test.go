package matcher_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/matcher"
)

// find looks for one pattern in a text, for some seconds at most.
func find(t *testing.T, text string, rules ...*pattern.Rule) matcher.Found {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	s := subjectsOf(checktest.Module("test.frac", text))[0]
	found := matcher.Compile(rules).Find(ctx, s)
	if ctx.Err() != nil {
		t.Fatal("it takes too long")
	}
	return found
}

// sum is a sum of numbered names in a given nesting.
func sum(from, to int) *pattern.Pattern {
	if to-from == 1 {
		return pattern.Var(fmt.Sprint("x", from))
	}
	return pattern.IsOp(op.Add).Call(sum(from, (from+to)/2), sum((from+to)/2, to))
}

// TestTooManyWays looks for a sum that holds in 2³¹ ways, in none of which a condition
// does: it is given up, and the other rule is not.
func TestTooManyWays(t *testing.T) {
	var text func(from, to int) string
	text = func(from, to int) string {
		if to-from == 1 {
			return fmt.Sprintf("tanh(%%x) * %df", from)
		}
		return "(" + text(from, (from+to)/2) + ") + (" + text((from+to)/2, to) + ")"
	}
	never := &pattern.Condition{Kind: pattern.Compare, Name: "==", Operands: []*pattern.Condition{
		{Kind: pattern.Ask, Name: "rank", Operands: []*pattern.Condition{{Kind: pattern.Named, Name: "x0"}}},
		{Kind: pattern.Given, Value: op.Int(7)},
	}}
	many := &pattern.Rule{Name: "many", Match: sum(0, 32), Where: []*pattern.Condition{never}}
	few := &pattern.Rule{Name: "few", Match: pattern.IsOp("tanh").CallAny()}
	found := find(t, "def @main(%x: float32) { "+text(0, 32)+" }", many, few)
	if len(found.TooMany) != 1 || found.TooMany[0].Rule != many || len(found.Matches) != 32 {
		t.Errorf("given up: %v; %d matches", found.TooMany, len(found.Matches))
	}
}

// TestCanceled holds that a context ends a search.
func TestCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := subjectsOf(checktest.Module("test.frac", row(5000, func(i int) string { return fmt.Sprintf("%%%d + %%y", i-1) })))[0]
	if found := matcher.Compile([]*pattern.Rule{rule(chain())}).Find(ctx, s); len(found.Matches) > 4000 || len(found.TooMany) > 0 {
		t.Errorf("%d matches, %d given up", len(found.Matches), len(found.TooMany))
	}
}

// TestDeep looks at deep programs with deep patterns.
func TestDeep(t *testing.T) {
	deep := pattern.Any()
	for range 500 {
		deep = pattern.IsOp(op.Add).Call(deep, pattern.Any())
	}
	named := pattern.Recursion("chain", func(self *pattern.Pattern) *pattern.Pattern {
		return pattern.IsOp(op.Add).Call(self, pattern.Var("y")).Or(pattern.IsOp("tanh").CallAny())
	})
	sums := func(n int) string { return row(n, func(i int) string { return fmt.Sprintf("%%%d + %%y", i-1) }) }
	for _, c := range []struct {
		name, text string
		p          *pattern.Pattern
		want       int
	}{
		{"a deep pattern", sums(700), deep, 201},
		{"a recursion with a name", sums(1000), named, 1001},
		{"a recursion", sums(20_000), chain(), 20_001},
		{"any depth", sums(20_000), pattern.Contains(pattern.IsOp("tanh").CallAny()), 20_001},
		{"any depth of a name", sums(300), pattern.IsOp(op.Add).Call(pattern.Contains(pattern.IsOp("tanh").Call(pattern.Var("a"))), pattern.Any()), 300},
		{"dominators", sums(20_000), pattern.Dominate(pattern.IsOp("tanh").CallAny(), pattern.Any(), pattern.IsOp(op.Add).CallAny()), 20_000},
		{"nested brackets", "def @main(%x: int32) { " + strings.Repeat("(", 900) + "%x" + strings.Repeat(" + 1)", 900) + " }", pattern.IsOp(op.Add).CallAny(), 900},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := find(t, c.text, rule(c.p))
			if len(found.Matches) != c.want || len(found.TooMany) > 0 {
				t.Errorf("%d matches, %d given up; want %d", len(found.Matches), len(found.TooMany), c.want)
			}
		})
	}
}

// TestCircles looks at graph bindings that need each other.
func TestCircles(t *testing.T) {
	const text = "def @main(%x: int32) -> int32 { %0 = %1 + %x; %1 = %0 + 1; %2 = tanh(%0); %2 }"
	for name, p := range map[string]*pattern.Pattern{
		"recursion": pattern.Recursion("r", func(self *pattern.Pattern) *pattern.Pattern {
			return pattern.IsOp(op.Add).Call(self, pattern.Any()).Or(pattern.IsOp("exp").CallAny())
		}),
		"recursion with a name": pattern.Recursion("r", func(self *pattern.Pattern) *pattern.Pattern {
			return pattern.IsOp(op.Add).Call(self, pattern.Var("a")).And(pattern.Var("b")).Or(pattern.IsOp("exp").CallAny())
		}),
		"any depth":  pattern.Contains(pattern.IsOp("exp").CallAny()),
		"dominators": pattern.Dominate(pattern.IsOp("exp").CallAny(), pattern.Any(), pattern.IsOp("tanh").CallAny()),
	} {
		if found := find(t, text, rule(p)); len(found.Matches) > 0 || len(found.TooMany) > 0 {
			t.Errorf("%s: %d matches, %d given up", name, len(found.Matches), len(found.TooMany))
		}
	}
	reaches := pattern.Contains(pattern.IsVar("x"))
	if got := found(text, rule(pattern.IsOp(op.Add).Call(reaches, pattern.Any()))); strings.Count(got, "\n") != 2 {
		t.Errorf("both sums reach the variable: %q", got)
	}
}
