package complexity_test

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/fraccheck/fraccheck/complexity/trial"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// TestRandomBoundsHold bounds the definitions of random programs and runs them.
// COST_PROGRAMS says how many; the default is what a test may take.
func TestRandomBoundsHold(t *testing.T) {
	programs, _ := strconv.Atoi(os.Getenv("COST_PROGRAMS"))
	if programs == 0 {
		programs = 80
	}
	first, _ := strconv.ParseUint(os.Getenv("COST_SEED"), 10, 64)
	pre := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile(prelude.Name, prelude.Source), Ops: table.Default()})
	bounded, compared, checked := 0, 0, 0
	for seed := first; seed < first+uint64(programs) && !t.Failed(); seed++ {
		random := rand.New(rand.NewPCG(seed, 7))
		text := generated(random)
		m := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile("test.frac", text), Prelude: pre, Ops: table.Default()})
		if hasErrors(t, m) {
			continue
		}
		checked++
		b, c := holdModule(t, m, trial.Options{Steps: 4_000, Size: 12, Seed: seed})
		bounded, compared = bounded+b, compared+c
		if t.Failed() {
			t.Logf("seed %d\n%s", seed, text)
		}
	}
	t.Logf("%d of %d programs checked, %d definitions bounded, %d runs", checked, programs, bounded, compared)
	if bounded < programs/2 {
		t.Errorf("only %d definitions of %d programs have a bound", bounded, programs)
	}
}

func hasErrors(t *testing.T, m *typecheck.Module) bool {
	for i := range m.Items() {
		for _, d := range m.Check(i).Diagnostics {
			if testing.Verbose() && os.Getenv("COST_SHOW") != "" {
				t.Logf("%s: %s in %s", d.Code, d.Message, m.File().Item(i).Text)
			}
			if d.Severity == 0 || d.Code != "" {
				return true
			}
		}
	}
	return false
}
