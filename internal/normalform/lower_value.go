package normalform

import (
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// finish makes the op of a value whose operands and frames have been evaluated.
func (l *lowering) finish(v graph.Value, n syntax.NodeID, f frameID, inner []frameID) {
	refs := l.operandsOf(v, inner)
	if l.refusal != nil {
		return
	}
	id := l.compute(v, n, f, refs)
	for _, f := range inner {
		l.frames[f].opener = id
	}
}

// compute makes the op of a value from its operands.
func (l *lowering) compute(v graph.Value, n syntax.NodeID, f frameID, refs []ref) opID {
	o := op{value: v, node: n, frame: f, origin: l.originOf(v, f), owner: none}
	own := l.known(v, refs)
	o.effect = !own.Pure()
	o.ordered = !movable(own)
	o.acts = o.ordered
	switch {
	case l.isAtom(v):
		o.kind = atom
		o.ordered, o.effect, o.acts = false, false, false
		refs = nil
	case l.becomesChoice(v):
		o.kind = choice
	}
	for _, r := range refs {
		l.inherit(&o, r)
	}
	l.done[v] = l.add(o, refs...)
	return l.done[v]
}

// known is what a value does, where variables that represent literals are those.
func (l *lowering) known(v graph.Value, refs []ref) effect.Summary {
	n := l.graph.Node(v)
	own := l.calls.Own(n)
	if l.graph.Kind(v) != graph.Operation || len(refs) != 2 || own.Fails == 0 {
		return own
	}
	number, ok := l.literal(refs[1].op)
	if !ok {
		return own
	}
	if l.item.Kind(n) == syntax.Index {
		if t, ok := types.Head(l.info.Type(refs[0].node)).(*types.Tensor); ok && len(t.Shape) > 0 {
			if extent, ok := t.Shape[0].Const(); ok && 0 <= number && number < extent {
				own.Fails &^= effect.OnIndex
			}
		}
		return own
	}
	if number != 0 && (l.item.Kind(n) == syntax.Operator || l.item.Kind(n) == syntax.Segment) {
		own.Fails &^= effect.OnDivision
	}
	return own
}

// literal is the integer that an op is.
func (l *lowering) literal(o opID) (int64, bool) {
	if o == none || l.ops[o].kind != atom {
		return 0, false
	}
	text := l.item.SourceText(l.ops[o].node)
	switch l.item.Kind(l.ops[o].node) {
	case syntax.Segment:
		text = text[1:]
	case syntax.Int:
		text = l.item.NumberText(l.ops[o].node)
	default:
		return 0, false
	}
	if i := strings.IndexAny(text, "iu"); i > 0 {
		text = text[:i]
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}

// inherit has an op be ordered like the ops of its branches, and like the read of a
// variable to which an operator gives new values.
func (l *lowering) inherit(o *op, r ref) {
	if r.inner == noFrame {
		if l.isReadOp(r.op) {
			o.ordered, o.effect = true, true
		}
		return
	}
	if l.graph.Kind(o.value) == graph.Function {
		return // making it does nothing
	}
	for _, inside := range l.frames[r.inner].ops {
		o.ordered = o.ordered || l.ops[inside].ordered
		o.effect = o.effect || l.ops[inside].effect
		o.acts = o.acts || l.ops[inside].acts
	}
}

// operandsOf are the operands of a value; those that are left out have none. They are
// overwritten by the next call.
func (l *lowering) operandsOf(v graph.Value, inner []frameID) []ref {
	operands := l.graph.Operands(v)
	refs := l.scratch[:0]
	for _, o := range operands {
		switch {
		case o.Node == syntax.NoNode:
		case o.Block != l.graph.Block(v) && !l.transparent(o.Block):
			f := inner[0]
			inner = inner[1:]
			refs = append(refs, ref{l.frames[f].result.op, o.Node, f})
		case l.held[o.Node].text != "":
			refs = append(refs, ref{l.held[o.Node].op, o.Node, noFrame})
		default:
			refs = append(refs, ref{l.operand(v, o), o.Node, noFrame})
		}
	}
	l.scratch = refs
	return refs
}

// operand is the op of an operand. That of `%x/2` and of projections in the tail of
// a variable has no expression of its own.
func (l *lowering) operand(v graph.Value, o graph.Operand) opID {
	if l.item.Kind(o.Node) == syntax.Segment || l.item.Kind(l.graph.Node(v)) == syntax.Segment && l.item.Kind(o.Node) == syntax.Local {
		if o.Node == l.graph.Node(v) && l.graph.Kind(o.Value) == graph.Literal {
			return l.add(op{kind: atom, value: o.Value, node: o.Node, owner: none})
		}
		if o.Node == l.graph.Node(v) || l.item.Kind(o.Node) == syntax.Local {
			return l.base(o.Node, o.Value)
		}
		return l.done[o.Value]
	}
	return l.resolve(o.Node)
}

// isAtom reports whether v is a literal without variables, a name, or a constructor without
// arguments.
func (l *lowering) isAtom(v graph.Value) bool {
	switch l.graph.Kind(v) {
	case graph.Literal, graph.Name:
		return true
	case graph.Construct:
		return len(l.graph.Operands(v)) == 0
	case graph.List:
		return l.literalList(l.graph.Node(v))
	}
	return false
}

// literalList reports whether n is a list of numbers, or a list of such lists.
func (l *lowering) literalList(n syntax.NodeID) bool {
	ok := true
	l.item.Walk(n, func(n syntax.NodeID) bool {
		switch l.item.Kind(n) {
		case syntax.List, syntax.Int, syntax.Float, syntax.Bool, syntax.Paren:
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// originOf is the frame in which a value is written, as far as it is open; else
// that in which it is evaluated.
func (l *lowering) originOf(v graph.Value, f frameID) frameID {
	if origin := l.frameOf[l.graph.Block(v)]; origin != noFrame {
		return origin
	}
	return f
}

// resolve is the op that an expression gives, which has been evaluated.
func (l *lowering) resolve(n syntax.NodeID) opID {
	for {
		switch l.item.Kind(n) {
		case syntax.Paren:
			n = l.item.Inner(n)
			continue
		case syntax.Block:
			kids := l.item.Kids(n)
			if len(kids) == 0 {
				return l.unit(n)
			}
			n = kids[len(kids)-1]
			continue
		case syntax.Local:
			if l.tailed(n) {
				return l.done[l.graph.At(n)]
			}
			return l.base(n, l.graph.At(n))
		case syntax.Name:
			if l.variable(n) != nil {
				return l.base(n, l.graph.At(n))
			}
		}
		if v := l.graph.At(n); v != graph.None {
			return l.done[v]
		}
		l.refuse(n, "this expression has no normal form")
		return none
	}
}

// unit is the `()` that empty braces are.
func (l *lowering) unit(n syntax.NodeID) opID {
	return l.add(op{kind: atom, value: l.graph.At(n), node: n, owner: none})
}

// base is the op of a variable that a node names.
func (l *lowering) base(n syntax.NodeID, v graph.Value) opID {
	if v != graph.None && l.graph.Kind(v) == graph.Read {
		return l.done[v]
	}
	o := l.variable(n)
	if o == nil || o.Item != l.item || l.vars[o.Node] == none {
		l.refuse(n, "this variable is not bound where it is read")
		return none
	}
	return l.vars[o.Node]
}
