package complexity

import (
	"slices"
	"strings"

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

// undecided stands for what nothing in a program decides, as the elements of a Nil that is
// only counted. Any type would do: there are no values of it. So it is one without sizes.
var undecided types.Type = &types.Var{Name: "_", Rigid: true}

// chosenBy are the types that the result of a call has for the type variables of a
// definition which its arguments leave open, by their numbers; nil where there are none.
func (a *Analysis) chosenBy(o *typecheck.Object, args []value, result types.Type) []types.Type {
	f := declared(o)
	if f == nil || result == nil {
		return nil
	}
	found, given := matched(f, args, nil), &bindings{}
	if found.complete(f.Params) {
		return nil
	}
	given.match(f.Out, result)
	chosen := make([]types.Type, len(f.Params))
	for i, p := range f.Params {
		if t := given.types[p.Var]; t != nil && !found.knows(p) && !loose(t) && !wide(t) {
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
			return s == nil && t == nil || s != nil && t != nil && a.key(s) == a.key(t)
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
func matched(f *types.Func, args []value, chosen []types.Type) *bindings {
	found := &bindings{}
	for i, t := range f.In {
		if i < len(args) {
			found.match(t, args[i].typ())
		}
	}
	for i, t := range chosen {
		if t != nil && !found.knows(f.Params[i]) {
			found.choose(f.Params[i].Var, t)
		}
	}
	return found
}

// formChosen writes the types that a call's result decides.
func (w *walk) formChosen(in *instance, b *strings.Builder) {
	for i, t := range in.chosen {
		if t != nil {
			b.WriteString(";<" + declared(in.object).Params[i].Name + "=" + w.text(t))
		}
	}
}

// withoutInvented is a type with undecided in the places of variables that inference has
// invented and found nothing for.
func withoutInvented(t types.Type, invented []types.Param) types.Type {
	if len(invented) == 0 {
		return t
	}
	s := &types.Substitution{Params: invented, Types: make([]types.Type, len(invented)), Dims: make([]types.Dim, len(invented))}
	for i := range s.Types {
		s.Types[i] = undecided
	}
	return s.Apply(t)
}
