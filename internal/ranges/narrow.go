package ranges

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/internal/declared"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/interval"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Leaving is a place at which numbers may leave a dtype that the program does not have.
type Leaving struct {
	Item *syntax.Item
	Node syntax.NodeID // an operator, a call, a literal or the pattern of a parameter
	Op   *op.Op        // nil where it is no operator, or a call of a function of which nothing is known
	// Bound is what the numbers are in float32, of operands that the dtype holds.
	Bound interval.Set
	// Bounded reports that the operator has bounds; else all numbers are possible.
	Bounded bool
	// Today reports that the result may be infinite or NaN in float32, too.
	Today bool

	path []graph.Value
}

// InDtype analyses a definition as if all that is float32 in it had another dtype of floats. Each operator is
// asked whether its result may be infinite or NaN where no operator before it had such a result: what is
// not among the Leavings is never the first to leave the dtype. So what follows a leaving has the finite
// numbers of the dtype as operands. Parameters without a range have that of the dtype (declared.Default).
func InDtype(m *typecheck.Module, o *typecheck.Object, ranges map[string]declared.Range, d value.Dtype) *Analysis {
	a := analyse(context.Background(), m, o, ranges, newNarrowing(d, d), mostSteps)
	today := map[leavingKey]bool{}
	for _, l := range analyse(context.Background(), m, o, ranges, newNarrowing(value.Float32, d), mostSteps).Leavings {
		today[leavingKey{l.Item, l.Node}] = true
	}
	for i, l := range a.Leavings {
		a.Leavings[i].Today = today[leavingKey{l.Item, l.Node}]
	}
	return a
}

// Tried are ranges of all parameters for a search of arguments in another dtype: of those with float32 in their
// types that declare none, the range of that dtype.
func Tried(o *typecheck.Object, within map[string]declared.Range, d value.Dtype) map[string]declared.Range {
	all := map[string]declared.Range{}
	f, _ := types.Head(o.Type).(*types.Func)
	for i, name := range declared.Params(o.Item) {
		r, ok := within[name]
		if !ok && f != nil && i < len(f.In) {
			types.Walk(f.In[i], func(t types.Type) bool {
				tensor, isTensor := t.(*types.Tensor)
				ok = ok || isTensor && tensor.Dtype == types.Float32
				return true
			})
			if ok {
				r, ok = declared.Default(d)
			}
		}
		if ok {
			all[name] = r
		}
	}
	return all
}

// A narrowing is an analysis in which another dtype takes the place of float32. The methods of a nil one
// change nothing.
type narrowing struct {
	dtype, defaults value.Dtype // defaults is the dtype whose range parameters have that declare none
	named           types.Dtype
	known           map[types.Type]types.Type
	callers         *callers
	found           map[leavingKey]*Leaving
	judged          map[leavingKey]bool
}

func newNarrowing(d, defaults value.Dtype) *narrowing {
	n := &narrowing{dtype: d, defaults: defaults, callers: &callers{}, known: map[types.Type]types.Type{}, found: map[leavingKey]*Leaving{}, judged: map[leavingKey]bool{}}
	n.named, _ = types.ParseDtype(d.String())
	return n
}

// callers are the calls that lead to what is analysed, the innermost last.
type callers struct{ calls []calling }

// A calling is a call of a function that is being analysed, or of an operator that applies one.
type calling struct {
	unit *unit
	v    graph.Value
	node syntax.NodeID
}

type leavingKey struct {
	item *syntax.Item
	node syntax.NodeID
}

// of is a type in which the dtype takes the place of float32. Data types stay as they are: nothing is known of
// their numbers.
func (n *narrowing) of(t types.Type) types.Type {
	if n == nil {
		return t
	}
	if known, ok := n.known[t]; ok {
		return known
	}
	out := t
	each := func(ts []types.Type) []types.Type {
		var changed []types.Type
		for _, e := range ts {
			changed = append(changed, n.of(e))
		}
		return changed
	}
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		if t.Dtype == types.Float32 {
			out = &types.Tensor{Dtype: n.named, Shape: t.Shape}
		}
	case *types.Tuple:
		out = &types.Tuple{Elems: each(t.Elems)}
	case *types.Fractal:
		out = &types.Fractal{Elem: n.of(t.Elem)}
	}
	n.known[t] = out
	return out
}

// enter adds a call, until the function that it returns is called.
func (c *callers) enter(u *unit, v graph.Value, node syntax.NodeID) (leave func()) {
	c.calls = append(c.calls, calling{u, v, node})
	return func() { c.calls = c.calls[:len(c.calls)-1] }
}

// innermost is the last call that was entered; nil where there is none.
func (c *callers) innermost() *calling {
	if len(c.calls) == 0 {
		return nil
	}
	return &c.calls[len(c.calls)-1]
}

// literal is what a literal has in the dtype.
func (n *narrowing) literal(u *unit, v graph.Value, x Value) Value {
	t, ok := x.(*Tensor)
	if n == nil || !ok || t.Dtype != value.Float32 {
		return x
	}
	out := &Tensor{Dtype: n.dtype, Set: interval.Convert(t.Set, value.Float32, n.dtype)}
	if !out.Finite() {
		n.note(u.item, v, Leaving{Node: u.graph.Node(v), Bound: t.Set, Bounded: true})
	}
	return out
}

// parameter is the range of a parameter that declares none; a declared one that goes beyond the dtype is
// noted.
func (n *narrowing) parameter(item *syntax.Item, i int, t types.Type, r declared.Range, isDeclared bool) (declared.Range, bool) {
	if n == nil {
		return r, isDeclared
	}
	tensor, ok := types.Head(t).(*types.Tensor)
	if !ok || tensor.Dtype != types.Float32 {
		return r, isDeclared
	}
	if !isDeclared {
		return declared.Default(n.defaults)
	}
	params := item.Kids(item.Def(item.Root).Params)
	if within := declared.Within(n.dtype); i < len(params) && (r.Least < within.Least || r.Most > within.Most) {
		n.note(item, graph.None, Leaving{Node: item.Param(params[i]).Pattern, Bound: interval.Between(r.Least, r.Most), Bounded: true})
	}
	return r, isDeclared
}

// judge notes where the result of an operator may not be finite.
func (n *narrowing) judge(u *unit, v graph.Value, node syntax.NodeID, c *op.RangeCall, out Value) {
	if n == nil {
		return
	}
	n.judged[leavingKey{u.item, node}] = true
	if n.finite(out) {
		return
	}
	l := Leaving{Node: node, Op: c.Op, Bound: interval.All(value.Float32)}
	if l.Bounded = c.Op.Range != nil && len(c.In) == len(c.Args); l.Bounded {
		l.Bound = n.inFloat32(c)
	}
	n.note(u.item, v, l)
}

// judgeCall notes at the innermost call where the result of an operator that stands as a function, or works on
// FractalTensors, may not be finite. What functions give that were analysed is finite.
func (n *narrowing) judgeCall(entry *op.Op, out Value) {
	if n == nil || n.callers.innermost() == nil {
		return
	}
	at := n.callers.innermost()
	n.judged[leavingKey{at.unit.item, at.node}] = true
	if !n.finite(out) {
		n.noteCall(entry)
	}
}

// noteCall notes the innermost call, of which nothing is known.
func (n *narrowing) noteCall(entry *op.Op) {
	if n == nil || n.callers.innermost() == nil {
		return
	}
	at := *n.callers.innermost()
	around := n.callers.calls
	n.callers.calls = around[:len(around)-1] // the innermost call's value is the last of the path
	n.note(at.unit.item, at.v, Leaving{Node: at.node, Op: entry, Bound: interval.All(value.Float32)})
	n.callers.calls = around
}

// inFloat32 is the range of a call in float32, for the same operands.
func (n *narrowing) inFloat32(c *op.RangeCall) interval.Set {
	wider := func(t types.Type) types.Type {
		if tensor, ok := types.Head(t).(*types.Tensor); ok && tensor.Dtype == n.named {
			return &types.Tensor{Dtype: types.Float32, Shape: tensor.Shape}
		}
		return t
	}
	wide := *c
	wide.Call = &op.Call{Op: c.Op, Attrs: c.Attrs, Out: wider(c.Out), Last: c.Last}
	if c.Dtype == n.dtype {
		wide.Dtype = value.Float32
	}
	for _, t := range c.Args {
		if t != nil {
			t = wider(t)
		}
		wide.Args = append(wide.Args, t)
	}
	return c.Op.Range(&wide)
}

// note keeps a leaving, at the place of the first evaluation and with the bounds of all.
func (n *narrowing) note(item *syntax.Item, v graph.Value, l Leaving) {
	k := leavingKey{item, l.Node}
	if known := n.found[k]; known != nil {
		known.Bound = known.Bound.Join(l.Bound)
		return
	}
	l.Item = item
	for _, c := range n.callers.calls {
		l.path = append(l.path, c.v)
	}
	l.path = append(l.path, v)
	n.found[k] = &l
}

// finite reports whether the floats of a value are finite. Of what is not known, as in polymorphic definitions,
// they may not be.
func (n *narrowing) finite(v Value) bool {
	switch v := v.(type) {
	case nil:
		return false
	case *Tensor:
		return !v.Dtype.IsFloat() || v.Finite()
	case *Tuple:
		return !slices.ContainsFunc(v.Elems, func(e Value) bool { return !n.finite(e) })
	case *Sequence:
		return n.finite(v.Elem)
	}
	return true
}

// held is the part of a value whose floats are finite: the rest is not looked at after the first leaving.
func (n *narrowing) held(v Value) Value {
	if n == nil || v == bottom {
		return v
	}
	switch v := v.(type) {
	case *Tensor:
		if !v.Dtype.IsFloat() || v.Finite() {
			return v
		}
		with := *v
		with.Set = finitePart(v.Set, v.Dtype)
		return &with
	case *Tuple:
		out := &Tuple{}
		for _, e := range v.Elems {
			out.Elems = append(out.Elems, n.held(e))
		}
		return out
	case *Sequence:
		return &Sequence{n.held(v.Elem)}
	}
	return v
}

// finitePart is the finite numbers of a set; where it has none, the ends of the dtype.
func finitePart(s interval.Set, d value.Dtype) interval.Set {
	most := interval.Largest(d)
	if s.Empty() {
		return interval.Between(-most, most)
	}
	return interval.Between(math.Max(-most, math.Min(most, s.Least)), math.Max(-most, math.Min(most, s.Most)))
}

// finish gives an analysis the leavings, in the order of evaluation.
func (n *narrowing) finish(a *Analysis) {
	if n == nil {
		return
	}
	a.Judged = len(n.judged)
	for _, l := range n.found {
		a.Leavings = append(a.Leavings, *l)
	}
	slices.SortFunc(a.Leavings, func(x, y Leaving) int {
		return cmp.Or(slices.Compare(x.path, y.path), cmp.Compare(x.Node, y.Node))
	})
}
