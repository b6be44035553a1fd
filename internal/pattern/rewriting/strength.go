package rewriting

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// How strongly expressions bind, beyond the operands of infix operators.
const (
	prefixStrength  = 8
	postfixStrength = 9
	atomStrength    = 10
	// projected is what `.0` asks for: as postfixStrength, but the name of a variable
	// is in parentheses, for `%x.0` may be one as well.
	projected = 11
)

// A tree is what strengths are asked about: an item, and who is around a node.
type tree struct {
	item   *syntax.Item
	parent func(syntax.NodeID) syntax.NodeID
	split  map[syntax.NodeID]int // see typecheck.Info
	info   *typecheck.Info       // nil of a template, whose variables divide nothing late
}

func newTree(info *typecheck.Info) tree {
	return tree{item: info.Item, parent: info.Index().Parent, split: info.Split, info: info}
}

// late is the division in the tail of an operand that divides what the operator in
// front of it gives; NoNode where there is none.
func (t tree) late(operand syntax.NodeID) syntax.NodeID {
	if t.info == nil {
		return syntax.NoNode
	}
	return t.info.LateDivision(operand)
}

// followed reports whether operator is the value of a chain that a late division divides: its left
// operand may bind as strongly as that.
func (t tree) followed(operator syntax.NodeID) bool {
	return t.info != nil && t.info.Late(operator) != syntax.NoNode
}

// strength is how strongly what is at a node binds. That of an Operator or a
// Segment is that of all up to there.
func (t tree) strength(n syntax.NodeID) int {
	switch t.item.Kind(n) {
	case syntax.Operator:
		if t.item.Kind(t.parent(n)) == syntax.Unary {
			return prefixStrength
		}
		return syntax.Precedence(syntax.TokenKind(t.item.Node(n).Data))
	case syntax.Binary:
		operator, _ := t.item.Binary(n).Link(0)
		return t.strength(operator)
	case syntax.Segment:
		return t.tail(n)
	case syntax.Local:
		if segments := t.item.Kids(n); len(segments) > t.split[n] && t.late(n) == syntax.NoNode {
			return t.tail(segments[len(segments)-1])
		}
		return atomStrength
	}
	return t.plainStrength(n)
}

// tail is the strength of a variable with what its last segment applies to it.
func (t tree) tail(segment syntax.NodeID) int {
	if t.item.SourceText(segment)[0] == '/' {
		return syntax.Precedence(syntax.TokSlash)
	}
	return postfixStrength
}

func (t tree) plainStrength(n syntax.NodeID) int {
	switch t.item.Kind(n) {
	case syntax.Unary:
		if t.late(t.item.Unary(n).Operand) != syntax.NoNode {
			return syntax.Precedence(syntax.TokSlash)
		}
		return prefixStrength
	case syntax.Call, syntax.Project, syntax.Index:
		return postfixStrength
	case syntax.Fn, syntax.If, syntax.Match:
		return 0
	case syntax.Int, syntax.Float:
		if t.item.Flag(n, syntax.FlagNegative) {
			return prefixStrength
		}
	}
	return atomStrength
}

// need is the strength that the place of a node asks for. What binds weaker stands
// there in parentheses.
func (t tree) need(n syntax.NodeID) int {
	parent := t.parent(n)
	switch t.item.Kind(n) {
	case syntax.Operator:
		return t.needOfLink(n, parent)
	case syntax.Segment:
		if kids := t.item.Kids(parent); kids[len(kids)-1] != n {
			return projected
		}
		if t.late(parent) == n {
			return t.needOfLate(parent, t.parent(parent))
		}
		return t.need(parent)
	}
	switch t.item.Kind(parent) {
	case syntax.Binary:
		if t.item.Binary(parent).First == n {
			return t.strength(parent)
		}
		return t.strength(parent) + 1
	case syntax.Unary:
		return prefixStrength
	case syntax.Project:
		return projected
	case syntax.Call, syntax.Index:
		if t.item.Kids(parent)[0] == n {
			return postfixStrength
		}
	}
	return 0
}

func (t tree) needOfLink(n, parent syntax.NodeID) int {
	kids := t.item.Kids(parent)
	switch {
	case t.item.Kind(parent) == syntax.Unary && kids[0] != n:
		return prefixStrength
	case t.followed(n):
		return syntax.Precedence(syntax.TokSlash)
	case t.item.Kind(parent) == syntax.Binary && kids[len(kids)-2] != n:
		return t.strength(n)
	}
	return t.need(parent)
}

// needOfLate is for the value of a row up to an operand with a late division.
func (t tree) needOfLate(operand, row syntax.NodeID) int {
	if kids := t.item.Kids(row); kids[len(kids)-1] != operand {
		return syntax.Precedence(syntax.TokSlash)
	}
	return t.need(row)
}

// fits reports whether what is at a node may stand where a strength is asked for
// without parentheses.
func (t tree) fits(n syntax.NodeID, need int) bool {
	kind := t.item.Kind(n)
	if need == prefixStrength && (kind == syntax.Int || kind == syntax.Float) {
		return false // with the sign in front it would be one literal, or two signs
	}
	return binds(t.strength(n), need) && !(need == projected && (kind == syntax.Local || kind == syntax.Name))
}

// binds reports whether a strength is as large as what is asked for.
func binds(strength, need int) bool {
	if need == projected {
		need = postfixStrength
	}
	return strength >= need
}
