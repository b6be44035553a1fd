package lower_test

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/complexity/lower"
	"github.com/fraccheck/fraccheck/complexity/trial"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A subject is a definition that can be bounded from below, and run.
type subject struct {
	trial *trial.Subject
	lower *lower.Subject
}

// subjects are the definitions of a program, by name; those that are not well typed are left out.
func subjects(t testing.TB, text string) map[string]*subject {
	t.Helper()
	ops := table.Default()
	pre := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile(prelude.Name, prelude.Source), Ops: ops})
	m := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile("test.frac", text), Prelude: pre, Ops: ops})
	infos := map[*syntax.Item]*typecheck.Info{}
	for _, module := range []*typecheck.Module{pre, m} {
		for i, item := range module.File().All() {
			if info := module.Check(i).Info; info != nil {
				infos[item] = info
			}
		}
	}
	a := complexity.New(ops, func(o *typecheck.Object) *typecheck.Info {
		home, i := m.Owner(o)
		if home == nil {
			return nil
		}
		return home.Check(i).Info
	})
	program, err := trial.Link(m)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]*subject{}
	for i := range m.Items() {
		for _, d := range m.Check(i).Diagnostics {
			if d.Severity == 0 {
				t.Fatalf("%s: %s", d.Code, d.Message)
			}
		}
		o := m.Object(i)
		if o == nil || o.Kind != typecheck.DefObject {
			continue
		}
		b := a.Of(o)
		f, ok := types.Head(o.Type).(*types.Func)
		if !ok {
			continue
		}
		found[o.Name] = &subject{
			&trial.Subject{Object: o, Names: a.Parameters(o), Bound: b, Analysis: a, Program: program, Item: o.Item},
			&lower.Subject{
				Item: o.Item, Wanted: [3]bool{true, true, true}, Type: f, Names: a.Parameters(o), Sizes: b.Sizes, Numbers: a.Written(o), Program: program, Symbol: b.Symbol,
				Info: func(item *syntax.Item) *typecheck.Info { return infos[item] },
			},
		}
	}
	return found
}

// bounds are those from below, of all families that are tried.
func (s *subject) bounds() lower.Bounds {
	return lower.Of(context.Background(), s.lower, lower.NewSession(), func(m int, e *symbolic.Expr) bool {
		most := s.trial.Bound.Expr(complexity.Work)
		return m != lower.Work || e != nil && most != nil && e.Asymptotic(most) == symbolic.Equal
	})
}

// value is the bound for some sizes.
func (s *subject) value(t *testing.T, e *symbolic.Expr, sizes map[string]int64) float64 {
	t.Helper()
	byName := map[*symbolic.Symbol]int64{}
	for name, n := range sizes {
		byName[s.trial.Bound.Symbol(name)] = n
	}
	in, err := e.Enclose(func(symbol *symbolic.Symbol) (int64, bool) { n, ok := byName[symbol]; return n, ok })
	if err != nil {
		t.Fatal(err)
	}
	return in.Low
}

// vectors are all sizes from 0 to a greatest one.
func vectors(names []string, greatest int64) []map[string]int64 {
	all := []map[string]int64{{}}
	for _, name := range names {
		var next []map[string]int64
		for _, v := range all {
			for n := range greatest + 1 {
				w := maps.Clone(v)
				w[name] = n
				next = append(next, w)
			}
		}
		all = next
	}
	return all
}

// attack looks for sizes of which no arguments cost as much as the bound from below says.
func attack(t *testing.T, name string, s *subject) (bounded bool) {
	t.Helper()
	b := s.bounds()
	if b[lower.Work].Expr == nil {
		return false
	}
	greatest := int64(2)
	if len(s.lower.Sizes) > 2 {
		greatest = 2
	}
	if len(s.lower.Sizes) > 3 {
		greatest = 1
	}
	if len(s.lower.Sizes) > 6 {
		return true // there are too many
	}
	for _, sizes := range vectors(s.lower.Sizes, greatest) {
		for m, metric := range map[int]complexity.Metric{lower.Work: complexity.Work, lower.Memory: complexity.Memory} {
			if b[m].Expr == nil {
				continue
			}
			w, err := trial.FindWorst(s.trial, metric, sizes, trial.Options{Steps: 12_000})
			if err != nil || w.Cut > 0 {
				continue // there are no arguments of these sizes, they are not searched for, or a run does not end
			}
			if least := s.value(t, b[m].Expr, sizes); least > float64(w.Cost)+1e-9 {
				t.Errorf("%s: metric %d: at least %g at %v by %s, but the worst that is found is %d: %s (exhaustive: %v)", name, m, least, sizes, b[m].Expr, w.Cost, w.Arguments, w.Exhaustive)
				return true
			}
		}
	}
	return true
}

// No bound from below is above the most expensive arguments, of the programs with which bounds from
// above are tested.
func TestNoBoundIsTooHigh(t *testing.T) {
	paths, err := filepath.Glob("../testdata/*.frac")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	all, bounded := 0, 0
	for _, path := range paths {
		if testing.Short() && all > 60 {
			break
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		found := subjects(t, string(text))
		for _, name := range slices.Sorted(maps.Keys(found)) {
			all++
			if attack(t, filepath.Base(path)+" "+name, found[name]) {
				bounded++
			}
		}
	}
	t.Logf("%d of %d definitions have a bound from below", bounded, all)
	if bounded*3 < all {
		t.Errorf("%d of %d definitions have a bound from below", bounded, all)
	}
}

// The programs of the public examination, if they are there.
func TestNoBoundOfTheExamIsTooHigh(t *testing.T) {
	text, err := os.ReadFile("../../../shared/cases/exam/cost/open/functions.frac")
	if err != nil {
		t.Skip("skipped: the public examination of costs (../shared) is not there")
	}
	found := subjects(t, string(text))
	for _, name := range slices.Sorted(maps.Keys(found)) {
		if !strings.Contains(string(text), "def "+name) {
			continue
		}
		attack(t, name, found[name])
	}
}

// Bounds have logarithms where something is divided or multiplied from call to call.
func TestLogarithms(t *testing.T) {
	for _, c := range []struct{ program, work string }{
		{`def @f(%n : int32) -> int32 { if (%n > 1) { 1 + @f(%n / 2) } else { 0 } }`, "5*log2(n) - 3"},
		{`def @f(%n : int32) -> int32 { if (%n < 10) { 1 } else { 1 + @f(%n / 10) } }`, "5*log10(n) - 3"},
		{`def @f(%n : int32) -> int32 { if (%n <= 0) { 0 } else { 1 + @f(%n / 2 - 1) } }`, "6*log2(n + 2) - 10"},
		{`def @f(%n : int32) -> int32 { if (%n > 1) { 1 + @f((%n + 1) / 2) } else { 0 } }`, "6*log2(n) - 4"},
		{`def @g(%n : int32) -> (int32, int32) { (%n / 7, mod(%n, 7)) }
		def @f(%n : int32) -> int32 { if (%n <= 0) { 0 } else { let (%q, %r) = @g(%n); @f(%q) } }`, "6*log7(n) + 2"},
		{`def @g(%i : int32, %n : int32) -> int32 { if (%i < 1 || %i > %n) { 0 } else { 1 + @g(3 * %i, %n) } }
		def @f(%n : int32) -> int32 { @g(1, %n) }`, "7*log3(n) - 2"},
		{`def @h(%n : int32) -> int32 { if (%n > 1) { 1 + @h(%n / 2) } else { 0 } }
		def @f(%n : int32, %m : int32) -> int32 { if (%n == 0) { 0 } else { @h(%m) + @f(%n - 1, %m) } }`, "5*n*log2(m) + 3*n + 2"},
		{`def @g(%n : int32) -> int32 { if (%n > 0) { 1 + @g(%n - 1) } else { 0 } }
		def @f(%n : int32) -> int32 { if (%n <= 1) { 0 } else { @g(%n) + @f(%n / 2) + @f(%n / 2) } }`, "5*n*log2(n) - 2*n + 5*log2(n) - 6"},
		{`def @deal(%l : List[int32]) -> (List[int32], List[int32]) {
			match (%l) { Nil => (Nil, Nil), Cons(%h, %t) => { let (%p, %q) = @deal(%t); (Cons(%h, %q), %p) } }
		}
		def @meld(%a : List[int32], %b : List[int32]) -> List[int32] {
			match ((%a, %b)) {
				(Nil, _) => %b,
				(_, Nil) => %a,
				(Cons(%x, %s), Cons(%y, %t)) => if (%x <= %y) { Cons(%x, @meld(%s, %b)) } else { Cons(%y, @meld(%a, %t)) },
			}
		}
		def @f(%l : List[int32]) -> List[int32] {
			match (%l) { Nil => Nil, Cons(%x, Nil) => %l, _ => { let (%p, %q) = @deal(%l); @meld(@f(%p), @f(%q)) } }
		}`, "3*|l|*log2(|l|) + 5*|l| - 7"},
	} {
		got := "nothing"
		if e := subjects(t, c.program)["@f"].bounds()[lower.Work].Expr; e != nil {
			got = e.String()
		}
		if got != c.work {
			t.Errorf("%s: at least %s, want %s", c.program, got, c.work)
		}
	}
}

// Nothing is counted that runs may never come to, and no number is taken for another.
func TestNothingIsMadeUp(t *testing.T) {
	for _, c := range []struct{ program, work string }{
		{`def @down(%n : int32) -> int32 { if (%n <= 0) { match? (%n) {} } else { @down(%n - 1) } }
		def @f(%xs : FractalTensor[int32]) -> int32 { let %a = @down(3); foldl(fn(%s, %y) { %s + %y }, %xs, %a) }`, "nothing"},
		{`def @down(%n : int32) -> int32 { if (%n <= 0) { %n } else { @down(%n - 1) } }
		def @f(%xs : FractalTensor[int32]) -> int32 { let %a = @down(3); foldl(fn(%s, %y) { %s + %y }, %xs, %a) }`, "2*|xs| + 1"},
		{`def @length(%l : List[int32]) -> int32 { match (%l) { Nil => 0, Cons(_, %t) => 1 + @length(%t) } }
		def @f(%l : List[int32]) -> int32 { if (-(1u8) < 3u8) { @length(%l) } else { 0 } }`, "3"},
		{`def @length(%l : List[int32]) -> int32 { match (%l) { Nil => 0, Cons(_, %t) => 1 + @length(%t) } }
		def @f(%l : List[int32]) -> int32 { if (-(1i64) < 3i64) { @length(%l) } else { 0 } }`, "3*|l| + 5"},
		{`def @four(%x : Tensor[(?), float32]) -> Tensor[(4), float32] { %x }
		def @f<n>(%x : Tensor[(n), float32]) -> Tensor[(n), float32] { let %a = @four(%x); %x * %x }`, "nothing"},
	} {
		got := "nothing"
		if e := subjects(t, c.program)["@f"].bounds()[lower.Work].Expr; e != nil {
			got = e.String()
		}
		if got != c.work {
			t.Errorf("%s: at least %s, want %s", c.program, got, c.work)
		}
	}
}
