package ranges

import (
	"context"
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/internal/declared"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/interval"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/metadata"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/typecheck"
)

// An Analysis is what is known of the numbers of one definition.
type Analysis struct {
	// Result bounds what a call gives.
	Result Value
	// Known reports that the analysis came to its end: else only Result is sound, which has all
	// numbers then, and every site may go wrong.
	Known bool

	// Leavings are, of an analysis in another dtype, the places at which numbers may leave it, in the
	// order of evaluation; Judged is how many operators were asked.
	Leavings []Leaving
	Judged   int

	graph  *graph.Graph
	values map[graph.Value]Value
	calls  map[syntax.NodeID]*op.RangeCall // of sites, with the widest bounds of their operands
	// Sites are the operators that may go wrong.
	Sites map[syntax.NodeID]Doubt
}

// A Doubt is how an operator may go wrong, as far as bounds show.
type Doubt uint8

const (
	MayOverflow    Doubt = 1 << iota // its result may be beyond the dtype
	MayBeUndefined                   // an operand may be outside of the domain
	MayRound                         // an integer may become another one, or digits may cancel
	MayRefuse                        // an argument may be outside of the range of a definition's parameter
)

// At is what is known of an expression or a pattern; false where it has no value.
func (a *Analysis) At(n syntax.NodeID) (Value, bool) {
	v := a.graph.At(n)
	if v == graph.None || !a.Known {
		return nil, false
	}
	x, ok := a.values[v]
	return x, ok
}

// Of analyses a definition, for arguments in the ranges of its parameters: those in ranges, by
// name, else those of the dtype (declared.Default).
func Of(m *typecheck.Module, o *typecheck.Object, ranges map[string]declared.Range) *Analysis {
	return analyse(context.Background(), m, o, ranges, nil, mostSteps)
}

// shownSteps and shownConstant bound an analysis that somebody waits for: the values of graphs, and the
// elements of a constant that are read.
const (
	shownSteps    = 10_000
	shownConstant = 1 << 20
)

// Shown is Of for an editor: it ends with the context, and reads no large constants.
func Shown(ctx context.Context, m *typecheck.Module, o *typecheck.Object, ranges map[string]declared.Range) *Analysis {
	return analyse(ctx, m, o, ranges, nil, shownSteps)
}

func analyse(ctx context.Context, m *typecheck.Module, o *typecheck.Object, ranges map[string]declared.Range, n *narrowing, steps int) *Analysis {
	a := &Analysis{Sites: map[syntax.NodeID]Doubt{}, values: map[graph.Value]Value{}, calls: map[syntax.NodeID]*op.RangeCall{}}
	f, ok := types.Head(o.Type).(*types.Func)
	if !ok {
		return a
	}
	a.Result = Top(n.of(f.Out))
	e := &machine{narrow: n, module: m, analysis: a, callers: &callers{}, units: map[*syntax.Item]*unit{}, sections: map[*typecheck.Module]*metadata.Constants{}, item: o.Item, ctx: ctx, left: steps, shown: steps == shownSteps}
	if n != nil {
		e.callers = n.callers
	}
	u := e.unitOf(o)
	if u == nil {
		return a
	}
	a.graph = u.graph
	e.record = func(_ *activation, v graph.Value, x Value) {
		if known, ok := a.values[v]; ok {
			x = join(known, x)
		}
		a.values[v] = x
	}
	args := make([]Value, len(f.In))
	names := declared.Params(o.Item)
	for i, t := range f.In {
		within, declaredRange := declared.Range{}, false
		if i < len(names) {
			within, declaredRange = ranges[names[i]]
		}
		within, declaredRange = n.parameter(o.Item, i, t, within, declaredRange)
		args[i] = ofType(n.of(t), func(d value.Dtype) interval.Set { return parameter(d, within, declaredRange) })
	}
	result := e.define(o, args)
	if e.failed || e.left < 0 {
		return a
	}
	a.Known = true
	n.finish(a)
	if result != bottom {
		a.Result = result
	}
	return a
}

// parameter is the set of the numbers of a parameter.
func parameter(d value.Dtype, within declared.Range, isDeclared bool) interval.Set {
	r, ok := declared.Default(d)
	if !ok {
		return interval.All(d)
	}
	if isDeclared {
		if r, ok = within.And(declared.Within(d)); !ok {
			return interval.None
		}
		if d.IsFloat() {
			return interval.Between(r.Least, r.Most).Rounded(d, 1)
		}
	}
	return interval.Between(r.Least, r.Most)
}

// judge notes how an operator may go wrong for operands within bounds.
func (a *Analysis) judge(n syntax.NodeID, c *op.RangeCall, result Value) {
	doubt, out := Doubt(0), interval.None
	if x, ok := result.(*Tensor); ok {
		c.Dtype, out = x.Dtype, x.Set
	}
	if c.Op.Range == nil || len(c.In) < len(c.Args) {
		a.Sites[n] |= MayOverflow | MayBeUndefined | MayRound
		return
	}
	finite := true
	for i, s := range c.In {
		finite = finite && (c.Args[i] == nil || s.Finite())
	}
	for _, d := range c.Op.Domain {
		if d.Arg < len(c.In) && leaves(d, c.In[d.Arg]) {
			doubt |= MayBeUndefined
		}
	}
	switch {
	case c.Dtype == value.Bool:
	case c.Dtype.IsFloat():
		if !out.Finite() {
			doubt |= MayOverflow | MayBeUndefined
		}
		if loses(c, out) {
			doubt |= MayRound
		}
	case !c.Op.Numbers.Have(op.Modular) && out == interval.All(c.Dtype):
		doubt |= MayOverflow
	case len(c.In) > 0 && c.DtypeOf(0).IsFloat():
		if !c.In[0].Within(interval.All(c.Dtype)) {
			doubt |= MayOverflow
		}
	}
	if !finite && doubt == 0 && c.Dtype.IsFloat() && !out.Finite() {
		doubt |= MayOverflow
	}
	if doubt != 0 {
		a.Sites[n] |= doubt
		a.note(n, c)
	}
}

// note keeps a call of a site; of several evaluations, one whose operands have the bounds of all.
func (a *Analysis) note(n syntax.NodeID, c *op.RangeCall) {
	call := *c
	call.In = slices.Clone(c.In)
	if before := a.calls[n]; before != nil && len(before.In) == len(call.In) {
		for i := range call.In {
			call.In[i] = call.In[i].Join(before.In[i])
		}
	}
	a.calls[n] = &call
}

// leaves reports whether a number of a set may be outside of a domain.
func leaves(d op.Domain, s interval.Set) bool {
	if d.Hole {
		return s.Contains(0)
	}
	return !s.Empty() && (d.Outside(s.Least) || d.Outside(s.Most))
}

// loses reports whether digits may be lost: an integer that its float dtype does not hold, or a
// difference whose operands are rounded.
func loses(c *op.RangeCall, out interval.Set) bool {
	if len(c.In) == 0 {
		return false
	}
	if !c.DtypeOf(0).IsFloat() {
		return c.In[0].Magnitude() > 1/interval.Unit(c.Dtype)
	}
	if c.DtypeOf(0) != c.Dtype && len(c.In) == 1 { // a conversion
		return c.DtypeOf(0).Bits() > c.Dtype.Bits() && !c.In[0].Contains(0) && c.In[0].Magnitude() < 1
	}
	if len(c.In) < 2 || c.Op.Kind != op.Broadcast || len(c.Op.Domain) > 0 {
		return false
	}
	x, y := c.In[0], c.In[1]
	cancels := c.Op.Numbers.Have(op.IsDifference) && !interval.Multiply(x, y).Within(interval.Between(math.Inf(-1), 0)) ||
		!c.Op.Numbers.Have(op.IsDifference) && c.Op.Rounding == op.Linear && !interval.Multiply(x, y).Within(interval.Between(0, math.Inf(1)))
	return cancels && out.Magnitude() < x.Magnitude()+y.Magnitude()+1
}
