package pairing

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomGraph is a network of a random structure: layers with weights, activations, sums over
// skipped layers, and blocks that are alike.
func randomGraph(r *rand.Rand, layers int) *Graph {
	g := &Graph{Inputs: []Input{{"x", "T"}}}
	values := []Operand{{From: FromInput}}
	add := func(op string, attributes []Attribute, operands ...Operand) {
		for i := range operands {
			operands[i].Role = fmt.Sprint(i)
		}
		g.Nodes = append(g.Nodes, Node{Name: fmt.Sprintf("n%d", len(g.Nodes)), Op: op, Attributes: attributes, Operands: operands, Commutes: op == "Add"})
		values = append(values, Operand{From: FromNode, At: len(g.Nodes) - 1})
	}
	last := func() Operand { return values[len(values)-1] }
	for range layers {
		switch r.IntN(5) {
		case 0, 1:
			add("Conv", []Attribute{{Name: "strides", Value: fmt.Sprint(1 + r.IntN(2))}}, last(), g.constant(r, 8))
		case 2:
			add([]string{"Relu", "Tanh", "Sigmoid"}[r.IntN(3)], nil, last())
		case 3:
			add("Add", nil, last(), values[max(0, len(values)-1-r.IntN(5))])
		case 4:
			add("Gemm", []Attribute{{Name: "alpha", Value: fmt.Sprint(r.IntN(2))}}, last(), g.constant(r, 4), g.constant(r, 1))
		}
	}
	g.Outputs = []Output{{"y", last()}}
	return g
}

func (g *Graph) constant(r *rand.Rand, extent int) Operand {
	g.Constants = append(g.Constants, Constant{Name: fmt.Sprintf("c%d", len(g.Constants)), Type: "float32", Shape: fmt.Sprint(extent), Hash: r.Uint64()})
	return Operand{From: FromConstant, At: len(g.Constants) - 1}
}

// clone copies a graph.
func (g *Graph) clone() *Graph {
	c := &Graph{Inputs: slices.Clone(g.Inputs), Outputs: slices.Clone(g.Outputs), Constants: slices.Clone(g.Constants)}
	for _, n := range g.Nodes {
		n.Operands, n.Attributes = slices.Clone(n.Operands), slices.Clone(n.Attributes)
		c.Nodes = append(c.Nodes, n)
	}
	return c
}

// shuffled puts the nodes of a graph in another order in which each follows what it reads, under
// other names, and gives where each came to be.
func (g *Graph) shuffled(r *rand.Rand) (*Graph, []int) {
	c, at := &Graph{Inputs: g.Inputs, Constants: g.Constants}, filled(len(g.Nodes))
	moved := func(o Operand) Operand {
		if o.From == FromNode {
			o.At = at[o.At]
		}
		return o
	}
	for len(c.Nodes) < len(g.Nodes) {
		var ready []int
		for i := range g.Nodes {
			if at[i] == none && !slices.ContainsFunc(g.Nodes[i].Operands, func(o Operand) bool { return o.From == FromNode && at[o.At] == none }) {
				ready = append(ready, i)
			}
		}
		i := ready[r.IntN(len(ready))]
		at[i] = len(c.Nodes)
		n := g.Nodes[i]
		n.Name, n.Operands = fmt.Sprintf("m%d", len(c.Nodes)), slices.Clone(n.Operands)
		for k, o := range n.Operands {
			n.Operands[k] = moved(o)
		}
		c.Nodes = append(c.Nodes, n)
	}
	for _, out := range g.Outputs {
		out.Operand = moved(out.Operand)
		c.Outputs = append(c.Outputs, out)
	}
	return c, at
}

func TestPairShuffled(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		a := randomGraph(r, 5+r.IntN(60))
		b, _ := a.shuffled(r)
		if found := Pair(a, b).Differences(); len(found) > 0 {
			t.Errorf("seed %d: %+v", seed, found)
		}
	}
}

// change makes one change of a graph that means something, and says which difference it is.
func change(r *rand.Rand, g *Graph) (kind Kind, node string) {
	i := r.IntN(len(g.Nodes))
	n := &g.Nodes[i]
	weight := slices.IndexFunc(n.Operands, func(o Operand) bool { return o.From == FromConstant })
	switch r.IntN(5) {
	case 0:
		if weight >= 0 {
			c := g.Constants[n.Operands[weight].At]
			c.Hash++
			g.Constants = append(g.Constants, c)
			n.Operands[weight].At = len(g.Constants) - 1
			return Weights, n.Name
		}
	case 1:
		if len(n.Attributes) > 0 {
			n.Attributes[0].Value += "0"
			return AttributeValue, n.Name
		}
	case 2:
		if n.Op == "Relu" || n.Op == "Tanh" || n.Op == "Sigmoid" {
			n.Op = "Elu"
			return Operator, n.Name
		}
	case 3:
		g.insert(i)
		return Added, "new"
	case 4:
		if len(n.Operands) > 1 && n.Operands[0].From == FromNode && n.Op != "Add" {
			at := n.Operands[0].At
			if from := g.Nodes[at].Operands[0]; from.From == FromNode && at > 1 {
				from.Role = "0"
				n.Operands[0] = from
				return Rewired, n.Name
			}
		}
	}
	return "", ""
}

// insert puts a node after the i-th one, before all that reads it.
func (g *Graph) insert(i int) {
	next := func(o *Operand) {
		if o.From == FromNode && o.At >= i {
			o.At++
		}
	}
	for k := i + 1; k < len(g.Nodes); k++ {
		for p := range g.Nodes[k].Operands {
			next(&g.Nodes[k].Operands[p])
		}
	}
	for k := range g.Outputs {
		next(&g.Outputs[k].Operand)
	}
	g.Nodes = slices.Insert(g.Nodes, i+1, Node{Name: "new", Op: "Softplus", Operands: []Operand{{Role: "0", From: FromNode, At: i}}})
}

// TestChanges plants a change in a network that is renamed and reordered besides, and expects
// that difference alone. Where a value is read by nobody any more, or the change can be
// explained by another one as well, more than one difference is right: those are few.
func TestChanges(t *testing.T) {
	tried, exact := 0, 0
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 2))
		a := randomGraph(r, 5+r.IntN(60))
		b := a.clone()
		kind, node := change(r, b)
		if kind == "" {
			continue
		}
		tried++
		was := b.names()
		b, at := b.shuffled(r)
		found := Pair(a, b).Differences()
		if kind == Added {
			node = b.Nodes[at[slices.Index(was, "new")]].Name
		}
		if len(found) == 1 && found[0].Kind == kind && found[0].Name == node {
			exact++
		} else {
			t.Logf("seed %d: %s of %s: %+v", seed, kind, node, found)
		}
	}
	if tried < 500 || exact*100 < tried*98 {
		t.Errorf("%d of %d changes are found exactly", exact, tried)
	}
}

func (g *Graph) names() (names []string) {
	for _, n := range g.Nodes {
		names = append(names, n.Name)
	}
	return names
}

// TestManyChanges plants up to six changes, and in half of the networks gives every constant
// other elements, as training does: the nodes that no change touches are paired all the same.
func TestManyChanges(t *testing.T) {
	tried, exact := 0, 0
	for seed := range uint64(600) {
		r := rand.New(rand.NewPCG(seed, 3))
		a := randomGraph(r, 20+r.IntN(80))
		b := a.clone()
		want := map[string]Kind{}
		added := 0
		for range 1 + r.IntN(6) {
			before := b.clone()
			kind, node := change(r, b)
			if _, twice := want[node]; twice || kind == Added && added > 0 || node == "new" && kind != Added {
				b = before
				continue
			}
			if kind == Added {
				added++
			}
			if kind != "" {
				want[node] = kind
			}
		}
		trained := r.IntN(2) == 0
		if trained {
			for i := range b.Constants {
				b.Constants[i].Hash++
			}
		}
		b, _ = b.shuffled(r)
		good := true
		for _, d := range Pair(a, b).Differences() {
			name := d.Name
			if d.Kind == Added {
				name = "new"
			}
			if want[name] != d.Kind && !(trained && d.Kind == Weights) {
				good = false
			}
			if want[name] == d.Kind {
				delete(want, name)
			}
		}
		tried++
		if good && len(want) == 0 {
			exact++
		} else {
			t.Logf("seed %d: not found %v", seed, want)
		}
	}
	if exact*100 < tried*95 {
		t.Errorf("%d of %d networks are compared exactly", exact, tried)
	}
}
