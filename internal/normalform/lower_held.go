package normalform

import (
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// An operand of a type with `?` is held to the extents that are asked for when it is
// evaluated. In ANF it is evaluated before the others, and so must this be: a `let`
// with the type does it.

// holds reports whether operand i of v must be compared with a type before a later one
// is evaluated, which may fail or have an effect.
func (l *lowering) holds(v graph.Value, i int) bool {
	operands := l.graph.Operands(v)
	n := operands[i].Node
	if l.form != ANF || n == syntax.NoNode || l.heldType(n) == "" {
		return false
	}
	for _, o := range operands[i+1:] {
		if o.Node != syntax.NoNode && o.Block == l.graph.Block(v) {
			if !movable(l.does.Of(o.Node)) {
				return true
			}
		}
	}
	return false
}

// heldType is the text of the type to which an operand is held, as far as one can be
// written.
func (l *lowering) heldType(n syntax.NodeID) string {
	conversions := l.info.Conversions(n)
	if len(conversions) == 0 {
		return ""
	}
	to := conversions[len(conversions)-1].To
	closed := true
	types.Walk(to, func(part types.Type) bool {
		switch part := part.(type) {
		case *types.Var:
			closed = false
		case *types.Tensor:
			for _, d := range part.Shape {
				_, number := d.Const()
				closed = closed && number
			}
		}
		return closed
	})
	if !closed {
		return ""
	}
	return types.String(to)
}

// hold makes the op of an operand that has been evaluated.
func (l *lowering) hold(t task) {
	value := l.resolve(t.n)
	if value == none {
		return
	}
	id := l.add(op{
		kind: held, value: graph.None, node: t.n, frame: t.f, origin: t.f, owner: none,
		ordered: true, acts: true, mode: byLet,
	}, ref{value, t.n, noFrame})
	if l.held == nil {
		l.held = map[syntax.NodeID]requiredType{}
	}
	l.held[t.n] = requiredType{id, l.heldType(t.n)}
}
