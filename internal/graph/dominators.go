package graph

import "github.com/fraccheck/fraccheck/internal/digraph"

// A dominance is a tree of dominators.
type dominance struct{ tree *digraph.Tree }

// Dominator is the last value besides v itself through which everything goes
// that v is computed from, back to parameters, free variables and values of
// constants alone. Constants do not count (Kind.Constant); it is None where there
// is no such value.
func (g *Graph) Dominator(v Value) Value { return g.forward().parent(v, g.Len()) }

// Dominates reports whether everything that v is computed from goes through a, or
// a is v.
func (g *Graph) Dominates(a, v Value) bool { return g.forward().tree.Encloses(int32(a), int32(v)) }

// PostDominator is the first value besides v itself through which all goes that
// is computed from v, on to the result, to statements and to values that nothing
// uses. It is None where there is no such value.
func (g *Graph) PostDominator(v Value) Value { return g.backward().parent(v, g.Len()) }

// PostDominates reports whether all that is computed from v goes through a, or a is
// v.
func (g *Graph) PostDominates(a, v Value) bool {
	return g.backward().tree.Encloses(int32(a), int32(v))
}

// parent leaves out the entry or the exit, whose number is that after all
// values.
func (d *dominance) parent(v Value, end int) Value {
	if p := d.tree.Parent(int32(v)); p != int32(end) {
		return Value(p)
	}
	return None
}

// newDominance works out dominators from the entry or the exit, which gets the
// number after all values.
func newDominance(values int, edges []digraph.Edge) dominance {
	return dominance{digraph.NewTree(digraph.New(values+1, edges).Dominators(int32(values)))}
}

func (g *Graph) forward() *dominance {
	g.once.dominators.Do(func() {
		var edges []digraph.Edge
		for v := range Value(g.Len()) {
			if g.Kind(v).Constant() {
				continue
			}
			from := len(edges)
			for _, o := range g.Operands(v) {
				if o.Value != None && !g.Kind(o.Value).Constant() {
					edges = append(edges, digraph.Edge{From: int32(o.Value), To: int32(v)})
				}
			}
			if len(edges) == from {
				edges = append(edges, digraph.Edge{From: int32(g.Len()), To: int32(v)})
			}
		}
		g.dominators = newDominance(g.Len(), edges)
	})
	return &g.dominators
}

func (g *Graph) backward() *dominance {
	g.once.postdominators.Do(func() {
		var edges []digraph.Edge
		for v := range Value(g.Len()) {
			for _, u := range g.Uses(v) {
				user := int32(u.User)
				if u.User == None {
					user = int32(g.Len())
				}
				edges = append(edges, digraph.Edge{From: user, To: int32(v)})
			}
			if len(g.Uses(v)) == 0 {
				edges = append(edges, digraph.Edge{From: int32(g.Len()), To: int32(v)})
			}
		}
		g.postdominators = newDominance(g.Len(), edges)
	})
	return &g.postdominators
}
