package optimize

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/egraph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
)

// E-matching: a pattern is held against the nodes of a class, and each of its parts against
// those of an argument (L. de Moura and N. Bjørner, Efficient E-Matching for SMT Solvers,
// CADE 2007). What a name is bound to is a class; where the pattern says more of it, also the
// node that has that, of which conditions ask the attributes.
//
// Nodes that may fail or have an effect are matched by nothing but wildcards: they are values.

// A bound is a name of a pattern with the class that it matched, and the node where the pattern says more
// of it: a captured call, of which conditions and attrs() ask the attributes.
type bound struct {
	name  string
	class id
	node  egraph.Entry // ID is -1 where no node is meant
}

// A matching is the search for one rule in one class.
//
// The search is backtracking with continuations: each method calls then for every match, with bound
// extended by what the match binds, and takes the bindings back. left bounds the steps, since the
// number of matches is exponential in the depth of a pattern.
type matching struct {
	*terms
	bound []bound
	left  int // steps
}

// noNode is what patterns match that are about the value alone.
var noNode = egraph.Entry{ID: -1}

// supported reports whether a pattern has only forms that are matched here. The others ask for the places
// of a value in the text (uses, blocks, order), which a class of equal terms has not.
func supported(p *pattern.Pattern) bool {
	ok := true
	pattern.Walk(p, func(p *pattern.Pattern) {
		switch p.Kind {
		case pattern.Expression, pattern.Let, pattern.Match, pattern.HasType, pattern.Dominates, pattern.AnyDepth, pattern.Recursive:
			ok = false
		}
	})
	return ok
}

// lookup is what a name is bound to.
func (m *matching) lookup(name string) (bound, bool) {
	for i := len(m.bound) - 1; i >= 0; i-- {
		if m.bound[i].name == name {
			return m.bound[i], true
		}
	}
	return bound{}, false
}

// bind names a class for what follows. A name that occurs again must match the same class: f(x, x).
func (m *matching) bind(name string, c id, e egraph.Entry, then func()) {
	if was, known := m.lookup(name); known {
		if m.Find(was.class) == m.Find(c) {
			then()
		}
		return
	}
	m.bound = append(m.bound, bound{name, m.Find(c), e})
	then()
	m.bound = m.bound[:len(m.bound)-1]
}

// class matches a pattern with a class, and calls then for each way that fits, with the node that was
// matched.
func (m *matching) class(p *pattern.Pattern, c id, then func(egraph.Entry)) {
	if m.left--; m.left < 0 {
		return
	}
	c = m.Find(c)
	switch p.Kind {
	case pattern.Wildcard:
		then(noNode)
	case pattern.Variable:
		m.bind(p.Name, c, noNode, func() { then(noNode) })
	case pattern.Capture:
		m.class(p.Parts[0], c, func(e egraph.Entry) { m.bind(p.Name, c, e, func() { then(e) }) })
	case pattern.Or:
		m.class(p.Parts[0], c, then)
		m.class(p.Parts[1], c, then)
	case pattern.And:
		// Attributes are those of the node that the left part matched; all else is asked of the class.
		m.class(p.Parts[0], c, func(e egraph.Entry) {
			if p.Parts[1].Kind == pattern.HasAttributes {
				if e.ID >= 0 && m.hasAttributes(p.Parts[1], e) {
					then(e)
				}
				return
			}
			m.class(p.Parts[1], c, func(f egraph.Entry) {
				if e.ID < 0 {
					e = f
				}
				then(e)
			})
		})
	case pattern.Constant:
		if v := m.Data(c).value; v != nil && (p.Dtype == "" || p.Dtype == v.dtype.String()) && equalsValue(v, p.Value) {
			then(noNode)
		}
	case pattern.AnyConstant:
		for _, e := range m.Entries(c) {
			if m.head(e.Node).kind == literal {
				then(e)
				return
			}
		}
	case pattern.HasDtype:
		if t := m.tensor(c); t != nil && t.Dtype.String() == p.Name {
			then(noNode)
		}
	case pattern.HasShape:
		if m.hasShape(p.Shape, c) {
			then(noNode)
		}
	default: // forms of nodes: any node of the class may have it
		for _, e := range m.Entries(c) {
			if h := m.head(e.Node); !h.partial {
				m.node(p, h, e, func() { then(e) })
			}
		}
	}
}

// equalsValue reports whether a constant is the value of a pattern.
func equalsValue(c *constant, v op.Value) bool {
	switch v.Kind {
	case op.IntValue, op.BoolValue:
		return c.number() == float64(v.Int)
	case op.FloatValue:
		return c.number() == v.Float
	}
	return false
}

// hasShape reports whether a class has a shape: the extents of a pattern that are numbers, and no extent
// that is not known where it needs a number.
func (m *matching) hasShape(s pattern.Shape, c id) bool {
	shape, ok := m.shape(c)
	if !ok || len(shape) < len(s.Extents) || !s.Open && len(shape) != len(s.Extents) {
		return false
	}
	for i, want := range s.Extents {
		if want != pattern.AnyExtent && !shape[i].IsConst(want) {
			return false
		}
	}
	return true
}

// hasAttributes reports whether an application has the attributes of a pattern, by their values.
func (m *matching) hasAttributes(p *pattern.Pattern, e egraph.Entry) bool {
	h := m.head(e.Node)
	if h.kind != operation {
		return false
	}
	for _, a := range p.Attributes {
		if h.op.Attr(a.Name) < 0 {
			return false
		}
		if !sameValue(h.attrs.Value(a.Name), a.Value) {
			return false
		}
	}
	return true
}

// sameValue compares values of attributes; numbers by what they are, 1 and 1.0 and True alike.
func sameValue(a, b op.Value) bool {
	number := func(v op.Value) (float64, bool) {
		switch v.Kind {
		case op.IntValue, op.BoolValue:
			return float64(v.Int), true
		case op.FloatValue:
			return v.Float, true
		}
		return 0, false
	}
	if x, ok := number(a); ok {
		y, both := number(b)
		return both && x == y
	}
	if a.Kind == op.ListValue && b.Kind == op.ListValue {
		return slices.EqualFunc(a.List, b.List, sameValue)
	}
	return a.Kind == b.Kind && a.String() == b.String()
}

// node matches a pattern of a form with a node.
func (m *matching) node(p *pattern.Pattern, h *head, e egraph.Entry, then func()) {
	switch p.Kind {
	case pattern.Call:
		m.call(p, h, e, then)
	case pattern.Tuple:
		if h.kind == tuple && (p.Open || len(p.Parts) == len(e.Kids)) {
			m.all(p.Parts, e.Kids, then)
		}
	case pattern.List:
		if h.kind == list && len(p.Parts) == len(e.Kids) {
			m.all(p.Parts, e.Kids, then)
		}
	case pattern.Projection:
		if h.kind == project && (p.Index == pattern.AnyIndex || p.Index == h.index) {
			m.class(p.Parts[0], e.Kids[0], func(egraph.Entry) { then() })
		}
	case pattern.If:
		if h.kind == branch && h.pure() {
			m.all(p.Parts, e.Kids, then)
		}
	case pattern.Function:
		if h.kind != lambda || !h.pure() {
			return
		}
		params := p.Parts[:len(p.Parts)-1]
		kids := []id{e.Kids[0]}
		if !p.Open {
			if len(params) != len(h.binders) {
				return
			}
			kids = nil
			for _, b := range h.binders {
				kids = append(kids, m.variable(b))
			}
			kids = append(kids, e.Kids[0])
			m.all(p.Parts, kids, then)
			return
		}
		m.class(p.Parts[len(p.Parts)-1], kids[0], func(egraph.Entry) { then() })
	case pattern.Operator, pattern.OfKind:
		if h.kind == global && h.op != nil && callsOperator(p, h.op) {
			then()
		}
	case pattern.Global:
		if h.kind == global && h.text == "@"+p.Name && m.refersToPrelude(h) {
			then()
		}
	case pattern.Constructor:
		if h.text == p.Name && (h.kind == construct && len(e.Kids) == 0 || h.kind == global) && m.refersToPrelude(h) {
			then()
		}
	case pattern.Local:
		if h.kind == variable && (p.Name == "" || h.binders[0].name == p.Name) {
			then()
		}
	}
}

// refersToPrelude reports whether a definition or constructor is the one that rules mean: that of the
// prelude, or one of the program where the prelude has none of the name.
func (t *terms) refersToPrelude(h *head) bool {
	if h.object == nil {
		return false
	}
	prelude := t.module.Prelude()
	if home, _ := t.module.Owner(h.object); home == prelude {
		return true
	}
	return prelude == nil || prelude.Value(h.object.Name, 0) == nil
}

// callsOperator reports whether a pattern of a callee is an operator.
func callsOperator(p *pattern.Pattern, o *op.Op) bool {
	switch p.Kind {
	case pattern.Operator:
		return o.Name == p.Name || o.Canonical() == p.Name || o.SameAs != "" && o.SameAs == p.Name
	case pattern.OfKind:
		return o.Kind == p.Operation
	case pattern.Or:
		return callsOperator(p.Parts[0], o) || callsOperator(p.Parts[1], o)
	case pattern.Capture:
		return callsOperator(p.Parts[0], o)
	case pattern.Wildcard:
		return true
	}
	return false
}

// call matches a call with the application of an operator, a constructor or a function. Arguments that
// are left out match nothing.
func (m *matching) call(p *pattern.Pattern, h *head, e egraph.Entry, then func()) {
	callee, args := p.Parts[0], p.Parts[1:]
	kids := e.Kids
	switch h.kind {
	case operation:
		if !callsOperator(callee, h.op) {
			return
		}
	case construct:
		if callee.Kind != pattern.Constructor || h.text != callee.Name || !m.refersToPrelude(h) {
			return
		}
	case call:
		if p.Open {
			m.class(callee, kids[0], func(egraph.Entry) { then() })
		} else if len(args)+1 == len(kids) {
			m.all(p.Parts, kids, then)
		}
		return
	default:
		return
	}
	if p.Open {
		then()
		return
	}
	if len(args) == len(kids) && h.absent&(1<<len(kids)-1) == 0 {
		m.all(args, kids, then)
	}
}

// all matches patterns with classes one by one, from left to right.
func (m *matching) all(ps []*pattern.Pattern, kids []id, then func()) {
	if len(ps) == 0 {
		then()
		return
	}
	m.class(ps[0], kids[0], func(egraph.Entry) { m.all(ps[1:], kids[1:], then) })
}

// rootsOf are the names of the operators that a match of a pattern applies; nil where it may be something
// else. The rule is then tried at every node.
func rootsOf(p *pattern.Pattern) []string {
	switch p.Kind {
	case pattern.Capture:
		return rootsOf(p.Parts[0])
	case pattern.And:
		return rootsOf(p.Parts[0])
	case pattern.Or:
		a, b := rootsOf(p.Parts[0]), rootsOf(p.Parts[1])
		if a == nil || b == nil {
			return nil
		}
		return append(slices.Clone(a), b...)
	case pattern.Call:
		return operatorNames(p.Parts[0])
	}
	return nil
}

// operatorNames are the operators that a pattern of a callee names; nil where it has others.
func operatorNames(p *pattern.Pattern) []string {
	switch p.Kind {
	case pattern.Operator:
		return []string{p.Name}
	case pattern.Or:
		a, b := operatorNames(p.Parts[0]), operatorNames(p.Parts[1])
		if a == nil || b == nil {
			return nil
		}
		return append(a, b...)
	}
	return nil
}
