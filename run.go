package fraccheck

import (
	"context"
	"errors"
	"fmt"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/interp"
)

// Limits bound one evaluation; zeros are no bounds. Its context bounds its time.
type Limits struct {
	Steps   int64
	Memory  int64 // bytes of values
	Threads int   // 0: one a processor; values do not depend on it
}

func (l Limits) options() interp.Options {
	return interp.Options{MaxSteps: l.Steps, MaxMemory: l.Memory, Threads: l.Threads}
}

// A Value is what an evaluation gave.
type Value struct {
	Text  string // as `fraccheck run` prints it: of a large value the beginning
	Type  string
	Steps int64
}

// A Result is what became of a top-level expression: its value, or an error.
type Result struct {
	Place // of the expression
	Value
	Err error // a *Fault, a *CheckError, or why it could not begin; nil where it has a value
}

// A CheckError says that something was not evaluated, since it has errors.
type CheckError struct{ Diagnostics []Diagnostic }

func (e *CheckError) Error() string {
	d := e.Diagnostics[0]
	if more := len(e.Diagnostics) - 1; more > 0 {
		return fmt.Sprintf("%s: %s (and %d more)", d.At(), d.Message, more)
	}
	return fmt.Sprintf("%s: %s", d.At(), d.Message)
}

// A Fault ended an evaluation: a division by zero, an index outside of its tensor, a limit.
type Fault struct {
	Code    string // such as "division-by-zero"
	Message string
	Calls   []Call // the innermost one first: where the fault is, and what led there; may be empty
}

// A Call is a place that an evaluation was at.
type Call struct {
	Place
	Name string // of the definition; empty in a top-level expression
}

func (f *Fault) Error() string {
	if len(f.Calls) == 0 {
		return f.Message
	}
	return fmt.Sprintf("%s: %s", f.Calls[0].At(), f.Message)
}

// Run evaluates the top-level expressions of the program in its order, each within the limits. An
// expression with an error keeps no other one from being evaluated.
func (p *Program) Run(ctx context.Context, limits Limits) (all []Result, err error) {
	defer recovered(&err)
	snapshot := p.snapshot.For(ctx)
	program, err := evaluate.Open(snapshot, p.source.Path)
	if err != nil {
		return nil, err
	}
	for _, i := range program.Expressions() {
		item := p.source.File.Item(i)
		place := workspace.Place{Source: p.source, Span: p.source.Absolute(i, item.Span(item.Root))}
		result := Result{Place: placeOf(place)}
		if errs := program.Check(i); len(errs) > 0 {
			result.Err = refused(snapshot, p.source.Path, i, errs)
		} else if name := program.Free(i); name != "" {
			result.Err = fmt.Errorf("`%s` is bound nowhere", name)
		} else {
			result.Value, result.Err = valueOf(program.Run(ctx, i, limits.options()))
		}
		all = append(all, result)
	}
	return all, nil
}

// refused says why an item with errors is not evaluated.
func refused(s *workspace.Snapshot, path string, item int, errs []syntax.Diagnostic) error {
	found, err := s.Place(path, map[int][]syntax.Diagnostic{item: errs})
	if err != nil {
		return err
	}
	if len(found) == 0 { // the file suppresses them
		return errors.New(errs[0].Message)
	}
	return &CheckError{diagnosticsOf(found)}
}

// Eval evaluates an expression in the scope of the program; `@name(…)` calls one of its definitions.
// Places of errors in the expression have the file `<expression>`. The error is a *CheckError, a
// *Fault, or why the evaluation could not begin.
func (p *Program) Eval(ctx context.Context, expression string, limits Limits) (_ Value, err error) {
	defer recovered(&err)
	program, err := evaluate.Open(p.snapshot.For(ctx), p.source.Path)
	if err != nil {
		return Value{}, err
	}
	a, err := program.Expression("<expression>", "", expression)
	if err != nil {
		return Value{}, err
	}
	if len(a.Mistakes) > 0 {
		return Value{}, &CheckError{diagnosticsOf(a.Report().Findings)}
	}
	return valueOf(a.Run(ctx, limits.options()))
}

// valueOf is a result for callers. Of an evaluation that failed it has the steps alone.
func valueOf(r evaluate.Result) (Value, error) {
	if r.Err == nil {
		return Value{value.Summary(r.Value), types.String(r.Type), r.Stats.Steps}, nil
	}
	v := Value{Steps: r.Stats.Steps}
	var fault *evaluate.Fault
	if !errors.As(r.Err, &fault) {
		return v, r.Err
	}
	f := &Fault{Code: fault.Code(), Message: evaluate.Message(fault)}
	for _, c := range fault.Path {
		f.Calls = append(f.Calls, Call{placeOf(c.Place), c.Name})
	}
	return v, f
}
