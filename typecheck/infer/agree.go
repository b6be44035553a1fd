package infer

import (
	"github.com/fraccheck/fraccheck/internal/types"
	"slices"
)

// Narrowed is an inferred type with the extents of a claim where it has none; false where
// the two disagree anywhere. Functions and references keep their type: what is written to
// a reference, or given to a function, has the extents that it has.
func Narrowed(got, claim types.Type) (types.Type, bool) {
	got, claim = types.Head(got), types.Head(claim)
	switch g := got.(type) {
	case *types.Tensor:
		if s, ok := claim.(*types.Tensor); ok && g.Dtype == s.Dtype && len(g.Shape) == len(s.Shape) {
			return narrowedTensor(g, s)
		}
		return got, false
	case *types.Tuple:
		if s, ok := claim.(*types.Tuple); ok && len(g.Elems) == len(s.Elems) {
			elems, changed, agree := narrowedAll(g.Elems, s.Elems)
			if changed && agree {
				return &types.Tuple{Elems: elems}, true
			}
			return got, agree
		}
		return got, false
	case *types.ADT:
		if s, ok := claim.(*types.ADT); ok && g.Decl == s.Decl && len(g.Args) == len(s.Args) {
			args, changed, agree := narrowedAll(g.Args, s.Args)
			if changed && agree {
				return &types.ADT{Decl: g.Decl, Args: args}, true
			}
			return got, agree
		}
		return got, false
	case *types.Fractal:
		if s, ok := claim.(*types.Fractal); ok {
			elem, agree := Narrowed(g.Elem, s.Elem)
			if agree && elem != types.Head(g.Elem) {
				return &types.Fractal{Elem: elem}, true
			}
			return got, agree
		}
		return got, false
	case *types.Extent:
		s, ok := claim.(*types.Extent)
		switch {
		case ok && g.Dim.Loose() && !s.Dim.Loose():
			return s, true
		case ok && s.Dim.Loose():
			return got, true
		}
	case *types.Ref:
		if s, ok := claim.(*types.Ref); ok {
			_, agree := Narrowed(g.Elem, s.Elem)
			return got, agree
		}
	case *types.Func:
		if s, ok := claim.(*types.Func); ok && len(g.In) == len(s.In) && len(g.Params) == 0 && len(s.Params) == 0 {
			_, _, agree := narrowedAll(g.In, s.In)
			_, out := Narrowed(g.Out, s.Out)
			return got, agree && out
		}
	}
	return got, Agrees(claim, got)
}

func narrowedTensor(got, claim *types.Tensor) (types.Type, bool) {
	shape, changed := slices.Clone(got.Shape), false
	for i, d := range claim.Shape {
		switch {
		case d.Loose():
		case shape[i].Loose():
			shape[i], changed = d, true
		case !shape[i].Equal(d):
			return got, false
		}
	}
	if !changed {
		return got, true
	}
	return &types.Tensor{Dtype: got.Dtype, Shape: shape}, true
}

func narrowedAll(got, claim []types.Type) (all []types.Type, changed, agree bool) {
	all = slices.Clone(got)
	for i := range got {
		t, ok := Narrowed(got[i], claim[i])
		if !ok {
			return nil, false, false
		}
		if t != types.Head(got[i]) {
			all[i], changed = t, true
		}
	}
	return all, changed, true
}

// HoldsError reports whether a part of a type is not known because of an error.
func HoldsError(t types.Type) (found bool) {
	types.Walk(t, func(part types.Type) bool {
		found = found || types.IsBad(part)
		return !found
	})
	return found
}

// Agrees reports whether a comment says a type: exactly, `?` and 3 differ; but
// what TVM prints for types and extents that it does not know agrees with
// anything.
func Agrees(said, got types.Type) bool {
	said, got = types.Head(said), types.Head(got)
	if types.IsBad(said) || types.IsBad(got) {
		return true
	}
	switch said := said.(type) {
	case *types.Tensor:
		got, ok := got.(*types.Tensor)
		return ok && tensorsAgree(said, got)
	case *types.Tuple:
		got, ok := got.(*types.Tuple)
		return ok && listsAgree(said.Elems, got.Elems)
	case *types.ADT:
		got, ok := got.(*types.ADT)
		return ok && said.Decl == got.Decl && listsAgree(said.Args, got.Args)
	case *types.Fractal:
		got, ok := got.(*types.Fractal)
		return ok && Agrees(said.Elem, got.Elem)
	case *types.Ref:
		got, ok := got.(*types.Ref)
		return ok && Agrees(said.Elem, got.Elem)
	case *types.Func:
		got, ok := got.(*types.Func)
		return ok && listsAgree(said.In, got.In) && Agrees(said.Out, got.Out)
	case *types.Extent:
		got, ok := got.(*types.Extent)
		return ok && extentsAgree(said.Dim, got.Dim)
	}
	return said == got || IsVariable(got)
}

func IsVariable(t types.Type) bool {
	_, ok := t.(*types.Var)
	return ok
}

func tensorsAgree(a, b *types.Tensor) bool {
	if a.Dtype != b.Dtype || len(a.Shape) != len(b.Shape) {
		return false
	}
	for i := range a.Shape {
		if !extentsAgree(a.Shape[i], b.Shape[i]) {
			return false
		}
	}
	return true
}

func extentsAgree(a, b types.Dim) bool {
	return a.IsUnknown() || b.IsUnknown() || a.Equal(b)
}

func listsAgree(as, bs []types.Type) bool {
	if len(as) != len(bs) {
		return false
	}
	for i := range as {
		if !Agrees(as[i], bs[i]) {
			return false
		}
	}
	return true
}
