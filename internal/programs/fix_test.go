package programs

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/fixer"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/typecheck"
)

var (
	programs = flag.Int("fixed", 150, "number of random programs that are fixed")
	fixSeed  = flag.Uint64("fixseed", 0, "the first program that is fixed")
)

// TestSafeFixes holds that safe fixes leave what random programs with mistakes in them
// come to: each expression that had a value has it still, and each that failed fails so.
// No finding is added, and there is nothing left to fix.
func TestSafeFixes(t *testing.T) {
	fixed, values := 0, 0
	for seed := *fixSeed; seed < *fixSeed+uint64(*programs); seed++ {
		made := progen.MakeFaults(seed)
		if seed%3 > 0 {
			made = separateUses(progen.Make(seed).Text)
		}
		text := progen.NewMutator(seed).Many(made)
		m := fixAll(t, text)
		if m.Applied == 0 {
			continue
		}
		fixed++
		after := textOf(t, m)
		was, is := outcomes(text), outcomes(after)
		for name, before := range was {
			if is[name] != before {
				t.Errorf("seed %d: %s: %s before, %s after\n%s\nfixed:\n%s", seed, name, before, is[name], text, after)
			}
		}
		values += len(was)
		holdFindings(t, seed, text, m)
	}
	t.Logf("%d programs were fixed, %d expressions evaluated", fixed, values)
	if *programs >= 150 && (fixed < *programs/5 || values < fixed) {
		t.Errorf("only %d programs were fixed, %d expressions evaluated", fixed, values)
	}
}

// holdFindings holds that fixing adds no finding and that nothing is left to fix. A
// hint may take the place of another: what was in a clause that is never taken is
// looked at when the clause before it is gone.
func holdFindings(t *testing.T, seed uint64, text string, m *fixer.Fixed) {
	t.Helper()
	before, after := findingCounts(t, text), findingCounts(t, textOf(t, m))
	total := 0
	for code, n := range after {
		total += n
		if n > before[code] && code.DefaultSeverity() <= codes.Warning {
			t.Errorf("seed %d: %d %s, before %d\n%s\nfixed:\n%s", seed, n, code, before[code], text, textOf(t, m))
		}
	}
	for _, n := range before {
		total -= n
	}
	if total > 0 {
		t.Errorf("seed %d: %d findings more\n%s\nfixed:\n%s", seed, total, text, textOf(t, m))
	}
	if again := fixAll(t, textOf(t, m)); again.Applied > 0 {
		t.Errorf("seed %d: fixed twice\n%s\nonce:\n%s\ntwice:\n%s", seed, text, textOf(t, m), textOf(t, again))
	}
}

const mendPath = "/random/program.frac"

func fixAll(t *testing.T, text string) *fixer.Fixed {
	t.Helper()
	m, err := fixer.All(context.Background(), snapshotOf(text), []string{mendPath}, fixer.Options{Most: codes.Safe})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return m
}

func snapshotOf(text string) *workspace.Snapshot {
	return workspace.Open(workspace.Options{Root: "/random", Files: workspace.Overlay{Files: workspace.Disk{}, Texts: map[string]string{mendPath: text}}})
}

func textOf(t *testing.T, m *fixer.Fixed) string {
	t.Helper()
	source, err := m.Snapshot.Source(mendPath)
	if err != nil {
		t.Fatal(err)
	}
	return source.Text()
}

// findingCounts counts findings by code, in a file that is read afresh.
func findingCounts(t *testing.T, text string) map[codes.Code]int {
	t.Helper()
	report, err := snapshotOf(text).Check(context.Background(), []string{mendPath})
	if err != nil {
		t.Fatal(err)
	}
	counts := map[codes.Code]int{}
	for _, f := range report.Findings {
		counts[f.Code]++
		if f.Code == codes.InternalError {
			t.Errorf("%s: %v\n%s", f.Message, f.Notes, text)
		}
	}
	return counts
}

var use = regexp.MustCompile(`(?m)^  let %(u\d+) = (.*);$`)

// separateUses makes a definition of each use in a random program's `@main`.
func separateUses(text string) string {
	at := strings.LastIndex(text, "def @main() -> int32 {")
	for _, m := range use.FindAllStringSubmatch(text[at:], -1) {
		text += fmt.Sprintf("\ndef @%s() { %s }\n", m[1], m[2])
	}
	return text[:at] + text[strings.Index(text[at:], "\n}\n")+at+3:]
}

var (
	ops           = sync.OnceValue(table.Default)
	preludeModule = sync.OnceValue(func() *typecheck.Module {
		return typecheck.NewModule(typecheck.Config{File: syntax.ParseFile(prelude.Name, prelude.Source), Ops: ops()})
	})
)

// outcomes are what the definitions without parameters come to, but for those that
// cannot be run for their errors or that a limit ends.
func outcomes(text string) map[string]string {
	m := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile("random.frac", text), Prelude: preludeModule(), Ops: ops()})
	p, err := interp.Compile(m, nil)
	if err != nil {
		return nil
	}
	found := map[string]string{}
	for i := range m.Items() {
		name, _, ok := m.Signature(i)
		if !ok || !strings.HasPrefix(name, "@u") && name != "@main" {
			continue
		}
		if p.Type(interp.Entry{Name: name}) == nil {
			continue
		}
		v, _, err := p.Run(context.Background(), interp.Entry{Name: name}, nil, interp.Options{Sequential: true, MaxSteps: 2_000_000, MaxMemory: 1 << 30})
		var f *interp.Fault
		switch {
		case err == nil:
			found[name] = value.Text(v)
		case errors.As(err, &f) && f.Kind != interp.StepFault && f.Kind != interp.MemoryFault && !strings.HasPrefix(f.Message, "this cannot be run"):
			found[name] = f.Kind.String() + ": " + f.Message
		}
	}
	return found
}
