package matcher

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A head is what is seen of an expression at first sight: what is applied to how
// many operands.
type head struct {
	kind headKind
	name string // of an operator or a constructor
	// constant is that of the rules which a literal equals; 0 where a pattern says nothing
	// of it.
	constant int32
	// arity is how many operands follow; any where a pattern does not say.
	arity int32
}

type headKind uint8

const (
	otherHead headKind = iota // variables, and what no pattern asks for by its head
	operatorHead
	constructHead
	callHead // its callee is no operand here
	tupleHead
	listHead
	projectHead
	ifHead
	matchHead
	functionHead
	nameHead
	literalHead

	// Where rules are tried besides values.
	appliedSite  // an operator or constructor where it is applied
	letSite      // a `let` with what follows
	variableSite // a variable
)

// any is the arity where the operands do not count.
const anyArity = -1

// head is that of a value.
func (w *view) head(v graph.Value) head {
	if w.heads == nil {
		w.heads = make([]head, w.graph.Len())
		w.headed = make([]bool, w.graph.Len())
	}
	if !w.headed[v] {
		w.heads[v], w.headed[v] = w.findHead(v), true
	}
	return w.heads[v]
}

var headKinds = map[graph.Kind]headKind{
	graph.Literal: literalHead, graph.Name: nameHead, graph.Function: functionHead, graph.Tuple: tupleHead, graph.List: listHead,
	graph.Project: projectHead, graph.If: ifHead, graph.Match: matchHead, graph.Construct: constructHead, graph.Operation: operatorHead,
	graph.Call: callHead,
}

func (w *view) findHead(v graph.Value) head {
	h := head{kind: headKinds[w.graph.Kind(v)]}
	switch h.kind {
	case operatorHead:
		a := w.operation(v)
		h.name, h.arity = a.op, int32(len(a.args))
	case constructHead:
		if o, ok := w.applied(v).(*typecheck.Object); ok {
			h.name = o.Name
		}
		h.arity = int32(len(w.graph.Operands(v)))
	case callHead:
		h.arity = int32(len(w.graph.Operands(v))) - 1
	case tupleHead, listHead, projectHead, ifHead:
		h.arity = int32(len(w.graph.Operands(v)))
	case literalHead:
		if w.self(v).isUnit() {
			h.kind = tupleHead
		}
	}
	return h
}

// arity is how many operands an operation has, those left out at the end aside.
func (w *view) arity(v graph.Value) int {
	operands := w.graph.Operands(v)
	for len(operands) > 0 && operands[len(operands)-1].Node == syntax.NoNode {
		operands = operands[:len(operands)-1]
	}
	return len(operands)
}

// A branch is a node of the discrimination tree of all rules (J. Christian,
// Flatterms, discrimination nets, and fast term rewriting, 1993): expressions are
// read in prefix order, head by head, and what no rule looks at is passed over as
// a whole.
type branch struct {
	heads map[head]*branch
	any   *branch // what stands here is passed over
	rules []int   // which may match what was read so far
}

// A pending is what remains to be read: the operands of a value, then more.
type pending struct {
	in       *view
	value    graph.Value
	next, to int32
	rest     *pending
}

// first is what remains to be read of the operands of a value.
func (w *view) first(v graph.Value, arity int32, rest *pending) *pending {
	if arity <= 0 {
		return rest
	}
	from := int32(0)
	if w.graph.Kind(v) == graph.Call {
		from = 1
	}
	return &pending{w, v, from, from + arity, rest}
}

// find gives the rules that may match what remains to be read. The tree is as deep
// as skeletons are.
func (b *branch) find(c *constants, todo *pending, yield func(rules []int)) {
	if len(b.rules) > 0 {
		yield(b.rules)
	}
	if todo == nil {
		return
	}
	rest := todo.rest
	if todo.next+1 < todo.to {
		rest = &pending{todo.in, todo.value, todo.next + 1, todo.to, todo.rest}
	}
	if b.any != nil {
		b.any.find(c, rest, yield)
	}
	if len(b.heads) > 0 {
		if at := todo.in.operand(todo.value, int(todo.next)); at.value != graph.None {
			b.enter(c, at, rest, yield)
		}
	}
}

// candidates gives the rules that may match at a place where rules are tried.
func (b *branch) candidates(c *constants, at place, kind headKind, yield func(rules []int)) {
	if b.any != nil {
		b.any.find(c, nil, yield)
	}
	if kind == otherHead {
		b.enter(c, at, nil, yield)
	} else if to := b.heads[head{kind: kind}]; to != nil {
		to.find(c, nil, yield)
	}
}

// wants reports whether rules may match at places of a kind.
func (b *branch) wants(kind headKind) bool { return b.any != nil || b.heads[head{kind: kind}] != nil }

// enter goes on at a place with what its head leads to.
func (b *branch) enter(c *constants, at place, rest *pending, yield func(rules []int)) {
	h := head{}
	if !at.hides {
		h = at.in.head(at.value)
	}
	if to := b.heads[h]; to != nil {
		to.find(c, at.in.first(at.value, h.arity, rest), yield)
	}
	if h.kind == literalHead && len(b.heads) > 0 {
		for _, h.constant = range at.in.constants(c, at.value) {
			if to := b.heads[h]; to != nil {
				to.find(c, rest, yield)
			}
		}
		h.constant = 0
	}
	h.arity = anyArity
	if to := b.heads[h]; to != nil {
		to.find(c, rest, yield)
	}
}

// A skeleton is what a pattern says of heads; nil for nothing.
type skeleton struct {
	head head
	args []*skeleton
}

// Bounds of what is compiled: how deep skeletons are, how many a pattern may have
// below a call and at its top, and how far a pattern is followed at one place.
const (
	depthOfTree = 4
	mostBelow   = 12
	mostAtTop   = 4096
	mostHere    = 4096
)

// plant puts a rule into the tree.
func (r *Rules) plant(of *rule) {
	s := &sketcher{left: mostHere, constants: &r.constants}
	skeletons := s.sketch(of.root, depthOfTree, true)
	if r.plantNeeds(of, !slices.Contains(skeletons, nil)) {
		return
	}
	for _, sk := range skeletons {
		if leaf := r.tree.plant(sk); len(leaf.rules) == 0 || leaf.rules[len(leaf.rules)-1] != of.index {
			leaf.rules = append(leaf.rules, of.index)
		}
	}
}

// plant returns the branch that a skeleton leads to.
func (b *branch) plant(sk *skeleton) *branch {
	at := b
	flat := []*skeleton{sk}
	for len(flat) > 0 {
		sk := flat[0]
		flat = flat[1:]
		at = at.next(sk)
		if sk != nil {
			flat = append(slices.Clone(sk.args), flat...)
		}
	}
	return at
}

// next is the branch behind a head.
func (b *branch) next(sk *skeleton) *branch {
	if sk == nil {
		if b.any == nil {
			b.any = &branch{}
		}
		return b.any
	}
	if b.heads == nil {
		b.heads = map[head]*branch{}
	}
	if b.heads[sk.head] == nil {
		b.heads[sk.head] = &branch{}
	}
	return b.heads[sk.head]
}

// A sketcher makes the skeletons of patterns.
type sketcher struct {
	left      int // how many more patterns are looked at
	constants *constants
}

// anything is the skeleton of what may be anywhere.
var anything = []*skeleton{nil}

// sketch gives skeletons of which one fits whatever a pattern matches.
func (s *sketcher) sketch(n *node, depth int, top bool) []*skeleton {
	if s.left--; depth == 0 || s.left < 0 {
		return anything
	}
	switch n.Kind {
	case pattern.Capture, pattern.Recursive:
		return s.sketch(n.parts[0], depth, top)
	case pattern.Or:
		most := mostBelow
		if top {
			most = mostAtTop
		}
		return union(most, s.sketch(n.parts[0], depth, top), s.sketch(n.parts[1], depth, top))
	case pattern.And:
		return narrower(s.sketch(n.parts[0], depth, top), s.sketch(n.parts[1], depth, top))
	case pattern.Dominates:
		return s.sketch(n.parts[2], depth, false)
	case pattern.Call:
		return s.call(n, depth, top)
	case pattern.Tuple:
		return s.operands(head{kind: tupleHead}, n.parts, n.Open, depth)
	case pattern.List:
		return s.operands(head{kind: listHead}, n.parts, n.Open, depth)
	case pattern.Projection:
		return s.operands(head{kind: projectHead}, n.parts, false, depth)
	case pattern.If:
		return s.operands(head{kind: ifHead}, n.parts, false, depth)
	}
	return s.leaves(n, top)
}

// leaves are the skeletons of patterns without operands.
func (s *sketcher) leaves(n *node, top bool) []*skeleton {
	var kinds []headKind
	switch n.Kind {
	case pattern.Constant:
		return []*skeleton{{head: head{kind: literalHead, constant: s.constants.add(n)}}}
	case pattern.AnyConstant:
		kinds = []headKind{literalHead}
	case pattern.Operator, pattern.Global, pattern.Constructor, pattern.OfKind:
		kinds = []headKind{nameHead}
		if top {
			kinds = append(kinds, appliedSite)
		}
	case pattern.Function:
		kinds = []headKind{functionHead, nameHead}
	case pattern.Match:
		return []*skeleton{{head: head{kind: matchHead}}}
	case pattern.Local:
		if top {
			kinds = []headKind{variableSite}
		}
	case pattern.Let:
		if top {
			kinds = []headKind{letSite}
		}
	}
	if kinds == nil {
		return anything
	}
	var found []*skeleton
	for _, k := range kinds {
		found = append(found, &skeleton{head: head{kind: k}})
	}
	return found
}

// union is what either of two patterns may be.
func union(most int, a, b []*skeleton) []*skeleton {
	if slices.Contains(a, nil) || slices.Contains(b, nil) || len(a)+len(b) > most {
		return anything
	}
	return append(slices.Clone(a), b...)
}

// narrower is what says more of two.
func narrower(a, b []*skeleton) []*skeleton {
	if slices.Contains(a, nil) || !slices.Contains(b, nil) && len(b) < len(a) {
		return b
	}
	return a
}

// operands are skeletons of a head with those of operands, as many as there are.
func (s *sketcher) operands(h head, parts []*node, open bool, depth int) []*skeleton {
	if open {
		h.arity = anyArity
		return []*skeleton{{head: h}}
	}
	h.arity = int32(len(parts))
	ways := make([][]*skeleton, len(parts))
	number := 1
	for i, p := range parts {
		ways[i] = s.sketch(p, depth-1, false)
		if number *= len(ways[i]); number > mostBelow {
			number /= len(ways[i])
			ways[i] = anything
		}
	}
	found := make([]*skeleton, number)
	for k := range found {
		sk := &skeleton{head: h, args: make([]*skeleton, len(parts))}
		rest := k
		for i, w := range ways {
			sk.args[i] = w[rest%len(w)]
			rest /= len(w)
		}
		found[k] = sk
	}
	return found
}

// call are the skeletons of a call: for all operators that it may be of, in both
// orders and in other groupings where they have them.
func (s *sketcher) call(n *node, depth int, top bool) []*skeleton {
	heads, ok := s.callees(n.parts[0])
	if !ok {
		return anything
	}
	most := mostBelow
	if top {
		most = mostAtTop
	}
	var found []*skeleton
	for _, h := range heads {
		switch h.kind {
		case callHead:
			found = union(most, found, []*skeleton{{head: h}})
		case nameHead:
			if len(n.parts) == 1 {
				found = union(most, found, []*skeleton{{head: h}})
			}
		default:
			found = union(most, found, s.applications(h, n, depth))
		}
	}
	return found
}

// applications are the skeletons of calls with a head.
func (s *sketcher) applications(h head, n *node, depth int) []*skeleton {
	found := s.operands(h, n.parts[1:], n.Open, depth)
	if h.kind != operatorHead || len(n.parts) != 3 {
		return found
	}
	if o := operators()[h.name]; !found[0].isPlain() && (o == nil || o.Laws.Commutative != op.Law{}) {
		found = append(found, s.operands(h, []*node{n.parts[2], n.parts[1]}, n.Open, depth)...)
	}
	if n.regroups {
		found = append(found, regroupings[h.name]...)
	}
	return found
}

// regroupings are the skeletons of what has another grouping whose outer operator is
// the one of the name.
var regroupings = map[string][]*skeleton{
	op.Multiply: {applying(op.Divide, applying(op.Multiply), nil)},
	op.Divide:   {applying(op.Multiply, applying(op.Divide), nil), applying(op.Multiply, nil, applying(op.Divide))},
}

// applying is the skeleton of an operator with operands, any where none are given.
func applying(name string, args ...*skeleton) *skeleton {
	h := head{kind: operatorHead, name: name, arity: int32(len(args))}
	if len(args) == 0 {
		h.arity = anyArity
	}
	return &skeleton{head: h, args: args}
}

// mayRegroup reports whether n is the pattern of a call that may match another grouping than the
// program has: a part of it is the part that the program does not have.
func (n *node) mayRegroup() bool {
	if n.Kind != pattern.Call || n.Open || len(n.parts) != 3 {
		return false
	}
	return n.parts[0].mayApply(op.Multiply) && (n.parts[1].mayCall(op.Divide) || n.parts[2].mayCall(op.Divide)) ||
		n.parts[0].mayApply(op.Divide) && n.parts[1].mayCall(op.Multiply)
}

// mayApply reports whether a callee's pattern may match an operator.
func (n *node) mayApply(name string) bool {
	heads, ok := (&sketcher{left: mostHere}).callees(n)
	return !ok || slices.ContainsFunc(heads, func(h head) bool { return h.kind == operatorHead && h.name == name })
}

// mayCall reports whether a pattern may match a call of an operator that the program
// does not have.
func (n *node) mayCall(name string) bool {
	met := map[*node]bool{}
	rest := []*node{n}
	for len(rest) > 0 {
		n := rest[len(rest)-1]
		rest = rest[:len(rest)-1]
		switch {
		case met[n]:
		case n.Kind == pattern.Call:
			if !n.Open && len(n.parts) == 3 && n.parts[0].mayApply(name) {
				return true
			}
		case n.Kind == pattern.Or || n.Kind == pattern.Recursive:
			met[n] = true
			rest = append(rest, n.parts...)
		}
	}
	return false
}

// isPlain reports whether sk is a skeleton that says nothing of its operands.
func (sk *skeleton) isPlain() bool {
	return !slices.ContainsFunc(sk.args, func(arg *skeleton) bool { return arg != nil })
}

// callees are the heads of calls of what a pattern matches; false where there is
// no telling.
func (s *sketcher) callees(n *node) ([]head, bool) {
	if s.left--; s.left < 0 {
		return nil, false
	}
	switch n.Kind {
	case pattern.Operator:
		return []head{{kind: operatorHead, name: n.operator}, {kind: callHead, arity: anyArity}}, true
	case pattern.Constructor:
		return []head{{kind: constructHead, name: n.Name}, {kind: callHead, arity: anyArity}, {kind: nameHead}}, true
	case pattern.Global, pattern.Function:
		return []head{{kind: callHead, arity: anyArity}}, true
	case pattern.Capture, pattern.Recursive:
		return s.callees(n.parts[0])
	case pattern.Or:
		a, ok := s.callees(n.parts[0])
		b, both := s.callees(n.parts[1])
		for _, h := range b {
			if !slices.Contains(a, h) {
				a = append(a, h)
			}
		}
		return a, ok && both
	case pattern.And:
		if a, ok := s.callees(n.parts[0]); ok {
			return a, true
		}
		return s.callees(n.parts[1])
	}
	return nil, false
}
