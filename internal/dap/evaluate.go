package dap

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/typecheck"
	protocol "github.com/google/go-dap"
)

// What one evaluation may take.
const (
	evaluationTime   = 5 * time.Second
	evaluationSteps  = 50_000_000
	evaluationMemory = 1 << 30
)

// isExpression returns what is wrong with a text that is to be evaluated.
func isExpression(text string) error {
	item := syntax.ParseItem(text)
	switch {
	case strings.TrimSpace(text) == "":
		return errors.New("the expression is empty")
	case len(item.Errors) > 0:
		return fmt.Errorf("`%s` is no expression: %s", shortCode(text, 60), item.Errors[0].Message)
	case item.Kind(item.Root) != syntax.ItemExpr:
		return fmt.Errorf("`%s` is no expression", shortCode(text, 60))
	}
	return nil
}

// mentions reports whether a text may mention a local, which it may write without its `%`.
// Names of importers hold dots and more, so that no word of the text is sure to be one name.
func mentions(text, local string) bool {
	name := strings.TrimPrefix(local, "%")
	for at := 0; ; at++ {
		i := strings.Index(text[at:], name)
		if i < 0 || name == "" {
			return false
		}
		at += i
		if !isNamePart(text[at+len(name):], 0) && (strings.HasSuffix(text[:at], "%") || isBare(text[:at], name)) {
			return true
		}
	}
}

// isBare reports whether a name that is not after a `%` may be that of a local.
func isBare(before, name string) bool {
	return !(name[0] >= '0' && name[0] <= '9') && !isNamePart(before, len(before)-1) && !strings.HasSuffix(before, "@")
}

// isNamePart reports whether a text has a letter, a digit or a `_` at a place.
func isNamePart(text string, at int) bool {
	if at < 0 || at >= len(text) {
		return false
	}
	c := text[at]
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// evaluate evaluates an expression in a frame: it becomes the body of a definition whose parameters are the
// variables that it mentions,
//
//	def @debugger_evaluates_this(%x: T, …) { text }
//
// which is checked as one more item of the module, and called with the values of the frame. T is the type
// of the value as it is, which says more than the type in the text: extents are numbers. A variable whose
// value does not determine a type, such as an empty list, cannot be used.
func (d *session) evaluate(ctx context.Context, f interp.Frame, text string) (interp.View, error) {
	if err := isExpression(text); err != nil {
		return interp.View{}, err
	}
	var params []string
	var args []interp.View
	for _, l := range f.Locals() {
		name := l.Name
		if !mentions(text, name) {
			continue
		}
		if !l.Value.IsSet() {
			return interp.View{}, fmt.Errorf("%s has no value yet", name)
		}
		t, ok := typeText(l.Value, l.Type)
		if !ok {
			return interp.View{}, fmt.Errorf("the type of %s is unknown here, so it can be shown but not used in an expression", name)
		}
		params, args = append(params, name+": "+t), append(args, l.Value)
	}
	program, err := d.compiled(d.scope(f), "def "+evaluated+"("+strings.Join(params, ", ")+") { "+text+"\n}")
	if err != nil {
		return interp.View{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, evaluationTime)
	defer cancel()
	defer context.AfterFunc(d.ctx, cancel)()
	return program.Evaluate(ctx, interp.Entry{Name: evaluated}, args, interp.Options{Sequential: true, MaxSteps: evaluationSteps, MaxMemory: evaluationMemory})
}

// evaluated is the name of the function that an expression becomes.
const evaluated = "@debugger_evaluates_this"

// scope is the module whose names an expression in a frame sees.
func (d *session) scope(f interp.Frame) *typecheck.Module {
	if m := f.Call().Module; m != nil {
		return m
	}
	return d.module
}

// An evaluation is an expression as a definition, with the types of what it sees.
type evaluation struct {
	scope      *typecheck.Module
	definition string
}

const mostCompiled = 1000 // expressions that are kept

// compiled is the program with one more definition. It is kept, since the condition of a breakpoint is
// evaluated each time that the breakpoint is reached.
func (d *session) compiled(scope *typecheck.Module, definition string) (*interp.Program, error) {
	key := evaluation{scope, definition}
	if p := d.cache[key]; p != nil {
		return p, nil
	}
	module, mistake := extend(scope, definition)
	if mistake != "" {
		return nil, errors.New(mistake)
	}
	if len(d.cache) >= mostCompiled {
		clear(d.cache)
	}
	p := d.program.Extend(module)
	d.cache[key] = p
	return p, nil
}

// holds evaluates a condition.
func (d *session) holds(s *interp.Stop, condition string) (bool, error) {
	v, err := d.evaluate(d.ctx, s.Frame(), condition)
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
		if name := strings.TrimSpace(a.Expression); l.Name == name || l.Name == "%"+name {
			return d.shownResult(l.Value), nil
		}
	}
	v, err := d.evaluate(d.client.ctx, f, a.Expression)
	if d.client.ctx.Err() != nil {
		return nil, errors.New("cancelled")
	}
	if err != nil {
		return nil, err
	}
	return d.shownResult(v), nil
}

func (d *session) shownResult(v interp.View) protocol.EvaluateResponseBody {
	shown := d.variable("", v)
	return protocol.EvaluateResponseBody{Result: shown.Value, Type: shown.Type, VariablesReference: shown.VariablesReference, NamedVariables: shown.NamedVariables, IndexedVariables: shown.IndexedVariables}
}
