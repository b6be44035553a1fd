package shadow

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/typecheck/literal"
)

// literal is a value that the text writes out, read once.
func (m *machine) literal(u *unit, v graph.Value) Value {
	if known, ok := u.literals[v]; ok {
		return known
	}
	n := u.graph.Node(v)
	var x Value
	switch u.item.Kind(n) {
	case syntax.Int, syntax.Float, syntax.Bool, syntax.Segment:
		if t := m.number(u, n, u.graph.Type(v)); t != nil {
			x = t
		}
	case syntax.Tuple, syntax.Block:
		x = &Tuple{}
	case syntax.Meta:
		if a := m.constant(u.module, u.item.SourceText(n)); a != nil {
			x = exact(a)
		}
	case syntax.Call:
		if t := m.dense(u, n); t != nil {
			x = t
		}
	}
	if x == nil {
		m.unknown("the literal `%.20s`", u.item.SourceText(n))
	}
	x = m.narrowed(x, &Event{Site: Site{u.item, n}, Trouble: Overflow})
	u.literals[v] = x
	return x
}

// number reads a number or a truth value at a type, or at the one that its text says; nil
// where that cannot be.
func (m *machine) number(u *unit, n syntax.NodeID, t types.Type) *Tensor {
	text := u.item.NumberText(n)
	switch u.item.Kind(n) {
	case syntax.Bool:
		return Scalar(value.Truth(strings.EqualFold(text, "true")))
	case syntax.Segment:
		text = strings.TrimPrefix(u.item.SourceText(n), "/")
	}
	if t == nil {
		if t = u.info.Type(n); t == nil {
			t = typecheck.NumberType(text)
		}
	}
	tensor, ok := types.Head(t).(*types.Tensor)
	if !ok {
		return nil
	}
	d, err := op.DtypeValue(tensor.Dtype, value.Float32)
	if err != nil {
		return nil
	}
	s, ok := literal.Scalar(text, d)
	if !ok {
		return nil
	}
	return Scalar(s)
}

// dense is `Constant(…)` of numbers; nil for others.
func (m *machine) dense(u *unit, n syntax.NodeID) *Tensor {
	t, ok := types.Head(u.info.Type(n)).(*types.Tensor)
	args := u.item.Call(n).Args
	if !ok || len(args) == 0 || u.item.Kind(args[0]) == syntax.NamedArg {
		return nil
	}
	d, err := op.DtypeValue(t.Dtype, value.Float32)
	if err != nil {
		return nil
	}
	shape := make([]int, len(t.Shape))
	for i, dim := range t.Shape {
		k, ok := dim.Const()
		if !ok {
			return nil
		}
		shape[i] = int(k)
	}
	total, err := value.CheckedLen(shape)
	if err != nil {
		return nil
	}
	m.spend(int64(total))
	elems := m.elements(u, args[0], nil)
	scalars := make([]value.Scalar, len(elems))
	for i, e := range elems {
		x := m.number(u, e, nil)
		if x == nil {
			return nil
		}
		scalars[i] = x.Program.Item().Convert(d)
	}
	if u.item.Kind(args[0]) != syntax.List && len(scalars) == 1 {
		return exact(value.Full(scalars[0], shape))
	}
	if total != len(scalars) {
		return nil
	}
	a := value.NewArray(d, shape)
	for i, s := range scalars {
		value.Store(a.Data, i, s)
	}
	return exact(a)
}

// elements are the innermost elements of nested brackets.
func (m *machine) elements(u *unit, n syntax.NodeID, into []syntax.NodeID) []syntax.NodeID {
	n = u.item.Unparen(n)
	if u.item.Kind(n) != syntax.List {
		return append(into, n)
	}
	for _, kid := range u.item.Kids(n) {
		into = m.elements(u, kid, into)
	}
	return into
}

// computedConstant is `Constant(…)` of a number that is computed.
func (m *machine) computedConstant(act *activation, v graph.Value) Value {
	u := act.unit
	operands := u.graph.Operands(v)
	t, ok := types.Head(u.graph.Type(v)).(*types.Tensor)
	if len(operands) < 2 || !ok {
		m.unknown("a constant")
	}
	x, ok := m.operand(act, operands[1]).(*Tensor)
	if !ok || x.Program.Len() != 1 || len(x.Program.Shape) > 0 {
		m.unknown("a constant of several computed elements")
	}
	shape := make([]int, len(t.Shape))
	for i, dim := range t.Shape {
		n, ok := m.extent(act, dim)
		if !ok {
			m.unknown("an extent")
		}
		shape[i] = int(n)
	}
	total, err := value.CheckedLen(shape)
	if err != nil {
		m.fail(ErrLimit)
	}
	m.spend(int64(total))
	out := *x
	out.Program, out.Shadow = x.Program.Broadcast(shape).Contiguous(), x.Shadow.Broadcast(shape).Contiguous()
	return &out
}
