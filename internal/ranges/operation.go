package ranges

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/interval"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// operation bounds a call of an operator.
func (m *machine) operation(act *activation, v graph.Value) Value {
	u := act.unit
	g := u.graph
	t := m.narrow.of(g.Type(v))
	a, ok := u.info.Application(g.Node(v))
	if !ok {
		return Top(t)
	}
	operands := g.Operands(v)
	if len(operands) == 2 && operands[1].Block != g.Block(v) && u.item.Kind(a.Node) == syntax.Operator {
		return m.shortCircuit(act, v, operands)
	}
	args := make([]Value, len(operands))
	for i, o := range operands {
		args[i] = m.eval(act, o.Value)
	}
	if a.Op.Kernel == nil || isSequence(args) {
		defer m.callers.enter(u, v, a.Node)()
		applied := m.applied
		out := m.sequence(&a, args, t)
		if applied == m.applied && isFunction(args) {
			m.doubtCall()
		}
		if !fits(out, t) {
			out = Top(t)
		}
		m.narrow.judgeCall(a.Op, out)
		return out
	}
	c := &op.RangeCall{Call: &op.Call{Op: a.Op, Attrs: a.Attrs, Out: t, Last: true}}
	for i := range a.Args {
		if i >= len(operands) || operands[i].Value == graph.None {
			c.Args = append(c.Args, nil)
			continue
		}
		c.Args = append(c.Args, m.narrow.of(g.OperandType(operands[i])))
	}
	c.Same = len(args) > 1 && same(args[0], args[1])
	out := m.bounded(c, args[:min(len(a.Args), len(args))], t)
	out = relate(&a, c, args, out)
	if u.item == m.item {
		m.analysis.judge(a.Node, c, out)
	}
	m.narrow.judge(u, v, a.Node, c, out)
	return out
}

func isFunction(args []Value) bool {
	if len(args) == 0 {
		return false
	}
	switch args[0].(type) {
	case *closure, *operator, *global:
		return true
	}
	return false
}

func isSequence(args []Value) bool {
	if len(args) == 0 {
		return false
	}
	_, ok := args[0].(*Sequence)
	return ok
}

// same reports whether two tensors are one value of one activation.
func same(a, b Value) bool {
	x, ok1 := a.(*Tensor)
	y, ok2 := b.(*Tensor)
	return ok1 && ok2 && x.origin.act != nil && x.origin == y.origin
}

// shortCircuit is `&&` or `||` of truth values.
func (m *machine) shortCircuit(act *activation, v graph.Value, operands []graph.Operand) Value {
	u := act.unit
	isOr := syntax.TokenKind(u.item.Node(u.graph.Node(v)).Data) == syntax.TokOr
	left := m.eval(act, operands[0].Value)
	before := len(act.bounds)
	m.assume(act, operands[0].Value, !isOr, operands[1].Block)
	right := m.eval(act, operands[1].Value)
	act.bounds = act.bounds[:before]
	x, ok1 := left.(*Tensor)
	y, ok2 := right.(*Tensor)
	if !ok1 || !ok2 {
		return Top(types.Scalar(types.Bool))
	}
	set := interval.Min(x.Set, y.Set)
	if isOr {
		set = interval.Max(x.Set, y.Set)
	}
	return &Tensor{Dtype: value.Bool, Set: set}
}

// bounded is the result of an operator on tensors.
func (m *machine) bounded(c *op.RangeCall, args []Value, t types.Type) Value {
	out := Top(t)
	if c.Op.Range == nil {
		return out
	}
	for i, arg := range args {
		set, ok := setIn(arg)
		if !ok {
			if i < len(c.Args) && c.Args[i] == nil {
				set = interval.None
			} else {
				return out
			}
		}
		c.In = append(c.In, set)
	}
	for i := range c.Args {
		if c.Args[i] != nil && !known(c.Args[i]) {
			return out
		}
	}
	return apply(out, c)
}

// known reports whether a type is one of tensors.
func known(t types.Type) bool {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		return t.Dtype != types.NoDtype
	case *types.Tuple:
		for _, e := range t.Elems {
			if !known(e) {
				return false
			}
		}
		return true
	}
	return false
}

// apply gives the range of a call to the tensors of its result.
func apply(out Value, c *op.RangeCall) Value {
	switch x := out.(type) {
	case *Tensor:
		c.Dtype = x.Dtype
		return &Tensor{Dtype: x.Dtype, Set: c.Op.Range(c)}
	case *Tuple:
		all := &Tuple{}
		for _, e := range x.Elems {
			all.Elems = append(all.Elems, apply(e, c))
		}
		return all
	}
	return out
}

// setIn is what all tensors of an operand have.
func setIn(v Value) (interval.Set, bool) {
	switch v := v.(type) {
	case *Tensor:
		return v.Set, true
	case *Tuple:
		if v == bottom {
			return interval.None, true
		}
		out := interval.None
		for _, e := range v.Elems {
			s, ok := setIn(e)
			if !ok {
				return s, false
			}
			out = out.Join(s)
		}
		return out, true
	}
	return interval.Set{}, false
}

// bare is an operator that stands as a function. It is judged at the innermost call, which is where a
// run that fails in it begins to fail.
func (m *machine) bare(entry *op.Op, args []Value, t types.Type) Value {
	c, ok := bareCall(entry, args, t)
	if !ok {
		m.doubtCall()
		m.narrow.judgeCall(entry, Top(t))
		return Top(t)
	}
	out := apply(Top(t), c)
	if at := m.callers.innermost(); at != nil && at.unit.item == m.item {
		m.analysis.judge(at.node, c, out)
	}
	m.narrow.judgeCall(entry, out)
	return out
}

// bareCall is a call of an operator without attributes whose extents are not known: one of corresponding
// elements, whose range does not depend on them.
func bareCall(entry *op.Op, args []Value, t types.Type) (c *op.RangeCall, ok bool) {
	attrs, faults := op.Bind(entry, nil)
	if entry.Kernel == nil || entry.Range == nil || entry.Map == nil || len(faults) > 0 {
		return nil, false
	}
	c = &op.RangeCall{Call: &op.Call{Op: entry, Attrs: attrs, Out: t, Last: true}}
	for _, arg := range args {
		x, ok := arg.(*Tensor)
		if !ok {
			return nil, false
		}
		d, ok := types.ParseDtype(x.Dtype.String())
		if !ok {
			return nil, false
		}
		c.Args, c.In = append(c.Args, types.Scalar(d)), append(c.In, x.Set)
	}
	return c, true
}

// unknownCall notes that the innermost call is of a function of which nothing is known.
func (m *machine) unknownCall() {
	m.doubtCall()
	m.narrow.noteCall(nil)
}

// doubtCall notes that anything may go wrong at the innermost call.
func (m *machine) doubtCall() {
	if at := m.callers.innermost(); at != nil && at.unit.item == m.item {
		m.analysis.Sites[at.node] |= MayOverflow | MayBeUndefined | MayRound
	}
}

// assume adds what a condition says in a block of the numbers that it compares; false where it
// cannot be.
func (m *machine) assume(act *activation, cond graph.Value, holds bool, within graph.Block) bool {
	u := act.unit
	g := u.graph
	if cond == graph.None || g.Kind(cond) != graph.Operation {
		return true
	}
	a, ok := u.info.Application(g.Node(cond))
	operands := g.Operands(cond)
	if !ok || len(operands) == 0 {
		return true
	}
	if len(operands) == 2 && operands[1].Block != g.Block(cond) && u.item.Kind(a.Node) == syntax.Operator {
		isOr := syntax.TokenKind(u.item.Node(a.Node).Data) == syntax.TokOr
		if isOr == holds {
			return true
		}
		return m.assume(act, operands[0].Value, holds, within) && m.assume(act, operands[1].Value, holds, within)
	}
	if len(operands) != 2 {
		return true
	}
	x, ok1 := m.eval(act, operands[0].Value).(*Tensor)
	y, ok2 := m.eval(act, operands[1].Value).(*Tensor)
	if !ok1 || !ok2 || x.Dtype == value.Bool || !isScalar(g.OperandType(operands[0])) || !isScalar(g.OperandType(operands[1])) {
		return true
	}
	left, right, ok := compared(a.Op, x, y, holds)
	if !ok {
		return true
	}
	act.bounds = append(act.bounds, bound{operands[0].Value, left, within}, bound{operands[1].Value, right, within})
	return !x.Meet(left).Nothing() && !y.Meet(right).Nothing()
}

func isScalar(t types.Type) bool {
	tensor, ok := types.Head(t).(*types.Tensor)
	return ok && len(tensor.Shape) == 0
}

// compared is what a comparison says of its operands. Where one is NaN, all comparisons are
// false but that of inequality.
func compared(o *op.Op, x, y *Tensor, holds bool) (left, right interval.Set, ok bool) {
	nan := !holds && (x.NaN || y.NaN)
	inf := math.Inf(1)
	yBelow, yAbove := strict(y.Most, -1, y.Dtype), strict(y.Least, 1, y.Dtype)
	xBelow, xAbove := strict(x.Most, -1, x.Dtype), strict(x.Least, 1, x.Dtype)
	switch o.Canonical() {
	case op.Less:
		if holds {
			return interval.Set{Least: -inf, Most: yBelow}, interval.Set{Least: xAbove, Most: inf}, true
		}
		return interval.Set{Least: y.Least, Most: inf, NaN: nan}, interval.Set{Least: -inf, Most: x.Most, NaN: nan}, !nan
	case op.LessEqual:
		if holds {
			return interval.Set{Least: -inf, Most: y.Most}, interval.Set{Least: x.Least, Most: inf}, true
		}
		return interval.Set{Least: yAbove, Most: inf}, interval.Set{Least: -inf, Most: xBelow}, !nan
	case op.Greater:
		if holds {
			return interval.Set{Least: yAbove, Most: inf}, interval.Set{Least: -inf, Most: xBelow}, true
		}
		return interval.Set{Least: -inf, Most: y.Most}, interval.Set{Least: x.Least, Most: inf}, !nan
	case op.GreaterEqual:
		if holds {
			return interval.Set{Least: y.Least, Most: inf}, interval.Set{Least: -inf, Most: x.Most}, true
		}
		return interval.Set{Least: -inf, Most: yBelow}, interval.Set{Least: xAbove, Most: inf}, !nan
	case op.Equal, op.NotEqual:
		if holds == (o.Canonical() == op.Equal) {
			return interval.Set{Least: y.Least, Most: y.Most}, interval.Set{Least: x.Least, Most: x.Most}, holds || !nan
		}
		return without(x, y), without(y, x), true
	}
	return left, right, false
}

// strict is the next number of a dtype beyond an end.
func strict(x, sign float64, d value.Dtype) float64 {
	if d == value.Float32 {
		return float64(math.Nextafter32(float32(x), float32(math.Inf(int(sign)))))
	}
	if d == value.Float64 {
		return math.Nextafter(x, math.Inf(int(sign)))
	}
	if !d.IsFloat() {
		return x + sign
	}
	if x == 0 {
		return sign * interval.Smallest(d)
	}
	return x
}

// without is a set without the single number of another one, where that is an end of it.
func without(x, y *Tensor) interval.Set {
	out := interval.Set{Least: math.Inf(-1), Most: math.Inf(1), NaN: true}
	n, single := y.Single()
	if !single {
		return out
	}
	if x.Least == n {
		out.Least = strict(n, 1, x.Dtype)
	}
	if x.Most == n {
		out.Most = strict(n, -1, x.Dtype)
	}
	return out
}
