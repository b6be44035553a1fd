package complexity_test

import (
	"os"
	"strconv"
	"testing"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/complexity/trial"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// The shares of recursive programs that must have a bound of work, and a tight one.
const (
	leastBounded = 0.90
	leastTight   = 0.70
)

// TestRecursivePrograms bounds random recursive programs that end, as people write them,
// and runs them on growing arguments in every style: no run may exceed the bound of any
// metric, and the shares must be reached. COST_RECURSIVE says how many programs there are,
// COST_SEED which is the first, COST_SHOW prints each one without a tight bound.
func TestRecursivePrograms(t *testing.T) {
	programs, _ := strconv.ParseUint(os.Getenv("COST_RECURSIVE"), 10, 64)
	if programs == 0 {
		programs = 100
	}
	first, _ := strconv.ParseUint(os.Getenv("COST_SEED"), 10, 64)
	pre := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile(prelude.Name, prelude.Source), Ops: table.Default()})
	s := recursiveShares{T: t}
	for seed := first; seed < first+programs; seed++ {
		s.add(seed, recursive(seed), pre)
	}
	t.Logf("%d programs, %d runs: %.1f %% bounded, %.1f %% tight", s.all, s.runs, 100*s.share(s.bounded), 100*s.share(s.tight))
	if s.share(s.bounded) < leastBounded || s.share(s.tight) < leastTight {
		t.Errorf("%.0f %% and %.0f %% are wanted", 100*leastBounded, 100*leastTight)
	}
}

// recursiveShares counts what came out for random programs.
type recursiveShares struct {
	*testing.T
	all, bounded, tight, runs int
}

func (s *recursiveShares) share(n int) float64 { return float64(n) / float64(max(s.all, 1)) }

func (s *recursiveShares) add(seed uint64, text string, pre *typecheck.Module) {
	m := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile("test.frac", text), Prelude: pre, Ops: table.Default()})
	for i := range m.Items() {
		for _, d := range m.Check(i).Diagnostics {
			if d.Severity == codes.Error {
				s.Fatalf("seed %d: %s: %s\n%s", seed, d.Code, d.Message, text)
			}
		}
	}
	subject := mainOf(s.T, m)
	s.all++
	verdict := "unbounded"
	if subject.Bound.Bounded(complexity.Work) {
		s.bounded++
		verdict = "loose"
	}
	r := trial.Run(subject, trial.Options{Steps: 150_000, Size: 48, Seed: seed})
	s.hold(seed, text, subject, r)
	if isTight(r) {
		s.tight++
		return
	}
	if os.Getenv("COST_SHOW") != "" {
		s.Logf("seed %d: %s, %s: work %s\n%s", seed, verdict, subject.Bound.Loss, subject.Bound.Text(complexity.Work), text)
	}
}

func (s *recursiveShares) hold(seed uint64, text string, subject *trial.Subject, r *trial.Trial) {
	s.runs += len(r.Points)
	if len(r.Points) == 0 {
		s.Errorf("seed %d was not tried: %s\n%s", seed, r.Reason, text)
	}
	for name, m := range metricNames {
		if p := r.Exceeded(m); p != nil {
			s.Errorf("seed %d: %s is %d where %v are %v (%s), more than %s = %g\n%s", seed, name, p.Measured[m], subject.Bound.Sizes, p.Sizes, p.Style, subject.Bound.Text(m), p.Bounds[m], text)
		}
	}
}

// mainOf is the definition @main of a program.
func mainOf(t *testing.T, m *typecheck.Module) *trial.Subject {
	program, err := trial.Link(m)
	if err != nil {
		t.Fatal(err)
	}
	for i := range m.Items() {
		if o := m.Object(i); o != nil && o.Name == "@main" {
			a := analysisOf(m)
			return &trial.Subject{Object: o, Names: a.Parameters(o), Bound: a.Of(o), Analysis: a, Program: program, Item: o.Item}
		}
	}
	t.Fatal("no @main")
	return nil
}

// mostGrowth is how much bound and measured work may grow apart while arguments become four
// times as large. A factor of log n more in the bound than in the work is 1.5 from 12 to 48.
const mostGrowth = 1.45

// isTight reports whether the bound of work grows as the work of the dearest runs: from a
// quarter of the largest size, at which no run was broken off, to that size their quotient
// grows by mostGrowth at most.
func isTight(r *trial.Trial) bool {
	largest := 1 << 30
	for _, p := range r.Points {
		if p.Cut {
			largest = min(largest, p.N-1)
		}
	}
	quotients := map[int]float64{}
	last := 0
	for _, p := range r.Worst(complexity.Work) {
		if p.N <= largest {
			quotients[p.N], last = p.Bounds[complexity.Work]/float64(p.Measured[complexity.Work]), p.N
		}
	}
	before, known := quotients[last/4]
	return known && last >= 4 && quotients[last] <= mostGrowth*before
}
