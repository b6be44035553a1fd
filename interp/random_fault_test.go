package interp

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/typecheck"
)

// outcome is what a run of `@main` comes to: its value, or what failed and where.
// Its kind is "value", "fault" or, of what a limit ended, "limited": that comes sooner in
// some modes than in others.
func outcome(t *testing.T, p *Program, text string, o Options) (got, kind string) {
	t.Helper()
	o.MaxSteps, o.MaxMemory = 20_000_000, 1<<30
	v, _, err := p.Run(context.Background(), Entry{Name: "@main"}, nil, o)
	var f *Fault
	switch {
	case err == nil:
		return value.Text(v), "value"
	case !errors.As(err, &f) || f.Kind == InternalFault:
		t.Fatalf("%+v: %v\n%s", o, err, text)
	}
	if f.Kind == StepFault || f.Kind == MemoryFault {
		return "", "limited"
	}
	return f.Message + " in " + pathOf(f), "fault"
}

// Programs in which nearly every operation may fail come to the same value or the same
// fault, said in the same words at the same place, sequentially and on any number of threads.
func TestRandomFaults(t *testing.T) {
	kinds := map[string]int{}
	for seed := range uint64(*programs) {
		text := progen.MakeFaults(seed)
		m := module(text)
		if rejected(m) {
			kinds["rejected"]++
			continue
		}
		p, err := Compile(m, nil)
		if err != nil {
			t.Fatal(err)
		}
		want, kind := outcome(t, p, text, Options{Sequential: true})
		for _, o := range []Options{{Threads: 1}, {Threads: 2}, {Threads: 8}} {
			got, k := outcome(t, p, text, o)
			switch {
			case k == "limited":
				kind = k
			case kind != "limited" && got != want:
				t.Fatalf("seed %d, %+v:\n%s\nwant\n%s\n%s", seed, o, got, want, text)
			}
		}
		kinds[kind]++
	}
	t.Log(kinds)
	if *programs >= 300 && (kinds["value"] < *programs/5 || kinds["fault"] < *programs/5 || kinds["rejected"] > *programs/10) {
		t.Errorf("the programs are too much alike: %v", kinds)
	}
}

// rejected reports whether a module has errors.
func rejected(m *typecheck.Module) bool {
	for i, item := range m.File().All() {
		for _, d := range append(slices.Clone(item.Errors), m.Check(i).Diagnostics...) {
			if d.Severity == codes.Error {
				return true
			}
		}
	}
	return false
}
