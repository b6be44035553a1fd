package pairing

import (
	"hash/maphash"
	"slices"
)

// seed makes labels of one process comparable, and keeps who writes a model from finding two
// nodes with one label.
var seed = maphash.MakeSeed()

// A label is a hash of a node and of what it is connected with.
type label = uint64

// noLabel is the label of a node that is equal to no other one.
const noLabel label = 0

// mix combines labels in their order.
func mix(parts ...label) label {
	h := label(len(parts))
	for _, p := range parts {
		h = maphash.Comparable(seed, [2]label{h, p})
	}
	return h
}

func textLabel(s string) label { return maphash.String(seed, s) }

// A contents says how much of constants a label has.
type contents uint8

const (
	noContents    contents = iota // that there is one
	shapeContents                 // its type and shape
	allContents                   // its elements
)

// A labeler makes the labels of one graph. Graphs that are compared have labelers with the same
// names for inputs and outputs.
type labeler struct {
	*Graph
	with    contents
	inputs  []label // what represents each input
	outputs []label
	own     []label // of each node without what reads it: made when asked for
	done    []bool
	down    []label // from the inputs on
}

// node is the label of an operator and its attributes.
func (l *labeler) node(n *Node) label {
	h := textLabel(n.Op)
	for _, a := range n.Attributes {
		if !a.Default {
			h = mix(h, textLabel(a.Name), textLabel(a.Value))
		}
	}
	return h
}

// constant is the label of a constant.
func (l *labeler) constant(i int) label {
	c := &l.Constants[i]
	switch l.with {
	case allContents:
		return mix(3, c.Hash)
	case shapeContents:
		return mix(2, textLabel(c.Type), textLabel(c.Shape))
	}
	return 1
}

// operand is the label of what an operand is, from the inputs on.
func (l *labeler) operand(o *Operand) label {
	switch o.From {
	case FromInput:
		return mix(10, l.inputs[o.At])
	case FromNode:
		return mix(11, l.down[o.At], label(o.Out))
	case FromConstant:
		return mix(12, l.constant(o.At))
	case FromOuter:
		return mix(13, l.ownOf(o.At), textLabel(o.Graph), label(o.Out))
	}
	return 14
}

// ownOf is the label of a node from the inputs on, without the graphs that it holds.
func (l *labeler) ownOf(i int) label {
	if l.done[i] {
		return l.own[i]
	}
	n := &l.Nodes[i]
	parts := make([]label, 0, len(n.Operands))
	for k := range n.Operands {
		o := &n.Operands[k]
		parts = append(parts, mix(l.operand(o), textLabel(role(n, k))))
	}
	if n.Commutes {
		slices.Sort(parts)
	}
	l.own[i], l.done[i] = mix(l.node(n), mix(parts...)), true
	return l.own[i]
}

// role is what an operand is for; operands whose order does not matter have one role.
func role(n *Node, k int) string {
	if n.Commutes && k < len(n.Operands) {
		return ""
	}
	return n.operand(k).Role
}

// fromInputs labels the nodes by all that they are computed from.
func (l *labeler) fromInputs() []label {
	l.own, l.done, l.down = make([]label, len(l.Nodes)), make([]bool, len(l.Nodes)), make([]label, len(l.Nodes))
	for i := range l.Nodes {
		h := l.ownOf(i)
		for k := range l.Nodes[i].Inner {
			o := &l.Nodes[i].Inner[k]
			h = mix(h, l.operand(o), textLabel(o.Role))
		}
		l.down[i] = h
	}
	return l.down
}

// fromOutputs labels the nodes by all that is computed from them, and by their own constants.
func (l *labeler) fromOutputs(uses [][]use) []label {
	up := make([]label, len(l.Nodes))
	for i := len(l.Nodes) - 1; i >= 0; i-- {
		n := &l.Nodes[i]
		h := l.node(n)
		n.Read(func(k int, o *Operand) {
			if o.From == FromConstant {
				h = mix(h, l.constant(o.At), textLabel(role(n, k)))
			}
		})
		parts := make([]label, 0, len(uses[i]))
		for _, u := range uses[i] {
			if u.node < 0 {
				parts = append(parts, mix(20, l.outputs[-1-u.node], label(u.out)))
				continue
			}
			parts = append(parts, mix(21, up[u.node], textLabel(role(&l.Nodes[u.node], u.operand)), label(u.out)))
		}
		slices.Sort(parts)
		up[i] = mix(h, mix(parts...))
	}
	return up
}

// neighbours labels the nodes by those that are at most a radius away. Nodes that have a partner
// are what they are, whatever is around them: mirrored says that the partners, of A, give their
// numbers.
func (l *labeler) neighbours(partner []int, uses [][]use, radius int, mirrored bool) []label {
	now, next := make([]label, len(l.Nodes)), make([]label, len(l.Nodes))
	for i := range l.Nodes {
		n := &l.Nodes[i]
		now[i] = l.node(n)
		n.Read(func(k int, o *Operand) {
			if o.From == FromConstant {
				now[i] = mix(now[i], l.constant(o.At), textLabel(role(n, k)))
			}
		})
		if k := partner[i]; k != none && mirrored {
			now[i] = mix(30, label(k))
		} else if k != none {
			now[i] = mix(30, label(i))
		}
	}
	var parts []label
	for range radius {
		for i := range l.Nodes {
			if next[i] = now[i]; partner[i] != none {
				continue
			}
			n := &l.Nodes[i]
			parts = parts[:0]
			n.Read(func(k int, o *Operand) {
				if o.From == FromNode {
					parts = append(parts, mix(31, now[o.At], textLabel(role(n, k))))
				}
			})
			for _, u := range uses[i] {
				if u.node >= 0 {
					parts = append(parts, mix(32, now[u.node], textLabel(role(&l.Nodes[u.node], u.operand))))
				}
			}
			slices.Sort(parts)
			next[i] = mix(now[i], mix(parts...))
		}
		now, next = next, now
	}
	return now
}
