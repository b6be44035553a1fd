package sharing

import (
	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

const (
	// fewest is how many operations are worth a name, and dear how many of them
	// in each call of a function are.
	fewest = 3
	dear   = 16
)

// worthwhile reports whether v is a call, or the application of an operator that is more than a few
// operations, which depend on some variable.
func (c *checker) worthwhile(v graph.Value) bool {
	return !c.constant[v] && c.weighs(v, fewest)
}

// weighs reports whether v is a value whose expression takes at least so many operations, or does
// not take the same number of them in each run.
func (c *checker) weighs(v graph.Value, least int64) bool {
	if k := c.Kind(v); k != graph.Operation && k != graph.Call {
		return false
	}
	values, all := c.inside(v)
	sum := types.Const(0)
	for _, u := range values {
		if work, known := c.work(u); known {
			sum = sum.Add(work)
		} else {
			return true
		}
	}
	n, ok := sum.Const()
	return !all || !ok || n >= least
}

// work is how many operations a value takes by itself; false where that is not known.
func (c *checker) work(v graph.Value) (types.Dim, bool) {
	switch c.Kind(v) {
	case graph.Operation:
		return figure(c.OperatorCall(v), func(cost *op.Cost) op.Figure { return cost.Work })
	case graph.Call:
		f := c.figure(v)
		if !f.Bounded {
			return types.Unknown, false
		}
		return types.Const(f.Number), true
	}
	return types.Const(0), true
}

func figure(call *op.Call, of func(*op.Cost) op.Figure) (types.Dim, bool) {
	if call == nil || of(&call.Op.Cost) == nil {
		return types.Unknown, false
	}
	d := of(&call.Op.Cost)(call)
	return d, !d.Loose()
}

// inside gives the values that a value's expression computes: those that are written
// in it, itself first. What functions and branches in it compute is not among them;
// where there are any, all is false.
func (c *checker) inside(v graph.Value) (values []graph.Value, all bool) {
	values, all = []graph.Value{v}, true
	for i := 0; i < len(values); i++ {
		for _, o := range c.Operands(values[i]) {
			switch {
			case o.Value == graph.None:
			case o.Block != c.Block(values[i]):
				all = false
			case c.variable(o.Node) == nil || c.Node(o.Value) == o.Node:
				values = append(values, o.Value)
			}
		}
	}
	return values, all
}

// variable is the variable that an operand names, or takes a part of.
func (c *checker) variable(n syntax.NodeID) *typecheck.Object {
	if n == syntax.NoNode {
		return nil
	}
	if o := c.tree.ObjectAt(c.item.Unparen(n)); o != nil && o.Kind == typecheck.LocalObject {
		return o
	}
	return nil
}

// cost is what computing a value takes, in words; empty where that is not known.
func (c *checker) cost(v graph.Value) string {
	if c.Kind(v) == graph.Call {
		return c.callCost(v)
	}
	values, all := c.inside(v)
	products, work, most := types.Const(0), types.Const(0), ""
	for _, u := range values {
		w, known := c.work(u)
		if !known {
			return ""
		}
		work = work.Add(w)
		call := c.OperatorCall(u)
		if call != nil && call.Op.Cost.Bound {
			most = "up to "
		}
		if sums, known := figure(call, func(cost *op.Cost) op.Figure { return cost.MultiplyAdds }); known {
			products = products.Add(sums)
		}
	}
	switch {
	case !all:
		return ""
	case !products.IsConst(0):
		return products.String() + " multiply-adds"
	}
	return most + work.String() + " operations"
}

// callCost is what a call of a definition takes.
func (c *checker) callCost(v graph.Value) string {
	if f := c.figure(v); f.Order != "" {
		name := c.item.SourceText(c.item.Unparen(c.item.Call(c.Node(v)).Callee))
		return "a call of `" + name + "`, which takes " + f.Order
	}
	return ""
}

// figure is what a call of a definition costs; nothing is known of other calls.
func (c *checker) figure(v graph.Value) complexity.Figure {
	if c.item.Kind(c.Node(v)) != syntax.Call {
		return complexity.Figure{}
	}
	o := c.Info.Object(c.item.Unparen(c.item.Call(c.Node(v)).Callee))
	if o == nil || o.Kind != typecheck.DefObject {
		return complexity.Figure{}
	}
	if c.costs == nil {
		c.costs, c.figures = complexity.Brief(c.pass, complexity.Figures), map[*typecheck.Object]complexity.Figure{}
	}
	f, known := c.figures[o]
	if !known {
		f = c.costs.Figure(o)
		c.figures[o] = f
	}
	return f
}
