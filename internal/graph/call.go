package graph

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// OperandType is the type of an operand where it is used; nil where none is given.
func (g *Graph) OperandType(o Operand) types.Type {
	if t := g.Info.Type(o.Node); t != nil || o.Value == None {
		return t
	}
	return g.Type(o.Value)
}

// OperatorCall is the operator's call that a value is, at the types of the item's text:
// what a figure of op.Cost asks for. It is nil where the value is no such call, or where a
// type is not known that the operator's relation has not accepted.
func (g *Graph) OperatorCall(v Value) *op.Call {
	a, ok := g.Info.Application(g.Node(v))
	if !ok || g.Kind(v) != Operation {
		return nil
	}
	c := &op.Call{Op: a.Op, Attrs: a.Attrs, Out: g.Type(v), Last: true}
	for i, o := range g.Operands(v) {
		if i >= len(a.Args) {
			break
		}
		t := g.OperandType(o)
		if a.Args[i] != syntax.NoNode && !known(t) {
			return nil
		}
		c.Args = append(c.Args, t)
	}
	if !known(c.Out) {
		return nil
	}
	return c
}

// known reports whether a type is not a variable, nor in error.
func known(t types.Type) bool {
	if t == nil {
		return false
	}
	switch types.Head(t).(type) {
	case *types.Var, *types.Bad:
		return false
	}
	return true
}
