package lower

import (
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/treewalk"
	"github.com/fraccheck/fraccheck/internal/types"
)

func bare(name string) string { return strings.TrimPrefix(name, "%") }

// expr evaluates an expression.
func (m *machine) expr(n syntax.NodeID, s *scope) value {
	m.depth++
	m.step()
	v := m.form(n, s)
	m.depth--
	return v
}

// form evaluates one kind of expression.
func (m *machine) form(n syntax.NodeID, s *scope) value {
	t := m.item
	switch t.Kind(n) {
	case syntax.Block:
		return m.block(n, s)
	case syntax.Paren:
		return m.expr(t.Inner(n), s)
	case syntax.Int:
		if k, ok := treewalk.Integer(t.NumberText(n)); ok {
			return num{linear.Number(k.I)}
		}
		return nil
	case syntax.Float:
		return nil
	case syntax.Bool:
		return truth(strings.EqualFold(t.SourceText(n), "true"))
	case syntax.Local:
		return m.local(n, s)
	case syntax.Global:
		return m.global(n)
	case syntax.Name:
		return m.name(n, s)
	case syntax.Tuple:
		parts := m.exprs(t.Kids(n), s)
		m.cost[memory] += word * int64(len(parts))
		return bounded(&tuple{parts})
	case syntax.Project:
		return m.project(m.expr(t.Inner(n), s), int(t.Node(n).Data))
	case syntax.Fn:
		return m.literalFunction(n, s)
	case syntax.If:
		return m.branch(n, s)
	case syntax.Match:
		return m.match(n, s)
	case syntax.Unary:
		return m.unary(n, s)
	case syntax.Binary:
		return m.binary(n, s)
	case syntax.Call:
		return m.application(n, s)
	}
	panic(unknown)
}

func (m *machine) exprs(ns []syntax.NodeID, s *scope) []value {
	all := make([]value, len(ns))
	for i, n := range ns {
		all[i] = m.expr(n, s)
	}
	return all
}

func (m *machine) block(n syntax.NodeID, s *scope) value {
	b := m.item.Block(n)
	for _, statement := range b.Statements {
		switch m.item.Kind(statement) {
		case syntax.Let:
			s = m.let(statement, s)
		case syntax.Graph:
			panic(unknown) // what a graph binding gives may be read before it
		default:
			m.expr(statement, s)
		}
	}
	return m.expr(b.Result, s)
}

// let binds a pattern; a function sees itself.
func (m *machine) let(n syntax.NodeID, s *scope) *scope {
	l := m.item.Let(n)
	v := m.expr(l.Value, s)
	pattern := m.item.Unparen(l.Pattern)
	if f, ok := v.(*function); ok && m.item.Kind(m.item.Unparen(l.Value)) == syntax.Fn && m.item.Kind(pattern) == syntax.PatVar {
		if name := bare(m.item.SourceText(pattern)); m.mentions(f.item, f.body)[name] {
			f.self = name
		}
	}
	inner, fits := m.bind(l.Pattern, v, s)
	if !fits {
		panic(unknown)
	}
	return inner
}

func (m *machine) branch(n syntax.NodeID, s *scope) value {
	b := m.item.If(n)
	c := m.expr(b.Cond, s)
	m.cost[work]++
	switch {
	case m.holds(c):
		return m.expr(b.Then, s)
	case b.Else == syntax.NoNode:
		return &tuple{}
	}
	return m.expr(b.Else, s)
}

// match takes the first clause whose pattern fits. Where none does the run faults.
func (m *machine) match(n syntax.NodeID, s *scope) value {
	w := m.item.Match(n)
	v := m.expr(w.Scrutinee, s)
	m.cost[work]++
	for _, c := range w.Clauses {
		clause := m.item.Clause(c)
		if inner, fits := m.bind(clause.Pattern, v, s); fits {
			return m.expr(clause.Body, inner)
		}
	}
	if m.partlyUnknown(v) && !strings.HasPrefix(m.item.SourceText(n), "match?") {
		panic(impossible) // the checker has accepted the match: the unknown is something else
	}
	panic(unknown)
}

// partlyUnknown reports whether some part of a value is unknown.
func (m *machine) partlyUnknown(v value) bool {
	switch v := v.(type) {
	case nil:
		return true
	case *tuple:
		for _, e := range v.elems {
			if m.partlyUnknown(e) {
				return true
			}
		}
	case *data:
		for _, e := range v.fields {
			if m.partlyUnknown(e) {
				return true
			}
		}
	case *chain:
		return true
	}
	return false
}

func (m *machine) project(v value, i int) value {
	m.cost[work]++
	if t, ok := v.(*tuple); ok && i < len(t.elems) {
		return t.elems[i]
	}
	return nil
}

// local is a variable; tails of its name that belong to no name are projections.
func (m *machine) local(n syntax.NodeID, s *scope) value {
	tails := m.item.Kids(n)
	if len(tails) == 0 { // as nearly all are
		if found := s.find(bare(m.item.SourceText(n))); found != nil {
			return found.value
		}
		panic(unknown)
	}
	for i, name := range treewalk.Locals(m.item, n) {
		found := s.find(name)
		if found == nil {
			continue
		}
		v := found.value
		for _, tail := range tails[len(tails)-i:] {
			k, err := strconv.Atoi(strings.TrimPrefix(m.item.SourceText(tail), "."))
			if err != nil {
				panic(unknown)
			}
			v = m.project(v, k)
		}
		return v
	}
	panic(unknown)
}

func (m *machine) global(n syntax.NodeID) value {
	item := m.program.Definition(m.item, m.item.SourceText(n))
	if item == nil || item.Def(item.Root).Body == syntax.NoNode {
		panic(unknown)
	}
	return m.definitionOf(item)
}

func paramsOf(item *syntax.Item, n syntax.NodeID) (all []syntax.NodeID) {
	for _, p := range item.Kids(n) {
		if item.Kind(p) == syntax.Param {
			all = append(all, p)
		}
	}
	return all
}

// name is a variable or a constructor.
func (m *machine) name(n syntax.NodeID, s *scope) value {
	text := m.item.SourceText(n)
	if found := s.find(text); found != nil {
		return found.value
	}
	if fields, ok := m.program.Constructor(m.item, text); ok {
		if fields == 0 {
			return &data{name: text}
		}
		return &function{item: m.item, constructor: text}
	}
	panic(unknown)
}

// literalFunction is a function literal with those variables around it that it names.
func (m *machine) literalFunction(n syntax.NodeID, s *scope) value {
	f := m.item.Fn(n)
	named := m.mentions(m.item, f.Body)
	m.cost[memory] += word
	var around *scope
	met := map[string]bool{}
	for ; s != nil; s = s.outer {
		if named[s.name] && !met[s.name] {
			met[s.name] = true
			around = &scope{s.name, s.value, around}
		}
	}
	return bounded(&function{item: m.item, params: paramsOf(m.item, f.Params), body: f.Body, around: around})
}

// application evaluates a call.
func (m *machine) application(n syntax.NodeID, s *scope) value {
	t := m.item
	c := t.Call(n)
	if callee := t.Unparen(c.Callee); t.Kind(callee) == syntax.Name {
		name := t.SourceText(callee)
		if s.find(name) == nil {
			if _, ok := m.program.Constructor(t, name); ok {
				return m.construct(name, m.exprs(c.Args, s))
			}
			return m.operation(n, name, c.Args, s)
		}
	}
	f := m.expr(c.Callee, s)
	return m.call(f, m.exprs(c.Args, s))
}

func (m *machine) unary(n syntax.NodeID, s *scope) value {
	u := m.item.Unary(n)
	v := m.expr(u.Operand, s)
	kind := m.scalar(n)
	for i := len(u.Operators) - 1; i >= 0; i-- {
		m.cost[work]++
		x, isNumber := v.(num)
		b, isTruth := v.(truth)
		switch {
		case isNumber && kind == integer: // -1u8 is 255
			v = num{linear.Form{}.Minus(x.Form)}
		case isTruth:
			v = !b
		default:
			v = nil
		}
	}
	return v
}

// binary applies a chain of infix operators from the left.
func (m *machine) binary(n syntax.NodeID, s *scope) value {
	b := m.item.Binary(n)
	v := m.expr(b.First, s)
	for i := range b.Links() {
		operator, operand := b.Link(i)
		text := m.item.SourceText(operator)
		m.cost[work]++
		if text == "&&" || text == "||" {
			if holds := m.holds(v); holds == (text == "||") {
				v = truth(holds)
				continue
			}
			v = m.expr(operand, s)
			continue
		}
		v = m.infix(text, v, m.expr(operand, s), m.scalar(n))
	}
	return v
}

func (m *machine) infix(text string, x, y value, kind scalarKind) value {
	switch text {
	case "+", "-", "*", "/":
		if kind != integer {
			return nil
		}
		return m.arithmetic(text, x, y)
	case "<", "<=", ">", ">=", "==", "!=":
		return m.compare(text, x, y)
	}
	panic(unknown)
}

// arithmetic is the value of an operation on integers; nil where it is no linear form.
func (m *machine) arithmetic(operator string, x, y value) value {
	a, okA := x.(num)
	b, okB := y.(num)
	if operator == "/" || operator == "mod" || operator == "floor_divide" || operator == "floor_mod" {
		if !okB || !b.IsNumber() || b.Const == 0 {
			panic(unknown) // it may be a division by 0
		}
		if !okA || b.Const < 0 || !m.set.Natural(m.set.Now(a.Form)) {
			return nil
		}
		whole, rest := m.set.Divide(m.set.Now(a.Form), b.Const)
		if operator == "/" || operator == "floor_divide" {
			return num{whole}
		}
		return num{rest}
	}
	if !okA || !okB {
		return nil
	}
	var sum linear.Form
	switch {
	case operator == "+":
		sum = a.Plus(1, b.Form)
	case operator == "-":
		sum = a.Minus(b.Form)
	case a.IsNumber():
		sum = linear.Form{}.Plus(a.Const, b.Form)
	case b.IsNumber():
		sum = linear.Form{}.Plus(b.Const, a.Form)
	default:
		return nil
	}
	if sum.Large() {
		return nil
	}
	return num{sum}
}

// operation is a call of an operator by its name.
func (m *machine) operation(n syntax.NodeID, name string, args []syntax.NodeID, s *scope) value {
	operator := name
	if f := m.program.Canonical; f != nil {
		operator = f(name)
	}
	for _, a := range args {
		if m.item.Kind(a) == syntax.NamedArg {
			panic(unknown)
		}
	}
	if !strings.HasPrefix(operator, "ref") {
		m.scalar(n)
	}
	values := m.exprs(args, s)
	switch m.cost[work]++; {
	case operator == "ref" && len(values) == 1:
		m.cost[memory] += word
		return nil
	case operator == "ref_read" && len(values) == 1:
		return nil
	case operator == "ref_write" && len(values) == 2:
		return &tuple{}
	case len(values) == 2 && (operator == "mod" || operator == "floor_mod" || operator == "floor_divide") && m.scalar(n) == integer:
		return m.arithmetic(operator, values[0], values[1])
	case len(values) == 2 && (operator == "minimum" || operator == "maximum") && m.scalar(n) == integer:
		return m.extremum(operator, values[0], values[1])
	}
	panic(unknown)
}

func (m *machine) extremum(operator string, x, y value) value {
	a, okA := x.(num)
	b, okB := y.(num)
	if !okA || !okB {
		return nil
	}
	if m.atLeast(a.Form, b.Form) == (operator == "maximum") {
		return a
	}
	return b
}

// A scalarKind says what is known of the numbers of a scalar type.
type scalarKind int

const (
	other   scalarKind = iota // floats, truth values, and integers that wrap around early
	integer                   // of 32 bits or more, with a sign
)

// scalar is the kind of the scalar that an expression gives; others than scalars are not
// known.
func (m *machine) scalar(n syntax.NodeID) scalarKind {
	t, ok := types.Head(m.typeOf(m.item, n)).(*types.Tensor)
	if !ok || len(t.Shape) > 0 {
		panic(unknown)
	}
	if t.Dtype.Class == types.IntClass && t.Dtype.Bits >= 32 {
		return integer
	}
	return other
}
