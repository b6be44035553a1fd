package dap

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/interp"
	protocol "github.com/google/go-dap"
)

// run is what a sequential run of a program's `@main` prints; "" where that does not tell
// what a debugged one does.
func run(t *testing.T, files oneFile) string {
	t.Helper()
	snapshot := workspace.Open(workspace.Options{Root: filepath.Dir(files.path), Files: files})
	m, err := snapshot.Module(files.path)
	if err != nil {
		t.Fatal(err)
	}
	p, err := interp.Compile(m, nil)
	if err != nil {
		t.Fatal(err)
	}
	v, _, err := p.Run(context.Background(), interp.Entry{Name: "@main"}, nil, interp.Options{Sequential: true, MaxSteps: 10_000, MaxMemory: 1 << 30})
	var f *interp.Fault
	if errors.As(err, &f) && (f.Kind == interp.StepFault || f.Kind == interp.MemoryFault) {
		return "" // the two count steps differently
	}
	if err != nil {
		return f.Message
	}
	return value.Summary(v) + "\n"
}

// However a user steps through a program, and whatever is looked at on the way, it ends as
// a sequential run does.
func TestRandomSteps(t *testing.T) {
	ended, faults, stops := 0, 0, 0
	for seed := range uint64(25) {
		for _, text := range []string{progen.MakeFaults(seed), progen.MakeDense(seed), progen.MakeSound(seed), progen.Make(seed).Text} {
			files := oneFile{"/p.frac", text}
			c := connectTo(t, files)
			c.done("initialize", map[string]any{})
			if !c.ask("launch", map[string]any{"program": files.path, "definition": "@main"}).GetResponse().Success {
				continue // what is drawn at random may have type errors
			}
			want := run(t, files)
			if want == "" {
				continue
			}
			c.done("configurationDone", nil)
			stops += c.wander(rand.New(rand.NewPCG(seed, 3)))
			if !strings.HasPrefix(c.text, want) {
				t.Errorf("seed %d ends with\n%s\nwant\n%s\n%s", seed, c.text, want, text)
			}
			if ended++; !strings.HasSuffix(want, "\n") {
				faults++
			}
		}
	}
	if ended < 50 || faults < 5 || stops < 4*ended {
		t.Errorf("%d programs, %d faults, %d stops", ended, faults, stops)
	}
}

// wander steps at random, looks around at each stop, and then lets the program end.
func (c *client) wander(r *rand.Rand) (stops int) {
	for c.stopped() != "" {
		if stops++; stops > 25 {
			c.done("setExceptionBreakpoints", map[string]any{"filters": []string{}})
			c.done("continue", map[string]any{"threadId": 1})
			continue
		}
		c.lookAround(r)
		command := []string{"next", "next", "stepIn", "stepIn", "stepIn", "stepIn", "stepIn", "stepIn", "stepOut"}[r.IntN(9)]
		c.done(command, map[string]any{"threadId": 1, "granularity": []string{"statement", "instruction"}[r.IntN(2)]})
	}
	return stops
}

func (c *client) lookAround(r *rand.Rand) {
	frames := c.frames()
	frame := frames[r.IntN(len(frames))]
	for _, s := range c.done("scopes", map[string]any{"frameId": frame.Id}).(*protocol.ScopesResponse).Body.Scopes {
		for _, v := range c.variables(s.VariablesReference) {
			if v.VariablesReference != 0 {
				c.variables(v.VariablesReference)
			}
			if v.EvaluateName != "" && v.Value != "not evaluated yet" {
				c.same(frame.Id, v)
			}
		}
	}
}

func (c *client) variables(reference int) []protocol.Variable {
	return c.done("variables", map[string]any{"variablesReference": reference}).(*protocol.VariablesResponse).Body.Variables
}

// same holds that a variable is the same when it is evaluated, by name and as an expression.
func (c *client) same(frame int, v protocol.Variable) {
	c.t.Helper()
	for _, expression := range []string{v.EvaluateName, "let %copy = " + v.EvaluateName + "; %copy // a comment"} {
		r := c.ask("evaluate", map[string]any{"expression": expression, "frameId": frame})
		e, ok := r.(*protocol.EvaluateResponse)
		if !ok {
			if m := r.GetResponse().Message; !strings.Contains(m, "the type of") {
				c.t.Errorf("%s of the type %s: %s", expression, v.Type, m)
			}
			continue
		}
		if e.Body.Result != v.Value {
			c.t.Errorf("%s is %s, want %s", expression, e.Body.Result, v.Value)
		}
	}
}
