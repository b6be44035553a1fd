package treewalk

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/syntax"
)

// expr evaluates an expression.
func (m *machine) expr(n syntax.NodeID, s *scope) Value {
	m.steps--
	m.depth++
	if m.steps < 0 || m.depth > deepest {
		m.fail(n, Limited, "too long or too deep")
	}
	if m.program.Begin != nil {
		m.program.Begin(m.item, n)
	}
	v := m.form(n, s)
	m.depth--
	if m.program.Watch != nil {
		m.program.Watch(m.item, n, v)
	}
	return v
}

func (m *machine) form(n syntax.NodeID, s *scope) Value {
	t := m.item
	switch t.Kind(n) {
	case syntax.Block:
		return m.block(n, s)
	case syntax.Paren:
		return m.expr(t.Inner(n), s)
	case syntax.Int, syntax.Float:
		return m.number(n)
	case syntax.Bool:
		return truth(strings.EqualFold(t.SourceText(n), "true"))
	case syntax.Local:
		return m.local(n, s)
	case syntax.Global:
		return m.global(n)
	case syntax.Name:
		return m.name(n, s)
	case syntax.Tuple:
		return &Tuple{m.exprs(t.Kids(n), s)}
	case syntax.List:
		return &Seq{m.exprs(t.Kids(n), s)}
	case syntax.Project:
		return m.project(n, m.expr(t.Inner(n), s), int(t.Node(n).Data))
	case syntax.Index:
		return m.index(n, s)
	case syntax.Fn:
		return &Func{item: t, params: m.params(t.Fn(n).Params), body: t.Fn(n).Body, scope: s}
	case syntax.If:
		return m.branch(n, s)
	case syntax.Match:
		return m.match(n, s)
	case syntax.Unary:
		return m.unary(n, s)
	case syntax.Binary:
		return m.binary(n, s)
	case syntax.Call:
		return m.call(n, s)
	}
	m.unsupported(n)
	return nil
}

func (m *machine) exprs(ns []syntax.NodeID, s *scope) []Value {
	var out []Value
	for _, n := range ns {
		out = append(out, m.expr(n, s))
	}
	return out
}

func (m *machine) block(n syntax.NodeID, s *scope) Value {
	b := m.item.Block(n)
	for _, statement := range b.Statements {
		s = m.statement(statement, s)
	}
	return m.expr(b.Result, s)
}

func (m *machine) statement(n syntax.NodeID, s *scope) *scope {
	t := m.item
	switch t.Kind(n) {
	case syntax.Let:
		return m.let(n, s)
	case syntax.Graph:
		m.reached(n, s)
		return s
	}
	m.expr(n, s)
	return s
}

// let binds a pattern; a function sees itself.
func (m *machine) let(n syntax.NodeID, s *scope) *scope {
	l := m.item.Let(n)
	if value := m.item.Unparen(l.Value); m.item.Kind(value) == syntax.Fn && m.item.Kind(m.item.Unparen(l.Pattern)) == syntax.PatVar {
		inner := &scope{name: bare(m.item.SourceText(m.item.Unparen(l.Pattern))), outer: s}
		inner.value = m.expr(l.Value, inner)
		return inner
	}
	v := m.expr(l.Value, s)
	inner, ok := m.bind(l.Pattern, v, s)
	if !ok {
		m.fail(n, "match-failure", "the pattern does not fit")
	}
	return inner
}

func (m *machine) branch(n syntax.NodeID, s *scope) Value {
	b := m.item.If(n)
	if m.expr(b.Cond, s).(Num).I != 0 {
		return m.expr(b.Then, s)
	}
	if b.Else == syntax.NoNode {
		return &Tuple{}
	}
	return m.expr(b.Else, s)
}

func (m *machine) project(n syntax.NodeID, v Value, i int) Value {
	switch v := v.(type) {
	case *Tuple:
		return v.Elems[i]
	case *Seq:
		if len(v.Elems) == 0 {
			return v // of unknown type: of tuples
		}
	}
	m.unsupported(n)
	return nil
}

func (m *machine) index(n syntax.NodeID, s *scope) Value {
	x := m.item.Index(n)
	of, at := m.expr(x.Sequence, s), int(m.expr(x.At, s).(Num).I)
	return m.element(n, of, at)
}

// element is an element of a sequence, of a tensor along its first axis.
func (m *machine) element(n syntax.NodeID, of Value, at int) Value {
	length := 0
	switch of := of.(type) {
	case *Seq:
		if length = len(of.Elems); at >= 0 && at < length {
			return of.Elems[at]
		}
	case *Tensor:
		if length = of.Shape[0]; at >= 0 && at < length {
			size := len(of.Data) / length
			return dense(of.Dtype, of.Shape[1:], of.Data[at*size:(at+1)*size])
		}
	default:
		m.unsupported(n)
	}
	m.fail(n, "index-out-of-range", "%d of %d", at, length)
	return nil
}

// local is a variable; tails of its name that belong to no name are projections.
func (m *machine) local(n syntax.NodeID, s *scope) Value {
	t := m.item
	tails := t.Kids(n)
	text := t.SourceText(n)
	start := t.Span(n).Start
	for known := len(tails); known >= 0; known-- {
		end := len(text)
		if known < len(tails) {
			end = int(t.Span(tails[known]).Start - start)
		}
		v, ok := s.find(bare(text[:end]))
		if !ok {
			continue
		}
		v = m.use(n, v)
		for _, tail := range tails[known:] {
			i, err := strconv.Atoi(strings.TrimPrefix(t.SourceText(tail), "."))
			if err != nil {
				m.unsupported(n)
			}
			v = m.project(n, v, i)
		}
		return v
	}
	m.unsupported(n)
	return nil
}

func (m *machine) global(n syntax.NodeID) Value {
	item := m.program.defs[m.item.SourceText(n)]
	if item == nil {
		m.unsupported(n)
	}
	d := item.Def(item.Root)
	return &Func{item: item, params: paramsOf(item, d.Params), body: d.Body}
}

// name is a variable, a constructor or an operator.
func (m *machine) name(n syntax.NodeID, s *scope) Value {
	text := m.item.SourceText(n)
	if v, ok := s.find(text); ok {
		return m.use(n, v)
	}
	if fields, ok := m.program.constructors[text]; ok {
		if fields == 0 {
			return &Data{Name: text}
		}
		return &Func{native: func(args []Value) Value { return &Data{text, args} }}
	}
	if _, ok := operators[text]; ok {
		item := m.item
		return &Func{native: func(args []Value) Value {
			outer := m.item
			m.item = item
			v := m.operate(n, text, args, nil)
			m.item = outer
			return v
		}}
	}
	m.unsupported(n)
	return nil
}

func (m *machine) params(n syntax.NodeID) []syntax.NodeID { return paramsOf(m.item, n) }

func paramsOf(item *syntax.Item, n syntax.NodeID) []syntax.NodeID {
	return slices.DeleteFunc(slices.Clone(item.Kids(n)), func(p syntax.NodeID) bool { return item.Kind(p) != syntax.Param })
}

// number reads a literal.
func (m *machine) number(n syntax.NodeID) Value {
	text := m.item.NumberText(n)
	if num, ok := readNumber(text); ok {
		return num
	}
	m.unsupported(n)
	return nil
}
