package shadow

import (
	"context"
	"errors"
	"fmt"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/metadata"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Program is a module whose definitions can be evaluated. It is for one goroutine.
type Program struct {
	module   *typecheck.Module
	units    map[*syntax.Item]*unit
	sections map[*typecheck.Module]*metadata.Constants
	narrow   *value.Dtype // takes the place of float32; nil where that stays
}

// A unit is an item with its graph.
type unit struct {
	module   *typecheck.Module
	object   *typecheck.Object
	item     *syntax.Item
	info     *typecheck.Info
	graph    *graph.Graph
	literals map[graph.Value]Value
}

// New is the program of a module and what it sees.
func New(m *typecheck.Module) *Program {
	return &Program{module: m, units: map[*syntax.Item]*unit{}, sections: map[*typecheck.Module]*metadata.Constants{}}
}

// NewIn is New for evaluations in which another dtype of floats takes the place of float32: in arguments,
// in literals and in results.
func NewIn(m *typecheck.Module, d value.Dtype) *Program {
	p := New(m)
	p.narrow = &d
	return p
}

// Limits bound an evaluation.
type Limits struct {
	Steps int64 // elements computed, and values of the graph
	Depth int   // calls within each other
}

// ErrLimit is the error of an evaluation that reached a limit.
var ErrLimit = errors.New("the evaluation is too long")

// ErrUnknown is the error of an evaluation that needs what the evaluator does not know.
var ErrUnknown = errors.New("the evaluation needs what is not known")

// A Fault is how a run ends that comes to no value.
type Fault struct {
	Code  string
	Event *Event // nil where the fault is not one of numbers
}

func (f *Fault) Error() string { return "the run ends in " + f.Code }

// A Result is what an evaluation gave.
type Result struct {
	Value Value
	Steps int64
}

// An Observer is notified of what an evaluation comes to.
type Observer struct {
	// Operation is called for each result of an operator, with the operands. Nil where
	// nobody listens.
	Operation func(item *syntax.Item, node syntax.NodeID, o *op.Op, args []Value, result Value)
	// Call is called for each call of a definition from the text of another one or itself.
	Call func(at Site, callee *typecheck.Object, args []Value)
}

// A Site is a node of an item.
type Site struct {
	Item *syntax.Item
	Node syntax.NodeID
}

// Run evaluates a definition. Its error is ErrLimit, ErrUnknown, a *Fault or the context's.
func (p *Program) Run(ctx context.Context, o *typecheck.Object, args []Value, limits Limits, observer Observer) (Result, error) {
	return p.run(ctx, limits, observer, func(m *machine) Value { return m.apply(m.definition(o), p.narrowedAll(args)) })
}

// RunTopLevel evaluates an expression of the module's file, with the errors of Run.
func (p *Program) RunTopLevel(ctx context.Context, info *typecheck.Info, limits Limits, observer Observer) (Result, error) {
	u := &unit{module: p.module, item: info.Item, info: info, graph: graph.Of(info), literals: map[graph.Value]Value{}}
	return p.run(ctx, limits, observer, func(m *machine) Value { return m.apply(u.closure(), nil) })
}

func (p *Program) run(ctx context.Context, limits Limits, observer Observer, evaluate func(*machine) Value) (r Result, err error) {
	m := &machine{Program: p, ctx: ctx, steps: limits.Steps, depth: limits.Depth, observer: observer}
	defer func() {
		r.Steps = limits.Steps - max(m.steps, 0)
		if x := recover(); x != nil {
			stop, ok := x.(stopped)
			if !ok {
				panic(x)
			}
			err = stop.error
		}
	}()
	r.Value = evaluate(m)
	return r, nil
}

// A stopped unwinds an evaluation that cannot go on.
type stopped struct{ error }

func (m *machine) fail(err error) { panic(stopped{err}) }

func (m *machine) unknown(format string, args ...any) {
	m.fail(fmt.Errorf("%w: %s", ErrUnknown, fmt.Sprintf(format, args...)))
}

// spend counts steps.
func (m *machine) spend(n int64) {
	if m.steps -= n; m.steps < 0 || n < 0 {
		m.fail(ErrLimit)
	}
	if m.polled += n; m.polled > 100_000 {
		m.polled = 0
		if err := m.ctx.Err(); err != nil {
			m.fail(err)
		}
	}
}

// unitOf is the unit of the item that declares an object; nil where it cannot be evaluated.
func (p *Program) unitOf(o *typecheck.Object) *unit {
	if u, known := p.units[o.Item]; known {
		return u
	}
	var u *unit
	if module, i := p.module.Owner(o); module != nil {
		r := module.Check(i)
		if len(r.Diagnostics) == 0 || !hasErrors(r) {
			u = &unit{module: module, object: o, item: o.Item, info: r.Info, graph: graph.Of(r.Info), literals: map[graph.Value]Value{}}
		}
	}
	p.units[o.Item] = u
	return u
}

// constant is a constant of the metadata section; nil where there is none.
func (p *Program) constant(m *typecheck.Module, text string) *value.Array {
	if p.sections[m] == nil {
		p.sections[m] = m.Constants()
	}
	a, err := p.sections[m].Read(text)
	if err != nil {
		return nil
	}
	return a
}
