package pairing

// A Graph is what a model, or a function of it, computes. Graphs inside of nodes are part of
// it: their nodes come before the node that holds them, and after all that they read of
// the graph around.
type Graph struct {
	Nodes     []Node
	Inputs    []Input
	Outputs   []Output
	Constants []Constant
}

// A Node is a call of an operator.
type Node struct {
	Name       string
	Op         string
	Attributes []Attribute // by name, with those that are left to their defaults
	Operands   []Operand
	Inner      []Operand // the results of the graphs that it holds
	Commutes   bool      // the order of its operands does not matter
	Types      []string  // of its results, as messages write them; "" for one that is not known
}

// An Attribute is a constant that belongs to a node.
type Attribute struct {
	Name, Value string
	Written     string // as the model has it, where Value is another form of it
	Default     bool   // it says what holds without it
}

// same reports whether two attributes of one name say the same: in either form, since one graph
// may know too little to have the other form.
func (a *Attribute) same(b *Attribute) bool { return a.Value == b.Value || a.text() == b.text() }

// An Origin is the sort of place that an operand comes from.
type Origin uint8

// The origins of operands.
const (
	Omitted      Origin = iota
	FromInput           // of the graph
	FromNode            // a result
	FromConstant        //
	FromOuter           // what the node that holds a graph gives to it: a state of a loop
)

// An Operand is a value that a node reads.
type Operand struct {
	Role string // its place among the operands: operands of one role correspond
	Name string // what the operator calls it; "" for its role
	From Origin
	At   int // index of the input, node or constant
	Out  int // of a node, which result
	// Graph is the attribute with the graph that FromOuter is given to.
	Graph string
}

// An Input is a value that a graph is given.
type Input struct {
	Name, Type string
}

// An Output is a value that a graph gives.
type Output struct {
	Name string
	Operand
}

// A Constant is a weight or another value that is part of the model.
type Constant struct {
	Name  string
	Type  string // of its elements
	Shape string
	Hash  uint64 // of its type, its shape and its elements
}

// Read visits the operands of a node and the results of the graphs that it holds.
func (n *Node) Read(visit func(k int, o *Operand)) {
	for k := range n.Operands {
		visit(k, &n.Operands[k])
	}
	for k := range n.Inner {
		visit(len(n.Operands)+k, &n.Inner[k])
	}
}

// operand is the k-th of what Read visits.
func (n *Node) operand(k int) *Operand {
	if k < len(n.Operands) {
		return &n.Operands[k]
	}
	return &n.Inner[k-len(n.Operands)]
}

// A use is a node that reads a result, and which of its operands that is. The node -1-i is the
// i-th output of the graph.
type use struct {
	node, operand, out int
}

// uses are the readers of each node's results, and of what it gives to the graphs that it holds.
func (g *Graph) uses() (all, outer [][]use) {
	all, outer = make([][]use, len(g.Nodes)), make([][]use, len(g.Nodes))
	for i := range g.Nodes {
		g.Nodes[i].Read(func(k int, o *Operand) {
			switch o.From {
			case FromNode:
				all[o.At] = append(all[o.At], use{i, k, o.Out})
			case FromOuter:
				outer[o.At] = append(outer[o.At], use{i, k, o.Out})
			}
		})
	}
	for i := range g.Outputs {
		if o := &g.Outputs[i]; o.From == FromNode {
			all[o.At] = append(all[o.At], use{-1 - i, 0, o.Out})
		}
	}
	return all, outer
}
