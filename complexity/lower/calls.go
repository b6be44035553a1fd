package lower

import (
	"github.com/fraccheck/fraccheck/internal/digraph"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/treewalk"
)

// A callGraph is that of one program: it has an edge from a definition to each that its body names.
// It is explored from the definitions that are asked for, and each is read once.
type callGraph struct {
	numbers   map[*syntax.Item]int32
	items     []*syntax.Item // by number
	recursive []bool         // by number
	search    *digraph.Search
}

func newCallGraph(program *treewalk.Program) *callGraph {
	g := &callGraph{numbers: map[*syntax.Item]int32{}}
	g.search = digraph.NewSearch(func(v int32) []int32 { return g.named(program, v) }, g.component)
	return g
}

// recursive reports whether a function may call itself by its name.
func (r *readings) recursive(program *treewalk.Program, f *function) bool {
	if !f.definition {
		return f.self != ""
	}
	g := r.calls[program]
	if g == nil {
		g = newCallGraph(program)
		r.calls[program] = g
	}
	v := g.number(f.item)
	g.search.From(v)
	return g.recursive[v]
}

func (g *callGraph) number(item *syntax.Item) int32 {
	v, ok := g.numbers[item]
	if !ok {
		v = int32(len(g.items))
		g.numbers[item] = v
		g.items = append(g.items, item)
		g.recursive = append(g.recursive, false)
	}
	return v
}

// named are the definitions that the body of v names. One that names itself is recursive.
func (g *callGraph) named(program *treewalk.Program, v int32) (to []int32) {
	item := g.items[v]
	item.Walk(item.Body(), func(n syntax.NodeID) bool {
		if item.Kind(n) == syntax.Global {
			if d := program.Definition(item, item.SourceText(n)); d != nil {
				w := g.number(d)
				g.recursive[v] = g.recursive[v] || w == v
				to = append(to, w)
			}
		}
		return true
	})
	return to
}

func (g *callGraph) component(nodes []int32) {
	for _, v := range nodes {
		g.recursive[v] = g.recursive[v] || len(nodes) > 1
	}
}
