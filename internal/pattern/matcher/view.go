package matcher

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A view is a Subject as patterns see it: its graph, in which references to `let`s
// are edges unless the value has an effect.
type view struct {
	*Subject
	graph *graph.Graph
	item  *syntax.Item
	index *typecheck.Index
	ends  []end // by node, once asked for
	path  []syntax.NodeID
	// What is asked for by dominators alone.
	pathsBack *paths
	heads     []head // by value, where headed
	headed    []bool
	// operations are by value, once asked for.
	operations []*applied
	// numbers are those of constants of rules, by literal.
	numbers map[graph.Value][]int32
}

// An end is what an expression leads to through parentheses, blocks and names.
type end struct {
	known  bool
	opaque bool          // a `let` is on the path that is no edge
	ref    syntax.NodeID // the first reference to a variable that `let` or a clause binds
	last   syntax.NodeID // the expression that is no name and no bracket
}

func newView(s *Subject) *view {
	return &view{
		Subject: s, graph: graph.Of(s.Info), item: s.Info.Item, index: s.Info.Index(),
		ends: make([]end, s.Info.Item.Len()),
	}
}

// variable is the local variable that a node names or binds; nil for none.
func (w *view) variable(n syntax.NodeID) *typecheck.Object {
	if o := w.Info.Object(n); o != nil && o.Kind == typecheck.LocalObject {
		return o
	}
	return nil
}

// end follows an expression to what it stands for.
func (w *view) end(n syntax.NodeID) end {
	w.path = w.path[:0]
	at := n
	for !w.ends[at].known {
		w.ends[at] = end{known: true, last: at} // should the path come back
		w.path = append(w.path, at)
		next, _, _ := w.beneath(at)
		if next == syntax.NoNode {
			break
		}
		at = next
	}
	found := w.ends[at]
	if len(w.path) > 0 && w.path[len(w.path)-1] == at {
		found = end{known: true, last: at}
	}
	for i := len(w.path) - 1; i >= 0; i-- {
		_, named, opaque := w.beneath(w.path[i])
		if named {
			found.ref = w.path[i]
		}
		found.opaque = found.opaque || opaque
		w.ends[w.path[i]] = found
	}
	return w.ends[n]
}

// beneath is the expression that another one only names or encloses, NoNode where
// there is none; whether it is a variable that `let` or a clause binds, and
// whether the variable is all that is seen.
func (w *view) beneath(n syntax.NodeID) (next syntax.NodeID, named, opaque bool) {
	switch w.item.Kind(n) {
	case syntax.Paren:
		return w.item.Inner(n), false, false
	case syntax.Block:
		return w.result(n), false, false
	case syntax.Local:
		if len(w.item.Kids(n)) > w.Info.Split[n] {
			return syntax.NoNode, false, false
		}
		return w.bound(n)
	case syntax.Name, syntax.PatVar, syntax.PatName:
		return w.bound(n)
	}
	return syntax.NoNode, false, false
}

// result is the last expression of a block.
func (w *view) result(block syntax.NodeID) syntax.NodeID {
	kids := w.item.Kids(block)
	if len(kids) == 0 {
		return syntax.NoNode
	}
	last := kids[len(kids)-1]
	switch w.item.Kind(last) {
	case syntax.Let, syntax.Graph, syntax.FreeVar, syntax.Assign:
		return syntax.NoNode
	}
	return last
}

// bound is beneath for a node that may name a variable.
func (w *view) bound(n syntax.NodeID) (next syntax.NodeID, named, opaque bool) {
	o := w.variable(n)
	if o == nil || w.own(n) {
		return syntax.NoNode, false, false
	}
	binder := w.index.Binder(n)
	if binder == syntax.NoNode {
		return syntax.NoNode, false, false
	}
	scope := w.index.Scope(binder)
	switch w.item.Kind(scope) {
	case syntax.Graph:
		return w.item.Graph(scope).Value, false, false
	case syntax.Let:
		let := w.item.Let(scope)
		return w.whole(let.Pattern, binder, let.Value), true, w.hides(let.Value)
	case syntax.Clause:
		scrutinee := w.item.Match(w.index.Parent(scope)).Scrutinee
		if v := w.graph.At(binder); v != graph.None && w.graph.Kind(v) == graph.Field {
			return syntax.NoNode, false, false
		}
		return w.whole(w.item.Clause(scope).Pattern, binder, scrutinee), true, w.hides(scrutinee)
	}
	return syntax.NoNode, false, false
}

// own reports whether n is a variable that is a value of its own where it is named.
func (w *view) own(n syntax.NodeID) bool {
	v := w.graph.At(n)
	if v == graph.None || w.graph.Node(v) != n {
		return false
	}
	k := w.graph.Kind(v)
	return k == graph.Self || k == graph.Read || k == graph.Free
}

// whole is the value where a pattern is nothing but the binder.
func (w *view) whole(pattern, binder, value syntax.NodeID) syntax.NodeID {
	for pattern != binder {
		switch w.item.Kind(pattern) {
		case syntax.PatParen:
			pattern = w.item.Inner(pattern)
		case syntax.PatTyped:
			pattern = w.item.PatTyped(pattern).Pattern
		default:
			return syntax.NoNode
		}
	}
	return value
}

// hides reports whether value is a value with an effect: a variable that `let` binds to it is all
// that is seen.
func (w *view) hides(value syntax.NodeID) bool {
	return w.Effects != nil && !w.Effects.Of(value).Pure()
}

// A place is where a pattern is tried: an expression, as it is written, and the
// value that it gives.
type place struct {
	in    *view
	value graph.Value
	node  syntax.NodeID // as it is written
	ref   syntax.NodeID // the reference to a `let` through which it is seen, or NoNode
	role  role
	hides bool       // it is a variable whose value is not seen
	group *regrouped // of a virtual place
}

// A role says what of its value a place is.
type role uint8

const (
	whole    role = iota // the value
	operator             // the operator or constructor that is applied
	rest                 // what follows a `let`: node is the Let
	letting              // a `let` with what follows: node is the Let
	virtual              // a product or quotient that another grouping of factors has
)

func (w *view) placeOf(v graph.Value, n syntax.NodeID) place {
	p := place{in: w, value: v, node: n}
	if n == syntax.NoNode {
		return p
	}
	e := w.end(n)
	p.ref, p.hides = e.ref, e.opaque
	return p
}

// operand is the place of an operand.
func (w *view) operand(u graph.Value, i int) place {
	o := w.graph.Operands(u)[i]
	if o.Value == graph.None {
		return place{in: w, value: graph.None, node: o.Node}
	}
	switch at := w.graph.Node(u); {
	case w.item.Kind(at) == syntax.Segment && (o.Node == at || o.Node == w.index.Parent(at)), w.Info.LateDivision(o.Node) != syntax.NoNode:
		return w.tail(o)
	case patterns[w.item.Kind(at)] && o.Node == at:
		return w.takenApart(o.Value, at)
	}
	return w.placeOf(o.Value, o.Node)
}

// takenApart is the place of what a pattern takes a part out of: the expression
// that it is matched against, or what a pattern around it took out.
func (w *view) takenApart(v graph.Value, part syntax.NodeID) place {
	outer := w.index.Parent(part)
	for patterns[w.item.Kind(w.index.Parent(outer))] {
		if k := w.item.Kind(w.index.Parent(outer)); k == syntax.PatTuple || k == syntax.PatCons {
			return w.self(v)
		}
		outer = w.index.Parent(outer)
	}
	switch scope := w.index.Parent(outer); w.item.Kind(scope) {
	case syntax.Let:
		return w.placeOf(v, w.item.Let(scope).Value)
	case syntax.Clause:
		return w.placeOf(v, w.item.Match(w.index.Parent(scope)).Scrutinee)
	}
	return w.self(v)
}

// tail is the place of the variable in `%x.0`, before a late division or after
// the slash of `%x/y`, which has no node to itself.
func (w *view) tail(o graph.Operand) place {
	p := place{in: w, value: o.Value, node: o.Node}
	next, named, opaque := w.bound(o.Node)
	if named {
		p.ref = o.Node
	}
	if next != syntax.NoNode {
		e := w.end(next)
		opaque = opaque || e.opaque
		if p.ref == syntax.NoNode {
			p.ref = e.ref
		}
	}
	p.hides = opaque
	return p
}

// self is the place of a value where it is computed.
func (w *view) self(v graph.Value) place {
	return place{in: w, value: v, node: w.graph.Node(v)}
}

// isVariable reports whether p is a place that is a variable whatever it was reached through.
func (p place) isVariable() bool {
	return p.role == whole && (p.ref != syntax.NoNode || p.in.variableItself(p.value))
}

// variableItself reports whether v is a variable itself: what it represents is not
// part of the item, or differs from time to time.
func (w *view) variableItself(v graph.Value) bool {
	if v == graph.None {
		return false
	}
	switch w.graph.Kind(v) {
	case graph.Parameter, graph.Free, graph.Self, graph.Read, graph.Field:
		return true
	case graph.Project:
		return w.ofParameter(v)
	}
	return false
}

// ofParameter reports whether v is what a parameter's pattern takes out of it.
func (w *view) ofParameter(v graph.Value) bool {
	for w.graph.Kind(v) == graph.Project && patterns[w.item.Kind(w.graph.Node(v))] {
		v = w.graph.Operands(v)[0].Value
		if v == graph.None {
			return false
		}
	}
	k := w.graph.Kind(v)
	return k == graph.Parameter || k == graph.Field
}

var patterns = map[syntax.Kind]bool{
	syntax.PatVar: true, syntax.PatName: true, syntax.PatTuple: true, syntax.PatTyped: true, syntax.PatParen: true, syntax.PatCons: true,
}

// name is the name of the variable that a place is, without `%`; "" for none.
func (p place) name() string {
	if o := p.object(); o != nil {
		return strings.TrimPrefix(o.Name, "%")
	}
	return ""
}

// object is the variable that a place is; nil for none.
func (p place) object() *typecheck.Object {
	n := p.ref
	if n == syntax.NoNode {
		n = p.node
		switch {
		case p.in.item.Kind(n) != syntax.Segment:
			n = p.in.end(n).last
		case p.value != graph.None && p.in.graph.Node(p.value) == n:
			return nil // a projection or a division
		}
	}
	o := p.in.variable(n)
	if o == nil && p.value != graph.None {
		o = p.in.variable(p.in.bare(p.in.graph.Node(p.value)))
	}
	return o
}

// bare takes parentheses and types off a pattern.
func (w *view) bare(pattern syntax.NodeID) syntax.NodeID { return bareIn(w.item, pattern) }

func bareIn(item *syntax.Item, pattern syntax.NodeID) syntax.NodeID {
	for {
		switch item.Kind(pattern) {
		case syntax.PatParen:
			pattern = item.Inner(pattern)
		case syntax.PatTyped:
			pattern = item.PatTyped(pattern).Pattern
		default:
			return pattern
		}
	}
}

// kind is the kind of the value of a place that is seen as a value.
func (p place) kind() (graph.Kind, bool) {
	if p.role != whole && p.role != rest || p.hides || p.value == graph.None {
		return 0, false
	}
	return p.in.graph.Kind(p.value), true
}

// typ is the type of what is at a place, nil where none is known.
func (p place) typ() types.Type {
	if p.value == graph.None || p.role == operator {
		return nil
	}
	t := p.in.graph.Type(p.value)
	if t == nil {
		return nil
	}
	return types.Head(t)
}

// same reports whether two places are the same expression for a name that stands
// twice.
func (p place) same(q place) bool {
	if p.role == operator || q.role == operator {
		return p.symbol() != nil && p.identity() == q.identity()
	}
	if p.in == q.in && p.value == q.value && p.value != graph.None {
		return true
	}
	if p.value == graph.None || q.value == graph.None {
		return false
	}
	if t := p.symbol(); t != nil {
		return t == q.symbol()
	}
	return sameLiteral(p, q)
}

// symbol returns the operator, constructor or definition that a place names.
func (p place) symbol() any {
	if p.role == operator {
		return p.in.applied(p.value)
	}
	if p.in.graph.Kind(p.value) != graph.Name {
		return nil
	}
	if o := p.in.Info.Object(p.in.graph.Node(p.value)); o != nil {
		if o.Kind == typecheck.OperatorObject {
			return canonical(o.Op)
		}
		return o
	}
	return p.in.item.SourceText(p.in.graph.Node(p.value))
}

// applied is what an operation or a constructor's application applies: the
// operator's canonical name, or the constructor's object.
func (w *view) applied(v graph.Value) any {
	n := w.graph.Node(v)
	switch w.graph.Kind(v) {
	case graph.Operation:
		return w.operation(v).op
	case graph.Construct:
		if o := w.Info.Object(w.item.Call(n).Callee); o != nil {
			return o
		}
	}
	return nil
}
