package facts

import (
	"slices"
	"sync/atomic"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A callGraph says which definitions of a file stand in which: a definition
// that is named may be called. Imports form no circles, so that definitions
// that call each other are always in one file.
type callGraph struct {
	module   *typecheck.Module
	mentions []atomic.Pointer[[]string] // by item: the globals in it, once asked for
	called   []atomic.Pointer[[]int32]  // by item: see callees
}

func newCallGraph(m *typecheck.Module) *callGraph {
	g := &callGraph{module: m, mentions: make([]atomic.Pointer[[]string], m.Items()), called: make([]atomic.Pointer[[]int32], m.Items())}
	return g
}

// takeOver spares reading the items that stand as they were.
func (g *callGraph) takeOver(before *callGraph) {
	for i := range g.mentions {
		if j, ok := g.module.UnchangedFrom(i); ok {
			g.mentions[i].Store(before.mentions[j].Load())
		}
	}
}

// index is the number of an item in the module.
func (g *callGraph) index(item *syntax.Item) (int, bool) {
	return g.module.File().Index(item)
}

// callees are the items of the module whose definitions stand in item i, each
// once. What is imported is left out: it never leads back. The slice is the graph's.
func (g *callGraph) callees(i int32) []int32 {
	found := g.called[i].Load()
	if found == nil {
		found = &noCallees
		if callees := g.findCallees(i); len(callees) > 0 {
			found = &callees
		}
		g.called[i].Store(found)
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

// named are the globals that stand in an item, each once.
func (g *callGraph) named(i int32) []string {
	if names := g.mentions[i].Load(); names != nil {
		return *names
	}
	names := globals(g.module.File().Item(int(i)))
	if len(names) == 0 {
		g.mentions[i].Store(&noNames)
		return nil
	}
	g.mentions[i].Store(&names)
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
