package complexity

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/complexity/measure"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Type variables of a definition that no argument decides, as `a` in
//
//	def @nils<a>(%n: int32) -> List[List[a]]
//
// are decided where the result of a call is used. The checker has found what they stand
// for there: types that are passed to the body as the arguments are. What nothing decides
// is Undecided.

// chosenBy are the types that the result of a call has for the type variables of a
// definition which its arguments leave open, by their numbers; nil where there are none.
func (a *Analysis) chosenBy(o *typecheck.Object, args []value, result types.Type) []types.Type {
	f := declared(o)
	if f == nil || result == nil {
		return nil
	}
	found, given := matched(f, args, nil), &measure.Bindings{}
	if found.Complete(f.Params) {
		return nil
	}
	given.Match(f.Out, result)
	chosen := make([]types.Type, len(f.Params))
	for i, p := range f.Params {
		if t := given.Of(p.Var); t != nil && !found.Knows(p) && !measure.Loose(t) && !measure.Wide(t) {
			chosen[i] = t
		}
	}
	if !slices.ContainsFunc(chosen, func(t types.Type) bool { return t != nil }) || a.choosesOther(o, chosen) {
		return nil
	}
	return chosen
}

// choosesOther tells of a definition that is being looked at for other types: one that calls
// itself for a larger type each time has no end of forms.
func (a *Analysis) choosesOther(o *typecheck.Object, chosen []types.Type) bool {
	return slices.ContainsFunc(a.stack, func(in *instance) bool {
		return in.object == o && !slices.EqualFunc(in.chosen, chosen, func(s, t types.Type) bool {
			return s == nil && t == nil || s != nil && t != nil && a.Key(s) == a.Key(t)
		})
	})
}

// declared is the type of a definition, nil for what is no function.
func declared(o *typecheck.Object) *types.Func {
	if o == nil {
		return nil
	}
	f, _ := types.Head(o.Type).(*types.Func)
	return f
}

// matched are what the variables of a definition stand for in a call.
func matched(f *types.Func, args []value, chosen []types.Type) *measure.Bindings {
	found := &measure.Bindings{}
	for i, t := range f.In {
		if i < len(args) {
			found.Match(t, args[i].typ())
		}
	}
	for i, t := range chosen {
		if t != nil && !found.Knows(f.Params[i]) {
			found.Choose(f.Params[i].Var, t)
		}
	}
	return found
}

// formChosen writes the types that a call's result decides.
func (w *walk) formChosen(in *instance, b *strings.Builder) {
	for i, t := range in.chosen {
		if t != nil {
			b.WriteString(";<" + declared(in.object).Params[i].Name + "=" + w.Text(t))
		}
	}
}
