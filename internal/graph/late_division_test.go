package graph_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/outcome"
	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// TestLateDivisions holds what the values of graphs are worth, by their operands alone,
// against what the interpreter gives.
func TestLateDivisions(t *testing.T) {
	held, late := 0, 0
	for seed := range uint64(400) {
		text := progen.MakeLate(seed)
		m := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile("graph.frac", text), Prelude: preludeModule, Ops: ops})
		info := m.Check(0).Info
		for n := syntax.NodeID(1); int(n) < info.Item.Len(); n++ {
			if info.LateDivision(n) != syntax.NoNode {
				late++
			}
		}
		for i, want := range outcome.Of(m) {
			got, fails := evaluated(graph.Of(info), graph.Of(m.Check(i+1).Info))
			if strings.HasPrefix(want, "fails") {
				continue // perhaps in a value that the result does not need
			}
			if fails || got != want {
				t.Fatalf("seed %d, call %d: %s (fails: %v), want %s\n%s", seed, i, got, fails, want, text)
			}
			held++
		}
	}
	if held < 600 || late < 600 {
		t.Errorf("only %d values, %d late divisions", held, late)
	}
}

// evaluated is the result of a definition of numbers, called as a graph of one call
// says; fails where something is divided by 0.
func evaluated(def, call *graph.Graph) (text string, fails bool) {
	defer func() { fails = fails || recover() != nil }()
	outer := &evaluator{Graph: call}
	of := call.At(call.Info.Item.Unparen(call.Blocks()[graph.Body].Node))
	args := make([]any, 0, 3)
	for _, o := range call.Operands(of)[1:] {
		args = append(args, outer.value(o.Value))
	}
	e := &evaluator{Graph: def, args: args}
	return e.text(e.value(e.result())), false
}

// An evaluator works values out from those of their operands.
type evaluator struct {
	*graph.Graph
	args []any
}

func (e *evaluator) result() graph.Value {
	for v := range graph.Value(e.Len()) {
		for _, u := range e.Uses(v) {
			if u.User == graph.None && u.Position == graph.Result {
				return v
			}
		}
	}
	return graph.None
}

func (e *evaluator) value(v graph.Value) any {
	node := e.Node(v)
	switch e.Kind(v) {
	case graph.Parameter:
		return e.args[e.Index(v)]
	case graph.Literal:
		n, err := strconv.Atoi(strings.TrimPrefix(e.Info.Item.SourceText(node), "/"))
		if err != nil {
			panic(err)
		}
		return int32(n)
	case graph.Tuple:
		parts := []any{}
		for _, o := range e.Operands(v) {
			parts = append(parts, e.value(o.Value))
		}
		return parts
	case graph.Project:
		return e.value(e.Operands(v)[0].Value).([]any)[e.Index(v)]
	}
	a, _ := e.Info.Application(node)
	in := make([]int32, len(e.Operands(v)))
	for i, o := range e.Operands(v) {
		in[i] = e.value(o.Value).(int32)
		if a.Args[i] != o.Node {
			panic(fmt.Sprintf("operand %d of %q has another node", i, e.Info.Item.SourceText(node)))
		}
	}
	return operations[a.Op.Canonical()](in)
}

var operations = map[string]func(in []int32) int32{
	"add":      func(in []int32) int32 { return in[0] + in[1] },
	"subtract": func(in []int32) int32 { return in[0] - in[1] },
	"multiply": func(in []int32) int32 { return in[0] * in[1] },
	"divide":   func(in []int32) int32 { return in[0] / in[1] },
	"negative": func(in []int32) int32 { return -in[0] },
}

func (e *evaluator) text(v any) string {
	parts, ok := v.([]any)
	if !ok {
		return fmt.Sprint(v)
	}
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = e.text(p)
	}
	return "(" + strings.Join(texts, ", ") + ")"
}
