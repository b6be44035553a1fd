package treewalk

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// call evaluates the callee, then the arguments, then applies.
func (m *machine) call(n syntax.NodeID, s *scope) Value {
	t := m.item
	c := t.Call(n)
	callee := t.Unparen(c.Callee)
	if t.Kind(callee) == syntax.Name {
		name := t.SourceText(callee)
		variable := s.find(name) != nil
		_, constructor := m.program.fields(t, name)
		if !variable && constructor {
			return m.construct(name, m.exprs(c.Args, s))
		}
		if !variable {
			return m.operation(n, name, c.Args, s)
		}
	}
	f := m.expr(c.Callee, s)
	ready := m.ready
	args := m.exprs(c.Args, s)
	m.ready = max(m.ready, ready)
	return m.apply(n, f, args)
}

// apply calls a function value; it and the arguments were evaluated last.
func (m *machine) apply(n syntax.NodeID, f Value, args []Value) Value {
	fn, ok := f.(*Func)
	if !ok {
		m.unsupported(n)
	}
	if fn.native != nil {
		return fn.native(m, args)
	}
	m.one()
	outer := m.start
	m.start = m.ready
	v := m.enter(n, fn, args)
	m.start = outer
	return v
}

// enter evaluates the body of a function, whose arguments are ready when it starts. It
// ends when all of the body is done.
func (m *machine) enter(n syntax.NodeID, fn *Func, args []Value) Value {
	if len(args) != len(fn.params) {
		m.unsupported(n)
	}
	item, done, around := m.item, m.done, m.frame
	if m.frame = fn.within; fn.definition {
		m.frame = &frame{fn.item, args}
	}
	m.item, m.done, m.ready = fn.item, m.start, m.start
	if fn.definition {
		m.cost.Tick++
	}
	s := fn.scope
	for i, p := range fn.params {
		inner, ok := m.bind(m.item.Param(p).Pattern, args[i], s)
		if !ok {
			m.unsupported(p)
		}
		s = inner
	}
	v := m.activation(fn.body, s)
	end := m.done
	m.item, m.done, m.frame = item, done, around
	m.finish(end)
	return v
}

// unary applies a row of prefix operators, the innermost first.
func (m *machine) unary(n syntax.NodeID, s *scope) Value {
	u := m.item.Unary(n)
	v := m.expr(u.Operand, s)
	for i := len(u.Operators) - 1; i >= 0; i-- {
		name := map[string]string{"-": "negative", "!": "logical_not"}[m.item.SourceText(u.Operators[i])]
		v = m.operate(u.Operators[i], name, []Value{v}, nil)
	}
	return v
}

var infix = map[string]string{
	"+": "add", "-": "subtract", "*": "multiply", "/": "divide", "<": "less", "<=": "less_equal", ">": "greater", ">=": "greater_equal",
	"==": "equal", "!=": "not_equal", "&&": "logical_and", "||": "logical_or",
}

// binary applies a chain of infix operators from the left.
func (m *machine) binary(n syntax.NodeID, s *scope) Value {
	b := m.item.Binary(n)
	v := m.expr(b.First, s)
	for i := range b.Links() {
		operator, operand := b.Link(i)
		text := m.item.SourceText(operator)
		if decided(text, v) {
			m.one()
			continue
		}
		first, start := m.ready, m.start
		if shortCircuits(text, v) {
			start = max(first, start)
		}
		right := m.within(start, operand, s)
		m.ready = max(first, m.ready)
		v = m.operate(operator, infix[text], []Value{v, right}, nil)
	}
	return v
}

// shortCircuits reports whether the first operand says if there is need of the second.
func shortCircuits(operator string, first Value) bool {
	return isScalar(first) && (operator == "&&" || operator == "||")
}

// decided reports whether `&&` or `||` needs its second operand no more.
func decided(operator string, first Value) bool {
	n, ok := first.(Num)
	return ok && (operator == "&&" && n.I == 0 || operator == "||" && n.I != 0)
}

// operation calls an operator: what it takes by name is an attribute, or one of its
// tensors.
func (m *machine) operation(n syntax.NodeID, name string, args []syntax.NodeID, s *scope) Value {
	if name == "Constant" {
		return m.constant(n, args, s)
	}
	if f := m.program.Sort; f != nil {
		if sorted, ok := f(m.item, n); ok {
			return m.sortedOperation(n, name, args, sorted, s)
		}
	}
	var values []Value
	ready := m.start
	attrs := map[string]syntax.NodeID{}
	for _, a := range args {
		if m.item.Kind(a) == syntax.NamedArg {
			attrs[m.item.SourceText(m.item.NamedArg(a).Name)] = m.item.NamedArg(a).Value
			continue
		}
		values = append(values, m.expr(a, s))
		ready = max(ready, m.ready)
	}
	m.ready = ready
	return m.operate(n, name, values, attrs)
}

// sortedOperation evaluates the parts of a call in the order of the text.
func (m *machine) sortedOperation(n syntax.NodeID, name string, args []syntax.NodeID, sorted Sorted, s *scope) Value {
	for len(sorted.Args) > 0 && sorted.Args[len(sorted.Args)-1] == syntax.NoNode {
		sorted.Args = sorted.Args[:len(sorted.Args)-1]
	}
	values, extra := make([]Value, len(sorted.Args)), make([]Value, len(sorted.Extra))
	computed := map[int]Value{}
	ready := m.start
	for _, a := range args {
		if m.item.Kind(a) == syntax.NamedArg {
			a = m.item.NamedArg(a).Value
		}
		v := Value(nil)
		value := func() Value {
			if v == nil {
				v = m.expr(a, s)
				ready = max(ready, m.ready)
			}
			return v
		}
		for i, arg := range sorted.Args {
			if arg == a {
				values[i] = value()
			}
		}
		for i, arg := range sorted.Extra {
			if arg == a {
				extra[i] = value()
			}
		}
		for i, place := range sorted.Computed {
			if place == a {
				computed[i] = value()
			}
		}
	}
	m.ready = ready
	return m.operateSorted(operation{machine: m, node: n, name: name, args: values, extra: extra, attrs: sorted.Attrs, computed: computed, level: sorted.Level, tensors: sorted.Tensors, empty: sorted.Empty})
}

// constant is a tensor of literals in brackets, or of one element and a shape.
func (m *machine) constant(n syntax.NodeID, args []syntax.NodeID, s *scope) Value {
	if len(args) != 1 {
		m.unsupported(n)
	}
	shape, data := m.nested(args[0], s)
	dtype := "int32"
	if len(data) > 0 {
		dtype = data[0].Dtype
	}
	m.ready = m.start
	return dense(dtype, shape, data)
}

func (m *machine) nested(n syntax.NodeID, s *scope) (shape []int, data []Num) {
	if m.item.Kind(n) != syntax.List {
		return nil, []Num{m.expr(n, s).(Num)}
	}
	for _, kid := range m.item.Kids(n) {
		inner, more := m.nested(kid, s)
		shape, data = inner, append(data, more...)
	}
	return append([]int{len(m.item.Kids(n))}, shape...), data
}
