package complexity

import (
	"slices"

	"github.com/fraccheck/fraccheck/complexity/measure"
	"github.com/fraccheck/fraccheck/complexity/solving"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// absent stands for an argument that is left out.
var absent = &opaque{}

// An operator on tensors has its own formulas of work, span and memory over the extents of
// its arguments and its result (op.Cost). Here they are read at the types of the path's
// values, whose extents are over the path's sizes. A formula falls nowhere in an extent, or
// rising finds an upper bound that does not: only such costs may be passed on.

// onTensors is the result of an operator on tensors. It costs what its entry says of the
// types of the arguments; what that says of no one of the metrics has no bound there.
func (w *walk) onTensors(p *path, v graph.Value, o *op.Op, attrs op.Attrs, args []value) value {
	c, ok := w.tensorCall(v, o, attrs, args)
	if !ok {
		p.Lose(w.loss(solving.OperatorTypes, w.place(v)))
		return w.unknown(p, w.typeOf(v), false)
	}
	w.charge(p, v, w.operatorCost(p, v, c))
	return w.unknown(p, c.Out, false)
}

// tensorCall is a call with the types of the path's values; false where one is not known.
func (w *walk) tensorCall(v graph.Value, o *op.Op, attrs op.Attrs, args []value) (*op.Call, bool) {
	c := &op.Call{Op: o, Attrs: attrs, Out: w.typeOf(v), Last: true, Fresh: freshType, FreshLeaf: freshType}
	if _, most := o.Arity(); most >= 0 && len(args) > most {
		return nil, false
	}
	for _, a := range args {
		t := a.typ()
		if t == nil && a != absent || t != nil && (measure.Wide(t) || measure.Loose(t)) {
			return nil, false
		}
		c.Args = append(c.Args, t)
	}
	for len(c.Args) < len(o.Params) {
		c.Args = append(c.Args, nil)
	}
	if c.Out == nil || measure.HasExtent(c.Out, types.Dim.Loose) {
		c.Out = w.known(w.related(c))
	}
	return c, c.Out != nil && !measure.Loose(c.Out)
}

func freshType() types.Type { return &types.Var{} }

// related is the type that an operator gives by its relation; what the tree says where
// that tells nothing.
func (w *walk) related(c *op.Call) types.Type {
	if c.Op.Relation == nil {
		return c.Out
	}
	asked := *c
	asked.Out = nil
	a := c.Op.Relation(&asked)
	if a.Err != nil || a.Waits || a.Out == nil || len(a.More) > 0 || measure.HasVariables(a.Out) || measure.Wide(a.Out) {
		return c.Out
	}
	return a.Out
}

// one is an operation.
func one() solving.Charges {
	return solving.Charges{solving.Work: symbolic.Int(1), solving.Tick: symbolic.Int(0), solving.Span: symbolic.Int(1), solving.Memory: symbolic.Int(0)}
}

// operatorCost is what a call of an operator on tensors costs. Of one whose work is not
// known that is the path's loss.
func (w *walk) operatorCost(p *path, v graph.Value, c *op.Call) solving.Charges {
	cost := c.Op.Cost
	all := solving.Charges{
		solving.Work: w.Rising(cost.Work.Of(c)), solving.Tick: symbolic.Int(0), solving.Span: w.Rising(cost.Span.Of(c)),
		solving.Memory: w.Rising(cost.Memory.Of(c)).Add(symbolic.Int(words(components(c.Out)))),
	}
	if all[solving.Work] == nil || cost.Fitting && resized(c) {
		p.Lose(w.loss(costLoss(c), w.place(v)))
	}
	return all
}

// resized reports whether an extent of the result is a variable one that the first
// argument has not in its place.
func resized(c *op.Call) bool {
	if c.Out == nil || len(c.Args) == 0 || c.Arg(0) == nil {
		return false
	}
	out, isTensor := types.Head(c.Out).(*types.Tensor)
	data, isData := types.Head(c.Arg(0)).(*types.Tensor)
	if !isTensor || !isData {
		return false
	}
	for i, d := range out.Shape {
		if _, variable := d.Symbolic(); variable && (i >= len(data.Shape) || !d.Equal(data.Shape[i])) {
			return true
		}
	}
	return false
}

// costLoss is why what an operator costs is not known.
func costLoss(c *op.Call) solving.Reason {
	for _, t := range append([]types.Type{c.Out}, c.Args...) {
		if t != nil && measure.HasExtent(t, types.Dim.Loose) {
			return solving.UnknownExtent
		}
	}
	unknown := func(t types.Type) bool { return t != nil && measure.HasVariables(t) }
	switch {
	case c.Op.Cost.Work == nil:
		return solving.OperatorUndeclared
	case slices.ContainsFunc(c.Args, unknown):
		return solving.OperatorTypes
	case c.Op.Cost.Fitting && resized(c):
		return solving.OperatorWindows
	}
	return solving.OperatorCost
}

// components counts the parts of all tuples in a type.
func components(t types.Type) int {
	tuple, ok := types.Head(t).(*types.Tuple)
	if !ok {
		return 0
	}
	n := len(tuple.Elems)
	for _, e := range tuple.Elems {
		n += components(e)
	}
	return n
}

// charge notes what an operation costs that begins when the operands of v are there.
func (w *walk) charge(p *path, v graph.Value, costs solving.Charges) {
	p.Note(w.graph, v, costs)
	for m, e := range costs {
		if e == nil {
			p.Lack(solving.Metric(m), w.loss(solving.OperatorCost, w.place(v)))
		}
		if solving.Metric(m) != solving.Span {
			w.add(p, solving.Metric(m), e)
		}
	}
	m := solving.Moment{Expr: w.orUnbounded(p, costs[solving.Span])}
	if k, ok := costs[solving.Span].Const(); ok {
		m = solving.Moment{Cost: k}
	}
	p.ready[v] = p.Then(m, w.waits(p, v)...)
}

// add adds a cost of a metric to what a path costs besides its calls.
func (w *walk) add(p *path, m solving.Metric, e *symbolic.Expr) {
	if k, ok := e.Const(); ok {
		p.Costs[m] += k
		return
	}
	e = w.orUnbounded(p, e)
	if last := len(p.Exprs[m]) - 1; last >= 0 && p.Exprs[m][last].Size() < maxTerms {
		p.Exprs[m][last] = p.Exprs[m][last].Add(e)
		return
	}
	p.Exprs[m] = append(p.Exprs[m], e)
}

// maxTerms is how large an expression may be to which another is added.
const maxTerms = 64

// orUnbounded is an expression, or else a size that nothing bounds.
func (w *walk) orUnbounded(p *path, e *symbolic.Expr) *symbolic.Expr {
	if e != nil {
		return e
	}
	return w.AffineExpr(p.Symbol())
}
