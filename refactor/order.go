package refactor

import "github.com/fraccheck/fraccheck/syntax"

// A passage is what evaluation meets between the start of a statement and a
// node in it.
type passage struct {
	behavior
	known       bool // how evaluation gets there is known
	conditional bool // it may not get there
	repeated    bool // it is in a function: it may get there late, often or never
}

// reach follows evaluation from the start of an outer node to an inner one.
func (t *Target) reach(outer, inner syntax.NodeID) passage {
	p := passage{known: true}
	for n := inner; n != outer; n = t.parents[n] {
		if n == syntax.NoNode {
			return passage{behavior: unknown}
		}
		p.step(t, t.parents[n], n)
	}
	return p
}

// step goes from a node to its child.
func (p *passage) step(t *Target, parent, child syntax.NodeID) {
	item := t.item()
	kids := item.Kids(parent)
	switch item.Kind(parent) {
	case syntax.Fn:
		p.repeated = true
		return
	case syntax.Graph:
		p.known = false // evaluated when it is first read
		return
	case syntax.If:
		p.conditional = p.conditional || kids[0] != child
		p.before(t, kids[:1], child)
		return
	case syntax.Match:
		p.conditional = p.conditional || kids[0] != child
		p.before(t, kids[:1], child)
		return
	case syntax.Clause, syntax.Paren, syntax.Project, syntax.Unary, syntax.Let, syntax.NamedArg, syntax.Param, syntax.Params:
		if item.Kind(parent) == syntax.NamedArg {
			p.known = false // operators sort their arguments
		}
		return
	case syntax.Binary:
		p.shortCut(t, kids, child)
	case syntax.Block, syntax.Call, syntax.Tuple, syntax.List, syntax.Index:
	default:
		p.known = false
	}
	p.before(t, kids, child)
}

// before adds what the siblings in front do.
func (p *passage) before(t *Target, kids []syntax.NodeID, child syntax.NodeID) {
	for _, kid := range kids {
		if kid == child {
			return
		}
		if kid != syntax.NoNode && t.item().Kind(kid) != syntax.Graph {
			p.behavior = p.and(t.of(kid))
		}
	}
}

// shortCut notes an operand that `&&` and `||` may leave out.
func (p *passage) shortCut(t *Target, kids []syntax.NodeID, child syntax.NodeID) {
	if kids[0] == child || len(kids) < 2 {
		return
	}
	if op := syntax.TokenKind(t.item().Node(kids[1]).Data); op == syntax.TokAnd || op == syntax.TokOr {
		p.conditional = true
	}
}

// moves tells whether what behaves so may come to the end of a passage from its
// start, or to its start from its end.
func (p *passage) moves(b behavior) bool {
	switch {
	case b.total():
		return true
	case !p.known || p.conditional || p.repeated:
		return false
	}
	return !b.effect || !p.effect
}
