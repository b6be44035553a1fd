package interp

import (
	"context"
	"errors"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
	"github.com/fraccheck/fraccheck/interp/compile"
	"github.com/fraccheck/fraccheck/interp/machine"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Program is a module that can be run. Definitions are compiled when an
// entry first needs them. It may be used from several goroutines.
type Program struct {
	module   *typecheck.Module
	compiler *compile.Compiler
	code     *code.Program
	engine   *machine.Engine
}

// Compile prepares a module. Results that the caller has already (by item) save
// checking them again; nil for none.
func Compile(m *typecheck.Module, results func(item int) *typecheck.Result) (*Program, error) {
	c := compile.New(m, results)
	return &Program{m, c, c.Program(), machine.New(c.Program())}, nil
}

// Step prepares a module to be debugged: runs with Options.Debugger come to the points of
// their code.
func Step(m *typecheck.Module, results func(item int) *typecheck.Result) (*Program, error) {
	c := compile.NewStepped(m, results)
	return &Program{m, c, c.Program(), machine.New(c.Program())}, nil
}

// Watch prepares a module to be watched: runs with Options.Debugger come to the points after
// some expressions, by their items. What these are in a function is at most 1<<16 - 1.
func Watch(m *typecheck.Module, results func(item int) *typecheck.Result, places map[*syntax.Item]map[syntax.NodeID]bool) *Program {
	c := compile.NewWatched(m, results, places)
	return &Program{m, c, c.Program(), machine.New(c.Program())}
}

// Extend prepares another module, to evaluate its entries with values of this one's runs.
func (p *Program) Extend(m *typecheck.Module) *Program {
	return &Program{m, p.compiler.Extend(m), p.code, p.engine}
}

// Evaluate evaluates an entry with values of a run that waits. It fails where the entry
// may write references: what waits is only looked at.
func (p *Program) Evaluate(ctx context.Context, e Entry, args []View, o Options) (View, error) {
	fn, err := p.compiler.Prepare(e)
	if err != nil {
		return View{}, err
	}
	if writes(p.code.Snapshot(), fn) {
		return View{}, errWrites
	}
	return p.engine.Evaluate(ctx, fn, args, o)
}

var errWrites = errors.New("this may write a reference; what is evaluated here must leave the program as it is")

// writes reports whether the code of a function, or what it names, writes references.
func writes(image code.Image, fn int) bool {
	seen, todo := map[int]bool{fn: true}, []int{fn}
	for len(todo) > 0 {
		f := image.Functions[todo[len(todo)-1]]
		todo = todo[:len(todo)-1]
		for _, o := range image.Instructions(f) {
			if o == code.OpWrite {
				return true
			}
		}
		for _, next := range f.Calls {
			if !seen[next] {
				seen[next] = true
				todo = append(todo, next)
			}
		}
	}
	return false
}

// Entries lists the items that are top-level expressions.
func (p *Program) Entries() []int { return p.compiler.Expressions() }

// Run evaluates an entry: a top-level expression without arguments, or a
// definition with them.
func (p *Program) Run(ctx context.Context, e Entry, args []value.Value, o Options) (value.Value, Stats, error) {
	fn, err := p.compiler.Prepare(e)
	if err != nil {
		return nil, Stats{}, err
	}
	return p.engine.Run(ctx, fn, args, o)
}

// Type is the declared or inferred type of an entry's result; nil where there is
// no such entry.
func (p *Program) Type(e Entry) types.Type {
	fn, err := p.compiler.Prepare(e)
	if err != nil {
		return nil
	}
	return p.code.Snapshot().Functions[fn].Result
}
