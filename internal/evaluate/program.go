package evaluate

import (
	"context"
	"sync"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Program is a file that can be run. It may be used from several goroutines.
type Program struct {
	Source *workspace.Source
	module *typecheck.Module
	interp *interp.Program
	typed  func(item int) *typecheck.Result // what is known of items already

	comments func() *commentCode
}

// Open prepares a file of a snapshot. Mistakes in it stop only what needs the
// mistaken definitions.
func Open(s *workspace.Snapshot, path string) (*Program, error) {
	source, err := s.Source(path)
	if err != nil {
		return nil, err
	}
	module, err := s.Module(path)
	if err != nil {
		return nil, err
	}
	p := &Program{Source: source, module: module}
	p.typed = func(i int) *typecheck.Result {
		r, _ := s.Result(path, i)
		return r
	}
	p.interp, err = interp.Compile(module, p.typed)
	p.comments = sync.OnceValue(p.readComments)
	return p, err
}

// Expressions are the items that are top-level expressions; in documents, of
// the blocks that are not shown as mistakes.
func (p *Program) Expressions() []int {
	var items []int
	r := commentReader{source: p.Source}
	for _, i := range p.interp.Entries() {
		if r.enter(i) {
			items = append(items, i)
		}
	}
	return items
}

// A Result is what an evaluation gave.
type Result struct {
	Value value.Value
	Type  types.Type
	Stats interp.Stats
	Err   error // a *Fault, or why it could not begin
}

// Run evaluates the top-level expression of an item.
func (p *Program) Run(ctx context.Context, item int, o interp.Options) Result {
	return run(ctx, extendedModule{p, p.module, p.interp, nil}, interp.Entry{Item: item}, nil, o)
}

// Free names a local that the expression of an item needs and nothing gives;
// it is empty for what can be run.
func (p *Program) Free(item int) string { return Free(p.module.Check(item).Info) }

// Check gives what keeps an item from being run: its errors.
func (p *Program) Check(item int) []syntax.Diagnostic {
	return mistakes(p.module, item)
}

// mistakes are the errors of an item.
func mistakes(m *typecheck.Module, i int) []syntax.Diagnostic {
	var found []syntax.Diagnostic
	for _, d := range append(m.File().Item(i).Errors, m.Check(i).Diagnostics...) {
		if d.Severity == codes.Error {
			found = append(found, d)
		}
	}
	return found
}

// Free finds a local that is no binder's: in documents, those are parameters.
func Free(info *typecheck.Info) string {
	item := info.Item
	binders := map[syntax.NodeID]bool{}
	name := ""
	item.Walk(item.Root, func(n syntax.NodeID) bool {
		switch item.Kind(n) {
		case syntax.Graph:
			binders[item.Graph(n).Name] = true
		case syntax.FreeVar:
			name = item.SourceText(item.FreeVar(n).Name)
		case syntax.Local:
			if o := info.Object(n); name == "" && o != nil && o.Node == n && o.Item == item && !binders[n] {
				name = o.Name
			}
		}
		return true
	})
	return name
}

// typeOf is the type of the expression of an item.
func typeOf(m *typecheck.Module, i int) types.Type {
	item := m.File().Item(i)
	return m.Check(i).Type(item.TopLevel(item.Root))
}
