package repair

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// mostCasts is how many casts are tried for a finding.
const mostCasts = 6

// casts are the fixes that cast a value to the dtype that its place wants: that of
// another operand, of a parameter, or of an annotation. Which of two operands to cast is
// the user's choice.
func (r *repairer) casts() (fixes []workspace.Fix) {
	item := r.result.Item
	tried := 0
	for _, n := range r.operands() {
		for _, want := range r.dtypesAround(n) {
			own, ok := types.Head(r.typeOf(n)).(*types.Tensor)
			if !ok || own.Dtype == want || tried == mostCasts || literal[item.Kind(n)] {
				continue
			}
			tried++
			text := fmt.Sprintf("cast(%s, dtype=%q)", item.SourceText(item.Unparen(n)), want.String())
			span := r.finding.Source.Absolute(r.finding.Item, item.Span(n))
			fix := r.fix(codes.Sketch, fmt.Sprintf("cast `%s` to %s", excerpt.Of(item.SourceText(n), longestShown), want), span, text)
			if r.helps(&fix) {
				fixes = append(fixes, fix)
			}
		}
	}
	return fixes
}

// literal are values that are written in another dtype instead.
var literal = map[syntax.Kind]bool{syntax.Int: true, syntax.Float: true}

// typeOf is the type of a value; of a name that of what it stands for, which an error
// at the name does not take away.
func (r *repairer) typeOf(n syntax.NodeID) types.Type {
	if o := r.tree.ObjectAt(n); o != nil && o.Type != nil {
		return o.Type
	}
	return r.tree.TypeAt(n)
}

// operands are the values that may be of the wrong dtype: the finding's own, or those
// that are joined where it stands.
func (r *repairer) operands() []syntax.NodeID {
	item, n := r.result.Item, r.node()
	for n != syntax.NoNode && r.typeOf(n) == nil {
		n = r.tree.Parent(n)
	}
	parent := r.tree.Parent(n)
	switch {
	case item.Kind(n) == syntax.Binary:
		return r.valuesOf(n)
	case item.Kind(n) == syntax.Call:
		return append([]syntax.NodeID{n}, r.valuesOf(n)...)
	case item.Kind(parent) == syntax.Binary, item.Kind(parent) == syntax.Call && item.Call(parent).Callee == n:
		return r.valuesOf(parent)
	case n == syntax.NoNode:
		return nil
	}
	return []syntax.NodeID{n}
}

// valuesOf are the parts of an expression that are tensors or single values.
func (r *repairer) valuesOf(n syntax.NodeID) (found []syntax.NodeID) {
	for _, kid := range r.result.Item.Kids(n) {
		if _, ok := types.Head(r.typeOf(kid)).(*types.Tensor); ok {
			found = append(found, kid)
		}
	}
	return found
}

// dtypesAround are the dtypes that the place of a value may want.
func (r *repairer) dtypesAround(n syntax.NodeID) (found []types.Dtype) {
	add := func(t types.Type) {
		if t, ok := types.Head(t).(*types.Tensor); ok && !slices.Contains(found, t.Dtype) {
			found = append(found, t.Dtype)
		}
	}
	item, parent := r.result.Item, r.tree.Parent(n)
	for _, kid := range item.Kids(parent) {
		t := r.typeOf(kid)
		add(t)
		if f, ok := types.Head(t).(*types.Func); ok && item.Kind(parent) == syntax.Call {
			for _, in := range f.In {
				add(in)
			}
		}
	}
	if _, signature, ok := r.module.Signature(r.finding.Item); ok {
		if fn, ok := types.Head(signature).(*types.Func); ok {
			add(fn.Out)
		}
	}
	if item.Kind(parent) == syntax.Let {
		add(r.tree.TypeAt(item.Let(parent).Pattern))
	}
	return found
}

const longestShown = 30
