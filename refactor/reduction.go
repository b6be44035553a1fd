package refactor

import (
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
)

// offerReductions offers the one of `reduce` and `foldl` for the other. A left
// fold is what `reduce` does with up to 1,024 elements, and for associative
// functions with any number; so it can stand for it. The other way, the function
// must be associative.
func (t *Target) offerReductions() {
	n := t.nearest(syntax.Call)
	call := t.call(n)
	if call == nil || len(call.Args) < 2 || !t.points(t.item().Span(t.item().Kid(n, 0)).Start, t.item().Span(t.item().Kid(n, 0)).End) {
		return
	}
	callee := t.item().Kid(n, 0)
	switch call.Op.Name {
	case "reduce":
		title := "convert `reduce` to `foldl`"
		if t.rounds(n) || !t.associative(call.Args[0]) {
			title += "; over 1,024 elements it brackets in another way"
		}
		t.offer(Rewrite, "reduce.foldl", title, func() ([]syntax.Edit, error) { return t.recalled(callee, "foldl") })
	case "foldl", "fold":
		title := "convert `" + call.Op.Name + "` to `reduce`"
		if t.rounds(n) {
			title += "; over 1,024 elements it may round in another way"
		}
		t.offer(Rewrite, "foldl.reduce", title, func() ([]syntax.Edit, error) {
			if !t.associative(call.Args[0]) {
				return nil, refusal("the function is not known to be associative")
			}
			return t.recalled(callee, "reduce")
		})
	}
}

func (t *Target) rounds(n syntax.NodeID) bool {
	tensor, ok := types.Head(t.typeOf(n)).(*types.Tensor)
	return !ok || tensor.Dtype.IsFloat()
}

// recalled writes another operator's name.
func (t *Target) recalled(callee syntax.NodeID, name string) ([]syntax.Edit, error) {
	if t.item().Kind(callee) != syntax.Name {
		return nil, refusal("the function is not called by its name")
	}
	if o := t.Module.Find(t.Index, name); o != nil {
		return nil, refusal("`" + name + "` is something else here")
	}
	edits := []syntax.Edit{{Span: t.item().Span(callee), NewText: name}}
	old := itoa(int(syntax.Name))
	return t.proved(edits, outline{swap: map[syntax.NodeID]string{callee: "(" + old + " " + name + ")"}})
}

// associative are operators for which the order of operands may stay and their
// bracketing not matter; of floats, but for rounding.
var associative = map[string]bool{
	"add": true, "multiply": true, "maximum": true, "minimum": true, "mul": true,
	"logical_and": true, "logical_or": true, "logical_xor": true,
	"bitwise_and": true, "bitwise_or": true, "bitwise_xor": true,
}

// associative tells whether a function is one of these operators, or applies
// one to its two parameters.
func (t *Target) associative(f syntax.NodeID) bool {
	f = t.bare(f)
	item := t.item()
	if item.Kind(f) == syntax.Name {
		o := t.object(f)
		return o != nil && o.Kind == typecheck.OperatorObject && associative[o.Op]
	}
	if item.Kind(f) != syntax.Fn {
		return false
	}
	params := item.Kids(item.Kid(f, 1))
	body := t.unbraced(item.Kid(f, 3))
	left, right, name := t.applied(body)
	if len(params) != 2 || !associative[name] || left == syntax.NoNode || right == syntax.NoNode {
		return false
	}
	a, b := t.object(t.bare(left)), t.object(t.bare(right))
	p, q := t.object(item.Kid(params[0], 0)), t.object(item.Kid(params[1], 0))
	return a != nil && b != nil && a != b && (a == p && b == q || a == q && b == p) &&
		item.SourceText(t.bare(left)) == a.Name && item.SourceText(t.bare(right)) == b.Name
}

// applied takes an operator's application to two operands apart.
func (t *Target) applied(n syntax.NodeID) (left, right syntax.NodeID, name string) {
	item := t.item()
	kids := item.Kids(n)
	if item.Kind(n) == syntax.Binary && len(kids) == 3 {
		return kids[0], kids[2], typecheck.Infix(syntax.TokenKind(item.Node(kids[1]).Data))
	}
	if call := t.call(n); call != nil && len(call.Args) == 2 {
		return call.Args[0], call.Args[1], call.Op.Name
	}
	return syntax.NoNode, syntax.NoNode, ""
}
