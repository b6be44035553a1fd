package facts

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/cells"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A callGraph says which definitions of a file are in which: a definition
// that is named may be called. Imports form no circles, so that definitions
// that call each other are always in one file.
type callGraph struct {
	module   *typecheck.Module
	mentions cells.Table[[]string, struct{}, cells.Unmeasured[[]string]] // the globals in items, once asked for
	called   cells.Sparse[[]int32]                                       // see callees
}

func newCallGraph(m *typecheck.Module) *callGraph {
	g := &callGraph{module: m}
	g.mentions.Make(m.Items())
	g.called.Make(m.Items())
	return g
}

// takeOver spares reading the items that are the same, whatever they see.
func (g *callGraph) takeOver(before *callGraph) {
	e := g.module.Edit()
	g.mentions.TakeOver(&before.mentions, g.module.Items(), cells.Edit{From: e.From, WasTo: e.WasTo, To: e.To}, true, func(*[]string) cells.Fate { return cells.Trusted })
}

// index is the number of an item in the module.
func (g *callGraph) index(item *syntax.Item) (int, bool) {
	return g.module.File().Index(item)
}

// callees are the items of the module whose definitions are in item i, each
// once. What is imported is left out: it never leads back. The slice is the graph's.
func (g *callGraph) callees(i int32) []int32 {
	found := g.called.Load(int(i))
	if found == nil {
		found = &noCallees
		if callees := g.findCallees(i); len(callees) > 0 {
			found = &callees
		}
		g.called.Store(int(i), found)
	}
	return *found
}

// What is kept of the many items that name no global.
var (
	noNames   []string
	noCallees []int32
)

func (g *callGraph) findCallees(i int32) []int32 {
	names := g.named(i)
	if len(names) == 0 {
		return nil
	}
	found := make([]int32, 0, len(names))
	for _, name := range names {
		o := g.module.Declared(name, g.module.BlockOf(int(i)))
		if o == nil || o.Kind != typecheck.DefObject {
			continue
		}
		if j, ok := g.index(o.Item); ok {
			found = append(found, int32(j))
		}
	}
	return found
}

// named are the globals that are in an item, each once.
func (g *callGraph) named(i int32) []string {
	if names := g.mentions.Latest(int(i)); names != nil {
		return *names
	}
	names := globals(g.module.File().Item(int(i)))
	if len(names) == 0 {
		g.mentions.Found.Store(int(i), &noNames)
		return nil
	}
	g.mentions.Found.Store(int(i), &names)
	return names
}

func globals(item *syntax.Item) []string {
	var names []string
	declared := item.Declared()
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		if item.Kind(n) == syntax.Global && n != declared {
			if names == nil {
				names = make([]string, 0, fewNames)
			}
			names = append(names, item.SourceText(n))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// fewNames is how many globals most items name that name any.
const fewNames = 4
