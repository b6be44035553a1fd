package effect_test

import (
	"context"
	"errors"
	"flag"
	"testing"

	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/typecheck"
)

var programs = flag.Int("programs", 300, "number of random programs that are run")

// causes are the failures of a run by what they are called here. What a kernel
// refuses has no kind of its own.
var causes = map[interp.FaultKind]effect.Failures{
	interp.ZeroFault: effect.OnDivision, interp.RangeFault: effect.OnIndex, interp.LengthFault: effect.OnLength,
	interp.ShapeFault: effect.OnShape, interp.MatchFault: effect.OnMatch, interp.CycleFault: effect.OnCycle,
	interp.ProgramFault: effect.OnOther | effect.OnShape,
}

// A trial is a program that is run and looked at.
type trial struct {
	*testing.T
	text    string
	module  *typecheck.Module
	facts   *facts.Store
	infos   map[int]*effect.Info
	results map[int]*typecheck.Result
	program *interp.Program
}

// TestNothingElseHappens runs random programs and holds what they do against
// what was said of them: of calls, and of every expression around a failure.
func TestNothingElseHappens(t *testing.T) {
	total, failed, endless := 0, 0, 0
	for seed := range uint64(*programs) {
		text, drivers := progen.MakeEffects(seed)
		m := module(text)
		program, err := interp.Compile(m, nil)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		r := &trial{T: t, text: text, module: m, facts: facts.Of(m), infos: map[int]*effect.Info{}, results: map[int]*typecheck.Result{}, program: program}
		r.wellTyped()
		for _, pair := range drivers {
			v, err := r.drive(pair[0])
			w, err2 := r.drive(pair[1])
			claim := r.claim(pair[0])
			switch {
			case err == nil && err2 == nil:
				r.compare(pair[0], claim, v, w)
				if claim.Total() {
					total++
				}
			case limited(err) || limited(err2):
				endless++
			default:
				failed++
			}
			if claim.Does&effect.Reads == 0 && (err == nil) != (err2 == nil) {
				t.Errorf("%s fails or not by what a reference holds; said is: %s", pair[0], claim)
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, text)
		}
	}
	t.Logf("%d total calls gave values, %d failed, %d did not end", total, failed, endless)
	if total < *programs/4 || failed < *programs/4 || endless == 0 {
		t.Errorf("the programs show little")
	}
}

func (r *trial) wellTyped() {
	for i := range r.module.Items() {
		for _, d := range r.result(i).Diagnostics {
			if d.Severity == codes.Error {
				r.Fatalf("%s in\n%s", d.Message, r.text)
			}
		}
	}
}

func (r *trial) result(i int) *typecheck.Result {
	if r.results[i] == nil {
		r.results[i] = r.module.Check(i)
	}
	return r.results[i]
}

func (r *trial) info(i int) *effect.Info {
	if r.infos[i] == nil {
		r.infos[i] = effect.Of(r.facts.Unit(context.Background(), i, r.result(i)))
	}
	return r.infos[i]
}

// drive runs a driver and looks at how it failed.
func (r *trial) drive(name string) (value.Value, error) {
	options := interp.Options{Sequential: true, MaxSteps: 300_000, MaxMemory: 1 << 28, MaxDepth: 5_000}
	v, _, err := r.program.Run(context.Background(), interp.Entry{Name: name}, nil, options)
	if claim := r.claim(name); limited(err) && claim.Does&effect.Diverges == 0 {
		r.Errorf("%s does not end: %v; said is: %s", name, err, claim)
	}
	var fault *interp.Fault
	if errors.As(err, &fault) && !limited(err) {
		r.blame(fault)
	}
	return v, err
}

func limited(err error) bool {
	var fault *interp.Fault
	if !errors.As(err, &fault) {
		return false
	}
	return fault.Kind == interp.DepthFault || fault.Kind == interp.StepFault || fault.Kind == interp.MemoryFault
}

// claim is what is said of a driver's call.
func (r *trial) claim(name string) effect.Summary {
	for i := range r.module.Items() {
		if o := r.module.Object(i); o != nil && o.Name == name {
			item := o.Item
			for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
				if item.Kind(n) == syntax.Let && item.SourceText(item.Let(n).Pattern) == "%v" {
					return r.info(i).Of(item.Let(n).Value)
				}
			}
		}
	}
	r.Fatalf("there is no %s", name)
	return effect.Summary{}
}

// compare looks at what two drivers gave that differ in what their reference
// held before.
func (r *trial) compare(name string, claim effect.Summary, v, w value.Value) {
	a, b := v.(*value.Tuple).Elems, w.(*value.Tuple).Elems
	if wrote := value.Text(a[1]) != "5" || value.Text(b[1]) != "7"; wrote && claim.Does&effect.Writes == 0 {
		r.Errorf("%s writes; said is: %s", name, claim)
	}
	if value.Text(a[0]) != value.Text(b[0]) && claim.Does&effect.Reads == 0 {
		r.Errorf("%s reads; said is: %s", name, claim)
	}
}

// blame holds that every expression around a failure may fail so, and around
// each call on the way there.
func (r *trial) blame(fault *interp.Fault) {
	cause, ok := causes[fault.Kind]
	if !ok {
		r.Errorf("%v: %v", fault.Kind, fault)
		return
	}
	for _, call := range fault.Path {
		if call.Module != r.module || call.Item < 0 {
			continue
		}
		item := r.module.File().Item(call.Item)
		index := r.result(call.Item).Index()
		for n := r.place(item, call.Span); n != syntax.NoNode && item.Kind(n) != syntax.Fn && item.Kind(n) != syntax.Graph && item.Kind(n) != syntax.Params; n = index.Parent(n) {
			if said := r.info(call.Item).Of(n); expressions[item.Kind(n)] && said.Fails&cause == 0 && said.Calls == 0 {
				r.Errorf("%v: %v\n  at `%s`, of which is said: %s", fault.Kind, fault, item.SourceText(n), said)
			}
		}
	}
}

var expressions = map[syntax.Kind]bool{
	syntax.Call: true, syntax.Binary: true, syntax.Paren: true, syntax.Block: true, syntax.If: true, syntax.Match: true,
	syntax.Index: true, syntax.Let: true, syntax.Clause: true, syntax.Tuple: true,
}

// place is the first node, from the inside, with a span.
func (r *trial) place(item *syntax.Item, span syntax.Span) syntax.NodeID {
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		if item.Span(n) == span && expressions[item.Kind(n)] {
			return n
		}
	}
	return syntax.NoNode
}
