package exhaustive

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Clauses with the same body, compared as trees up to the names of their own
// variables (alpha-equivalence). One pass over both; a table of the pairs of
// variables decides whether names correspond.

// A twin is two clauses under comparison: their bodies are alike if they are
// the same tokens with the same comments and mean the same. Names in them stand
// for one thing, or for variables at one place of the two patterns or bodies.
type twin struct {
	*checker
	pairs map[syntax.NodeID]syntax.NodeID // nodes of the first in the second
}

// repeats reports whether two clauses have the same body to the eye. It is asked
// of every match and allocates only for long ones.
func (c *checker) repeats(clauses []syntax.NodeID) bool {
	const few = 8
	if len(clauses) > few {
		return c.manyRepeat(clauses)
	}
	for i, a := range clauses {
		for _, b := range clauses[:i] {
			if c.sameTree(c.body(a), c.body(b)) {
				return true
			}
		}
	}
	return false
}

func (c *checker) manyRepeat(clauses []syntax.NodeID) bool {
	seen := make(map[uint64]bool, len(clauses))
	for _, clause := range clauses {
		sum := c.sum(c.body(clause))
		if seen[sum] {
			return true
		}
		seen[sum] = true
	}
	return false
}

// sum is a number of a tree that is the same for all trees of the same tokens, and
// hardly ever for others: FNV-1a of what sameTree compares.
func (c *checker) sum(n syntax.NodeID) uint64 {
	sum := uint64(14695981039346656037)
	mix := func(x uint64) { sum = (sum ^ x) * 1099511628211 }
	c.item.Walk(n, func(n syntax.NodeID) bool {
		node, kids := c.item.Node(n), c.item.Kids(n)
		mix(uint64(node.Kind)<<32 | uint64(node.Flags))
		mix(uint64(node.Data)<<32 | uint64(len(kids)))
		if len(kids) == 0 || node.Kind == syntax.Local {
			for _, letter := range []byte(c.item.SourceText(n)) {
				mix(uint64(letter))
			}
		}
		return true
	})
	return sum
}

// body is what a clause gives, braces around one expression taken off.
func (c *checker) body(clause syntax.NodeID) syntax.NodeID {
	n := c.item.Clause(clause).Body
	for c.item.Kind(n) == syntax.Block {
		block := c.item.Block(n)
		if len(block.Statements) > 0 || block.Result == syntax.NoNode {
			break
		}
		n = block.Result
	}
	return n
}

// sameTree reports whether two trees are of the same tokens. Only leaves and
// locals have text besides their children's.
func (c *checker) sameTree(a, b syntax.NodeID) bool {
	if a == syntax.NoNode || b == syntax.NoNode {
		return a == b
	}
	x, y := c.item.Node(a), c.item.Node(b)
	if x.Kind != y.Kind || x.Flags != y.Flags || x.Data != y.Data {
		return false
	}
	ours, theirs := c.item.Kids(a), c.item.Kids(b)
	if (len(ours) == 0 || x.Kind == syntax.Local) && c.item.SourceText(a) != c.item.SourceText(b) {
		return false
	}
	if len(ours) != len(theirs) {
		return false
	}
	for i := range ours {
		if !c.sameTree(ours[i], theirs[i]) {
			return false
		}
	}
	return true
}

// alike reports whether two clauses give the same for every value that both of
// them match.
func (c *checker) alike(a, b syntax.NodeID) bool {
	p, q := c.body(a), c.body(b)
	if !c.sameTree(p, q) {
		return false
	}
	t := twin{c, map[syntax.NodeID]syntax.NodeID{}}
	t.pairPatterns(c.item.Pattern(a), c.item.Pattern(b))
	t.pairTrees(p, q)
	for n, m := range t.pairs {
		if !t.sameObject(n, m) {
			return false
		}
	}
	return c.comparable(a) && c.comparable(b) && slices.Equal(c.comments(a), c.comments(b)) // last, for it reads the text
}

// comparable reports whether a clause may be merged with others at all: not if
// its body is a hole still to be filled, or binds what the rest of the
// definition can see, and not if the pattern holds comments.
func (c *checker) comparable(clause syntax.NodeID) bool {
	body, fit := c.body(clause), true
	c.item.Walk(body, func(n syntax.NodeID) bool {
		switch c.item.Kind(n) {
		case syntax.Graph, syntax.FreeVar, syntax.BadNode:
			fit = false
		}
		return fit
	})
	hole := c.item.Kind(body) == syntax.Match && c.item.Flag(body, syntax.FlagPartial) && len(c.item.Kids(body)) == 1
	whole := syntax.Comments(c.item.SourceText(clause))
	return fit && !hole && len(whole) == len(c.comments(clause))
}

// comments are those in the body of a clause, as they are written.
func (c *checker) comments(clause syntax.NodeID) []string {
	text := c.item.SourceText(c.item.Clause(clause).Body)
	var list []string
	for _, s := range syntax.Comments(text) {
		list = append(list, text[s.Start:s.End])
	}
	return list
}

// pairPatterns pairs the variables that are at one place.
func (t *twin) pairPatterns(p, q syntax.NodeID) {
	p, q = t.bare(p), t.bare(q)
	switch {
	case t.info.Objects[p] != nil && t.info.Objects[q] != nil && t.isVariable(p) && t.isVariable(q):
		t.pairs[p] = q
	case t.sameForm(p, q):
		theirs := t.parts(q)
		for i, part := range t.parts(p) {
			t.pairPatterns(part, theirs[i])
		}
	}
}

// sameForm reports whether two patterns are of one constructor, tuple or
// literal.
func (c *checker) sameForm(p, q syntax.NodeID) bool {
	if c.isVariable(p) || len(c.parts(p)) != len(c.parts(q)) {
		return false
	}
	if con := c.constructorOf(p); con != nil {
		return con == c.constructorOf(q)
	}
	switch c.item.Kind(p) {
	case syntax.PatTuple:
		return c.item.Kind(q) == syntax.PatTuple
	case syntax.PatLit:
		a, aFits := c.literalOf(p)
		b, bFits := c.literalOf(q)
		return c.item.Kind(q) == syntax.PatLit && aFits && bFits && a == b
	}
	return false
}

// parts are the patterns directly inside a bare one.
func (c *checker) parts(p syntax.NodeID) []syntax.NodeID {
	if c.item.Kind(p) == syntax.PatTuple {
		return c.item.Kids(p)
	}
	return c.patternArgs(p)
}

func (t *twin) pairTrees(a, b syntax.NodeID) {
	if a == syntax.NoNode {
		return
	}
	t.pairs[a] = b
	theirs := t.item.Kids(b)
	for i, kid := range t.item.Kids(a) {
		t.pairTrees(kid, theirs[i])
	}
}

// sameObject reports whether two paired names denote the same thing.
func (t *twin) sameObject(a, b syntax.NodeID) bool {
	x, y := t.info.Objects[a], t.info.Objects[b]
	switch {
	case x == y:
		return t.info.Split[a] == t.info.Split[b]
	case x == nil || y == nil || x.Kind != y.Kind || t.info.Split[a] != t.info.Split[b]:
		return false
	case x.Kind == typecheck.OperatorObject:
		return x.Op == y.Op
	case x.Kind == typecheck.ConstructorObject:
		return x.Cons == y.Cons
	}
	partner, ok := t.pairs[x.Node]
	return ok && x.Item == t.item && y.Item == t.item && partner == y.Node
}
