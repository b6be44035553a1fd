package sharing

import (
	"github.com/fraccheck/fraccheck/internal/scratch"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// heavy is the load of what may take more operations than are counted.
const heavy = 255

// load is how many operations on numbers an expression takes. Few items are asked for one.
func (s *scan) load(n syntax.NodeID) uint8 {
	if s.loads == nil {
		s.loads = scratch.Cleared(&s.buffers.load, s.item.Len())
		for n := syntax.NodeID(1); int(n) < s.item.Len(); n++ {
			s.loads[n] = s.weigh(n)
		}
	}
	return s.loads[n]
}

// weigh is the load of a node. What has branches or functions in it counts as heavy.
func (s *scan) weigh(n syntax.NodeID) uint8 {
	switch s.item.Kind(n) {
	case syntax.Local, syntax.Global, syntax.Name, syntax.Int, syntax.Float, syntax.Bool, syntax.String, syntax.Segment, syntax.Operator:
		return 0
	case syntax.Paren, syntax.Tuple, syntax.List, syntax.Project:
		return s.sum(s.item.Kids(n))
	case syntax.Binary:
		return s.weighChain(n)
	case syntax.Unary:
		return s.weighPrefixes(n)
	case syntax.Call:
		if o := s.callee(n); o != nil && o.Kind == typecheck.ConstructorObject {
			return s.sum(s.item.Call(n).Args)
		}
	}
	return heavy
}

func (s *scan) sum(nodes []syntax.NodeID) (load uint8) {
	for _, n := range nodes {
		load = plus(load, s.loads[n]) // nothing of NoNode
	}
	return load
}

func plus(a, b uint8) uint8 { return uint8(min(int(a)+int(b), heavy)) }

// weighChain weighs each link of a chain with what precedes it.
func (s *scan) weighChain(n syntax.NodeID) uint8 {
	chain := s.item.Binary(n)
	load, number := s.loads[chain.First], s.number(chain.First)
	for i := range chain.Links() {
		operator, right := chain.Link(i)
		load = plus(load, s.loads[right])
		if symbol := syntax.TokenKind(s.item.Node(operator).Data); symbol == syntax.TokAnd || symbol == syntax.TokOr {
			load = heavy
		}
		load = s.weighOperator(operator, load, number && s.number(right))
		number = s.number(operator)
	}
	return load
}

func (s *scan) weighPrefixes(n syntax.NodeID) uint8 {
	row := s.item.Unary(n)
	load, number := s.loads[row.Operand], s.number(row.Operand)
	for i := len(row.Operators) - 1; i >= 0; i-- {
		load = s.weighOperator(row.Operators[i], load, number)
		number = s.number(row.Operators[i])
	}
	return load
}

// weighOperator weighs an operator that is written as a symbol. On numbers it is one operation.
func (s *scan) weighOperator(operator syntax.NodeID, load uint8, numbers bool) uint8 {
	if load = plus(load, 1); !numbers || !s.number(operator) {
		load = heavy
	}
	s.loads[operator] = load
	return load
}

// number reports whether n is a node whose value is a single number.
func (s *scan) number(n syntax.NodeID) bool {
	t, ok := types.Head(s.info.Types[n]).(*types.Tensor)
	return ok && len(t.Shape) == 0
}
