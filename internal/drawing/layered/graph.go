package layered

import "github.com/fraccheck/fraccheck/internal/steps"

// A Graph is what is to be laid out. Nodes are best given in the order in which they
// should be read: of a cycle, the edges to earlier nodes lead back up.
type Graph struct {
	Nodes  []Node
	Edges  []Edge
	Across float64 // the least distance between neighbours in a layer
	Down   float64 // the distance between layers
	// Keep means that loose nodes stay in their order from left to right, whatever that
	// costs in crossings.
	Keep bool
	// Meter counts the work, and stops it where the context ends; nil does not.
	Meter *steps.Meter
}

// A Node is a box.
type Node struct {
	Width, Height float64
	Pin           Pin
}

// A Pin ties a node to the first layer or to the last one.
type Pin uint8

const (
	Loose Pin = iota
	First
	Last
)

// An Edge leads from the lower border of a node to the upper border of another one. Out
// and In are where on the borders, to the right of the nodes' centres.
type Edge struct {
	From, To int
	Out, In  float64
}

// A Point is a place; y grows downward.
type Point struct{ X, Y float64 }

// A Layout says where everything is. Its upper left corner is the origin.
type Layout struct {
	Width, Height float64
	Nodes         []Point   // the nodes' upper left corners
	Routes        [][]Point // by edge: see Route
	Layers        []Band    // from the top down
	Ranks         []int     // by node, its layer
	Backs         int       // how many edges lead back
}

// A Band is the height that a layer takes.
type Band struct{ Top, Bottom float64 }

// Layout lays the graph out. A route begins at the lower border of a node and ends at the
// upper border of another one; in between it has two points for each layer that it
// passes, where it enters and where it leaves it. An edge that leads back goes round to
// the right of all, by horizontal and vertical lines.
func (g *Graph) Layout() *Layout {
	l := &layout{Graph: g}
	l.rank()
	l.lay()
	l.order()
	l.place()
	return l.result()
}

// A layout is a Graph while it is laid out.
type layout struct {
	*Graph
	back   []bool  // by edge: it leads upward, or to its own node
	ranks  []int   // by node
	layers [][]int // elements, from left to right

	elements []element
	tracks   [][]int // by edge: the elements that it passes, from the top down
	above    [][]link
	below    [][]link
}

// An element has a place in a layer: a node, or where edges pass.
type element struct {
	node  int // -1 where edges pass
	rank  int
	width float64
	at    int     // in its layer
	x     float64 // of its centre
}

// A link is a piece of edges between elements of layers next to each other, seen from
// one of them.
type link struct {
	to          int
	here, there float64 // from the elements' centres
}
