package machine

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
)

// operator runs a call of an operator: the result goes to stack[at], the
// arguments are after it. It tries, in this order: fused operators, an elementwise
// operator on scalars, a form, a kernel. Operators with two meanings have a second entry
// for FractalTensors (Op.Fractal).
func (m *machine) operator(s *code.Site, at int) error {
	args := m.stack[at+1 : at+1+s.Args]
	if s.Fused != nil {
		result, err := m.fused(s, args)
		m.stack[at] = result
		return m.wrapped(err)
	}
	if result, done, err := m.scalars(s, args); done {
		m.stack[at] = result
		return m.wrapped(err)
	}
	f, o := builtinForm(s.Builtin), s.Op
	if o != nil && o.Fractal != nil && len(args) > 0 && args[0].Kind() == code.FractalKind {
		o = o.Fractal
	}
	if f == nil && o.Fractal == nil {
		f = m.engine.forms[o.Canonical()]
	}
	var result code.Slot
	var err error
	if f != nil && (o == nil || o.Kernel == nil || s.Builtin != code.NoBuiltin) {
		result, err = f(m, &formCall{site: s, op: o, args: args, extra: m.stack[at+1+s.Args : at+1+s.Args+s.Extra], at: at})
	} else {
		result, err = m.kernel(o, s, args, at)
	}
	m.stack[at] = result
	return m.wrapped(err)
}

// wrapped is an error as a fault; nil stays nil.
func (m *machine) wrapped(err error) error {
	if err == nil {
		return nil
	}
	return m.wrap(err)
}

// scalars runs an elementwise operator whose operands all are scalars.
func (m *machine) scalars(s *code.Site, args []code.Slot) (result code.Slot, done bool, err error) {
	if s.Op == nil || s.Op.Map == nil || len(args) == 0 || len(args) > 2 {
		return code.Slot{}, false, nil
	}
	var in [2]value.Dtype
	for i, arg := range args {
		d, ok := arg.ScalarDtype()
		if !ok {
			return code.Slot{}, false, nil
		}
		in[i] = d
	}
	f := mapping(s, in, len(args))
	if f == nil {
		return code.Slot{}, false, nil
	}
	last := args[len(args)-1]
	switch {
	case f.Divides && last.W == 0:
		return code.Slot{}, true, m.fail(ZeroFault, "division by zero: %s", m.show(args[0])+" / "+m.show(last))
	case len(args) == 1 && f.Unary != nil:
		return code.Slot{W: f.Unary(args[0].W), P: code.Mark(f.Out)}, true, nil
	case len(args) == 2 && f.Binary != nil:
		return code.Slot{W: f.Binary(args[0].W, args[1].W), P: code.Mark(f.Out)}, true, nil
	}
	return code.Slot{}, false, nil
}

// mapping finds the function of an elementwise operator; the one found last is
// kept at the site, which mostly has the same dtypes again. Machines may race for that:
// each stores a whole pair.
func mapping(s *code.Site, in [2]value.Dtype, n int) *value.Map {
	if last := s.Last.Load(); last != nil && last.In == in {
		return last.Map
	}
	f := s.Op.Map(s.Attrs, in[:n])
	s.Last.Store(&code.CachedMap{In: in, Map: f})
	return f
}

// kernel runs an operator of the table: slots become values, and the result a slot.
func (m *machine) kernel(o *op.Op, s *code.Site, args []code.Slot, at int) (code.Slot, error) {
	if o.Kernel == nil {
		return code.Slot{}, m.fail(ProgramFault, "`%s` cannot be run yet: it is typed, but has no kernel", o.Name)
	}
	c := &op.KernelCall{Op: o, Args: make([]value.Value, len(args)), Attrs: s.Attrs, Out: s.Out}
	for i, arg := range args {
		if arg.IsSet() {
			c.Args[i] = m.toValue(arg)
		}
	}
	if s.Extents >= 0 && s.Extents < code.FrameRegisters || len(s.Computed) > 0 {
		attrs, err := m.attributes(s, at)
		if err != nil {
			return code.Slot{}, err
		}
		c.Attrs = attrs
	}
	v, err := m.computed(c)
	if err != nil {
		return code.Slot{}, err
	}
	if v == nil {
		return code.Slot{}, fmt.Errorf("`%s` gives no value", o.Name)
	}
	return m.fromValue(v), nil
}

// attributes puts in the values of attributes that are no literals: those that registers
// hold, and shape variables.
func (m *machine) attributes(s *code.Site, at int) (op.Attrs, error) {
	attrs := s.Attrs
	attrs.Values = append([]op.Value{}, s.Attrs.Values...)
	for _, e := range s.Computed {
		attrs.Values[e.Attr] = attrValue(m.toValue(m.stack[at+e.Register]))
	}
	if s.Extents < 0 {
		return attrs, nil
	}
	known := extentsOf(m.stack[at+s.Extents])
	for i, v := range attrs.Values {
		resolved, err := m.resolve(v, known)
		if err != nil {
			return attrs, err
		}
		attrs.Values[i] = resolved
	}
	return attrs, nil
}

// attrValue is a value as an attribute.
func attrValue(v value.Value) op.Value {
	switch v := v.(type) {
	case value.Scalar:
		if v.Dtype.IsFloat() {
			return op.Float(v.Float())
		}
		return op.Int(int64(v.Bits))
	case *value.Tuple:
		list := op.Value{Kind: op.ListValue}
		for _, e := range v.Elems {
			list.List = append(list.List, attrValue(e))
		}
		return list
	case *value.Array:
		list := op.Value{Kind: op.ListValue}
		for i := range v.Len() {
			list.List = append(list.List, attrValue(value.Load(v.Dtype, v.Flat(), i)))
		}
		return list
	}
	return op.Value{Kind: op.ExprValue}
}

// resolve puts numbers in the place of shape variables, also in lists. The arguments must
// determine them.
func (m *machine) resolve(v op.Value, e *extents) (op.Value, error) {
	switch v.Kind {
	case op.DimValue:
		n, ok, err := m.extent(e, v.Dim)
		if err != nil {
			return v, err
		}
		if !ok {
			return v, m.fail(ShapeFault, "%s", e.undetermined(v.Dim))
		}
		return op.Int(int64(n)), nil
	case op.ListValue:
		list := op.Value{Kind: op.ListValue}
		for _, elem := range v.List {
			resolved, err := m.resolve(elem, e)
			if err != nil {
				return v, err
			}
			list.List = append(list.List, resolved)
		}
		return list, nil
	}
	return v, nil
}
