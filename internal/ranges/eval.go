package ranges

import (
	"context"
	"math"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/declared"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/interval"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/metadata"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/typecheck/literal"
)

// mostSteps bounds the values of graphs that one analysis looks at.
const mostSteps = 60_000

// A machine is one analysis.
type machine struct {
	narrow   *narrowing // nil where all dtypes are those of the program
	module   *typecheck.Module
	units    map[*syntax.Item]*unit
	sections map[*typecheck.Module]*metadata.Constants
	calls    []*running
	callers  *callers
	item     *syntax.Item // whose values are recorded and whose operators are judged
	record   func(act *activation, v graph.Value, x Value)
	analysis *Analysis // which judges them
	ctx      context.Context
	shown    bool // see Shown
	left     int
	depth    int
	applied  int  // counts the function values that were applied
	failed   bool // what was recorded may be too small
}

// A unit is an item with its graph.
type unit struct {
	module   *typecheck.Module
	item     *syntax.Item
	info     *typecheck.Info
	graph    *graph.Graph
	literals map[graph.Value]Value
}

// An activation is the analysis of one call of a definition or a function literal.
type activation struct {
	unit     *unit
	function graph.Block
	args     []Value
	around   *activation
	known    map[graph.Value]Value
	bounds   []bound // what conditions say, the innermost last
}

// A bound is what a condition says of a value within a block.
type bound struct {
	v      graph.Value
	set    interval.Set
	within graph.Block
}

// A running is a definition that is being analysed.
type running struct {
	object *typecheck.Object
	args   []Value
	result Value // so far
	again  bool  // a call within it depends on result
	grown  []Value
}

func (m *machine) unitOf(o *typecheck.Object) *unit {
	if u, known := m.units[o.Item]; known {
		return u
	}
	var u *unit
	if module, i := m.module.Owner(o); module != nil {
		r := module.Check(i)
		sound := true
		for _, d := range r.Diagnostics {
			sound = sound && d.Severity != codes.Error
		}
		if sound {
			u = &unit{module: module, item: o.Item, info: r.Info, graph: graph.Of(r.Info), literals: map[graph.Value]Value{}}
		}
	}
	m.units[o.Item] = u
	return u
}

// mostDepth bounds calls within each other, mostRounds how often a recursive definition is
// analysed with larger arguments.
const (
	mostDepth  = 24
	mostRounds = 8
)

// define analyses a call of a definition.
func (m *machine) define(o *typecheck.Object, args []Value) Value {
	out := Value(nil)
	if f, ok := types.Head(o.Type).(*types.Func); ok {
		out = Top(m.narrow.of(f.Out))
	}
	u := m.unitOf(o)
	if u == nil || u.item.Kind(u.item.Root) != syntax.ItemDef || u.item.Body() == syntax.NoNode || m.depth >= mostDepth {
		m.unknownCall()
		return out
	}
	for _, r := range m.calls {
		if r.object != o {
			continue
		}
		r.again = true
		for i := range r.args {
			if i < len(args) {
				r.grown[i] = join(r.grown[i], args[i])
			}
		}
		return r.result
	}
	r := &running{object: o, args: args, result: bottom}
	m.calls = append(m.calls, r)
	m.depth++
	defer func() { m.calls, m.depth = m.calls[:len(m.calls)-1], m.depth-1 }()
	for round := range mostRounds {
		r.again, r.grown = false, append([]Value{}, r.args...)
		body := u.item.Body()
		act := &activation{unit: u, function: graph.Body, args: r.args, known: map[graph.Value]Value{}}
		got := m.eval(act, graph.Operand{Value: u.graph.At(body), Node: body}.Value)
		if !r.again {
			return got
		}
		stable := within(got, r.result)
		for i := range r.args {
			stable = stable && within(r.grown[i], r.args[i])
			if round >= 2 {
				r.args[i] = widen(r.args[i], r.grown[i])
			} else {
				r.args[i] = join(r.args[i], r.grown[i])
			}
		}
		if stable {
			return r.result
		}
		if round >= 2 {
			r.result = widen(r.result, got)
		} else {
			r.result = join(r.result, got)
		}
	}
	m.failed = true // what was concluded of it on the way may be too small
	return out
}

// apply calls a function value; out is the type of what it gives.
func (m *machine) apply(f Value, args []Value, out types.Type) Value {
	m.applied++
	switch f := f.(type) {
	case *closure:
		if m.depth >= mostDepth {
			break
		}
		m.depth++
		act := &activation{unit: f.unit, function: f.block, args: args, around: f.around, known: map[graph.Value]Value{}}
		v := m.eval(act, f.result.Value)
		m.depth--
		return v
	case *operator:
		return m.bare(f.entry, args, out)
	case *global:
		return m.define(f.object, args)
	}
	m.unknownCall()
	return Top(out)
}

// refuses reports whether an argument may be outside of the range that a definition declares.
func refuses(o *typecheck.Object, args []Value) bool {
	if len(o.Item.Attributes) == 0 {
		return false
	}
	ranges := declared.Of(o.Item)
	for i, name := range declared.Params(o.Item) {
		r, ok := ranges[name]
		if ok && i < len(args) {
			set, known := setIn(args[i])
			if s, sequence := args[i].(*Sequence); sequence {
				set, known = setIn(s.Elem)
			}
			if !known || !set.Empty() && !(r.Contains(set.Least) && r.Contains(set.Most)) || set.NaN {
				return true
			}
		}
	}
	return false
}

type global struct{ object *typecheck.Object }

func (*global) isValue() {}

// eval gives what is known of a value of the graph.
func (m *machine) eval(act *activation, v graph.Value) Value {
	if v == graph.None {
		return nil
	}
	g := act.unit.graph
	inner := act
	function := g.Blocks()[g.Block(v)].Function
	for act.function != function {
		if act = act.around; act == nil {
			return Top(m.narrow.of(g.Type(v)))
		}
	}
	out, known := act.known[v]
	if !known {
		if m.left--; m.left >= 0 && m.left%64 == 0 && m.ctx.Err() != nil {
			m.left = -1
		}
		if m.left < 0 {
			return Top(m.narrow.of(g.Type(v)))
		}
		act.known[v] = Top(m.narrow.of(g.Type(v))) // for bindings that need themselves
		bounds := act.bounds
		act.bounds = enclosing(g, bounds, g.Block(v))
		out = m.narrow.held(m.compute(act, v))
		act.bounds = bounds
		if t, ok := out.(*Tensor); ok && t.origin.act == nil {
			with := *t
			with.origin = origin{act, v}
			out = &with
		}
		act.known[v] = out
		if m.record != nil && act.unit.item == m.item {
			m.record(act, v, out)
		}
	}
	for a := inner; a != nil; a = a.around {
		for i := len(a.bounds) - 1; i >= 0; i-- {
			if a.unit != act.unit || a.bounds[i].v != v {
				continue
			}
			if t, ok := out.(*Tensor); ok {
				met := *t
				met.Set = t.Set.Meet(a.bounds[i].set)
				out = &met
			}
		}
		if a == act {
			break
		}
	}
	return out
}

// enclosing are the bounds that hold in a block: those of blocks around it. A binding outside of a
// branch is not bound by the branch's condition, wherever it is needed first.
func enclosing(g *graph.Graph, bounds []bound, b graph.Block) []bound {
	var found []bound
	for _, one := range bounds {
		for at := b; ; at = g.Blocks()[at].Around {
			if at == one.within {
				found = append(found, one)
			}
			if at == graph.Body {
				break
			}
		}
	}
	return found
}

func (m *machine) compute(act *activation, v graph.Value) Value {
	u := act.unit
	g, operands := u.graph, u.graph.Operands(v)
	t := m.narrow.of(g.Type(v))
	switch g.Kind(v) {
	case graph.Parameter:
		if i := g.Index(v); i < len(act.args) {
			return act.args[i]
		}
	case graph.Literal:
		known, ok := u.literals[v]
		if !ok {
			known = m.literal(u, v, g.Type(v))
			u.literals[v] = known
		}
		return m.narrow.literal(u, v, known)
	case graph.Name:
		return m.name(u, g.Node(v), t)
	case graph.Self:
		return nil
	case graph.Function:
		return &closure{unit: u, block: operands[0].Block, result: operands[0], around: act}
	case graph.Operation:
		return m.operation(act, v)
	case graph.Call:
		if u.info.Object(u.item.Call(g.Node(v)).Callee) == nil && u.item.Kind(u.item.Call(g.Node(v)).Callee) == syntax.Name {
			return m.dense(act, v, t)
		}
		args := make([]Value, len(operands)-1)
		for i, o := range operands[1:] {
			args[i] = m.eval(act, o.Value)
		}
		f := m.eval(act, operands[0].Value)
		if called, ok := f.(*global); ok && u.item == m.item && called.object.Item != m.item && refuses(called.object, args) {
			m.analysis.Sites[g.Node(v)] |= MayRefuse
		}
		defer m.callers.enter(u, v, g.Node(v))()
		return m.apply(f, args, t)
	case graph.Tuple:
		if Wide(g.Type(v)) {
			return nil
		}
		out := &Tuple{}
		for _, o := range operands {
			out.Elems = append(out.Elems, m.eval(act, o.Value))
		}
		return out
	case graph.List:
		elem := bottom
		for _, o := range operands {
			elem = join(elem, m.eval(act, o.Value))
		}
		if len(operands) > 0 {
			return &Sequence{one(elem)}
		}
	case graph.Project:
		if x, ok := m.eval(act, operands[0].Value).(*Tuple); ok && x != bottom && g.Index(v) >= 0 && g.Index(v) < len(x.Elems) {
			return x.Elems[g.Index(v)]
		}
	case graph.If:
		return m.choose(act, operands)
	case graph.Match:
		m.eval(act, operands[0].Value)
		out := bottom
		for _, o := range operands[1:] {
			out = join(out, m.eval(act, o.Value))
		}
		return out
	}
	return Top(t)
}

// choose is an `if`: the branches that the condition allows, with what it says in each.
func (m *machine) choose(act *activation, operands []graph.Operand) Value {
	cond := m.eval(act, operands[0].Value)
	out := bottom
	for i, want := range []float64{1, 0} {
		if i+1 >= len(operands) {
			return nil
		}
		if t, ok := cond.(*Tensor); ok && !t.Contains(want) {
			continue
		}
		before := len(act.bounds)
		possible := m.assume(act, operands[0].Value, want == 1, operands[i+1].Block)
		if possible {
			out = join(out, m.eval(act, operands[i+1].Value))
		}
		act.bounds = act.bounds[:before]
	}
	return out
}

// name is a global or an operator that is not applied on the spot.
func (m *machine) name(u *unit, n syntax.NodeID, t types.Type) Value {
	o := u.info.Object(n)
	switch {
	case o == nil:
	case o.Kind == typecheck.DefObject:
		return &global{o}
	case o.Kind == typecheck.OperatorObject && u.module.Ops()[o.Op] != nil:
		return &operator{u.module.Ops()[o.Op]}
	}
	return Top(t)
}

// literal is the set of the numbers that the text writes out.
func (m *machine) literal(u *unit, v graph.Value, t types.Type) Value {
	tensor, ok := types.Head(t).(*types.Tensor)
	if !ok {
		return Top(t)
	}
	d, err := op.DtypeValue(tensor.Dtype, value.Float32)
	if err != nil {
		return nil
	}
	n := u.graph.Node(v)
	out := &Tensor{Dtype: d, Set: interval.None}
	switch u.item.Kind(n) {
	case syntax.Meta:
		if m.sections[u.module] == nil {
			m.sections[u.module] = u.module.Constants()
		}
		a, err := m.sections[u.module].Read(u.item.SourceText(n))
		if err != nil || a == nil || m.shown && a.Len() > shownConstant {
			return Top(t)
		}
		out.Set = setOf(a)
		return out
	case syntax.Bool:
		return Top(t)
	case syntax.Call:
		args := u.item.Call(n).Args
		if len(args) == 0 || u.item.Kind(args[0]) == syntax.NamedArg {
			return Top(t)
		}
		n = args[0]
	}
	sound := true
	u.item.Walk(n, func(k syntax.NodeID) bool {
		text := u.item.NumberText(k)
		switch u.item.Kind(k) {
		case syntax.Segment:
			text = u.item.SourceText(k)[1:]
		case syntax.Int, syntax.Float:
		case syntax.List, syntax.Paren:
			return true
		default:
			sound = false
			return false
		}
		s, ok := number(text, d)
		sound = sound && ok
		out.Set = out.Join(interval.Of(s.Float()))
		return true
	})
	if !sound || out.Nothing() {
		return Top(t)
	}
	return out
}

// number reads a number as one of a dtype, by way of the dtype that its text says.
func number(text string, d value.Dtype) (value.Scalar, bool) {
	if t, ok := types.Head(literal.Type(text)).(*types.Tensor); ok {
		if own, err := op.DtypeValue(t.Dtype, d); err == nil {
			s, ok := literal.Scalar(text, own)
			return s.Convert(d), ok
		}
	}
	return literal.Scalar(text, d)
}

// setOf is the set of the numbers of an array. Of elements that are one in memory, one is read.
func setOf(a *value.Array) interval.Set {
	if a.Len() == 0 {
		return interval.None
	}
	for axis, stride := range a.Strides {
		if stride == 0 && a.Shape[axis] > 1 {
			a = a.Slice(axis, 0, 1, 1)
		}
	}
	if a.Dtype == value.Float32 {
		return setOfFloats(value.Elems[float32](a.Contiguous()))
	}
	return setOfFloats(value.Elems[float64](a.Contiguous().Convert(value.Float64)))
}

func setOfFloats[T value.Float](xs []T) interval.Set {
	least, most, nan := T(math.Inf(1)), T(math.Inf(-1)), false
	for _, x := range xs {
		nan = nan || x != x
		if x < least {
			least = x
		}
		if x > most {
			most = x
		}
	}
	return interval.Set{Least: float64(least), Most: float64(most), NaN: nan}
}

// dense is `Constant(…)` of a number that is computed.
func (m *machine) dense(act *activation, v graph.Value, t types.Type) Value {
	operands := act.unit.graph.Operands(v)
	tensor, ok := types.Head(t).(*types.Tensor)
	if len(operands) < 2 || !ok {
		return Top(t)
	}
	d, err := op.DtypeValue(tensor.Dtype, value.Float32)
	x, isTensor := m.eval(act, operands[1].Value).(*Tensor)
	if err != nil || !isTensor {
		return Top(t)
	}
	return &Tensor{Dtype: d, Set: interval.Convert(x.Set, x.Dtype, d)}
}
