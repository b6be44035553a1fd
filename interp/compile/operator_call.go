package compile

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
	"github.com/fraccheck/fraccheck/typecheck"
)

// operatorCall emits a call of an operator: its arguments by parameter, then
// those that are passed on to the user's function, then what its attributes
// need, side by side after the register of the result.
func (b *builder) operatorCall(n syntax.NodeID, c *typecheck.OperatorCall, dst int) {
	if b.scalarCall(n, c, dst) || b.fused(n, dst) {
		return
	}
	mark := b.next
	defer func() { b.next = mark }()
	base := b.resultRegister(dst, false)
	s := &code.Site{Op: c.Op, Attrs: c.Attrs, Args: len(c.Args), Extra: len(c.Extra), Out: b.typeOf(n), Extents: -1}
	for _, arg := range c.Args {
		r := b.temp()
		if arg == syntax.NoNode {
			b.constant(r, code.Slot{})
			continue
		}
		b.expr(arg, r)
		b.fn.CallsUnknown = b.fn.CallsUnknown || isFunction(b.typeOf(arg))
	}
	for _, extra := range c.Extra {
		b.expr(extra, b.temp())
	}
	b.attributes(c, s, base)
	s.Level = b.level(c)
	b.setNode(n)
	b.rebind(c, s, base)
	b.emitX(code.OpOperator, base, b.site(s))
	b.move(dst, base)
}

// level is the depth at which forall and filterall work: that of the
// FractalTensor less that of the function's parameter.
func (b *builder) level(c *typecheck.OperatorCall) int {
	if len(c.Args) < 2 || c.Args[0] == syntax.NoNode || c.Args[1] == syntax.NoNode {
		return 1
	}
	return level(b.typeOf(c.Args[0]), b.typeOf(c.Args[1]))
}

func level(function, over types.Type) int {
	f, ok := types.Head(function).(*types.Func)
	if !ok || len(f.In) == 0 || over == nil {
		return 1
	}
	d, _ := types.Depth(over)
	k, _ := types.Depth(f.In[0])
	return max(d-k, 1)
}

// depthOfUse is the level at which an operator works that is a value of a type.
func depthOfUse(t types.Type) int {
	f, ok := types.Head(t).(*types.Func)
	if !ok || len(f.In) < 2 {
		return 1
	}
	return level(f.In[0], f.In[1])
}

// isFunction reports whether an operator might call a value of a type; an argument of unknown type
// may be one.
func isFunction(t types.Type) bool {
	switch t.(type) {
	case *types.Func, *types.Var, nil:
		return true
	}
	return false
}

// attributes emits what attributes need that are no literals.
func (b *builder) attributes(c *typecheck.OperatorCall, s *code.Site, base int) {
	for i, v := range c.Attrs.Values {
		if mentions(v, op.DimValue) && s.Extents < 0 {
			r := b.temp()
			b.move(r, b.loadExtents())
			s.Extents = r - base
		}
		if v.Kind != op.ExprValue || i >= len(c.Op.Attrs) {
			continue
		}
		place := c.Places[c.Op.Attrs[i].Name]
		if b.item.Kind(place) == syntax.NamedArg {
			place = b.item.NamedArg(place).Value
		}
		if place != syntax.NoNode {
			r := b.temp()
			b.expr(place, r)
			s.Computed = append(s.Computed, code.ComputedAttr{Attr: i, Register: r - base})
		}
	}
}

func mentions(v op.Value, k op.ValueKind) bool {
	if v.Kind == k {
		return true
	}
	for _, e := range v.List {
		if mentions(e, k) {
			return true
		}
	}
	return false
}

// scalarCall emits a call of two scalars that has an opcode of its own.
func (b *builder) scalarCall(n syntax.NodeID, c *typecheck.OperatorCall, dst int) bool {
	if len(c.Args) != 2 || c.Args[0] == syntax.NoNode || c.Args[1] == syntax.NoNode {
		return false
	}
	if code.ScalarOpcodes[c.Op.Canonical()] == nil && code.ScalarOpcodes[c.Op.Laws.Mirror] == nil {
		return false
	}
	in, out := b.typeOf(c.Args[0]), b.typeOf(n)
	if _, ok := scalarDtype(in); !ok {
		return false
	}
	if _, ok := scalarDtype(out); !ok {
		return false
	}
	mark := b.next
	x, y := b.operand(c.Args[0]), b.operand(c.Args[1])
	b.arithmetic(c.Op.Name, n, in, out, dst, x, y)
	b.next = mark
	return true
}

// dense emits `Constant(…)`.
func (b *builder) dense(n syntax.NodeID, dst int) {
	t, ok := b.typeOf(n).(*types.Tensor)
	args := b.args(n)
	if !ok || len(args) == 0 {
		b.fault(n, "this constant has no type")
		return
	}
	d, ok := code.DtypeOf(t.Dtype)
	if !ok {
		b.fault(n, "the dtype "+t.Dtype.String()+" has no values")
		return
	}
	if a := b.denseLiteral(args[0], t, d); a != nil {
		b.constant(dst, code.ArraySlot(a))
		return
	}
	mark := b.next
	defer func() { b.next = mark }()
	s := &code.Site{Out: t, Builtin: code.FillConstant, Extents: 1, Shape: b.bracketed(args[0])}
	base := b.resultRegister(dst, false)
	ext := b.temp()
	b.move(ext, b.loadExtents())
	b.next = ext + 1
	elems := b.elements(args[0], nil)
	list := b.temp()
	b.emit(code.OpListBegin, list, 0, 0)
	for _, e := range elems {
		r := b.temp()
		b.expr(e, r)
		b.emit(code.OpListAdd, list, r, 0)
		b.next = r
	}
	s.Args = 2
	b.setNode(n)
	b.emitX(code.OpOperator, base, b.site(s))
	b.move(dst, base)
}

// bracketed is the shape of nested brackets; nil for what has none.
func (b *builder) bracketed(n syntax.NodeID) []int {
	var shape []int
	for n != syntax.NoNode && b.item.Kind(n) == syntax.List {
		elems := b.item.Kids(n)
		shape = append(shape, len(elems))
		if len(elems) == 0 {
			break
		}
		n = elems[0]
	}
	return shape
}

// elements are the innermost elements of nested brackets.
func (b *builder) elements(n syntax.NodeID, into []syntax.NodeID) []syntax.NodeID {
	if b.item.Kind(n) != syntax.List {
		return append(into, n)
	}
	for _, kid := range b.item.Kids(n) {
		into = b.elements(kid, into)
	}
	return into
}

// denseLiteral is the array of a constant whose shape and elements are all
// written as numbers; nil for others.
func (b *builder) denseLiteral(n syntax.NodeID, t *types.Tensor, d value.Dtype) *value.Array {
	shape := b.bracketed(n)
	if shape == nil || slices.Contains(shape, 0) {
		shape = make([]int, len(t.Shape))
		for i, dim := range t.Shape {
			k, ok := dim.Const()
			if !ok {
				return nil
			}
			shape[i] = int(k)
		}
	}
	elems := b.elements(n, nil)
	scalars := make([]value.Scalar, len(elems))
	for i, e := range elems {
		switch b.item.Kind(e) {
		case syntax.Int, syntax.Float, syntax.Bool:
		default:
			return nil
		}
		s, ok := b.literalValue(e)
		if !ok {
			return nil
		}
		from, _ := s.ScalarDtype()
		scalars[i] = value.Scalar{Dtype: from, Bits: s.W}.Convert(d)
	}
	if b.item.Kind(n) != syntax.List {
		return value.FromScalar(scalars[0]).Broadcast(shape)
	}
	if value.Product(shape) != len(scalars) {
		return nil
	}
	a := value.NewArray(d, shape)
	for i, s := range scalars {
		value.Store(a.Data, i, s)
	}
	return a
}
