package interp

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/treewalk"
)

var preludeFile = syntax.ParseFile(prelude.Name, prelude.Source)

// differFrom returns where a run of a definition differs from what the evaluator came to: in
// its value, or in the kind of its fault and the place.
func differFrom(want treewalk.Result, p *Program, name string, o Options) string {
	o.MaxSteps, o.MaxMemory = 50_000_000, 1<<30
	v, _, err := p.Run(context.Background(), Entry{Name: name}, nil, o)
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
	item := at.Module.File().Item(at.Item)
	if f.Kind.String() != want.Fault.Kind || at.Span != want.Fault.Span || item.Text != want.Fault.Item.Text {
		got := &treewalk.Fault{Kind: f.Kind.String(), Message: f.Message, Item: item, Span: at.Span}
		return fmt.Sprintf("fails with %s, and not with %s", faultText(got), faultText(want.Fault))
	}
	return ""
}

func faultText(f *treewalk.Fault) string {
	return fmt.Sprintf("%s (%s) at %q", f.Kind, f.Message, f.Item.Text[f.Span.Start:f.Span.End])
}

// modes are the ways in which the interpreter runs programs.
var modes = []Options{{Sequential: true}, {Threads: 1}, {Threads: 2}, {Threads: 8}}

// against holds definitions of a program without parameters, in every mode, to what an
// evaluator of trees comes to, and says what that was: the last definition's fault,
// "fault", or "value".
func against(t *testing.T, seed uint64, text string, names ...string) (kind string) {
	m := module(text)
	if rejected(m) {
		return "rejected"
	}
	p, err := Compile(m, nil)
	if err != nil {
		t.Fatal(err)
	}
	trees := treewalk.New(m.File(), preludeFile)
	for _, name := range names {
		want := trees.Run(name, 2_000_000)
		switch f := want.Fault; {
		case f == nil:
			kind = "value"
		case f.Kind == treewalk.Unsupported || f.Kind == treewalk.Limited:
			t.Logf("seed %d: %s", seed, faultText(f))
			return f.Kind
		default:
			kind = "fault"
		}
		for _, o := range modes {
			if why := differFrom(want, p, name, o); why != "" {
				t.Errorf("seed %d: %s, %+v: %s\n%s", seed, name, o, why, text)
				break
			}
		}
	}
	return kind
}

// Random programs come to what an evaluator of trees says that they come to, to the value
// or to the fault and its place, in every mode.
func TestRandomProgramsAgainstTrees(t *testing.T) {
	kinds := map[string]int{}
	for seed := *firstProgram; seed < *firstProgram+uint64(*programs); seed++ {
		kinds[against(t, seed, progen.MakeFaults(seed), "@main")]++
		kinds[against(t, seed, showing(progen.Make(seed).Text), "@main")]++
		text, drivers := progen.MakeEffects(seed)
		for _, names := range drivers {
			kinds[against(t, seed, text, names[:]...)]++
		}
	}
	t.Log(kinds)
	if *programs >= 300 && (kinds["value"] < *programs || kinds["fault"] < *programs/4 || kinds[treewalk.Unsupported] > *programs/20) {
		t.Errorf("too little is compared: %v", kinds)
	}
}

// Chains of operators on tensors come to what loops over their elements come to, fused,
// traced and forked or not.
func TestRandomTensorsAgainstTrees(t *testing.T) {
	kinds := map[string]int{}
	for seed := *firstProgram; seed < *firstProgram+uint64(*programs)/2; seed++ {
		kinds[against(t, seed, progen.MakeDense(seed), "@main")]++
	}
	t.Log(kinds)
	if *programs >= 300 && kinds["value"] < *programs/3 {
		t.Errorf("too little is compared: %v", kinds)
	}
}
