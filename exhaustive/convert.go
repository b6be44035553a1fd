package exhaustive

import (
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// convert turns a pattern of the tree into one of the arena. It recurses as
// deep as brackets nest.
func (c *checker) convert(p syntax.NodeID) pat {
	l := &c.tool.matrix.arena
	if p == syntax.NoNode {
		return l.add(patNode{kind: unknownPat})
	}
	p = c.bare(p)
	if c.isVariable(p) {
		if c.repeated(p) {
			return l.add(patNode{kind: unknownPat, node: p})
		}
		return wild
	}
	switch c.item.Kind(p) {
	case syntax.PatTuple:
		return c.convertAll(patNode{kind: tuplePat, node: p}, c.item.Kids(p))
	case syntax.PatName, syntax.PatCons:
		return c.convertCons(p)
	case syntax.PatLit:
		return c.convertLiteral(p)
	}
	return l.add(patNode{kind: unknownPat, node: p})
}

// repeated reports whether p is a variable whose name the pattern has bound before: an error, by
// which perhaps two equal parts were meant, so that what it takes is not known.
func (c *checker) repeated(p syntax.NodeID) bool {
	if c.pass == nil || !c.pass.Faulty {
		return false
	}
	name := strings.TrimPrefix(c.item.SourceText(p), "%")
	if name == "_" {
		return false
	}
	before := c.bound[name]
	if c.bound == nil {
		c.bound = map[string]bool{}
	}
	c.bound[name] = true
	return before
}

// convertAll adds a pattern with arguments.
func (c *checker) convertAll(n patNode, args []syntax.NodeID) pat {
	l := &c.tool.matrix.arena
	start := len(l.stack)
	for _, arg := range args {
		l.stack = append(l.stack, c.convert(arg))
	}
	p := l.add(n, l.stack[start:]...)
	l.stack = l.stack[:start]
	return p
}

// convertCons converts a constructor pattern. A name that did not resolve may be
// anything, a variable that is bound twice among it.
func (c *checker) convertCons(p syntax.NodeID) pat {
	l := &c.tool.matrix.arena
	con := c.constructorOf(p)
	if con != nil && c.agrees(p, con) {
		return c.convertAll(patNode{kind: consPat, con: int64(con.Index), node: p}, c.patternArgs(p))
	}
	return l.add(patNode{kind: unknownPat, node: p})
}

// agrees reports whether a constructor is of the type that is matched.
func (c *checker) agrees(p syntax.NodeID, con *types.Constructor) bool {
	adt, ok := c.typeOf(p).(*types.ADT)
	return ok && adt.Decl == con.Of
}

func (c *checker) convertLiteral(p syntax.NodeID) pat {
	n := patNode{kind: unknownPat, node: p}
	if value, ok := c.literalOf(p); ok {
		n.kind, n.con = literalPat, value
	}
	return c.tool.matrix.arena.add(n)
}

// literalOf is the value of a literal pattern, if it has the type that is
// matched.
func (c *checker) literalOf(p syntax.NodeID) (int64, bool) {
	if t, ok := c.typeOf(p).(*types.Tensor); ok && len(t.Shape) == 0 {
		return literal(c.item.NumberText(c.item.Inner(p)), t.Dtype)
	}
	return 0, false
}

// literal reads an integer or a boolean as a value of a dtype; it must have
// no suffix or the dtype's own, and fit.
func literal(text string, d types.Dtype) (int64, bool) {
	switch text {
	case "True", "true":
		return 1, d.Class == types.BoolClass
	case "False", "false":
		return 0, d.Class == types.BoolClass
	}
	digits, suffix := cutSuffix(text)
	switch {
	case !d.IsInteger() || d.Lanes > 1 || suffix != "" && suffix != suffixOf(d):
		return 0, false
	case d.Class == types.UintClass:
		n, err := strconv.ParseUint(digits, 10, int(d.Bits))
		return int64(n), err == nil
	}
	n, err := strconv.ParseInt(digits, 10, int(d.Bits))
	return n, err == nil
}

// cutSuffix takes `-3i64` apart into `-3` and `i64`.
func cutSuffix(text string) (digits, suffix string) {
	if at := strings.IndexAny(text, "iu"); at >= 0 {
		return text[:at], text[at:]
	}
	return text, ""
}

func suffixOf(d types.Dtype) string {
	class := "i"
	if d.Class == types.UintClass {
		class = "u"
	}
	return class + strconv.Itoa(int(d.Bits))
}
