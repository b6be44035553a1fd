package normalform

import (
	"github.com/fraccheck/fraccheck/graph"
	"github.com/fraccheck/fraccheck/syntax"
)

// `a * %x/2` is `(a * %x) / 2` and `-%x/2` is `(-%x) / 2`, though `%x/2` looks like one
// name, and is one in the tree.

// division is the segment of a variable's tail that divides; NoNode where there is
// none.
func (l *lowering) division(n syntax.NodeID) syntax.NodeID {
	if l.item.Kind(n) == syntax.Local {
		for _, s := range l.item.Kids(n)[l.info.Split[n]:] {
			if l.item.SourceText(s)[0] == '/' {
				return s
			}
		}
	}
	return syntax.NoNode
}

// product is the left operand of a link that multiplies or divides by a variable with
// a division in its tail.
func (l *lowering) product(v graph.Value, n syntax.NodeID) (left, local syntax.NodeID, ok bool) {
	if l.item.Kind(n) != syntax.Operator || len(l.graph.Operands(v)) != 2 {
		return 0, 0, false
	}
	left, local = l.graph.Operands(v)[0].Node, l.graph.Operands(v)[1].Node
	token := syntax.TokenKind(l.item.Node(n).Data)
	ok = (token == syntax.TokStar || token == syntax.TokSlash) && l.division(local) != syntax.NoNode
	return left, local, ok
}

// divideLast evaluates a variable, applies operators to it, the first one first, and
// divides what they give by the end of its tail.
func (l *lowering) divideLast(local syntax.NodeID, operators []syntax.NodeID, f frameID, refs func(base ref) []ref) {
	segment := l.division(local)
	v := l.graph.At(segment)
	parts := l.graph.Operands(v)
	var divided ref
	l.then(func() {
		if l.refusal == nil {
			divisor := ref{l.operand(v, parts[1]), parts[1].Node, noFrame}
			l.done[l.graph.At(operators[len(operators)-1])] = l.compute(v, segment, f, []ref{divided, divisor})
		}
	})
	if l.variable(segment) != nil {
		l.then(func() { l.mention(segment, segment, f) })
	}
	l.then(func() {
		divided = ref{l.operand(v, parts[0]), local, noFrame}
		for _, o := range operators {
			if l.refusal == nil {
				divided = ref{l.compute(l.graph.At(o), o, f, refs(divided)), o, noFrame}
			}
		}
	})
	l.tail(local, segment, f)
}
