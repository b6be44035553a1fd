package treewalk

import "github.com/fraccheck/fraccheck/internal/syntax"

// A binding is a graph binding of an activation: it is evaluated at its first use, in
// the scope of its place.
type binding struct {
	node  syntax.NodeID
	scope *scope // nil before its place is reached
	start int64  // of the block of its place
	state bindingState
	value Value
	ready int64 // the time at which the value was
}

// A bindingState is how far a graph binding is evaluated: one that is needed while it is being
// evaluated is a cycle.
type bindingState int

const (
	unused bindingState = iota
	running
	done
)

func (*binding) isValue() {}

// activation evaluates the body of a function: its graph bindings are seen in all of it.
func (m *machine) activation(body syntax.NodeID, s *scope) Value {
	for _, n := range m.bindings(body) {
		s = &scope{name: bare(m.item.SourceText(m.item.Graph(n).Name)), value: &binding{node: n}, outer: s}
	}
	return m.expr(body, s)
}

// bindings are the graph bindings of a body, looked for once.
func (m *machine) bindings(body syntax.NodeID) []syntax.NodeID {
	at := site{m.item, body}
	found, known := m.program.graphs[at]
	if !known {
		found = m.graphs(body, nil)
		m.program.graphs[at] = found
	}
	return found
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
			b.scope, b.start = s, m.start
			return
		}
	}
}

// use gives the value of what a name stands for.
func (m *machine) use(n syntax.NodeID, found *scope) Value {
	b, ok := found.value.(*binding)
	switch {
	case !ok:
		return m.known(found.value, found.ready)
	case b.state == done:
		return m.known(b.value, b.ready)
	case b.state == running:
		m.fail(n, "cyclic-binding", "%s needs itself", m.item.SourceText(n))
	case b.scope == nil:
		m.unsupported(b.node) // used above its place
	}
	b.state = running
	b.value = m.within(b.start, m.item.Graph(b.node).Value, b.scope)
	b.state, b.ready = done, m.ready
	return m.known(b.value, b.ready)
}

// known is a value that was ready at a time.
func (m *machine) known(v Value, ready int64) Value {
	m.ready = ready
	m.free()
	return v
}
