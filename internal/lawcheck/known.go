package lawcheck

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// associative reports whether an operator is associative to the bit on elements
// of a type; folded from the right, it must be commutative as well.
func associative(o *op.Op, elem types.Type, fromRight bool) bool {
	if o == nil {
		return false
	}
	exact, _ := o.Laws.Associative.Of(elem)
	swaps, _ := o.Laws.Commutative.Of(elem)
	return exact && (swaps || !fromRight)
}

// known gives the operator that a function is, or applies to its two parameters
// in either order; nil for others.
func (c *checker) known(f syntax.NodeID) *op.Op {
	switch c.item.Kind(f) {
	case syntax.Paren:
		return c.known(c.item.Inner(f))
	case syntax.Name:
		return c.operatorOf(c.object(f))
	case syntax.Fn:
		return c.applied(f)
	}
	return nil
}

// operatorOf is the operator that an object is; nil for others.
func (c *checker) operatorOf(o *typecheck.Object) *op.Op {
	if o == nil || o.Kind != typecheck.OperatorObject {
		return nil
	}
	return c.pass.Module.Ops()[o.Op]
}

// applied gives the operator that a lambda applies.
func (c *checker) applied(f syntax.NodeID) *op.Op {
	fn := c.item.Fn(f)
	params, body := c.item.Kids(fn.Params), c.item.Block(fn.Body)
	if len(params) != 2 || fn.Body == syntax.NoNode || len(body.Statements) > 0 {
		return nil
	}
	o, args := c.operation(body.Result)
	if len(args) != 2 {
		return nil
	}
	first, second := c.parameter(params[0]), c.parameter(params[1])
	x, y := c.argument(args[0]), c.argument(args[1])
	if first == nil || second == nil || !(x == first && y == second || x == second && y == first) {
		return nil
	}
	return o
}

// operation is an operator with its operands, where no attribute is given.
func (c *checker) operation(n syntax.NodeID) (o *op.Op, args []syntax.NodeID) {
	a, ok := c.info.Application(c.info.Applied(n))
	if !ok || len(a.Places) > 0 {
		return nil, nil
	}
	return a.Op, a.Args
}

// parameter is the variable that a parameter binds.
func (c *checker) parameter(n syntax.NodeID) *typecheck.Object {
	if c.item.Kind(n) != syntax.Param {
		return nil
	}
	return c.object(c.item.Pattern(n))
}

// argument is the variable that an argument is.
func (c *checker) argument(n syntax.NodeID) *typecheck.Object {
	if kind := c.item.Kind(n); kind != syntax.Local && kind != syntax.Name || len(c.item.Kids(n)) > 0 {
		return nil
	}
	return c.object(n)
}
