package interp

import (
	"fmt"

	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/value"
)

// operator runs a call of an operator: the result goes to stack[at], the
// arguments stand behind it.
func (m *machine) operator(s *site, at int) error {
	args := m.stack[at+1 : at+1+s.args]
	if s.chain != nil {
		result, err := m.runChain(s, args)
		m.stack[at] = result
		return m.wrapped(err)
	}
	if result, done, err := m.scalars(s, args); done {
		m.stack[at] = result
		return m.wrapped(err)
	}
	f, o := s.form, s.op
	if o != nil && o.Fractal != nil && len(args) > 0 && args[0].kind() == fractalKind {
		o = o.Fractal
	}
	if f == nil && o.Fractal == nil {
		f = m.program.forms[o.Name]
	}
	var result slot
	var err error
	if f != nil && (o == nil || o.Kernel == nil || s.form != nil) {
		result, err = f(m, &formCall{site: s, op: o, args: args, extra: m.stack[at+1+s.args : at+1+s.args+s.extra], at: at})
	} else {
		result, err = m.kernel(o, s, args, at)
	}
	m.stack[at] = result
	return m.wrapped(err)
}

func (m *machine) wrapped(err error) error {
	if err == nil {
		return nil
	}
	return m.wrap(err)
}

// scalars runs an elementwise operator whose operands all are scalars.
func (m *machine) scalars(s *site, args []slot) (result slot, done bool, err error) {
	if s.op == nil || s.op.Map == nil || len(args) == 0 || len(args) > 2 {
		return slot{}, false, nil
	}
	var in [2]value.Dtype
	for i, arg := range args {
		d, ok := arg.scalarDtype()
		if !ok {
			return slot{}, false, nil
		}
		in[i] = d
	}
	f := s.mapping(in, len(args))
	if f == nil {
		return slot{}, false, nil
	}
	last := args[len(args)-1]
	switch {
	case f.Divides && last.w == 0:
		return slot{}, true, m.fail(ZeroFault, "division by zero: %s", m.show(args[0])+" / "+m.show(last))
	case len(args) == 1 && f.Unary != nil:
		return slot{f.Unary(args[0].w), mark(f.Out)}, true, nil
	case len(args) == 2 && f.Binary != nil:
		return slot{f.Binary(args[0].w, args[1].w), mark(f.Out)}, true, nil
	}
	return slot{}, false, nil
}

// A mapped is the function that a site found for dtypes.
type mapped struct {
	in [2]value.Dtype
	f  *value.Map
}

// mapping finds the function of an elementwise operator; the one found last is
// kept.
func (s *site) mapping(in [2]value.Dtype, n int) *value.Map {
	if last := s.last.Load(); last != nil && last.in == in {
		return last.f
	}
	f := s.op.Map(s.attrs, in[:n])
	s.last.Store(&mapped{in, f})
	return f
}

// kernel runs an operator of the table.
func (m *machine) kernel(o *op.Op, s *site, args []slot, at int) (slot, error) {
	if o.Kernel == nil {
		return slot{}, m.fail(ProgramFault, "`%s` cannot be run yet: it is typed, but has no kernel", o.Name)
	}
	c := &op.KernelCall{Op: o, Args: make([]value.Value, len(args)), Attrs: s.attrs, Out: s.out}
	for i, arg := range args {
		if arg.isSet() {
			c.Args[i] = m.toValue(arg)
		}
	}
	if s.extents >= 0 && s.extents < window || len(s.exprs) > 0 {
		attrs, err := m.attributes(s, at)
		if err != nil {
			return slot{}, err
		}
		c.Attrs = attrs
	}
	v, err := o.Kernel(m.forKernels(), c)
	if err != nil {
		return slot{}, err
	}
	if v == nil {
		return slot{}, fmt.Errorf("`%s` gives no value", o.Name)
	}
	return m.fromValue(v), nil
}

// attributes puts in the values of attributes that are no literals.
func (m *machine) attributes(s *site, at int) (op.Attrs, error) {
	attrs := s.attrs
	attrs.Values = append([]op.Value{}, s.attrs.Values...)
	for _, e := range s.exprs {
		attrs.Values[e.attr] = attrValue(m.toValue(m.stack[at+e.reg]))
	}
	if s.extents < 0 {
		return attrs, nil
	}
	known := extentsOf(m.stack[at+s.extents])
	for i, v := range attrs.Values {
		resolved, err := known.resolve(v)
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

// resolve puts numbers in the place of shape variables.
func (e *extents) resolve(v op.Value) (op.Value, error) {
	switch v.Kind {
	case op.DimValue:
		n, ok := e.eval(v.Dim)
		if !ok {
			return v, fmt.Errorf("the extent %s is not known here", v.Dim)
		}
		return op.Int(int64(n)), nil
	case op.ListValue:
		list := op.Value{Kind: op.ListValue}
		for _, elem := range v.List {
			resolved, err := e.resolve(elem)
			if err != nil {
				return v, err
			}
			list.List = append(list.List, resolved)
		}
		return list, nil
	}
	return v, nil
}
