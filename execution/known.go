package execution

import (
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
)

// A law says of what elements an operator is exactly associative.
type law struct {
	integers, bools, fractals bool
	commutative               bool
}

// laws are the operators that are associative whatever their arguments: none
// is of floats, which round.
var laws = map[string]law{
	"add":         {integers: true, commutative: true},
	"multiply":    {integers: true, commutative: true},
	"maximum":     {integers: true, commutative: true},
	"minimum":     {integers: true, commutative: true},
	"bitwise_and": {integers: true, commutative: true},
	"bitwise_or":  {integers: true, commutative: true},
	"bitwise_xor": {integers: true, commutative: true},
	"logical_and": {bools: true, commutative: true},
	"logical_or":  {bools: true, commutative: true},
	"logical_xor": {bools: true, commutative: true},
	"join":        {fractals: true},
}

// holds tells whether the law is one of a type.
func (l law) holds(t types.Type) bool {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		return l.integers && t.Dtype.IsInteger() || l.bools && t.Dtype == types.Bool
	case *types.Fractal:
		return l.fractals
	}
	return false
}

// known gives the law of a function that is an operator, or applies one to its
// two parameters in either order.
func (c *checker) known(f syntax.NodeID) (law, bool) {
	switch c.item.Kind(f) {
	case syntax.Paren:
		return c.known(c.item.Kid(f, 0))
	case syntax.Name:
		if o := c.object(f); o != nil && o.Kind == typecheck.OperatorObject {
			l, ok := laws[o.Op]
			return l, ok
		}
	case syntax.Fn:
		return c.applied(f)
	}
	return law{}, false
}

// applied gives the law of the operator that a lambda applies.
func (c *checker) applied(f syntax.NodeID) (law, bool) {
	params, body := c.item.Kids(c.item.Kid(f, 1)), c.item.Kid(f, 3)
	if len(params) != 2 || body == syntax.NoNode || len(c.item.Kids(body)) != 1 {
		return law{}, false
	}
	name, args := c.operation(c.item.Kid(body, 0))
	if len(args) != 2 {
		return law{}, false
	}
	first, second := c.parameter(params[0]), c.parameter(params[1])
	x, y := c.argument(args[0]), c.argument(args[1])
	if first == nil || second == nil || !(x == first && y == second || x == second && y == first) {
		return law{}, false
	}
	l, ok := laws[name]
	return l, ok
}

// operation is an operator with its operands.
func (c *checker) operation(n syntax.NodeID) (name string, args []syntax.NodeID) {
	switch c.item.Kind(n) {
	case syntax.Paren:
		return c.operation(c.item.Kid(n, 0))
	case syntax.Binary:
		if kids := c.item.Kids(n); len(kids) == 3 {
			return typecheck.Infix(syntax.TokenKind(c.item.Node(kids[1]).Data)), []syntax.NodeID{kids[0], kids[2]}
		}
	case syntax.Call:
		if call := c.info.OperatorCall(n); call != nil && len(c.item.Kids(n)) == 3 {
			return call.Op.Name, call.Args
		}
	}
	return "", nil
}

// parameter is the variable that a parameter binds.
func (c *checker) parameter(n syntax.NodeID) *typecheck.Object {
	if c.item.Kind(n) != syntax.Param {
		return nil
	}
	return c.object(c.item.Kid(n, 0))
}

// argument is the variable that an argument is.
func (c *checker) argument(n syntax.NodeID) *typecheck.Object {
	if kind := c.item.Kind(n); kind != syntax.Local && kind != syntax.Name || len(c.item.Kids(n)) > 0 {
		return nil
	}
	return c.object(n)
}
