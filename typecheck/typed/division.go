package typed

import (
	"sort"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// `25 * %x/3` is `(25 * %x)/3`, as if blanks stood around the slash, and `-%x/3` is
// `(-%x)/3`, though the lexer takes `%x/3` for one name: the division in the tail of
// an operand of `*`, `/` or a prefix divides what the operator gives. It is late then.

// Division is the Segment that divides in the tail of a variable, the `/3` of
// `%x.0/3`; NoNode where there is none, and for other nodes.
func (info *Info) Division(local syntax.NodeID) syntax.NodeID {
	if info.Item.Kind(local) != syntax.Local || info.Object(local) == nil {
		return syntax.NoNode
	}
	segments := info.Item.Kids(local)
	for _, s := range segments[min(info.Split[local], len(segments)):] {
		if info.Item.SourceText(s)[0] == '/' {
			return s
		}
	}
	return syntax.NoNode
}

// LateDivision is the Segment in the tail of an operand that divides what the
// operator before the operand gives; NoNode where there is none.
func (info *Info) LateDivision(operand syntax.NodeID) syntax.NodeID {
	if info.Item.Kind(operand) != syntax.Local || len(info.Item.Kids(operand)) == 0 || info.divided(operand) == syntax.NoNode {
		return syntax.NoNode
	}
	return info.Division(operand)
}

// divided is the Operator of what a late division in the tail of an operand divides:
// the link before it or the outermost prefix; NoNode where one would not be late.
func (info *Info) divided(operand syntax.NodeID) syntax.NodeID {
	row := info.Index().Parent(operand)
	kids := info.Item.Kids(row)
	switch info.Item.Kind(row) {
	case syntax.Unary:
		if len(kids) > 1 {
			return kids[0]
		}
	case syntax.Binary:
		at := info.position(kids, operand)
		if at < 2 || at >= len(kids) || kids[at] != operand {
			break
		}
		switch syntax.TokenKind(info.Item.Node(kids[at-1]).Data) {
		case syntax.TokStar, syntax.TokSlash:
			return kids[at-1]
		}
	}
	return syntax.NoNode
}

// position is where a node stands among the children of another; some are missing
// where the text is in error.
func (info *Info) position(kids []syntax.NodeID, n syntax.NodeID) int {
	return sort.Search(len(kids), func(i int) bool {
		return kids[i] == syntax.NoNode || info.Item.Span(kids[i]).Start >= info.Item.Span(n).Start
	})
}

// Dividend is what an operator takes of its operand: the operand, but of one with a
// late division the Segment before that, or else the Local, there the variable
// alone.
func (info *Info) Dividend(operand syntax.NodeID) syntax.NodeID {
	if s := info.LateDivision(operand); s != syntax.NoNode {
		return info.before(operand, s)
	}
	return operand
}

// Linked is the node at which stands what an operator makes with the operand after
// it: the Operator, or the late division of that.
func (info *Info) Linked(operator, operand syntax.NodeID) syntax.NodeID {
	if s := info.LateDivision(operand); s != syntax.NoNode {
		return s
	}
	return operator
}

// before is what precedes a Segment in a variable's tail.
func (info *Info) before(local, segment syntax.NodeID) syntax.NodeID {
	segments := info.Item.Kids(local)
	if at := info.position(segments, segment); at > info.Split[local] {
		return segments[at-1]
	}
	return local
}

// Late is the late division after the operand of a link or a prefix, where the
// Operator is the one that it divides; NoNode where there is none.
func (info *Info) Late(operator syntax.NodeID) syntax.NodeID {
	row := info.Index().Parent(operator)
	kids := info.Item.Kids(row)
	operand := syntax.NoNode
	switch info.Item.Kind(row) {
	case syntax.Unary:
		if len(kids) > 1 && kids[0] == operator {
			operand = kids[len(kids)-1]
		}
	case syntax.Binary:
		if at := info.position(kids, operator); at+1 < len(kids) && kids[at] == operator {
			operand = kids[at+1]
		}
	}
	if operand == syntax.NoNode {
		return syntax.NoNode
	}
	return info.LateDivision(operand)
}

// AppliedType is the type of what an application at a node gives; nil where none was
// found. The tree has the types of expressions: that of a product which a late
// division divides is known where the divisor does not widen it.
func (info *Info) AppliedType(n syntax.NodeID) types.Type {
	switch info.Item.Kind(n) {
	case syntax.Segment:
		local := info.Index().Parent(n)
		if info.Division(local) == n {
			if operator := info.divided(local); operator != syntax.NoNode {
				return info.Type(operator)
			}
			return info.Type(local)
		}
	case syntax.Operator:
		if info.widened(n) {
			return nil
		}
	}
	return info.Type(n)
}

// widened reports whether operator is an Operator whose product may have a smaller shape than what
// a late division makes of it, or whose row does.
func (info *Info) widened(operator syntax.NodeID) bool {
	row := info.Index().Parent(operator)
	division := info.Late(operator)
	if info.Item.Kind(row) == syntax.Unary {
		kids := info.Item.Kids(row)
		division = info.LateDivision(kids[len(kids)-1])
	}
	return division != syntax.NoNode && info.Object(division) != nil && !isNumber(info.Type(operator)) && !isNumber(info.Object(division).Type)
}

// Tied reports whether n is a part of a row of prefixes, what a late division of it divides, that
// only its spelling as a name keeps together with the divisor: `5 * -%x/2` is `5 * ((-%x)/2)`, and
// with another text for `-%x` or `%x` it would be something else.
func (info *Info) Tied(n syntax.NodeID) bool {
	local := n
	switch info.Item.Kind(n) {
	case syntax.Operator:
		row := info.Item.Kids(info.Index().Parent(n))
		local = row[len(row)-1]
	case syntax.Segment:
		local = info.Index().Parent(n)
	}
	row := info.Index().Parent(local)
	s := info.LateDivision(local)
	if s == syntax.NoNode || s == n || info.Item.Kind(row) != syntax.Unary {
		return false
	}
	chain := info.Index().Parent(row)
	if info.Item.Kind(chain) != syntax.Binary || info.Item.Binary(chain).First == row {
		return false
	}
	operator, _ := info.Item.Binary(chain).Link(0)
	token := syntax.TokenKind(info.Item.Node(operator).Data)
	return syntax.Precedence(token) >= syntax.Precedence(syntax.TokSlash)
}

// isNumber reports whether t is the type of a single number.
func isNumber(t types.Type) bool {
	if t == nil {
		return false
	}
	tensor, ok := types.Head(t).(*types.Tensor)
	return ok && len(tensor.Shape) == 0
}

// Extent is where what a node gives is written: of an Operator or a Segment, all from
// the beginning of its row or of its variable up to there; of a Local with a late
// division, what stands before its tail.
func (info *Info) Extent(n syntax.NodeID) syntax.Span {
	span := info.Item.Span(n)
	switch info.Item.Kind(n) {
	case syntax.Segment:
		span.Start = info.Item.Span(info.Row(n)).Start
	case syntax.Local:
		if info.LateDivision(n) != syntax.NoNode {
			span.End = info.Item.Span(info.Item.Kids(n)[info.Split[n]]).Start
		}
	case syntax.Operator:
		return info.extentOfSymbol(n)
	}
	return span
}

func (info *Info) extentOfSymbol(operator syntax.NodeID) syntax.Span {
	row := info.Index().Parent(operator)
	kids := info.Item.Kids(row)
	span, operand := info.Item.Span(row), kids[len(kids)-1]
	if info.Item.Kind(row) == syntax.Unary {
		span.Start = info.Item.Span(operator).Start
	} else if at := info.position(kids, operator); at+1 < len(kids) {
		operand = kids[at+1]
	}
	if operand != syntax.NoNode {
		span.End = info.Extent(info.Dividend(operand)).End
	}
	return span
}

// Row is the expression that an Operator or a Segment is a part of, from the beginning
// of which it computes: the chain, the row of prefixes, the Local; other nodes are
// their own.
func (info *Info) Row(n syntax.NodeID) syntax.NodeID {
	switch info.Item.Kind(n) {
	case syntax.Operator:
		return info.Index().Parent(n)
	case syntax.Segment:
		local := info.Index().Parent(n)
		if info.LateDivision(local) == n {
			return info.Index().Parent(local)
		}
		return local
	}
	return n
}
