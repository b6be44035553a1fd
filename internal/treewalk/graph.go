package treewalk

import "github.com/fraccheck/fraccheck/syntax"

// A binding is a graph binding of an activation: it is evaluated at its first use, in
// the scope of its place.
type binding struct {
	node  syntax.NodeID
	scope *scope // nil before its place is reached
	state bindingState
	value Value
}

type bindingState int

const (
	unused bindingState = iota
	running
	done
)

func (*binding) isValue() {}

// activation evaluates the body of a function: its graph bindings are seen in all of it.
func (m *machine) activation(body syntax.NodeID, s *scope) Value {
	for _, n := range m.graphs(body, nil) {
		s = &scope{bare(m.item.SourceText(m.item.Graph(n).Name)), &binding{node: n}, s}
	}
	return m.expr(body, s)
}

// graphs lists the graph bindings of a body but for those of functions in it.
func (m *machine) graphs(n syntax.NodeID, found []syntax.NodeID) []syntax.NodeID {
	switch m.item.Kind(n) {
	case syntax.Fn:
		return found
	case syntax.Graph:
		found = append(found, n)
	}
	for _, kid := range m.item.Kids(n) {
		if kid != syntax.NoNode {
			found = m.graphs(kid, found)
		}
	}
	return found
}

// reached notes the scope of a graph binding's place.
func (m *machine) reached(n syntax.NodeID, s *scope) {
	name := bare(m.item.SourceText(m.item.Graph(n).Name))
	for at := s; at != nil; at = at.outer {
		if b, ok := at.value.(*binding); ok && at.name == name && b.node == n {
			b.scope = s
			return
		}
	}
}

// use gives the value of what a name stands for.
func (m *machine) use(n syntax.NodeID, v Value) Value {
	b, ok := v.(*binding)
	switch {
	case !ok:
		return v
	case b.state == done:
		return b.value
	case b.state == running:
		m.fail(n, "cyclic-binding", "%s needs itself", m.item.SourceText(n))
	case b.scope == nil:
		m.unsupported(b.node) // used above its place
	}
	b.state = running
	b.value = m.expr(m.item.Graph(b.node).Value, b.scope)
	b.state = done
	return b.value
}
