package compile

import "github.com/fraccheck/fraccheck/internal/syntax"

// A Place is an expression that code compiled for stepping stops at.
type Place struct {
	Node      syntax.NodeID
	Statement bool // a binding's value, a body, a result: what plain steps stop at
}

// Places lists those of an item, the outer ones first.
func Places(item *syntax.Item) []Place {
	w := placeWalk{item: item, statements: map[syntax.NodeID]bool{}}
	w.todo = append(w.todo, item.Root)
	for len(w.todo) > 0 {
		n := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		w.visit(n)
	}
	return w.found
}

// A placeWalk visits the expressions of an item, and not its types and patterns.
type placeWalk struct {
	item       *syntax.Item
	statements map[syntax.NodeID]bool
	todo       []syntax.NodeID
	found      []Place
}

// isOperation reports whether an expression does something, wherever it is.
var isOperation = map[syntax.Kind]bool{
	syntax.Call: true, syntax.Binary: true, syntax.Unary: true, syntax.If: true, syntax.Match: true, syntax.Index: true,
}

// isFrame reports whether a node has places inside and is none itself.
var isFrame = map[syntax.Kind]bool{
	syntax.Block: true, syntax.Paren: true, syntax.Let: true, syntax.Graph: true, syntax.FreeVar: true, syntax.Assign: true,
}

func (w *placeWalk) visit(n syntax.NodeID) {
	k := w.item.Kind(n)
	if statement := w.statements[n]; !isFrame[k] && (statement || isOperation[k]) {
		w.found = append(w.found, Place{n, statement})
	}
	switch k {
	case syntax.ItemDef:
		w.statement(w.item.Def(n).Body)
	case syntax.ItemExpr:
		w.statement(w.item.Body())
	case syntax.Let:
		w.statement(w.item.Let(n).Value)
	case syntax.Graph:
		w.statement(w.item.Graph(n).Value)
	case syntax.Fn:
		w.statement(w.item.Fn(n).Body)
	case syntax.Clause:
		w.statement(w.item.Clause(n).Body)
	case syntax.If:
		branch := w.item.If(n)
		w.statement(branch.Else)
		w.statement(branch.Then)
		w.push(branch.Cond)
	case syntax.Block:
		w.all(w.item.Kids(n))
	case syntax.NamedArg, syntax.Param:
	default:
		for i := len(w.item.Kids(n)) - 1; i >= 0; i-- {
			w.push(w.item.Kids(n)[i])
		}
	}
}

func (w *placeWalk) all(kids []syntax.NodeID) {
	for i := len(kids) - 1; i >= 0; i-- {
		w.statement(kids[i])
	}
}

func (w *placeWalk) push(n syntax.NodeID) {
	if n != syntax.NoNode {
		w.todo = append(w.todo, n)
	}
}

func (w *placeWalk) statement(n syntax.NodeID) {
	if n == syntax.NoNode {
		return
	}
	w.push(n)
	w.statements[w.item.Unparen(n)] = true
}
