package normalform

import (
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// anticipate evaluates, before the branches of an `if` or a match, the graph
// bindings that every branch evaluates before it does anything else: nothing happens
// in between.
func (l *lowering) anticipate(v graph.Value, f frameID) {
	if !l.does.Own(l.graph.Node(v)).Total() {
		return // no clause may fit
	}
	name := syntax.NoNode
	for _, o := range l.graph.Operands(v)[1:] {
		first := l.firstRead(o.Node)
		if first == syntax.NoNode || name != syntax.NoNode && first != name || l.info.Index().Within(first, o.Node) {
			return
		}
		name = first
	}
	if name == syntax.NoNode {
		return
	}
	statement := l.info.Index().Parent(name)
	l.then(func() { l.anticipate(v, f) })
	l.ensure(name, l.item.Graph(statement).Value, statement, f)
}

// firstRead is the graph binding that an expression evaluates before all else, by
// its variable's node; NoNode where there is none.
func (l *lowering) firstRead(n syntax.NodeID) syntax.NodeID {
	name, _ := l.findRead(n, 0)
	return name
}

// maxLook bounds how deep a branch is looked into.
const maxLook = 50

// findRead is firstRead, and whether the search ends here.
func (l *lowering) findRead(n syntax.NodeID, depth int) (name syntax.NodeID, end bool) {
	if depth > maxLook || n == syntax.NoNode {
		return syntax.NoNode, true
	}
	switch l.item.Kind(n) {
	case syntax.Graph:
		return syntax.NoNode, false
	case syntax.Paren, syntax.Block:
		return l.findAmong(l.item.Kids(n), depth)
	case syntax.Let:
		return l.findRead(l.item.Let(n).Value, depth+1)
	}
	if o := l.variable(n); o != nil && o.Item == l.item {
		return l.unread(o.Node)
	}
	return l.findInValue(n, depth)
}

func (l *lowering) findAmong(nodes []syntax.NodeID, depth int) (syntax.NodeID, bool) {
	for _, n := range nodes {
		if name, end := l.findRead(n, depth+1); end || name != syntax.NoNode {
			return name, end
		}
	}
	return syntax.NoNode, false
}

// unread is a graph variable that has no value yet.
func (l *lowering) unread(binder syntax.NodeID) (syntax.NodeID, bool) {
	statement := l.info.Index().Parent(binder)
	g := &l.graphs
	switch {
	case l.item.Kind(statement) != syntax.Graph || l.item.Graph(statement).Name != binder:
		return syntax.NoNode, false
	case l.vars[binder] != none && (g.tracked[binder] == nil || g.available(binder)), g.working[binder]:
		return syntax.NoNode, false
	}
	return binder, true
}

// findInValue looks at the operands of a value.
func (l *lowering) findInValue(n syntax.NodeID, depth int) (syntax.NodeID, bool) {
	v := l.graph.At(n)
	if v == graph.None {
		return syntax.NoNode, true
	}
	at := l.graph.Node(v)
	for _, o := range l.graph.Operands(v) {
		if o.Block != l.graph.Block(v) {
			return syntax.NoNode, true
		}
		if o.Node == syntax.NoNode || o.Node == at {
			continue
		}
		if name, end := l.findRead(o.Node, depth+1); end || name != syntax.NoNode {
			return name, end
		}
	}
	own := l.does.Own(at)
	return syntax.NoNode, !movable(own)
}
