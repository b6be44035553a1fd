package interp

import (
	"context"

	"github.com/fraccheck/fraccheck/interp/code"
	"github.com/fraccheck/fraccheck/interp/compile"
	"github.com/fraccheck/fraccheck/interp/machine"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
	"github.com/fraccheck/fraccheck/value"
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
