package evaluate

import (
	"context"
	"errors"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A snippet is an item that is read where a file's names are known, without
// standing in the file.
type snippet struct {
	text  string
	block int
	place workspace.Place // what represents it in messages
	shown []segment       // where its parts are there; nil where it stands as it is
}

// extend is the module of a file with snippets after its items. Only what the snippets need of the
// file is checked again. The file's own items keep their numbers, so that what was found of them
// before can be looked up; the slices are cut at their length, so that two extensions of one file
// do not write over each other.
func (p *Program) extend(snippets []snippet) *typecheck.Module {
	old := p.module.File()
	items := make([]*syntax.Item, len(snippets))
	for i, s := range snippets {
		items[i] = syntax.ParseItem(s.text)
	}
	file := old.With(items...)
	return typecheck.NewModule(typecheck.Config{
		File: file, Imports: p.module.Imports(), Prelude: p.module.Prelude(), Ops: p.module.Ops(),
		Implicit: !p.Source.Program(), Block: p.blocks(snippets), Partial: p.partial(),
		Constants: p.module.Constants(),
	})
}

// blocks are the blocks of a document that items are in, snippets after the others.
func (p *Program) blocks(snippets []snippet) []int {
	if p.Source.Program() {
		return nil
	}
	n := len(p.Source.BlockOf)
	blocks := p.Source.BlockOf[:n:n]
	for _, s := range snippets {
		blocks = append(blocks, s.block)
	}
	return blocks
}

// partial reports whether an import could not be read.
func (p *Program) partial() bool {
	imports := 0
	for _, item := range p.module.File().All() {
		if item.Kind(item.Root) == syntax.ItemImport {
			imports++
		}
	}
	return imports != len(p.module.Imports())
}

// An extendedModule is a module that is run, with the snippets after the file's items.
type extendedModule struct {
	program  *Program
	module   *typecheck.Module
	interp   *interp.Program
	snippets []snippet
}

// code compiles a file with snippets; without any it is what was compiled already.
func (p *Program) code(snippets []snippet) (extendedModule, error) {
	if len(snippets) == 0 {
		return extendedModule{p, p.module, p.interp, nil}, nil
	}
	m := p.extend(snippets)
	q, err := interp.Compile(m, nil)
	return extendedModule{p, m, q, snippets}, err
}

// run evaluates an entry; a fault of the interpreter becomes one with places in files.
func run(ctx context.Context, c extendedModule, e interp.Entry, args []value.Value, o interp.Options) Result {
	var r Result
	r.Value, r.Stats, r.Err = c.interp.Run(ctx, e, args, o)
	if r.Err == nil {
		r.Type = c.interp.Type(e)
	}
	var f *interp.Fault
	if errors.As(r.Err, &f) {
		r.Err = c.fault(f, e)
	}
	return r
}
