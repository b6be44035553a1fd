package matcher

import (
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// tries are by kind of pattern: each reports whether it may match at a place, and
// pushes what else must hold.
var tries [pattern.Recursive + 1]func(s *search, n *node, at place) bool

func init() {
	tries = [...]func(s *search, n *node, at place) bool{
		pattern.Wildcard:      func(_ *search, _ *node, at place) bool { return at.exists() },
		pattern.Variable:      func(s *search, n *node, at place) bool { return s.bind(n, at) },
		pattern.Capture:       capture,
		pattern.Constant:      leaf(isValue),
		pattern.Expression:    leaf(isExpression),
		pattern.Local:         isLocal,
		pattern.AnyConstant:   leaf(func(_ *search, _ *node, at place) bool { return at.isConstant() }),
		pattern.Operator:      leaf(isOperator),
		pattern.Global:        leaf(isGlobal),
		pattern.Constructor:   leaf(isConstructor),
		pattern.Call:          call,
		pattern.Tuple:         tuple,
		pattern.List:          parts(graph.List),
		pattern.Projection:    projection,
		pattern.Function:      function,
		pattern.If:            parts(graph.If),
		pattern.Let:           let,
		pattern.Match:         matchClauses,
		pattern.HasType:       func(_ *search, n *node, at place) bool { return isOfType(n.Text, at.typ()) },
		pattern.HasDtype:      func(_ *search, n *node, at place) bool { return isOfDtype(n.Name, at.typ()) },
		pattern.HasShape:      func(_ *search, n *node, at place) bool { return isOfShape(n.Shape, at.typ()) },
		pattern.HasAttributes: func(s *search, n *node, at place) bool { return s.hasAttributes(n, at) },
		pattern.OfKind:        leaf(isOfKind),
		pattern.Or:            or,
		pattern.And:           and,
		pattern.Dominates:     dominates,
		pattern.AnyDepth:      anyDepth,
		pattern.Recursive:     recursive,
	}
}

// exists reports whether p is a place with an expression.
func (p place) exists() bool {
	return p.role != virtual && (p.value != graph.None || p.role == letting)
}

// leaf is a pattern without parts, which covers what it matches.
func leaf(is func(*search, *node, place) bool) func(*search, *node, place) bool {
	return func(s *search, n *node, at place) bool {
		if !is(s, n, at) {
			return false
		}
		s.covers(n, at)
		return true
	}
}

func (s *search) covers(n *node, at place) {
	s.log = append(s.log, entry{kind: covers, at: at, by: n.Pattern})
}

// bind gives a name a place, or reports whether it has the same one already.
func (s *search) bind(n *node, at place) bool {
	if !at.exists() {
		return false
	}
	if s.blind {
		return true
	}
	if old := s.bound[n.slot]; old.in != nil {
		return old.same(at)
	}
	s.set(n.slot, at)
	s.log = append(s.log, entry{kind: binds, at: at, slot: n.slot})
	return true
}

func capture(s *search, n *node, at place) bool {
	s.push(match, n.parts[0], at)
	return s.bind(n, at)
}

func or(s *search, n *node, at place) bool {
	s.or(match, n.parts[1], at)
	s.push(match, n.parts[0], at)
	return true
}

func and(s *search, n *node, at place) bool {
	s.push(match, n.parts[1], at)
	s.push(match, n.parts[0], at)
	return true
}

// recursive enters a pattern, in which the names that it owns are bound anew.
func recursive(s *search, n *node, at place) bool {
	s.scoped(n)
	s.push(match, n.parts[0], at)
	return true
}

// scoped unbinds the names that a pattern owns until the goals that are pushed
// next are done.
func (s *search) scoped(n *node) {
	if len(n.owned) == 0 {
		return
	}
	kept := make([]place, len(n.owned))
	for i, slot := range n.owned {
		kept[i] = s.bound[slot]
	}
	s.goals = &goal{do: leave, node: n, kept: kept, next: s.goals}
	enter(s, &goal{node: n})
}

func enter(s *search, g *goal) bool {
	for _, slot := range g.node.owned {
		if s.bound[slot].in != nil {
			s.set(slot, place{})
		}
	}
	return true
}

func leave(s *search, g *goal) bool {
	for i, slot := range g.node.owned {
		if s.bound[slot] != g.kept[i] {
			s.set(slot, g.kept[i])
		}
	}
	return true
}

func isValue(_ *search, n *node, at place) bool {
	l, ok := at.literal()
	return ok && (n.Dtype == "" || l.dtype.String() == n.Dtype) && l.isValue(n.Value)
}

func isLocal(s *search, n *node, at place) bool {
	if !at.isVariable() || n.Name != "" && at.name() != n.Name {
		return false
	}
	s.covers(n, at)
	s.log = append(s.log, entry{kind: variable, at: at})
	return true
}

// isOperator reports whether the place is an operator that is applied, or named by itself.
func isOperator(_ *search, n *node, at place) bool {
	if at.role == operator {
		return at.in.graph.Kind(at.value) == graph.Operation && at.in.operation(at.value).op == n.operator
	}
	if k, ok := at.kind(); !ok || k != graph.Name {
		return false
	}
	if o := at.in.Info.Object(at.in.graph.Node(at.value)); o != nil {
		return o.Kind == typecheck.OperatorObject && canonical(o.Op) == n.operator
	}
	return at.in.item.SourceText(at.in.graph.Node(at.value)) == n.Name
}

func isGlobal(_ *search, n *node, at place) bool {
	o := at.named()
	return o != nil && (o.Kind == typecheck.DefObject || o.Kind == typecheck.DeclaredObject) && o.Name == "@"+n.Name
}

func isConstructor(_ *search, n *node, at place) bool {
	o := at.named()
	return o != nil && o.Kind == typecheck.ConstructorObject && o.Name == n.Name
}

// named is the definition or constructor that a place names.
func (p place) named() *typecheck.Object {
	if p.role == operator {
		o, _ := p.in.applied(p.value).(*typecheck.Object)
		return o
	}
	if k, ok := p.kind(); !ok || k != graph.Name {
		return nil
	}
	return p.in.Info.Object(p.in.graph.Node(p.value))
}

func isOfKind(_ *search, n *node, at place) bool {
	o := at.operator()
	return o != nil && o.Kind == n.Operation
}

// operator is the operator that a place is; nil for none.
func (p place) operator() *op.Op {
	if p.role == operator {
		if a, ok := p.in.Info.Application(p.in.graph.Node(p.value)); ok {
			return a.Op
		}
		return nil
	}
	if o := p.named(); o != nil && o.Kind == typecheck.OperatorObject {
		return operators()[o.Op]
	}
	return nil
}

func tuple(s *search, n *node, at place) bool {
	if at.isUnit() {
		s.covers(n, at)
		return n.Open || len(n.parts) == 0
	}
	return parts(graph.Tuple)(s, n, at)
}

// parts is for patterns whose parts are the operands of a kind of values.
func parts(kind graph.Kind) func(*search, *node, place) bool {
	return func(s *search, n *node, at place) bool {
		k, ok := at.kind()
		if !ok || k != kind {
			return false
		}
		s.covers(n, at)
		return n.Open || s.operands(n.parts, at, 0)
	}
}

// operands pushes patterns for all operands from one on.
func (s *search) operands(patterns []*node, at place, from int) bool {
	if len(patterns) != len(at.in.graph.Operands(at.value))-from {
		return false
	}
	for i := len(patterns) - 1; i >= 0; i-- {
		s.push(match, patterns[i], at.in.operand(at.value, from+i))
	}
	return true
}

func projection(s *search, n *node, at place) bool {
	k, ok := at.kind()
	if !ok || k != graph.Project || n.Index != pattern.AnyIndex && n.Index != at.in.graph.Index(at.value) {
		return false
	}
	s.covers(n, at)
	return s.operands(n.parts, at, 0)
}

// A body is a function that was found: a literal, or a definition.
type body struct {
	params []place
	result place
	node   syntax.NodeID // the literal, or the definition
	in     *view
}

// function matches function literals, and globals that lead to a definition.
func function(s *search, n *node, at place) bool {
	f, ok := s.body(at)
	if !ok || !n.Open && len(f.params) != len(n.parts)-1 {
		return false
	}
	s.covers(n, at)
	s.push(match, n.parts[len(n.parts)-1], f.result)
	if !n.Open {
		for i := len(f.params) - 1; i >= 0; i-- {
			s.push(match, n.parts[i], f.params[i])
		}
	}
	return true
}

// body is the function that a place is.
func (s *session) body(at place) (body, bool) {
	k, ok := at.kind()
	switch {
	case !ok:
		return body{}, false
	case k == graph.Function:
		inner := at.in.graph.Operands(at.value)[0].Block
		return body{at.in.parameters(inner), at.in.operand(at.value, 0), at.in.graph.Node(at.value), at.in}, true
	}
	if o := at.named(); o != nil && o.Kind == typecheck.DefObject && at.in.Definition != nil {
		if def := at.in.Definition(o); def != nil {
			w := s.view(def)
			n := w.item.Body()
			return body{w.parameters(graph.Body), w.placeOf(w.graph.At(n), n), w.item.Root, w}, true
		}
	}
	return body{}, false
}

// parameters are those of the function of a block.
func (w *view) parameters(b graph.Block) []place {
	var found []place
	for _, v := range w.graph.Written(b) {
		if w.graph.Kind(v) == graph.Parameter {
			found = append(found, w.self(v))
		}
	}
	return found
}

func (s *session) view(of *Subject) *view {
	for known, w := range s.views {
		if known == of || known.Info == of.Info {
			return w
		}
	}
	w := newView(of)
	s.views[of] = w
	return w
}

// let matches a `let` with what follows it.
func let(s *search, n *node, at place) bool {
	l, ok := at.let()
	if !ok {
		return false
	}
	parts := at.in.item.Let(l)
	s.covers(n, at)
	s.push(match, n.parts[2], at.in.behind(l))
	s.push(match, n.parts[1], at.in.placeOf(at.in.graph.At(parts.Value), parts.Value))
	s.push(match, n.parts[0], at.in.binder(parts.Pattern, at.in.graph.At(parts.Value)))
	return true
}

// binder is the place of a pattern that `let` binds: a variable, seen as its value.
func (w *view) binder(pattern syntax.NodeID, v graph.Value) place {
	n := w.bare(pattern)
	p := place{in: w, value: v, node: n}
	if w.variable(n) != nil {
		p.ref = n
		_, _, p.hides = w.bound(n)
	}
	return p
}

// let is the `let` that a place begins with.
func (p place) let() (syntax.NodeID, bool) {
	switch {
	case p.role == letting:
		return p.node, true
	case p.role == rest:
		return p.in.nextLet(p.node)
	case p.role != whole || p.hides || p.node == syntax.NoNode:
		return syntax.NoNode, false
	}
	for n := p.node; n != syntax.NoNode; n, _, _ = p.in.beneath(n) {
		if p.in.item.Kind(n) == syntax.Block {
			if l, ok := p.in.firstLet(p.in.item.Kids(n)); ok {
				return l, true
			}
		}
	}
	return syntax.NoNode, false
}

func (w *view) firstLet(kids []syntax.NodeID) (syntax.NodeID, bool) {
	for _, kid := range kids {
		if kid != syntax.NoNode && w.item.Kind(kid) == syntax.Let {
			return kid, true
		}
	}
	return syntax.NoNode, false
}

// nextLet is the `let` that follows one in its block.
func (w *view) nextLet(l syntax.NodeID) (syntax.NodeID, bool) {
	return w.firstLet(w.after(l))
}

// after are the statements after one in its block.
func (w *view) after(l syntax.NodeID) []syntax.NodeID {
	kids := w.item.Kids(w.index.Parent(l))
	start := w.item.Span(l).Start
	low, high := 0, len(kids)
	for low < high {
		mid := (low + high) / 2
		if kids[mid] != syntax.NoNode && w.item.Span(kids[mid]).Start <= start {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return kids[low:]
}

// behind is the place of what follows a `let`.
func (w *view) behind(l syntax.NodeID) place {
	block := w.index.Parent(l)
	last := w.result(block)
	if last == syntax.NoNode {
		return place{in: w, value: graph.None}
	}
	p := w.placeOf(w.graph.At(last), last)
	if _, ok := w.nextLet(l); ok {
		p.role, p.node, p.ref = rest, l, syntax.NoNode
	}
	return p
}

func isOfDtype(name string, t types.Type) bool {
	_, leaf := types.Depth(t)
	tensor, ok := leaf.(*types.Tensor)
	return ok && tensor.Dtype.String() == name
}

func isOfShape(want pattern.Shape, t types.Type) bool {
	tensor, ok := t.(*types.Tensor)
	if !ok || len(tensor.Shape) < len(want.Extents) || !want.Open && len(tensor.Shape) > len(want.Extents) {
		return false
	}
	for i, extent := range want.Extents {
		if extent != pattern.AnyExtent && !tensor.Shape[i].IsConst(extent) {
			return false
		}
	}
	return true
}
