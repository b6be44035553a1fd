package graph_test

import (
	"slices"
	"testing"

	"github.com/fraccheck/fraccheck/internal/graph"
)

// An owning finds owners by the definition: by the paths of blocks from the whole
// to each use. It gives up where graph bindings need each other.
type owning struct {
	*graph.Graph
	owner  map[graph.Value]graph.Block
	within map[graph.Value]bool
	cyclic bool
}

func (o *owning) of(v graph.Value) graph.Block {
	if b, ok := o.owner[v]; ok || o.cyclic {
		return b
	}
	if o.cyclic = o.within[v]; o.cyclic {
		return 0
	}
	o.within[v] = true
	o.owner[v] = o.find(v)
	return o.owner[v]
}

func (o *owning) find(v graph.Value) graph.Block {
	written := o.path(o.Block(v))
	kind := o.Kind(v)
	if len(o.Uses(v)) == 0 || kind == graph.Parameter || kind == graph.Field || kind == graph.Free {
		return o.Block(v)
	}
	var common []graph.Block
	for i, u := range o.Uses(v) {
		path := o.path(u.Block)
		if u.User != graph.None && o.Block(u.User) == u.Block {
			path = o.path(o.of(u.User))
		}
		if i == 0 {
			common = path
		}
		for !slices.Equal(common, path[:min(len(common), len(path))]) {
			common = common[:len(common)-1]
		}
	}
	for end := len(common); end > 0; end-- {
		if o.function(common[:end]) == o.function(written) {
			return common[end-1]
		}
	}
	return common[len(common)-1]
}

// path are the blocks around a block, from the whole to itself, where values
// stand with their owners.
func (o *owning) path(b graph.Block) []graph.Block {
	if b == graph.Body || o.cyclic {
		return []graph.Block{graph.Body}
	}
	return append(slices.Clone(o.path(o.of(o.Blocks()[b].Opener))), b)
}

func (o *owning) function(path []graph.Block) graph.Block {
	for i := len(path) - 1; i > 0; i-- {
		if kind := o.Blocks()[path[i]].Kind; kind == graph.Lambda || kind == graph.Parallel {
			return path[i]
		}
	}
	return graph.Body
}

func TestOwners(t *testing.T) {
	held := 0
	eachProgram(t, func(t *testing.T, g *graph.Graph) {
		o := &owning{g, map[graph.Value]graph.Block{}, map[graph.Value]bool{}, false}
		for v := range graph.Value(g.Len()) {
			o.of(v)
		}
		for v := range graph.Value(g.Len()) {
			got := g.Owner(v)
			if !o.cyclic && got != o.of(v) {
				t.Errorf("block %d owns v%d, not %d", o.of(v), v, got)
			}
			if got != g.Block(v) {
				held++
			}
		}
	})
	if held < 500 {
		t.Errorf("only %d values have another owner than the block in which they are written", held)
	}
}

// maxBrute bounds the graphs for which every pair of values is looked at.
const maxBrute = 120

func TestDominators(t *testing.T) {
	eachProgram(t, func(t *testing.T, g *graph.Graph) {
		if g.Len() > maxBrute {
			return
		}
		constant := func(v graph.Value) bool { return g.Kind(v).Constant() }
		begin, before := make([]bool, g.Len()), make([][]graph.Value, g.Len())
		finish, after := make([]bool, g.Len()), make([][]graph.Value, g.Len())
		for v := range graph.Value(g.Len()) {
			begin[v] = !constant(v)
			finish[v] = len(g.Uses(v)) == 0
			for _, u := range g.Uses(v) {
				finish[v] = finish[v] || u.User == graph.None
			}
			for _, o := range g.Operands(v) {
				if o.Value != graph.None {
					before[o.Value] = append(before[o.Value], v)
					begin[v] = begin[v] && constant(o.Value)
				}
				if o.Value != graph.None {
					after[v] = append(after[v], o.Value)
				}
			}
		}
		holdDominance(t, "dominates", g.Dominates, begin, before)
		holdDominance(t, "post-dominates", g.PostDominates, finish, after)
	})
}

// holdDominance takes each value away and looks at what can still be reached.
func holdDominance(t *testing.T, what string, dominates func(a, v graph.Value) bool, begin []bool, next [][]graph.Value) {
	t.Helper()
	all := reached(begin, next, graph.None)
	for a := range graph.Value(len(begin)) {
		without := reached(begin, next, a)
		for v := range without {
			want := graph.Value(v) == a || all[v] && all[a] && !without[v]
			if got := dominates(a, graph.Value(v)); got != want {
				t.Errorf("v%d %s v%d: %v", a, what, v, got)
			}
		}
	}
}

func reached(begin []bool, next [][]graph.Value, without graph.Value) []bool {
	seen := make([]bool, len(begin))
	var queue []graph.Value
	reach := func(v graph.Value) {
		if v != without && !seen[v] {
			seen[v] = true
			queue = append(queue, v)
		}
	}
	for v, first := range begin {
		if first {
			reach(graph.Value(v))
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, w := range next[queue[0]] {
			reach(w)
		}
	}
	return seen
}
