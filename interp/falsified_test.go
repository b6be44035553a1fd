package interp

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/typecheck"
)

var falsified = flag.Int("falsified", 300/effort, "number of random programs whose types are falsified")

// falsify gives typed trees that say wrong things: some nodes have the type of
// another, some names denote another of the item's.
func falsify(m *typecheck.Module, r *rand.Rand) func(int) *typecheck.Result {
	return func(i int) *typecheck.Result {
		info := m.Check(i)
		var named []int
		for n, o := range info.Objects {
			if o != nil {
				named = append(named, n)
			}
		}
		for range 1 + r.IntN(3) {
			if n := len(info.Types); n > 0 {
				info.Types[r.IntN(n)] = info.Types[r.IntN(n)]
			}
			if n := len(named); n > 0 && r.IntN(2) == 0 {
				info.Objects[named[r.IntN(n)]] = info.Objects[named[r.IntN(n)]]
			}
		}
		return info
	}
}

// Whatever a typed tree says, a run ends with a value or a fault.
func TestFalsifiedTypes(t *testing.T) {
	internal := 0
	for seed := range uint64(*falsified) {
		text := progen.MakeFaults(seed)
		if seed%2 == 0 {
			text = showing(progen.Make(seed).Text)
		}
		for round := range uint64(4) {
			m := module(text) // its trees are changed
			p, err := Compile(m, falsify(m, rand.New(rand.NewPCG(seed, round))))
			if err != nil {
				t.Fatal(err)
			}
			internal += survives(t, p, text)
		}
	}
	t.Logf("%d runs ended with a fault of the interpreter", internal)
	if internal == 0 && *falsified >= 300 {
		t.Error("no wrong type was met")
	}
}

// survives runs `@main` in two modes and counts the internal faults.
func survives(t *testing.T, p *Program, text string) (internal int) {
	t.Helper()
	for _, o := range []Options{{Sequential: true}, {Threads: 2}} {
		o.MaxSteps, o.MaxMemory = 1_000_000, 1<<28
		v, _, err := p.Run(context.Background(), Entry{Name: "@main"}, nil, o)
		var f *Fault
		switch {
		case err == nil:
			_ = value.Text(v)
		case !errors.As(err, &f):
			t.Fatalf("%v\n%s", err, text)
		case f.Kind == InternalFault:
			internal++
			if len(f.Path) == 0 {
				t.Errorf("no place: %v\n%s", err, text)
			}
		}
	}
	return internal
}

// Ill-typed programs that are run all the same end in a fault where a value is read as what
// it is not. (The function that holds itself has no type, but its value is sound.)
func TestIllTypedPrograms(t *testing.T) {
	for _, text := range []string{
		"def @g(%x) { map(fn(%_i) { %x }, [1, 2]) }\ndef @main() { @g((1, 2))[0] }",
		"def @g(%x) { map(fn(%_i) { %x }, [1, 2]) }\ndef @main() { @g(Nil())[1] }",
		"def @g<a, b>(%x: a, %y: b, %n: int32) -> b { if (%n == 0) { %x[0] } else { @g([1234567], %y, %n - 1) } }\ndef @main() { match (@g([1], Some(3), 2)) { Some(%k) => %k, None => 0 } }",
		"def @main() { %0 = fn(%_x) { Cons(%0, Nil) }; %0(1) }",
		"def @main() { let %f = 3; %f(1) + 1 }",
		"def @f(%x) { %x.3 }\ndef @main() { @f((1, 2)) }",
		"def @main() { ref_write(3, 4); ref_read((1, 2)) }",
		"def @main() { match (7) { Cons(%a, _) => %a, Nil => 1 } }",
		"def @main() { match ([1, 2]) { Cons(%a, _) => %a, Nil => 1 } }",
		"def @main() { match (Cons(1, 2)) { Cons(_, Cons(%a, _)) => %a, _ => 1 } }",
		"def @f(%a, %b, %c) { (%c, %b, %a) }\ndef @main() { @f(1) }",
		"def @main() { Cons(1) }",
		"def @main() { match (Cons(1)) { Cons(%a, %b) => %b, Nil => 1 } }",
		"def @main() { let %f = fn(%a, %b) { %b.0 }; %f(2) }",
		"def @main() { map(fn(%a, %b) { %b.0 }, [1, 2]) }",
		"def @main() { length((1, 2)) + length(3) }",
		"def @main() { (1, 2)[0] }",
		"def @main() { reduce(3, [1, 2]) }",
		"def @main() { forall(fn(%x) { %x }, 3) }",
		"def @main() { zip([1], 2) }",
	} {
		m := module(text)
		p, err := Compile(m, func(i int) *typecheck.Result {
			r := *m.Check(i)
			r.Diagnostics = nil // or it would not be run
			return &r
		})
		if err != nil {
			t.Fatal(err)
		}
		survives(t, p, text)
		if v, _, err := p.Run(context.Background(), Entry{Name: "@main"}, nil, Options{}); err == nil && !strings.Contains(text, "%0") {
			t.Errorf("gives %s, want a fault\n%s", value.Text(v), text)
		}
	}
}
