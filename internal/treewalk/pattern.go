package treewalk

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// match takes the first clause whose pattern fits.
func (m *machine) match(n syntax.NodeID, s *scope) Value {
	w := m.item.Match(n)
	v := m.expr(w.Scrutinee, s)
	m.one()
	for _, c := range w.Clauses {
		clause := m.item.Clause(c)
		if inner, ok := m.bind(clause.Pattern, v, s); ok {
			return m.within(m.ready, clause.Body, inner)
		}
	}
	m.fail(n, "match-failure", "no clause fits")
	return nil
}

// bind holds the value that was evaluated last to a pattern and adds its variables to a
// scope.
func (m *machine) bind(n syntax.NodeID, v Value, s *scope) (*scope, bool) {
	t := m.item
	switch t.Kind(n) {
	case syntax.PatWild:
		return s, true
	case syntax.PatVar:
		return &scope{bare(t.SourceText(n)), v, s, m.ready}, true
	case syntax.PatName:
		name := t.SourceText(n)
		if _, ok := m.program.fields(t, name); ok {
			return s, v.(*Data).Name == name
		}
		return &scope{name, v, s, m.ready}, true
	case syntax.PatParen:
		return m.bind(t.Inner(n), v, s)
	case syntax.PatTyped:
		return m.bind(t.PatTyped(n).Pattern, v, s)
	case syntax.PatTuple:
		return m.bindAll(t.Kids(n), v, s)
	case syntax.PatCons:
		p := t.PatCons(n)
		d := v.(*Data)
		if d.Name != t.SourceText(p.Name) {
			return s, false
		}
		return m.bindAll(p.Args, &Tuple{d.Fields}, s)
	case syntax.PatLit:
		return s, m.literalFits(t.Inner(n), v.(Num))
	}
	m.unsupported(n)
	return nil, false
}

func (m *machine) bindAll(ns []syntax.NodeID, v Value, s *scope) (*scope, bool) {
	for i, n := range ns {
		inner, ok := m.bind(n, m.project(n, v, i), s)
		if !ok {
			return s, false
		}
		s = inner
	}
	return s, true
}

// literalFits compares at the dtype of the value.
func (m *machine) literalFits(n syntax.NodeID, v Num) bool {
	if m.item.Kind(n) == syntax.Bool {
		return strings.EqualFold(m.item.SourceText(n), "true") == (v.I != 0)
	}
	lit, ok := readNumber(m.item.NumberText(n))
	if !ok {
		m.unsupported(n)
	}
	return lit.I == v.I
}
