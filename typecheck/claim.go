package typecheck

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/message"
)

// Type comments are claims. Behind an error, an expression that a comment speaks of has
// the type that the comment claims, so that the rest of a printed program is checked and
// its comments are compared. A claim may be as wrong as what it stands for: what does not
// agree with one directly is no further error.
//
// Where `?` is inferred and the comment has an extent, the extent is believed: TVM knew
// constants that the text does not show. A run checks it, as wherever `?` is used as an
// extent. Claims that bring errors about are no longer believed: the item is then checked
// without them (see refuted).

// known is the type of an expression: what was inferred, with the extents that a comment
// claims where it has `?`, or where it is an error what the comment claims.
func (c *checker) known(n syntax.NodeID, t types.Type) types.Type {
	if len(c.Item.TypeComments) == 0 || !types.IsBad(t) && (c.doubting || !c.hasLoose(t)) {
		return t
	}
	claim := c.claim(n)
	switch {
	case claim == nil:
		return t
	case !types.IsBad(t):
		return c.believe(n, t, claim)
	}
	if c.claimed == nil {
		c.claimed = map[types.Type]bool{}
	}
	c.claimed[claim] = true
	c.info.RecordClaim(n, claim)
	return claim
}

// believe is an inferred type with the extents of a claim in place of `?`.
func (c *checker) believe(n syntax.NodeID, t, claim types.Type) types.Type {
	narrow, agree := narrowed(t, claim)
	var converter types.Converter
	if !agree || narrow == t || converter.Convert(t, narrow)&types.Refuse != 0 {
		return t
	}
	c.flows(n, t, narrow)
	c.mixed = true
	c.beliefs++
	c.info.RecordClaim(n, narrow)
	return narrow
}

// refuted reports whether errors of a unit may come from claims that it believed.
func (u *unit) refuted() bool { return u.beliefs > 0 && message.ErrorsIn(u.Diagnostics) > 0 }

// hasLoose reports whether a type has an extent that is not known.
func (c *checker) hasLoose(t types.Type) (found bool) {
	c.walk(t, func(t types.Type) bool {
		switch t := t.(type) {
		case *types.Tensor:
			found = found || slices.ContainsFunc(t.Shape, types.Dim.Loose)
		case *types.Extent:
			found = found || t.Dim.Loose()
		}
		return !found
	})
	return found
}

// narrowed is an inferred type with the extents of a claim where it has none; false where
// the two disagree anywhere. Functions and references keep their type: what is written to
// a reference, or given to a function, has the extents that it has.
func narrowed(got, claim types.Type) (types.Type, bool) {
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
			elem, agree := narrowed(g.Elem, s.Elem)
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
			_, agree := narrowed(g.Elem, s.Elem)
			return got, agree
		}
	case *types.Func:
		if s, ok := claim.(*types.Func); ok && len(g.In) == len(s.In) && len(g.Params) == 0 && len(s.Params) == 0 {
			_, _, agree := narrowedAll(g.In, s.In)
			_, out := narrowed(g.Out, s.Out)
			return got, agree && out
		}
	}
	return got, agrees(claim, got)
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
		t, ok := narrowed(got[i], claim[i])
		if !ok {
			return nil, false, false
		}
		if t != types.Head(got[i]) {
			all[i], changed = t, true
		}
	}
	return all, changed, true
}

// claim is what the comment behind an expression says, nil where there is none or
// where it says nothing whole.
func (c *checker) claim(n syntax.NodeID) types.Type {
	report, hole, whole := c.resolver.report, c.resolver.hole, true
	c.resolver.report = func(syntax.Diagnostic) { whole = false }
	c.resolver.hole = func() types.Type { whole = false; return types.ErrorType }
	t := c.typeFromComment(n)
	c.resolver.report, c.resolver.hole = report, hole
	if t == nil || !whole || types.IsBad(t) {
		return nil
	}
	return t
}

// isClaimed reports whether a type is what a comment claims, and not inferred.
func (c *checker) isClaimed(all ...types.Type) bool {
	if len(c.claimed) == 0 {
		return false
	}
	for _, t := range all {
		if t != nil && c.claimed[types.Head(t)] {
			return true
		}
	}
	return false
}
