package matcher

import (
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A head is what is seen of an expression at first sight: what is applied to how
// many operands.
type head struct {
	kind headKind
	name string // of an operator or a constructor
	// constant is that of the rules which a literal equals; 0 where a pattern says nothing
	// of it.
	constant int32
	// arity is how many operands follow; any where a pattern does not say.
	arity int32
}

type headKind uint8

const (
	otherHead headKind = iota // variables, and what no pattern asks for by its head
	operatorHead
	constructHead
	callHead // its callee is no operand here
	tupleHead
	listHead
	projectHead
	ifHead
	matchHead
	functionHead
	nameHead
	literalHead

	// Where rules are tried besides values.
	appliedSite  // an operator or constructor where it is applied
	letSite      // a `let` with what follows
	variableSite // a variable
)

// any is the arity where the operands do not count.
const anyArity = -1

// head is that of a value.
func (w *view) head(v graph.Value) head {
	if w.heads == nil {
		w.heads = make([]head, w.graph.Len())
		w.headed = make([]bool, w.graph.Len())
	}
	if !w.headed[v] {
		w.heads[v], w.headed[v] = w.findHead(v), true
	}
	return w.heads[v]
}

var headKinds = map[graph.Kind]headKind{
	graph.Literal: literalHead, graph.Name: nameHead, graph.Function: functionHead, graph.Tuple: tupleHead, graph.List: listHead,
	graph.Project: projectHead, graph.If: ifHead, graph.Match: matchHead, graph.Construct: constructHead, graph.Operation: operatorHead,
	graph.Call: callHead,
}

func (w *view) findHead(v graph.Value) head {
	h := head{kind: headKinds[w.graph.Kind(v)]}
	switch h.kind {
	case operatorHead:
		a := w.operation(v)
		h.name, h.arity = a.op, int32(len(a.args))
	case constructHead:
		if o, ok := w.applied(v).(*typecheck.Object); ok {
			h.name = o.Name
		}
		h.arity = int32(len(w.graph.Operands(v)))
	case callHead:
		h.arity = int32(len(w.graph.Operands(v))) - 1
	case tupleHead, listHead, projectHead, ifHead:
		h.arity = int32(len(w.graph.Operands(v)))
	case literalHead:
		if w.self(v).isUnit() {
			h.kind = tupleHead
		}
	}
	return h
}

// arity is how many operands an operation has, those left out at the end aside.
func (w *view) arity(v graph.Value) int {
	operands := w.graph.Operands(v)
	for len(operands) > 0 && operands[len(operands)-1].Node == syntax.NoNode {
		operands = operands[:len(operands)-1]
	}
	return len(operands)
}
