package dap

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/value"
	protocol "github.com/google/go-dap"
)

// What one evaluation may take.
const (
	evaluationTime   = 5 * time.Second
	evaluationSteps  = 50_000_000
	evaluationMemory = 1 << 30
)

var localName = regexp.MustCompile(`%[A-Za-z0-9_]+`)

// evaluate works out an expression that sees the variables of a frame.
func (d *session) evaluate(f interp.Frame, text string) (interp.View, error) {
	if item := syntax.ParseItem(text); strings.TrimSpace(text) == "" || item.Kind(item.Root) != syntax.ItemExpr || len(item.Errors) > 0 {
		return interp.View{}, fmt.Errorf("`%s` is no expression", short(text, 60))
	}
	mentioned := map[string]bool{}
	for _, name := range localName.FindAllString(text, -1) {
		mentioned[name] = true
	}
	var params []string
	var args []interp.View
	for _, l := range f.Locals() {
		name := l.Name
		if !mentioned[name] {
			continue
		}
		if !l.Value.IsSet() {
			return interp.View{}, fmt.Errorf("%s has no value yet", name)
		}
		t, ok := typeText(l.Value, l.Type)
		if !ok {
			return interp.View{}, fmt.Errorf("the type of %s is not known here, so that it can only be looked at", name)
		}
		params, args = append(params, name+": "+t), append(args, l.Value)
	}
	const name = "@debugger_evaluates_this"
	module, mistake := extend(d.module, "def "+name+"("+strings.Join(params, ", ")+") { "+text+" }")
	if mistake != "" {
		return interp.View{}, errors.New(mistake)
	}
	ctx, cancel := context.WithTimeout(d.ctx, evaluationTime)
	defer cancel()
	return d.program.Beside(module).Evaluate(ctx, interp.Entry{Name: name}, args, interp.Options{Sequential: true, MaxSteps: evaluationSteps, MaxMemory: evaluationMemory})
}

// holds works out a condition.
func (d *session) holds(s *interp.Stop, condition string) (bool, error) {
	v, err := d.evaluate(s.Frame(), condition)
	if err != nil {
		return false, err
	}
	truth, ok := v.Leaf().(value.Scalar)
	if !ok || truth.Dtype != value.Bool {
		return false, errors.New("it is no truth value")
	}
	return truth.Bits != 0, nil
}

func (d *session) evaluateRequest(a protocol.EvaluateArguments) (any, error) {
	f, err := d.frameOf(a.FrameId)
	if err != nil {
		return nil, err
	}
	for _, l := range f.Locals() { // a mere name needs no type
		if l.Name == strings.TrimSpace(a.Expression) {
			return d.evaluated(l.Value), nil
		}
	}
	v, err := d.evaluate(f, a.Expression)
	if err != nil {
		return nil, err
	}
	return d.evaluated(v), nil
}

func (d *session) evaluated(v interp.View) protocol.EvaluateResponseBody {
	shown := d.variable("", v)
	return protocol.EvaluateResponseBody{Result: shown.Value, Type: shown.Type, VariablesReference: shown.VariablesReference, NamedVariables: shown.NamedVariables, IndexedVariables: shown.IndexedVariables}
}
