package typecheck

import "github.com/fraccheck/fraccheck/internal/syntax"

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
