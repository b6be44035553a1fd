package interp

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/matchcheck"
	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/treewalk"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Programs of inferred types, changed at random: those that the checker accepts come to
// values of the types that it gives, fail with nothing that types exclude, and every
// expression in them has, when trees are walked, a value of its type.
func TestSoundness(t *testing.T) {
	kinds := map[string]int{}
	for seed := *firstProgram; seed < *firstProgram+uint64(*programs)*2; seed++ {
		text := progen.NewMutator(seed).Types(soundSource(seed))
		m := module(text)
		if rejected(m) || inexhaustive(m) {
			kinds["refused"]++
			continue
		}
		s := soundness{t: t, seed: seed, text: text, m: m}
		kinds[s.hold()]++
	}
	t.Log(kinds)
	if *programs >= 300 && (kinds["value"] < *programs/2 || kinds["refused"] < *programs/2) {
		t.Errorf("the programs are too much alike: %v", kinds)
	}
}

// soundSource is a program before it is changed.
func soundSource(seed uint64) string {
	switch seed % 5 {
	case 0:
		return progen.MakeFaults(seed)
	case 1:
		return showing(progen.Make(seed).Text)
	}
	return progen.MakeSound(seed)
}

// inexhaustive reports whether a match misses a value.
func inexhaustive(m *typecheck.Module) (found bool) {
	for i := range m.Items() {
		unit := analysis.NewUnit(context.Background(), m, i, m.Check(i), nil)
		unit.Run(matchcheck.Analyzer, func(d syntax.Diagnostic) { found = found || d.Severity == codes.Error })
	}
	return found
}

type soundness struct {
	t    *testing.T
	seed uint64
	text string
	m    *typecheck.Module
}

func (s *soundness) errorf(format string, args ...any) {
	s.t.Errorf("seed %d: %s\n%s", s.seed, fmt.Sprintf(format, args...), s.text)
}

// hold runs an accepted program in every mode, and says what it comes to.
func (s *soundness) hold() string {
	p, err := Compile(s.m, nil)
	if err != nil {
		s.errorf("%v", err)
		return "error"
	}
	want, mistyped := s.walk()
	if mistyped != "" {
		s.errorf("%s", mistyped)
		return "error"
	}
	kind := ""
	for _, o := range modes {
		var why string
		if kind, why = s.run(p, o); why == "" && s.comparable(want, kind) {
			why = differFrom(want, p, "@main", o)
		}
		if why != "" {
			s.errorf("%+v: %s", o, why)
			return "error"
		}
	}
	return kind
}

// run evaluates `@main` once. The kind is that of the fault, or "value".
func (s *soundness) run(p *Program, o Options) (kind, why string) {
	o.MaxSteps, o.MaxMemory = 5_000_000, 1<<28
	v, _, err := p.Run(context.Background(), Entry{Name: "@main"}, nil, o)
	var f *Fault
	switch {
	case err == nil:
		return "value", treewalk.Mistyped(treewalk.Of(v), p.Type(Entry{Name: "@main"}))
	case !errors.As(err, &f):
		return "error", err.Error()
	}
	kind = f.Kind.String()
	switch f.Kind {
	case InternalFault, ProgramFault:
		why = kind + ": " + f.Message
	case MatchFault:
		if !strings.Contains(s.text, "match?") {
			why = kind + ": " + f.Message
		}
	case ShapeFault:
		if !s.hasAny() {
			why = kind + ": " + f.Message
		}
	}
	return kind, why
}

// hasAny reports whether an extent is known only when the program runs.
func (s *soundness) hasAny() bool {
	return strings.Contains(strings.ReplaceAll(s.text, "match?", ""), "?")
}

// comparable reports whether trees come to the same: the evaluator of trees checks no
// extents.
func (s *soundness) comparable(want treewalk.Result, kind string) bool {
	if f := want.Fault; f != nil && (f.Kind == treewalk.Unsupported || f.Kind == treewalk.Limited) {
		return false
	}
	return kind != ShapeFault.String() && kind != DepthFault.String()
}

// walk evaluates trees, and holds each expression of the program to its type.
func (s *soundness) walk() (result treewalk.Result, mistyped string) {
	infos := map[*syntax.Item]*typecheck.Result{}
	for i, item := range s.m.File().All() {
		infos[item] = s.m.Check(i)
	}
	p := treewalk.New(s.m.File(), preludeFile)
	p.Watch = func(item *syntax.Item, n syntax.NodeID, v treewalk.Value) {
		info := infos[item]
		if info == nil || mistyped != "" || info.Type(n) == nil {
			return
		}
		if why := treewalk.Mistyped(v, info.Type(n)); why != "" {
			mistyped = fmt.Sprintf("%q, of type %s: %s", item.SourceText(n), types.String(info.Type(n)), why)
		}
	}
	return p.Run("@main", 300_000), mistyped
}
