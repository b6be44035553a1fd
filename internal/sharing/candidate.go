package sharing

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/scratch"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A scan finds out from an item's tree alone whether there can be anything to report,
// which holds for few items: the others need no graph and no effects. It errs on the side
// of looking. Children come before their parents in the order of nodes.
type scan struct {
	item    *syntax.Item
	info    *typecheck.Info
	loads   []uint8 // by node, once asked for: see load
	calls   []calling
	ifs     []syntax.NodeID
	fns     bool
	graphs  bool
	left    int // how many expressions may still be compared
	buffers buffers
}

// compared is how many expressions are compared for each call of an item, and mostCompared
// in all: in a long item, whose calls are mostly given each other's results, a graph takes less
// than more comparisons.
const (
	compared     = 64
	mostCompared = 1 << 12
)

// A calling is an expression that calls something: a Call, an Operator, an Index.
type calling struct {
	node        syntax.NodeID
	what        string        // the symbol, or how the callee is written; empty of what is equal to nothing else
	left, right syntax.NodeID // of an operator: NoNode of what is not known
}

// used has scans whose room is used again. Nothing else of one is kept.
var used scratch.Pool[scan]

// candidate reports whether an item may have an expression that is computed twice, in all
// branches, or anew in each call of a function.
func candidate(info *typecheck.Info) bool {
	s := used.Get()
	*s = scan{item: info.Item, info: info, buffers: s.buffers, calls: s.calls[:0], ifs: s.ifs[:0]}
	found := s.look()
	clear(s.calls)
	*s = scan{buffers: s.buffers, calls: s.calls, ifs: s.ifs}
	used.Put(s, info.Item.Len())
	return found
}

// A room is what a scan keeps by node.
type buffers struct {
	load, depth []uint8
	inner       []syntax.NodeID
	around      []syntax.NodeID // what is around a node, but for parentheses and the names of arguments
	binds       []uint64
}

func (s *scan) look() bool {
	for n := syntax.NodeID(1); int(n) < s.item.Len(); n++ {
		if s.item.Kind(n) == syntax.Segment && s.item.SourceText(n)[0] == '/' {
			return true // what it divides is for the graph to say
		}
		s.collect(n)
	}
	s.left = min(compared*(len(s.calls)+len(s.ifs)), mostCompared)
	return s.twice() || s.alikeBranches() || s.fns && s.invariants()
}

// collect notes what is looked at of a node.
func (s *scan) collect(n syntax.NodeID) {
	switch s.item.Kind(n) {
	case syntax.Call:
		if o := s.callee(n); o == nil {
			s.calls = append(s.calls, calling{node: n})
		} else if o.Kind != typecheck.ConstructorObject {
			s.calls = append(s.calls, calling{node: n, what: s.item.SourceText(s.item.Unparen(s.item.Call(n).Callee))})
		}
	case syntax.Binary:
		s.chain(n)
	case syntax.Unary:
		s.prefixes(n)
	case syntax.Index:
		index := s.item.Index(n)
		s.calls = append(s.calls, calling{n, "[]", index.Sequence, index.At})
	case syntax.If:
		s.ifs = append(s.ifs, n)
	case syntax.Fn:
		s.fns = true
	case syntax.Graph:
		s.graphs = true
	}
}

// chain notes each link of a chain.
func (s *scan) chain(n syntax.NodeID) {
	chain := s.item.Binary(n)
	left := chain.First
	for i := range chain.Links() {
		operator, right := chain.Link(i)
		s.calls = append(s.calls, calling{operator, s.item.SourceText(operator), left, right})
		left = syntax.NoNode
	}
}

func (s *scan) prefixes(n syntax.NodeID) {
	row := s.item.Unary(n)
	operand := row.Operand
	for i := len(row.Operators) - 1; i >= 0; i-- {
		operator := row.Operators[i]
		s.calls = append(s.calls, calling{operator, s.item.SourceText(operator), syntax.NoNode, operand})
		operand = syntax.NoNode
	}
}

// fewCalls is up to how many calls those that are too cheap for a name are compared, too:
// in a longer item it takes less to weigh all of them first.
const fewCalls = 32

// twice reports whether two expressions may be equal of which one is worth a name.
func (s *scan) twice() bool {
	for i, c := range s.calls {
		others := s.calls[:i]
		if len(s.calls) > fewCalls {
			if others = s.calls; s.load(c.node) < fewest {
				continue
			}
		}
		for j, d := range others {
			if s.left--; s.left < 0 {
				return true
			}
			if j != i && c.what == d.what && c.what != "" && s.mayBeEqual(c, d) && max(s.load(c.node), s.load(d.node)) >= fewest {
				return true
			}
		}
	}
	return false
}

func (s *scan) mayBeEqual(a, b calling) bool {
	if s.item.Kind(a.node) == syntax.Call && s.item.Kind(b.node) == syntax.Call {
		return !s.differInArguments(a.node, b.node, deepestDifference)
	}
	return !s.differ(a.left, b.left, deepestDifference) && !s.differ(a.right, b.right, deepestDifference)
}

// alikeBranches reports whether some `if` may have the same value whichever branch runs.
func (s *scan) alikeBranches() bool {
	for _, n := range s.ifs {
		parts := s.item.If(n)
		if parts.Else != syntax.NoNode && !s.differ(parts.Then, parts.Else, deepestDifference) {
			return true
		}
	}
	return false
}

// invariants reports whether a function that is called again and again may hold an
// expression that does not depend on it.
func (s *scan) invariants() bool {
	inner, depth := s.functions()
	binds := s.reads(depth)
	for _, c := range s.calls {
		if n := c.node; inner[n] != syntax.NoNode && s.load(n) >= dear && depth[n] < deepest && s.mayRepeat(inner[n]) {
			if s.graphs || binds[n]>>depth[n]&1 == 0 {
				return true // what graph bindings are in is for the graph to say
			}
		}
	}
	return false
}

// functions are by node the innermost function literal around it, and how many there are.
func (s *scan) functions() (inner []syntax.NodeID, depth []uint8) {
	inner, depth = scratch.Cleared(&s.buffers.inner, s.item.Len()), scratch.Cleared(&s.buffers.depth, s.item.Len())
	around := scratch.Cleared(&s.buffers.around, s.item.Len())
	for n := syntax.NodeID(s.item.Len() - 1); n > 0; n-- {
		within, deep := inner[n], depth[n]
		if s.item.Kind(n) == syntax.Fn {
			within, deep = n, min(deep+1, deepest)
		}
		parent := n
		if kind := s.item.Kind(n); kind == syntax.Paren || kind == syntax.NamedArg {
			parent = around[n]
		}
		for _, kid := range s.item.Kids(n) {
			inner[kid], depth[kid], around[kid] = within, deep, parent
		}
	}
	return inner, depth
}

// reads are as depths.binds.
func (s *scan) reads(depth []uint8) []uint64 {
	binds := scratch.Cleared(&s.buffers.binds, s.item.Len())
	for n := syntax.NodeID(1); int(n) < s.item.Len(); n++ {
		if o := s.info.Objects[n]; o != nil && o.Kind == typecheck.LocalObject && o.Item == s.item {
			binds[n] |= 1 << depth[o.Node]
		}
		for _, kid := range s.item.Kids(n) {
			if kid != syntax.NoNode {
				binds[n] |= binds[kid]
			}
		}
		if s.item.Kind(n) == syntax.Binary {
			s.links(n, binds)
		}
	}
	return binds
}

// links gives each operator of a chain what it reads: all up to its right operand.
func (s *scan) links(n syntax.NodeID, binds []uint64) {
	chain := s.item.Binary(n)
	so := binds[chain.First]
	for i := range chain.Links() {
		operator, right := chain.Link(i)
		so |= binds[right]
		binds[operator] |= so
	}
}

// mayRepeat reports whether fn is a function literal that an operator may call for each element, or
// that may have a name and call itself.
func (s *scan) mayRepeat(fn syntax.NodeID) bool {
	at := s.buffers.around[fn]
	if s.item.Kind(at) != syntax.Call {
		return true
	}
	if call := s.info.OperatorCall(at); call != nil {
		return call.Op.Fails&op.OnFunction == op.OnFunction
	}
	return false
}
