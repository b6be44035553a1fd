package order

import (
	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A walk follows the evaluation of one function's body and builds the tree of its steps. The
// operands of a value are below it, and a graph binding is below its first read. The walk keeps an
// explicit stack, because a chain of graph bindings may be longer than a goroutine's stack allows.
type walk struct {
	*graph.Graph
	item     *syntax.Item
	does     *effect.Info
	function graph.Block
	tasks    []func()
	steps    []step
	met      map[syntax.NodeID]bool // graph variables that have been read
	at       map[graph.Value]int32  // the step that evaluates a value
	ends     int32                  // how many steps have ended
	accesses []access
}

// A step is one node of the tree. Steps are numbered as they begin.
type step struct {
	parent, depth int32
	last          int32       // the last step below it
	end           int32       // its number among the ends
	reads         graph.Value // the value of the variable that the step reads, or None
	siblings      bool        // only the text determines the order of the steps directly below
}

func newWalk(g *graph.Graph, does *effect.Info, function graph.Block) *walk {
	return &walk{
		Graph: g, item: g.Info.Item, does: does, function: function,
		steps: []step{{parent: -1, reads: graph.None}},
		met:   map[syntax.NodeID]bool{}, at: map[graph.Value]int32{},
	}
}

func (w *walk) run() {
	w.visit(w.Blocks()[w.function].Node, 0, w.function)
	for len(w.tasks) > 0 {
		last := len(w.tasks) - 1
		task := w.tasks[last]
		w.tasks = w.tasks[:last]
		task()
	}
}

func (w *walk) then(task func()) { w.tasks = append(w.tasks, task) }

// visit schedules an expression to be evaluated next, below a step.
func (w *walk) visit(n syntax.NodeID, below int32, b graph.Block) {
	if n != syntax.NoNode {
		w.then(func() { w.evaluate(n, below, b) })
	}
}

// begin adds a step. It ends when the tasks that are scheduled after this call are done.
func (w *walk) begin(below int32, siblings bool, atEnd func()) int32 {
	s := int32(len(w.steps))
	w.steps = append(w.steps, step{parent: below, depth: w.steps[below].depth + 1, reads: graph.None, siblings: siblings})
	w.then(func() {
		w.steps[s].last, w.steps[s].end = int32(len(w.steps)-1), w.ends
		w.ends++
		if atEnd != nil {
			atEnd()
		}
	})
	return s
}

func (w *walk) evaluate(n syntax.NodeID, below int32, b graph.Block) {
	switch w.item.Kind(n) {
	case syntax.Paren:
		w.visit(w.item.Inner(n), below, b)
		return
	case syntax.Block:
		w.block(n, below, b)
		return
	case syntax.Local:
		w.local(n, below, b)
		return
	case syntax.Segment:
		if local := w.Info.Index().Parent(n); w.Info.LateDivision(local) != n {
			w.local(local, below, b)
			return
		}
	case syntax.Binary, syntax.Unary:
		w.visit(w.Info.Applied(n), below, b)
		return
	}
	if w.item.Kind(n) != syntax.Segment && w.variable(n) != nil {
		w.mention(n, below, b)
		return
	}
	if v := w.At(n); v != graph.None {
		w.value(v, below, b)
	}
}

// block evaluates statements, which `;` and `let` order.
func (w *walk) block(n syntax.NodeID, below int32, b graph.Block) {
	s := w.begin(below, false, nil)
	kids := w.item.Kids(n)
	for i := len(kids) - 1; i >= 0; i-- {
		switch w.item.Kind(kids[i]) {
		case syntax.Graph:
		case syntax.Let:
			w.visit(w.item.Let(kids[i]).Value, s, b)
		default:
			w.visit(kids[i], s, b)
		}
	}
}

// local is a variable, and what a division in its tail names that is not late.
func (w *walk) local(n syntax.NodeID, below int32, b graph.Block) {
	s := w.Info.Division(n)
	if s != w.Info.LateDivision(n) && w.variable(s) != nil {
		w.then(func() { w.mention(s, below, b) })
	}
	w.then(func() { w.mention(n, below, b) })
}

// value evaluates the operands of a value in their order, then the value. An operand
// in a block of its own waits for what decides about the block; the bodies of
// functions are evaluated at another time.
func (w *walk) value(v graph.Value, below int32, b graph.Block) {
	operands := w.Operands(v)
	siblings := true
	for _, o := range operands {
		siblings = siblings && o.Block == w.Block(v)
	}
	s := w.begin(below, siblings, nil)
	w.at[v] = s
	w.then(func() { w.access(v, s) })
	if w.Kind(v) == graph.Function {
		return
	}
	for i := len(operands) - 1; i >= 0; i-- {
		o := operands[i]
		switch {
		case o.Node == syntax.NoNode:
		case o.Node == w.Node(v): // the divisor of a division in a variable's tail
			if w.variable(o.Node) != nil {
				w.then(func() { w.mention(o.Node, s, b) })
			}
		case o.Block != w.Block(v):
			w.visit(o.Node, s, o.Block)
		default:
			w.visit(o.Node, s, b)
		}
	}
}

// mention reads a variable. A graph binding of this function is evaluated at its first read.
func (w *walk) mention(n syntax.NodeID, below int32, b graph.Block) {
	o := w.variable(n)
	v := w.At(n)
	if o == nil || o.Item != w.item {
		return
	}
	s := w.begin(below, false, nil)
	w.steps[s].reads = w.standsFor(o, v)
	if v != graph.None && w.Kind(v) == graph.Read {
		w.then(func() { w.accesses = append(w.accesses, access{s, n, target{variable: o}, false}) })
	}
	statement := w.Info.Index().Parent(o.Node)
	if w.item.Kind(statement) != syntax.Graph || w.item.Graph(statement).Name != o.Node || w.met[o.Node] {
		return
	}
	w.met[o.Node] = true
	if w.firstHere(w.At(o.Node), b) {
		w.visit(w.item.Graph(statement).Value, s, b)
	}
}

// standsFor returns the value that a use of a variable reads.
func (w *walk) standsFor(o *typecheck.Object, v graph.Value) graph.Value {
	if bound := w.At(o.Node); bound != graph.None {
		return bound
	}
	return v
}

// firstHere reports whether a read in block b evaluates v: v belongs to this function, and all its
// uses lie in b or in blocks inside it.
func (w *walk) firstHere(v graph.Value, b graph.Block) bool {
	if v == graph.None || w.Blocks()[w.Block(v)].Function != w.function {
		return false
	}
	if w.Block(v) == b {
		return true
	}
	for _, u := range w.Uses(v) {
		at := u.Block
		for at != b && at != graph.Body {
			at = w.Blocks()[at].Around
		}
		if at != b {
			return false
		}
	}
	return true
}

func (w *walk) variable(n syntax.NodeID) *typecheck.Object {
	if o := w.Info.Object(n); o != nil && o.Kind == typecheck.LocalObject {
		return o
	}
	return nil
}
