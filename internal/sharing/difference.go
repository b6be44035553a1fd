package sharing

import (
	"strconv"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// deepestDifference is how deep expressions are compared, and longestWay how many variables
// that are bound to each other are gone along.
const (
	deepestDifference = 63
	longestWay        = 16
)

// differ reports whether the values of two expressions are certainly of different classes; see
// numbering.key. It goes at most so deep, and knows nothing when too much was compared.
func (s *scan) differ(a, b syntax.NodeID, depth int) bool {
	a, b = s.comesTo(a), s.comesTo(b)
	ka, kb := s.sort(a), s.sort(b)
	if s.left--; s.left < 0 || a == b || ka == unknownSort || kb == unknownSort || depth == 0 {
		return false
	}
	if ka != kb {
		return true
	}
	switch ka {
	case literalSort, nameSort, ownSort:
		return s.item.SourceText(a) != s.item.SourceText(b)
	case boundSort:
		return s.info.Objects[a] != s.info.Objects[b]
	case tupleSort, indexSort:
		return s.differInKids(s.item.Kids(a), s.item.Kids(b), depth)
	case projectSort:
		return s.component(a) != s.component(b)
	case callSort:
		return s.differInCalls(a, b, depth)
	}
	return false
}

// component is which one an expression takes of a tuple; -1 where it is a number too large.
func (s *scan) component(n syntax.NodeID) int {
	if s.item.Kind(n) == syntax.Project {
		return int(s.item.Node(n).Data)
	}
	kids := s.item.Kids(n)
	number, err := strconv.Atoi(s.item.SourceText(kids[len(kids)-1])[1:])
	if err != nil {
		return -1
	}
	return number
}

// comesTo is the expression that gives an expression its value: what is in parentheses and
// braces, and what a variable is bound to.
func (s *scan) comesTo(n syntax.NodeID) syntax.NodeID {
	n = s.item.Bare(n)
	for range longestWay {
		o := s.variable(n)
		if o == nil {
			break
		}
		value := s.bound(o.Node)
		if value == syntax.NoNode {
			break
		}
		n = s.item.Bare(value)
	}
	return n
}

// bound is the expression whose value a variable is; NoNode of those that are none or a part
// of one.
func (s *scan) bound(binder syntax.NodeID) syntax.NodeID {
	binding, part := s.binding(binder)
	switch kind := s.item.Kind(binding); {
	case part:
	case kind == syntax.Let:
		return s.item.Let(binding).Value
	case kind == syntax.Graph:
		return s.item.Graph(binding).Value
	}
	return syntax.NoNode
}

// variable is the variable of the item that an expression is; nil of all others.
func (s *scan) variable(n syntax.NodeID) *typecheck.Object {
	if kind := s.item.Kind(n); kind != syntax.Local && kind != syntax.Name || len(s.item.Kids(n)) > 0 {
		return nil
	}
	if o := s.info.Objects[n]; o != nil && o.Kind == typecheck.LocalObject && o.Item == s.item {
		return o
	}
	return nil
}

// binding is what binds a variable: what its pattern is matched with, a part of which it is
// where it is in a tuple.
func (s *scan) binding(binder syntax.NodeID) (n syntax.NodeID, part bool) {
	for n = s.info.Index().Parent(binder); ; n = s.info.Index().Parent(n) {
		switch s.item.Kind(n) {
		case syntax.PatParen, syntax.PatTyped:
		case syntax.PatTuple:
			part = true
		default:
			return n, part
		}
	}
}

// A sort is what a value is, as far as the text says: values of different sorts are
// never equal.
type sort uint8

const (
	unknownSort sort = iota // also of variables that may represent anything
	literalSort
	nameSort
	boundSort // a variable that a parameter or the field of a constructor binds
	callSort
	indexSort
	projectSort
	tupleSort
	ownSort // what is equal to itself alone, or, where it is an attribute, to the same text
)

var sorts = [1 << 8]sort{
	syntax.Int: literalSort, syntax.Float: literalSort, syntax.Bool: literalSort, syntax.String: literalSort,
	syntax.Global: nameSort, syntax.Binary: callSort, syntax.Unary: callSort, syntax.Index: indexSort, syntax.Project: projectSort,
	syntax.Tuple: tupleSort, syntax.If: ownSort, syntax.Match: ownSort, syntax.Fn: ownSort, syntax.List: ownSort,
}

func (s *scan) sort(n syntax.NodeID) sort {
	kind := s.item.Kind(n)
	switch kind {
	case syntax.Local, syntax.Name:
		return s.sortOfName(n)
	case syntax.Tuple:
		if len(s.item.Kids(n)) == 0 {
			return literalSort
		}
	case syntax.Call:
		if s.callee(n) == nil {
			return ownSort
		}
		return callSort
	}
	return sorts[kind]
}

// callee is the definition, constructor or operator that is called; nil of a call that is
// equal to no other one: of a variable, a builtin.
func (s *scan) callee(call syntax.NodeID) *typecheck.Object {
	o := s.info.Objects[s.item.Unparen(s.item.Call(call).Callee)]
	if o == nil || o.Kind == typecheck.LocalObject {
		return nil
	}
	return o
}

func (s *scan) sortOfName(n syntax.NodeID) sort {
	o := s.info.Objects[n]
	switch {
	case o == nil:
		return unknownSort
	case s.item.Kind(n) == syntax.Local && s.info.Split[n] < len(s.item.Kids(n)):
		return projectSort // no division: see look
	case len(s.item.Kids(n)) > 0:
		return unknownSort
	case o.Kind != typecheck.LocalObject:
		return nameSort
	case o.Item != s.item:
		return unknownSort
	}
	binding, _ := s.binding(o.Node)
	if kind := s.item.Kind(binding); kind == syntax.Param || kind == syntax.PatCons {
		return boundSort
	}
	return unknownSort
}

func (s *scan) differInKids(a, b []syntax.NodeID, depth int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if s.differ(a[i], b[i], depth-1) {
			return true
		}
	}
	return false
}

// differInCalls compares calls, and chains by their last operator and what follows
// it, those of one operator by both operands.
func (s *scan) differInCalls(a, b syntax.NodeID, depth int) bool {
	if s.symbol(a) != s.symbol(b) {
		return true
	}
	if s.item.Kind(a) != s.item.Kind(b) {
		return false
	}
	switch s.item.Kind(a) {
	case syntax.Call:
		return s.differInArguments(a, b, depth)
	case syntax.Binary:
		return s.differ(s.last(a), s.last(b), depth-1) || s.single(a) && s.single(b) && s.differ(s.item.Binary(a).First, s.item.Binary(b).First, depth-1)
	}
	return false
}

// single reports whether n is a chain with one operator.
func (s *scan) single(n syntax.NodeID) bool { return s.item.Binary(n).Links() == 1 }

// symbol is the last operator of an expression, or how what it calls is written.
func (s *scan) symbol(n syntax.NodeID) string {
	kids := s.item.Kids(n)
	switch {
	case s.item.Kind(n) == syntax.Binary && len(kids) > 1:
		return s.item.SourceText(kids[len(kids)-2])
	case len(kids) == 0:
		return ""
	}
	return s.item.SourceText(s.item.Unparen(kids[0]))
}

func (s *scan) last(n syntax.NodeID) syntax.NodeID {
	kids := s.item.Kids(n)
	return kids[len(kids)-1]
}

// differInArguments compares what two calls of one function are given, by position; what
// has a name is distinguished by its text.
func (s *scan) differInArguments(a, b syntax.NodeID, depth int) bool {
	left, right := s.item.Call(a).Args, s.item.Call(b).Args
	if len(left) != len(right) {
		return false
	}
	for i := range left {
		if s.named(left[i]) != s.named(right[i]) {
			return false
		}
	}
	for i := range left {
		if s.named(left[i]) && s.item.SourceText(left[i]) != s.item.SourceText(right[i]) || !s.named(left[i]) && s.differ(left[i], right[i], depth-1) {
			return true
		}
	}
	return false
}

func (s *scan) named(arg syntax.NodeID) bool { return s.item.Kind(arg) == syntax.NamedArg }
