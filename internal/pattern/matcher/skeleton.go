package matcher

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
)

// A skeleton is what a pattern says of heads; nil for nothing.
type skeleton struct {
	head head
	args []*skeleton
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
