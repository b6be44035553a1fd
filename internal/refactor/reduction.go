package refactor

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// offerReductions offers the one of `reduce` and `foldl` for the other. A left
// fold is what `reduce` does with up to 1,024 elements, and for associative
// functions with any number; so it can represent it. The other way, the function
// must be associative.
func (t *Target) offerReductions() {
	n := t.nearest(syntax.Call)
	call := t.call(n)
	if call == nil || len(call.Args) < 2 || !t.pointsInto(t.item().Span(t.item().Call(n).Callee).Start, t.item().Span(t.item().Call(n).Callee).End) {
		return
	}
	callee := t.item().Call(n).Callee
	law := t.associativity(call.Args[0])
	exact, rounded := law.Of(t.tree.TypeAt(n))
	switch call.Op.Canonical() {
	case parallel.Reduce:
		title := "convert `reduce` to `foldl`"
		if !exact {
			title += "; over 1,024 elements it brackets in another way"
		}
		t.offer(Rewrite, "reduce.foldl", title, func() ([]syntax.Edit, error) { return t.withOperator(callee, parallel.FoldLeft) })
	case parallel.FoldLeft:
		title := "convert `" + call.Op.Name + "` to `reduce`"
		if !exact && t.isFloat(n) {
			title += "; over 1,024 elements it may round in another way"
		}
		t.offer(Rewrite, "foldl.reduce", title, func() ([]syntax.Edit, error) {
			if !exact && !rounded {
				return nil, rewrite.Refusal("the function is not known to be associative")
			}
			return t.withOperator(callee, parallel.Reduce)
		})
	}
}

// isFloat reports whether an expression gives floats, or what is no tensor.
func (t *Target) isFloat(n syntax.NodeID) bool {
	tensor, ok := types.Head(t.tree.TypeAt(n)).(*types.Tensor)
	return !ok || tensor.Dtype.IsFloat()
}

// withOperator writes another operator's name.
func (t *Target) withOperator(callee syntax.NodeID, name string) ([]syntax.Edit, error) {
	if t.item().Kind(callee) != syntax.Name {
		return nil, rewrite.Refusal("the function is not called by its name")
	}
	if o := t.Module.Find(t.Index, name); o != nil {
		return nil, rewrite.Refusal("`" + name + "` is something else here")
	}
	edits := []syntax.Edit{{Span: t.item().Span(callee), NewText: name}}
	return t.proved(edits, rewrite.Outline{Swap: map[syntax.NodeID]string{callee: rewrite.NameOutline(name)}})
}

// associativity gives the law of a function that is an operator, or applies one
// to its two parameters in either order.
func (t *Target) associativity(f syntax.NodeID) op.Law {
	o := t.operatorIn(t.item().Unparen(f))
	if o == nil {
		return op.Law{}
	}
	return o.Laws.Associative
}

// operatorIn is the operator that a function is or applies; nil for others.
func (t *Target) operatorIn(f syntax.NodeID) *op.Op {
	item := t.item()
	if item.Kind(f) == syntax.Name {
		return t.operatorOf(t.tree.ObjectAt(f))
	}
	if item.Kind(f) != syntax.Fn {
		return nil
	}
	params := item.Kids(item.Fn(f).Params)
	applied, ok := t.info().Application(t.info().Applied(t.tree.Unbraced(item.Fn(f).Body)))
	if !ok || len(params) != 2 || len(applied.Args) != 2 {
		return nil
	}
	left, right := item.Unparen(applied.Args[0]), item.Unparen(applied.Args[1])
	a, b := t.tree.ObjectAt(left), t.tree.ObjectAt(right)
	p, q := t.tree.ObjectAt(item.Param(params[0]).Pattern), t.tree.ObjectAt(item.Param(params[1]).Pattern)
	if a == nil || b == nil || a == b || !(a == p && b == q || a == q && b == p) ||
		item.SourceText(left) != a.Name || item.SourceText(right) != b.Name {
		return nil
	}
	return applied.Op
}

// operatorOf is the operator that an object is; nil for others.
func (t *Target) operatorOf(o *typecheck.Object) *op.Op {
	if o == nil || o.Kind != typecheck.OperatorObject {
		return nil
	}
	return t.Module.Ops()[o.Op]
}
