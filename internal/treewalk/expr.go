package treewalk

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// expr evaluates an expression.
func (m *machine) expr(n syntax.NodeID, s *scope) Value {
	m.steps--
	m.depth++
	if m.steps < 0 || m.depth > m.deepest {
		m.fail(n, Limited, "too long or too deep")
	}
	if m.steps%pollEvery == 0 && m.stop != nil && m.stop() {
		m.fail(n, Limited, "it was stopped")
	}
	if m.program.Begin != nil {
		m.program.Begin(m.item, n)
	}
	m.ready = m.start
	v := m.form(n, s)
	m.depth--
	if m.program.Watch != nil {
		m.program.Watch(m.item, n, v)
	}
	return v
}

// form evaluates one kind of expression.
func (m *machine) form(n syntax.NodeID, s *scope) Value {
	t := m.item
	switch t.Kind(n) {
	case syntax.Block:
		return m.block(n, s)
	case syntax.Paren:
		return m.expr(t.Inner(n), s)
	case syntax.Int, syntax.Float:
		return m.number(n)
	case syntax.Meta:
		if f := m.program.Meta; f != nil {
			if v, ok := f(t, n); ok {
				m.free()
				return v
			}
		}
	case syntax.Bool:
		return truth(strings.EqualFold(t.SourceText(n), "true"))
	case syntax.Local:
		return m.local(n, s)
	case syntax.Global:
		return m.global(n)
	case syntax.Name:
		return m.name(n, s)
	case syntax.Tuple:
		return m.tuple(m.exprs(t.Kids(n), s))
	case syntax.List:
		return m.list(m.exprs(t.Kids(n), s))
	case syntax.Project:
		v := m.expr(t.Inner(n), s)
		m.one()
		return m.project(n, v, int(t.Node(n).Data))
	case syntax.Index:
		return m.index(n, s)
	case syntax.Fn:
		return m.function(n, s)
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
	ready := m.start
	for _, n := range ns {
		out = append(out, m.expr(n, s))
		ready = max(ready, m.ready)
	}
	m.ready = ready
	return out
}

func (m *machine) list(elems []Value) Value {
	m.allocateSeq(len(elems))
	m.one()
	return &Seq{elems}
}

// function is a literal with what it sees of the variables around it.
func (m *machine) function(n syntax.NodeID, s *scope) Value {
	seen := m.captured(n, s)
	m.cost.Memory += word * int64(1+len(seen))
	for _, v := range seen {
		m.ready = max(m.ready, v.readyAt())
	}
	m.free()
	f := m.item.Fn(n)
	return &Func{item: m.item, params: m.params(f.Params), body: f.Body, scope: s, within: m.frame}
}

func (m *machine) block(n syntax.NodeID, s *scope) Value {
	b := m.item.Block(n)
	for _, statement := range b.Statements {
		s = m.statement(statement, s)
	}
	return m.expr(b.Result, s)
}

// statement evaluates a binding, and gives the scope after it.
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
		inner.ready = m.ready
		return inner
	}
	v := m.expr(l.Value, s)
	inner, ok := m.bind(l.Pattern, v, s)
	if !ok {
		m.fail(n, "match-failure", "the pattern does not fit")
	}
	return inner
}

// branch evaluates the arm that the condition chooses, and no other.
func (m *machine) branch(n syntax.NodeID, s *scope) Value {
	b := m.item.If(n)
	holds := m.expr(b.Cond, s).(Num).I != 0
	m.one()
	switch {
	case holds:
		return m.within(m.ready, b.Then, s)
	case b.Else == syntax.NoNode:
		return &Tuple{}
	}
	return m.within(m.ready, b.Else, s)
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
	operands := m.exprs([]syntax.NodeID{x.Sequence, x.At}, s)
	m.one()
	return m.element(n, operands[0], int(operands[1].(Num).I))
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
		found := s.find(bare(text[:end]))
		if found == nil {
			continue
		}
		v := m.use(n, found)
		for _, tail := range tails[known:] {
			i, err := strconv.Atoi(strings.TrimPrefix(t.SourceText(tail), "."))
			if err != nil {
				m.unsupported(n)
			}
			m.one()
			v = m.project(n, v, i)
		}
		return v
	}
	m.unsupported(n)
	return nil
}

// global is the value of a name that is not local.
func (m *machine) global(n syntax.NodeID) Value {
	item := m.program.definition(m.item, m.item.SourceText(n))
	if item == nil {
		m.unsupported(n)
	}
	return functionOf(item)
}

// functionOf is a definition as a function.
func functionOf(item *syntax.Item) *Func {
	d := item.Def(item.Root)
	return &Func{item: item, params: paramsOf(item, d.Params), body: d.Body, definition: true}
}

// names are those that a local may have, from the longest on.
func (m *machine) names(n syntax.NodeID) []string {
	t := m.item
	tails := t.Kids(n)
	text := t.SourceText(n)
	start := t.Span(n).Start
	found := []string{bare(text)}
	for known := len(tails) - 1; known >= 0; known-- {
		found = append(found, bare(text[:t.Span(tails[known]).Start-start]))
	}
	return found
}

// name is a variable, a constructor or an operator.
func (m *machine) name(n syntax.NodeID, s *scope) Value {
	text := m.item.SourceText(n)
	if found := s.find(text); found != nil {
		return m.use(n, found)
	}
	if fields, ok := m.program.fields(m.item, text); ok {
		if fields == 0 {
			return &Data{Name: text}
		}
		return &Func{native: func(m *machine, args []Value) Value { return m.construct(text, args) }}
	}
	operator := text
	if f := m.program.Canonical; f != nil {
		operator = f(text)
	}
	if _, ok := operators[operator]; ok {
		item := m.item
		return &Func{native: func(m *machine, args []Value) Value {
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
	if num, ok := readRare(text); ok {
		return num
	}
	m.unsupported(n)
	return nil
}
