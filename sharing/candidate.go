package sharing

import (
	"sync"

	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
)

// A scan finds out from an item's tree alone whether there can be anything to report,
// which holds for few items: the others need no graph and no effects. It errs on the side
// of looking. Children come before their parents in the order of nodes.
type scan struct {
	item   *syntax.Item
	info   *typecheck.Info
	load   []uint8 // by node: how many operations on numbers its expression takes
	calls  []calling
	ifs    []syntax.NodeID
	fns    bool
	graphs bool
	left   int // how many expressions may still be compared
	room   room
}

// heavy is the load of what may take more operations than are counted.
const heavy = 255

// compared is how many expressions are compared for each call of an item.
const compared = 64

// A calling is an expression that calls something: a Call, an Operator, an Index.
type calling struct {
	node        syntax.NodeID
	what        string        // the symbol, or how the callee is written
	left, right syntax.NodeID // of an operator: NoNode of what is not known
}

// mostNodes is how many nodes an item has at most whose room is used again: nearly all have
// fewer.
const mostNodes = 1 << 12

// used has scans whose room is used again. Nothing else of one is kept.
var used = sync.Pool{New: func() any { return new(scan) }}

// candidate tells whether an item may have an expression that is computed twice, in all
// branches, or anew in each call of a function.
func candidate(info *typecheck.Info) bool {
	s := used.Get().(*scan)
	*s = scan{item: info.Item, info: info, room: s.room, calls: s.calls[:0], ifs: s.ifs[:0]}
	s.load = cleared(&s.room.load, info.Item.Len())
	found := s.look()
	clear(s.calls)
	*s = scan{room: s.room, calls: s.calls, ifs: s.ifs}
	if info.Item.Len() <= mostNodes {
		used.Put(s)
	}
	return found
}

// A room is what a scan keeps by node.
type room struct {
	load, depth []uint8
	inner       []syntax.NodeID
	binds       []uint64
}

// cleared makes room for so many zeros.
func cleared[T any](room *[]T, n int) []T {
	*room = append((*room)[:0], make([]T, n)...)
	return *room
}

func (s *scan) look() bool {
	for n := syntax.NodeID(1); int(n) < s.item.Len(); n++ {
		if s.item.Kind(n) == syntax.Segment && s.item.SourceText(n)[0] == '/' {
			return true // what it divides is for the graph to say
		}
		s.load[n] = s.weigh(n)
	}
	s.left = compared * (len(s.calls) + len(s.ifs))
	return s.twice() || s.alikeBranches() || s.fns && s.invariants()
}

// weigh is the load of a node. What has branches or functions in it counts as heavy.
func (s *scan) weigh(n syntax.NodeID) uint8 {
	switch s.item.Kind(n) {
	case syntax.Local, syntax.Global, syntax.Name, syntax.Int, syntax.Float, syntax.Bool, syntax.String, syntax.Segment, syntax.Operator:
		return 0
	case syntax.Paren, syntax.Tuple, syntax.List, syntax.Project:
		return s.sum(s.item.Kids(n))
	case syntax.Binary:
		return s.chain(n)
	case syntax.Unary:
		return s.prefixes(n)
	case syntax.Call:
		return s.call(n)
	case syntax.Index:
		kids := s.item.Kids(n)
		s.calls = append(s.calls, calling{n, "[]", kids[0], kids[1]})
	case syntax.If:
		s.ifs = append(s.ifs, n)
	case syntax.Fn:
		s.fns = true
	case syntax.Graph:
		s.graphs = true
	}
	return heavy
}

func (s *scan) sum(nodes []syntax.NodeID) (load uint8) {
	for _, n := range nodes {
		if n != syntax.NoNode {
			load = plus(load, s.load[n])
		}
	}
	return load
}

func plus(a, b uint8) uint8 { return uint8(min(int(a)+int(b), heavy)) }

// chain weighs each link of a chain with what stands in front of it.
func (s *scan) chain(n syntax.NodeID) uint8 {
	chain := s.item.Binary(n)
	left, load := chain.First, s.sum([]syntax.NodeID{chain.First})
	number := s.number(left)
	for i := range chain.Links() {
		operator, right := chain.Link(i)
		load = plus(load, s.sum([]syntax.NodeID{right}))
		if symbol := syntax.TokenKind(s.item.Node(operator).Data); symbol == syntax.TokAnd || symbol == syntax.TokOr {
			load = heavy
		}
		load = s.operator(calling{operator, s.item.SourceText(operator), left, right}, load, number && s.number(right))
		left, number = syntax.NoNode, s.number(operator)
	}
	return load
}

func (s *scan) prefixes(n syntax.NodeID) uint8 {
	row := s.item.Unary(n)
	load, operand := s.sum([]syntax.NodeID{row.Operand}), row.Operand
	number := s.number(operand)
	for i := len(row.Operators) - 1; i >= 0; i-- {
		operator := row.Operators[i]
		load = s.operator(calling{operator, s.item.SourceText(operator), syntax.NoNode, operand}, load, number)
		operand, number = syntax.NoNode, s.number(operator)
	}
	return load
}

// operator notes an operator that is written as a symbol. On numbers it is one operation.
func (s *scan) operator(c calling, load uint8, numbers bool) uint8 {
	if load = plus(load, 1); !numbers || !s.number(c.node) {
		load = heavy
	}
	s.load[c.node] = load
	s.calls = append(s.calls, c)
	return load
}

// number tells of a node whose value is a single number.
func (s *scan) number(n syntax.NodeID) bool {
	t, ok := types.Head(s.info.Types[n]).(*types.Tensor)
	return ok && len(t.Shape) == 0
}

func (s *scan) call(n syntax.NodeID) uint8 {
	kids := s.item.Kids(n)
	callee := s.item.Unparen(kids[0])
	if o := s.info.Objects[callee]; o != nil && o.Kind == typecheck.ConstructorObject {
		return s.sum(kids[1:])
	}
	s.calls = append(s.calls, calling{node: n, what: s.item.SourceText(callee)})
	return heavy
}

// twice tells whether two expressions may be equal of which one is worth a name.
func (s *scan) twice() bool {
	for i, c := range s.calls {
		if s.load[c.node] < fewest {
			continue
		}
		for j, d := range s.calls {
			if s.left--; j != i && c.what == d.what && s.mayBeEqual(c, d) || s.left < 0 {
				return true
			}
		}
	}
	return false
}

func (s *scan) mayBeEqual(a, b calling) bool {
	if s.item.Kind(a.node) == syntax.Call && s.item.Kind(b.node) == syntax.Call {
		return !s.differInArguments(a.node, b.node, deepest)
	}
	return !s.differ(a.left, b.left, deepest) && !s.differ(a.right, b.right, deepest)
}

// alikeBranches tells of an `if` that may give the same whichever branch runs.
func (s *scan) alikeBranches() bool {
	for _, n := range s.ifs {
		parts := s.item.If(n)
		if parts.Else != syntax.NoNode && !s.differ(parts.Then, parts.Else, deepest) {
			return true
		}
	}
	return false
}

// differ tells of two expressions whose values are certainly of different classes; see
// numbering.key. It goes at most so deep, and knows nothing when too much was compared.
func (s *scan) differ(a, b syntax.NodeID, depth int) bool {
	a, b = s.item.Bare(a), s.item.Bare(b)
	ka, kb := s.sort(a), s.sort(b)
	if s.left--; s.left < 0 || ka == unknownSort || kb == unknownSort || depth == 0 {
		return false
	}
	if ka != kb {
		return true
	}
	switch ka {
	case literalSort, nameSort:
		return s.item.SourceText(a) != s.item.SourceText(b)
	case boundSort:
		return s.info.Objects[a] != s.info.Objects[b]
	case tupleSort:
		return s.differInKids(s.item.Kids(a), s.item.Kids(b), depth)
	case callSort:
		return s.differInCalls(a, b, depth)
	}
	return false
}

// A sort is what a value is, as far as the text says: values of different sorts are
// never equal.
type sort uint8

const (
	unknownSort sort = iota // also of variables, which may stand for anything
	literalSort
	nameSort
	boundSort // a variable that a parameter or the field of a constructor binds
	callSort
	tupleSort
	otherSort // what is equal to itself alone
)

var sorts = [1 << 8]sort{
	syntax.Int: literalSort, syntax.Float: literalSort, syntax.Bool: literalSort, syntax.String: literalSort,
	syntax.Global: nameSort, syntax.Call: callSort, syntax.Binary: callSort, syntax.Unary: callSort,
	syntax.Tuple: tupleSort, syntax.If: otherSort, syntax.Match: otherSort, syntax.Fn: otherSort,
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
	}
	return sorts[kind]
}

func (s *scan) sortOfName(n syntax.NodeID) sort {
	o := s.info.Objects[n]
	if o == nil || len(s.item.Kids(n)) > 0 {
		return unknownSort
	}
	if o.Kind != typecheck.LocalObject {
		return nameSort
	}
	if around := s.item.Kind(s.info.Index().Parent(o.Node)); o.Item == s.item && (around == syntax.Param || around == syntax.PatCons) {
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

// differInCalls compares calls, and chains by their last operator.
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
		return s.differ(s.last(a), s.last(b), depth-1)
	}
	return false
}

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

// differInArguments compares what two calls of one function are given, by position.
func (s *scan) differInArguments(a, b syntax.NodeID, depth int) bool {
	left, right := s.item.Kids(a)[1:], s.item.Kids(b)[1:]
	return !s.named(left) && !s.named(right) && s.differInKids(left, right, depth)
}

func (s *scan) named(args []syntax.NodeID) bool {
	for _, arg := range args {
		if s.item.Kind(arg) == syntax.NamedArg {
			return true
		}
	}
	return false
}

// invariants tells whether a function that is called again and again may hold an
// expression that does not depend on it.
func (s *scan) invariants() bool {
	inner, depth := s.functions()
	binds := s.reads(depth)
	for _, c := range s.calls {
		if n := c.node; inner[n] != syntax.NoNode && s.load[n] >= dear && depth[n] < deepest && s.mayRepeat(inner[n]) {
			if s.graphs || binds[n]>>depth[n]&1 == 0 {
				return true // what graph bindings stand in is for the graph to say
			}
		}
	}
	return false
}

// functions are by node the innermost function literal around it, and how many there are.
func (s *scan) functions() (inner []syntax.NodeID, depth []uint8) {
	inner, depth = cleared(&s.room.inner, s.item.Len()), cleared(&s.room.depth, s.item.Len())
	for n := syntax.NodeID(s.item.Len() - 1); n > 0; n-- {
		within, deep := inner[n], depth[n]
		if s.item.Kind(n) == syntax.Fn {
			within, deep = n, min(deep+1, deepest)
		}
		for _, kid := range s.item.Kids(n) {
			inner[kid], depth[kid] = within, deep
		}
	}
	return inner, depth
}

// reads are as depths.binds.
func (s *scan) reads(depth []uint8) []uint64 {
	binds := cleared(&s.room.binds, s.item.Len())
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

// mayRepeat tells of a function literal that an operator may call for each element, or
// that may have a name and call itself.
func (s *scan) mayRepeat(fn syntax.NodeID) bool {
	at := s.info.Index().Parent(fn)
	for s.item.Kind(at) == syntax.Paren || s.item.Kind(at) == syntax.NamedArg {
		at = s.info.Index().Parent(at)
	}
	if s.item.Kind(at) != syntax.Call {
		return true
	}
	if call := s.info.OperatorCall(at); call != nil {
		return call.Op.Fails&op.OnFunction == op.OnFunction
	}
	return false
}
