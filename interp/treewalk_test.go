package interp

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/treewalk"
	"github.com/fraccheck/fraccheck/prelude"
	"github.com/fraccheck/fraccheck/syntax"
)

var preludeFile = syntax.ParseFile(prelude.Name, prelude.Source)

// walked evaluates `@main` by the tests' own evaluator.
func walked(p *Program) treewalk.Result {
	return treewalk.New(p.module.File(), preludeFile).Run("@main", 2_000_000)
}

// differFrom tells where a run differs from what the evaluator came to: in its value, or
// in the kind of its fault and the place.
func differFrom(want treewalk.Result, p *Program, o Options) string {
	o.MaxSteps, o.MaxMemory = 50_000_000, 1<<30
	v, _, err := p.Run(context.Background(), Entry{Name: "@main"}, nil, o)
	var f *Fault
	switch {
	case err == nil && want.Fault != nil:
		return fmt.Sprintf("gives %s, and not %s", treewalk.Text(treewalk.Of(v)), faultText(want.Fault))
	case err == nil:
		return treewalk.Differ(treewalk.Of(v), want.Value)
	case !errors.As(err, &f):
		return err.Error()
	case f.Kind == StepFault || f.Kind == MemoryFault:
		return ""
	case want.Fault == nil:
		return fmt.Sprintf("fails with %s: %s, and not %s", f.Kind, f.Message, treewalk.Text(want.Value))
	}
	at := f.Path[0]
	item := at.Module.File().Items[at.Item]
	if got := (&treewalk.Fault{Kind: f.Kind.String(), Message: f.Message, Item: item, Span: at.Span}); f.Kind.String() != want.Fault.Kind || at.Span != want.Fault.Span || item.Text != want.Fault.Item.Text {
		return fmt.Sprintf("fails with %s, and not with %s", faultText(got), faultText(want.Fault))
	}
	return ""
}

func faultText(f *treewalk.Fault) string {
	return fmt.Sprintf("%s (%s) at %q", f.Kind, f.Message, f.Item.Text[f.Span.Start:f.Span.End])
}

// Random programs come to what an evaluator of trees says that they come to, to the value
// or to the fault and its place, in every mode.
func TestRandomProgramsAgainstTrees(t *testing.T) {
	kinds := map[string]int{}
	for seed := *firstProgram; seed < *firstProgram+uint64(*programs); seed++ {
		for _, text := range []string{progen.MakeFaults(seed), showing(progen.Make(seed).Text)} {
			m := module(text)
			if rejected(m) {
				continue
			}
			p, err := Compile(m, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := walked(p)
			if skipped := want.Fault; skipped != nil && (skipped.Kind == treewalk.Unsupported || skipped.Kind == treewalk.Limited) {
				kinds[skipped.Kind]++
				t.Logf("seed %d: %s", seed, faultText(skipped))
				continue
			}
			kinds[map[bool]string{true: "fault", false: "value"}[want.Fault != nil]]++
			for _, o := range []Options{{Sequential: true}, {Threads: 1}, {Threads: 2}, {Threads: 8}} {
				if why := differFrom(want, p, o); why != "" {
					t.Errorf("seed %d, %+v: %s\n%s", seed, o, why, text)
					break
				}
			}
		}
	}
	t.Log(kinds)
	if *programs >= 300 && (kinds["value"] < *programs || kinds["fault"] < *programs/4 || kinds[treewalk.Unsupported] > *programs/20) {
		t.Errorf("too little is compared: %v", kinds)
	}
}
