package complexity_test

import (
	"os"
	"strconv"
	"testing"

	"github.com/fraccheck/fraccheck/complexity/trial"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// TestProgramBoundsHold bounds the definitions of random programs of the whole language,
// with tensors, FractalTensors and references, and runs them. COST_PROGRAMS says how many.
func TestProgramBoundsHold(t *testing.T) {
	programs, _ := strconv.ParseUint(os.Getenv("COST_PROGRAMS"), 10, 64)
	if programs == 0 {
		programs = 10
	}
	first, _ := strconv.ParseUint(os.Getenv("COST_SEED"), 10, 64)
	pre := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile(prelude.Name, prelude.Source), Ops: table.Default()})
	bounded, compared := 0, 0
	for seed := first + 1; seed <= first+programs; seed++ {
		for _, text := range []string{progen.Make(seed).Text, progen.MakeFaults(seed), progen.MakeSound(seed), progen.MakeDense(seed)} {
			m := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile("test.frac", text), Prelude: pre, Ops: table.Default()})
			if rejected(m) {
				continue
			}
			b, c := holdModule(t, m, trial.Options{Steps: 4_000, Size: 16, Seed: seed})
			bounded, compared = bounded+b, compared+c
			if t.Failed() {
				t.Fatalf("seed %d\n%s", seed, text)
			}
		}
	}
	t.Logf("%d definitions bounded, %d runs", bounded, compared)
	if bounded < int(programs) {
		t.Errorf("only %d definitions of %d programs have a bound", bounded, 4*programs)
	}
}

// rejected reports whether a program has errors.
func rejected(m *typecheck.Module) bool {
	for i := range m.Items() {
		for _, d := range m.Check(i).Diagnostics {
			if d.Severity == codes.Error {
				return true
			}
		}
	}
	return false
}
