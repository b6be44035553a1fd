package typecheck

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/infer"
	"github.com/fraccheck/fraccheck/typecheck/message"
)

// Type comments are claims. After an error, an expression that a comment speaks of has
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
	narrow, agree := infer.Narrowed(t, claim)
	var converter types.Converter
	if !agree || narrow == t || converter.Convert(t, narrow)&types.Refuse != 0 {
		return t
	}
	c.flows(n, t, narrow)
	c.Mixed = true
	c.beliefs++
	c.info.RecordClaim(n, narrow)
	return narrow
}

// refuted reports whether errors of a unit may come from claims that it believed.
func (u *unit) refuted() bool { return u.beliefs > 0 && message.ErrorsIn(u.Diagnostics) > 0 }

// hasLoose reports whether a type has an extent that is not known.
func (c *checker) hasLoose(t types.Type) (found bool) {
	c.Walk(t, func(t types.Type) bool {
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

// claim is what the comment after an expression says, nil where there is none or
// where it says nothing whole.
func (c *checker) claim(n syntax.NodeID) types.Type {
	report, hole, whole := c.resolver.Report, c.resolver.Hole, true
	c.resolver.Report = func(syntax.Diagnostic) { whole = false }
	c.resolver.Hole = func() types.Type { whole = false; return types.ErrorType }
	t := c.typeFromComment(n)
	c.resolver.Report, c.resolver.Hole = report, hole
	if t == nil || !whole || types.IsBad(t) {
		return nil
	}
	return t
}

// IsClaimed reports whether a type is what a comment claims, and not inferred.
func (c *checker) IsClaimed(all ...types.Type) bool {
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
