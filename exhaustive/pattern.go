package exhaustive

import "github.com/fraccheck/fraccheck/internal/syntax"

// A pat names a pattern of a arena.
type pat int32

// A patNode is one pattern: what it asks for and its arguments, which lie side
// by side in the arena's list.
type patNode struct {
	kind  patKind
	con   int64 // the constructor's index, the literal, 0 or 1 for bools
	args  int32
	count int32
	node  syntax.NodeID // where it is written
}

type patKind uint8

const (
	wildPat    patKind = iota
	consPat            // a constructor with a pattern per field
	tuplePat           // a pattern per element
	literalPat         // an integer or a bool
	unknownPat         // in error: it may match anything or nothing
)

// A arena holds the patterns of one match. Patterns are numbered, arguments
// before what they belong to.
type arena struct {
	nodes []patNode
	list  []pat
	stack []pat // arguments of patterns that are not complete yet
}

// wild is the pattern `_` of every arena.
const wild pat = 0

func (s *arena) reset() {
	s.nodes = append(s.nodes[:0], patNode{})
	s.list, s.stack = s.list[:0], s.stack[:0]
}

func (s *arena) add(n patNode, args ...pat) pat {
	n.args, n.count = int32(len(s.list)), int32(len(args))
	s.list = append(s.list, args...)
	s.nodes = append(s.nodes, n)
	return pat(len(s.nodes) - 1)
}

// arguments are the patterns inside p.
func (s *arena) arguments(p pat) []pat {
	n := &s.nodes[p]
	return s.list[n.args : n.args+n.count]
}
