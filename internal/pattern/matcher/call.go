package matcher

import (
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// An applied is what is called with what.
type applied struct {
	callee place
	args   []place
	op     string // the operator's canonical name; "" for other calls
	swaps  bool   // its two arguments may be in either order
}

// A regrouped is `x * (y / z)` read as `(x * y) / z`, or the other way round: the part
// that the program does not have.
type regrouped struct{ applied }

// application is the call that a place is.
func (p place) application() (applied, bool) {
	if p.role == virtual {
		return p.group.applied, true
	}
	k, ok := p.kind()
	if !ok {
		return applied{}, false
	}
	switch k {
	case graph.Operation:
		return *p.in.operation(p.value), true
	case graph.Construct:
		return applied{callee: p.callee(), args: p.operandsFrom(0)}, true
	case graph.Call:
		return applied{callee: p.in.operand(p.value, 0), args: p.operandsFrom(1)}, true
	case graph.Name:
		o := p.named() // `Nil` is `Nil()`
		return applied{callee: p}, o != nil && o.Kind == typecheck.ConstructorObject && o.Cons != nil && len(o.Cons.Fields) == 0
	}
	return applied{}, false
}

// operation is what an operation applies, kept with the view.
func (w *view) operation(v graph.Value) *applied {
	if w.operations == nil {
		w.operations = make([]*applied, w.graph.Len())
	}
	if w.operations[v] == nil {
		call, _ := w.Info.Application(w.graph.Node(v))
		p := w.self(v)
		a := &applied{callee: p.callee(), args: p.operandsFrom(0)[:w.arity(v)], op: call.Op.Canonical()}
		a.swaps = len(a.args) == 2 && commutes(call.Op, p)
		w.operations[v] = a
	}
	return w.operations[v]
}

// commutes reports whether the operands of an operator may be exchanged: for those of
// its type, and where that is not known if the law is one of all elements.
func commutes(o *op.Op, p place) bool {
	law := o.Laws.Commutative
	classes := law.Exact | law.Rounded
	if c := op.ClassOf(p.in.graph.Type(p.value)); c != op.NoClasses {
		return classes&c != 0
	}
	return classes != op.NoClasses
}

// callee is the place of the operator or constructor that is applied.
func (p place) callee() place {
	n := p.in.graph.Node(p.value)
	if p.in.item.Kind(n) == syntax.Call {
		n = p.in.item.Call(n).Callee
	}
	return place{in: p.in, value: p.value, node: n, role: operator}
}

func (p place) operandsFrom(from int) []place {
	args := make([]place, len(p.in.graph.Operands(p.value))-from)
	for i := range args {
		args[i] = p.in.operand(p.value, from+i)
	}
	return args
}

func call(s *search, n *node, at place) bool {
	a, ok := at.application()
	if !ok {
		return false
	}
	if n.Open {
		if at.role == virtual {
			return false
		}
		s.covers(n, at)
		s.push(match, n.parts[0], a.callee)
		return true
	}
	if len(a.args) != len(n.parts)-1 {
		return false
	}
	if n.regroups && at.role != virtual && s.mayRegroup(at) {
		s.regroup(n, at, a)
	}
	if a.swaps {
		s.or(withArguments, n, at, a.callee, a.args[1], a.args[0])
	}
	s.arguments(n, at, a.callee, a.args...)
	return true
}

// withArguments is the goal that a call's parts match a callee and arguments.
func withArguments(s *search, g *goal) bool {
	s.arguments(g.node, g.at, g.kept[0], g.kept[1:]...)
	return true
}

func (s *search) arguments(n *node, at, callee place, args ...place) {
	s.covers(n, at)
	for i := len(args) - 1; i >= 0; i-- {
		s.push(match, n.parts[i+1], args[i])
	}
	s.push(match, n.parts[0], callee)
}

// mayRegroup reports whether a rule may read a call in another grouping. A rewrite must
// not where integers are, or may be, divided: `x * y / z` and `x * (y / z)` differ. Of
// floats they differ by rounding, which a rule that is exact does not allow.
func (s *search) mayRegroup(at place) bool {
	return s.rule.Kind != pattern.Rewrite || !s.rule.Exact && op.ClassOf(at.typ()) == op.Floats
}

// regroup keeps the other groupings of a product and a quotient as further ways.
func (s *search) regroup(n *node, at place, a applied) {
	switch a.op {
	case op.Divide:
		s.regroupQuotient(n, at, a)
	case op.Multiply:
		s.regroupProduct(n, at, a)
	}
}

// regroupQuotient reads `x * y / z` as `x * (y / z)` and as `y * (x / z)`.
func (s *search) regroupQuotient(n *node, at place, a applied) {
	product, ok := a.args[0].application()
	if !ok || product.op != op.Multiply || len(product.args) != 2 || a.args[0].role == virtual {
		return
	}
	for i := 1; i >= 0; i-- {
		quotient := a.virtual(a.args[0], a.callee, false, product.args[1-i], a.args[1])
		s.or(withArguments, n, at, product.callee, quotient, product.args[i])
		s.or(withArguments, n, at, product.callee, product.args[i], quotient)
	}
}

// regroupProduct reads `x * (y / z)` as `(x * y) / z`, and `(x / z) * y` likewise.
func (s *search) regroupProduct(n *node, at place, a applied) {
	for i := 1; i >= 0; i-- {
		quotient, ok := a.args[i].application()
		if !ok || quotient.op != op.Divide || len(quotient.args) != 2 || a.args[i].role == virtual {
			continue
		}
		factors := []place{a.args[0], a.args[1]}
		factors[i] = quotient.args[0]
		product := a.virtual(a.args[i], a.callee, true, factors...)
		s.or(withArguments, n, at, quotient.callee, product, quotient.args[1])
	}
}

// virtual is a part that another grouping has: it represents a place in the
// program.
func (a applied) virtual(of, callee place, swaps bool, args ...place) place {
	p := of
	p.role, p.group = virtual, &regrouped{applied{callee: callee, args: args, swaps: swaps, op: a.op}}
	return p
}
