package trial_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/complexity/trial"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// subjects are the definitions of a program, by name.
func subjects(t *testing.T, text string) map[string]*trial.Subject {
	t.Helper()
	ops := table.Default()
	pre := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile(prelude.Name, prelude.Source), Ops: ops})
	m := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile("test.frac", text), Prelude: pre, Ops: ops})
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
	found := map[string]*trial.Subject{}
	for i := range m.Items() {
		for _, d := range m.Check(i).Diagnostics {
			t.Errorf("%s: %s", d.Code, d.Message)
		}
		if o := m.Object(i); o != nil && o.Kind == typecheck.DefObject {
			found[o.Name] = &trial.Subject{Object: o, Names: a.Parameters(o), Bound: a.Of(o), Analysis: a, Program: program, Item: o.Item}
		}
	}
	return found
}

const program = `
data Bin { Leaf, Node(Bin, int32, Bin) }
def @append<a>(%x: List[a], %y: List[a]) -> List[a] { match (%x) { Nil => %y, Cons(%h, %t) => Cons(%h, @append(%t, %y)) } }
def @reverse<a>(%x: List[a]) -> List[a] { match (%x) { Nil => Nil, Cons(%h, %t) => @append(@reverse(%t), Cons(%h, Nil)) } }
def @less<a>(%x: List[a], %y: List[a]) -> List[a] { match (%x) { Nil => %y, Cons(_, %t) => @less(%t, %y) } }
def @twice<a>(%f: fn(a) -> a, %x: a) -> a { %f(%f(%x)) }
def @inner(%x: List[List[int32]]) -> int32 { match (%x) { Nil => 0, Cons(Nil, %t) => @inner(%t), Cons(Cons(_, %r), %t) => @inner(Cons(%r, %t)) } }
def @nodes(%b: Bin) -> int32 { match (%b) { Leaf => 0, Node(%l, _, %r) => 1 + @nodes(%l) + @nodes(%r) } }
def @down(%p: (int32, Bin)) -> int32 { if (%p.0 <= 0) { 0 } else { @down((%p.0 - 1, %p.1)) } }
data Exp { Num(int32), Add(Exp, Exp), Let(Exp, fn(int32) -> Exp) }
def @leaves(%e: Exp) -> int32 { match (%e) { Num(_) => 1, Add(%l, %r) => @leaves(%l) + @leaves(%r), Let(%l, _) => @leaves(%l) } }
def @fib(%n: int32) -> int32 { if (%n < 2) { 1 } else { @fib(%n - 1) + @fib(%n - 2) } }
`

// Bounds hold, and those that are exact are reached.
func TestTrials(t *testing.T) {
	all := subjects(t, program)
	for name, tight := range map[string]bool{
		"@append": true, "@reverse": true, "@twice": true, "@inner": false, "@nodes": true, "@down": true, "@less": true, "@leaves": false,
	} {
		r := trial.Run(all[name], trial.Options{Steps: 200_000, Size: 64})
		if r.Reason != "" || len(r.Points) < 20 {
			t.Errorf("%s: %d runs, %s", name, len(r.Points), r.Reason)
		}
		for _, m := range trial.Metrics {
			if p := r.Exceeded(m); p != nil {
				t.Errorf("%s: metric %d costs %d, more than %g at %v = %v", name, m, p.Measured[m], p.Bounds[m], all[name].Bound.Sizes, p.Sizes)
			}
		}
		if _, ratio := r.Closest(complexity.Tick); tight && ratio != 1 {
			t.Errorf("%s: no run reaches the bound: %g", name, ratio)
		}
	}
}

// A run may be broken off, and so may a trial.
func TestLimits(t *testing.T) {
	all := subjects(t, program)
	r := trial.Run(all["@fib"], trial.Options{Steps: 20_000, Size: 1 << 20})
	if n := len(r.Points); n == 0 || r.Points[n-1].N > 64 {
		t.Errorf("%d runs of a function that grows exponentially", n)
	}
	r = trial.Run(all["@append"], trial.Options{Steps: 1 << 30, Size: 1 << 20, Stop: func() bool { return true }})
	if len(r.Points) > 0 {
		t.Errorf("%d runs after the stop", len(r.Points))
	}
}

// Exponents are those of the growth.
func TestFit(t *testing.T) {
	all := subjects(t, program)
	r := trial.Run(all["@reverse"], trial.Options{Steps: 2_000_000, Size: 256})
	f, ok := r.Fit(complexity.Work)
	if !ok || f.Measured < 1.9 || f.Measured > 2 || f.Measured != f.Bound {
		t.Errorf("%+v", f)
	}
}

// A wrong bound is found out: here the one of another definition.
func TestWrongBound(t *testing.T) {
	all := subjects(t, program)
	wrong := *all["@reverse"]
	wrong.Bound = subjects(t, "def @one(%x: List[int32]) -> int32 { match (%x) { Nil => 0, Cons(_, _) => 1 } }")["@one"].Bound
	r := trial.Run(&wrong, trial.Options{Steps: 100_000, Size: 32})
	if r.Exceeded(complexity.Work) == nil || r.Exceeded(complexity.Memory) == nil {
		t.Errorf("not found out: %d runs, %s", len(r.Points), r.Reason)
	}
}
