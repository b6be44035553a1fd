package typed

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// An Application is an operator applied to operands, however it was written:
// `add(%x, %y)`, `add(rhs=%y, lhs=%x)`, a link of `%x + %y - %z`, `-%x`, `%x[%i]`,
// `%x/2`.
//
// Each stands at a node of its own: a Call, an Index, the Operator of a link or a
// prefix, the Segment of a division. An operand is an expression, or such a node:
// in `%x + %y - %z` the first operand of `-` is the node of `+`, since no
// expression stands for `%x + %y`. The operands of the division `%x/2` are the
// Segment in front, or else the Local (there the variable alone), and the
// division's own Segment, where Objects has the variable after the slash. In
// `%a * %x/2` and `-%x/2`, which divide last, those of the symbol are `%a` and the
// Local (or the Segment before the slash), those of the division the symbol's
// Operator and the division's own Segment, and what follows in the chain has the
// Segment as its first operand.
type Application struct {
	OperatorCall
	Node   syntax.NodeID
	Result types.Type // nil where nothing was found out
}

// Application gives the application that stands at a node, false where none does.
func (info *Info) Application(n syntax.NodeID) (Application, bool) {
	a := Application{Node: n}
	if int(n) >= len(info.Objects) || !info.apply(&a) {
		return a, false
	}
	a.Result = info.AppliedType(n)
	return a, true
}

// apply reads an application. A table of functions would have each on the heap.
func (info *Info) apply(a *Application) bool {
	switch info.Item.Kind(a.Node) {
	case syntax.Call:
		return info.applyCall(a)
	case syntax.Index:
		return info.applyIndex(a)
	case syntax.Operator:
		return info.applySymbol(a)
	case syntax.Segment:
		return info.applyDivision(a)
	}
	return false
}

func (info *Info) applyCall(a *Application) bool {
	call := info.OperatorCall(a.Node)
	if call != nil {
		a.OperatorCall = *call
	}
	return call != nil
}

func (info *Info) applyIndex(a *Application) bool {
	index := info.Item.Index(a.Node)
	a.OperatorCall = OperatorCall{
		Op: parallel.Element, Args: []syntax.NodeID{index.Sequence, index.At}, Attrs: op.Attrs{Op: parallel.Element},
	}
	return true
}

// applySymbol reads a link of a chain or one of a row of prefixes.
func (info *Info) applySymbol(a *Application) bool {
	chain := info.Index().Parent(a.Node)
	kids := info.Item.Kids(chain)
	at := info.position(kids, a.Node)
	if at+1 >= len(kids) || kids[at] != a.Node {
		return false
	}
	switch {
	case info.Item.Kind(chain) == syntax.Unary:
		a.Args = []syntax.NodeID{info.Dividend(kids[at+1])}
	case at == 1:
		a.Args = []syntax.NodeID{kids[0], info.Dividend(kids[2])}
	case at > 1:
		a.Args = []syntax.NodeID{info.Linked(kids[at-2], kids[at-1]), info.Dividend(kids[at+1])}
	}
	return info.applyObject(a, info.Objects[a.Node])
}

// applyDivision reads the `/…` of `%x.0/2`, after which there is no projection.
func (info *Info) applyDivision(a *Application) bool {
	local := info.Index().Parent(a.Node)
	if info.Division(local) != a.Node {
		return false
	}
	left := info.divided(local)
	if left == syntax.NoNode {
		left = info.before(local, a.Node)
	}
	a.Args = []syntax.NodeID{left, a.Node}
	return info.applyObject(a, Infixes[syntax.TokSlash].Object)
}

// applyObject takes the operator's entry for a symbol, which has no attributes.
func (info *Info) applyObject(a *Application, o *Object) bool {
	if o == nil || o.Kind != OperatorObject || info.ops[o.Op] == nil {
		return false
	}
	a.Op = info.ops[o.Op]
	a.Attrs = NoAttrs(a.Op)
	return true
}

// Applied is the node at which the application stands that gives an expression
// its value: the last link of a chain, the outermost prefix, the division after
// either; parentheses are taken off. It is the expression itself where that is no chain and no prefix.
func (info *Info) Applied(n syntax.NodeID) syntax.NodeID {
	n = info.Item.Unparen(n)
	kids := info.Item.Kids(n)
	switch kind := info.Item.Kind(n); {
	case kind == syntax.Unary && len(kids) > 1:
		return info.Linked(kids[0], kids[len(kids)-1])
	case kind == syntax.Binary && len(kids) > 2:
		return info.Linked(kids[len(kids)-2], kids[len(kids)-1])
	}
	return n
}
