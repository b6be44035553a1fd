package rewrite

import "github.com/fraccheck/fraccheck/internal/syntax"

// A Path is how evaluation gets from the start of a node to one in it. The
// language evaluates from left to right, operands before what is applied to
// them, one branch or clause, a function's body when it is called, and a graph
// binding when it is first read.
type Path struct {
	Before      []syntax.NodeID // what is evaluated in between, outermost last
	Unordered   bool            // things may be evaluated in between that are not in Before
	Conditional bool            // evaluation may not get to the inner node
	Repeated    bool            // the inner node is in a function: it may be evaluated late, often or never
}

// Certain reports whether evaluation that begins at the start of a path gets to its
// end once, by way of Before, unless something there fails or does not end.
func (p Path) Certain() bool { return !p.Unordered && !p.Conditional && !p.Repeated }

// Path follows evaluation from the start of an outer node to an inner one; false
// where the inner one is not in it.
func (t *Tree) Path(outer, inner syntax.NodeID) (Path, bool) {
	var p Path
	for n := inner; n != outer; n = t.Parent(n) {
		if n == syntax.NoNode {
			return Path{}, false
		}
		p.step(t.Item, t.Parent(n), n)
	}
	return p, true
}

// step goes from a node to its child.
func (p *Path) step(item *syntax.Item, parent, child syntax.NodeID) {
	kids := item.Kids(parent)
	switch kind := item.Kind(parent); kind {
	case syntax.Fn:
		p.Repeated = true
	case syntax.Graph, syntax.NamedArg:
		p.Unordered = true // at the first use; in the order of the operator's parameters
	case syntax.If, syntax.Match:
		p.Conditional = p.Conditional || kids[0] != child
		p.before(item, kids[:1], child)
	case syntax.Binary:
		p.Conditional = p.Conditional || shortCuts(item, kids, child)
		p.before(item, kids, child)
	default:
		if single[kind] {
			return
		}
		p.Unordered = p.Unordered || !inOrder[kind]
		p.before(item, kids, child)
	}
}

// single are the kinds of which one child at most is evaluated.
var single = map[syntax.Kind]bool{
	syntax.Clause: true, syntax.Paren: true, syntax.Project: true, syntax.Unary: true, syntax.Let: true,
	syntax.Param: true, syntax.Params: true,
}

// inOrder are the kinds whose children are evaluated in their order.
var inOrder = map[syntax.Kind]bool{
	syntax.Block: true, syntax.Call: true, syntax.Tuple: true, syntax.List: true, syntax.Index: true,
}

// before adds the siblings in front. Graph bindings are not evaluated where they
// stand.
func (p *Path) before(item *syntax.Item, kids []syntax.NodeID, child syntax.NodeID) {
	for _, kid := range kids {
		if kid == child {
			return
		}
		if kid != syntax.NoNode && item.Kind(kid) != syntax.Graph {
			p.Before = append(p.Before, kid)
		}
	}
}

// shortCuts reports whether child is an operand that `&&` and `||` may leave out. A chain has one
// precedence, so its first operator represents all.
func shortCuts(item *syntax.Item, kids []syntax.NodeID, child syntax.NodeID) bool {
	if kids[0] == child || len(kids) < 2 {
		return false
	}
	op := syntax.TokenKind(item.Node(kids[1]).Data)
	return op == syntax.TokAnd || op == syntax.TokOr
}

// PathFrom follows evaluation from the end of a statement to a node after it in
// the same block; false where there is no such way.
func (t *Tree) PathFrom(statement, inner syntax.NodeID) (Path, bool) {
	block := t.Parent(statement)
	if !t.Within(inner, block) || inner == block {
		return Path{}, false
	}
	last := inner
	for t.Parent(last) != block {
		last = t.Parent(last)
	}
	p, _ := t.Path(last, inner)
	behind := false
	for _, kid := range t.Item.Kids(block) {
		if kid == last {
			break
		}
		if behind && kid != syntax.NoNode && t.Item.Kind(kid) != syntax.Graph {
			p.Before = append(p.Before, kid)
		}
		behind = behind || kid == statement
	}
	return p, true
}
