package typecheck

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// sameInterface reports whether a definition shows others what another one showed: its
// kind, its parameters' names and its type.
func sameInterface(a, b *typed.Object) bool {
	return a.Kind == b.Kind && parameterText(a) == parameterText(b) && sameScheme(a.Type, b.Type)
}

func parameterText(o *typed.Object) string {
	if list := o.Item.Def(o.Item.Root).Params; o.Kind == typed.DefObject && list != syntax.NoNode {
		return o.Item.SourceText(list)
	}
	return ""
}

// sameScheme compares types as they are printed. What is not decided prints
// alike and need not be so.
func sameScheme(a, b types.Type) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return decided(a) && decided(b) && sameLeaves(a, b) && types.Key(a) == types.Key(b)
}

// decided reports whether t is a type without errors and without variables but parameters.
func decided(t types.Type) bool {
	ok := true
	types.Walk(t, func(t types.Type) bool {
		v, variable := t.(*types.Var)
		ok = ok && !types.IsBad(t) && !(variable && !v.Rigid)
		return ok
	})
	return ok
}

// sameLeaves compares which parameters stand for leaves of a FractalTensor
// alone, which is not printed.
func sameLeaves(a, b types.Type) bool {
	f, isFunc := a.(*types.Func)
	g, alike := b.(*types.Func)
	if !isFunc || !alike {
		return isFunc == alike
	}
	return slices.EqualFunc(f.Params, g.Params, func(p, q types.Param) bool {
		return (p.Var != nil && p.Var.Leaf) == (q.Var != nil && q.Var.Leaf)
	})
}
