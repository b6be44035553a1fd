package typecheck

import (
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

// Behind an error, an expression that a type comment speaks of has the type that the
// comment claims, so that the rest of a printed program is checked and its comments
// are compared. A claim may be as wrong as what it stands for: what does not agree
// with one directly is no further error.

// known is the type of an expression: what was inferred, or where that is an error
// what the comment behind it claims.
func (c *checker) known(n syntax.NodeID, t types.Type) types.Type {
	if !types.IsBad(t) || len(c.item.TypeComments) == 0 {
		return t
	}
	claim := c.claim(n)
	if claim == nil {
		return t
	}
	if c.claimed == nil {
		c.claimed, c.claims = map[types.Type]bool{}, map[syntax.NodeID]bool{}
	}
	c.claimed[claim], c.claims[n] = true, true
	return claim
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

// isClaimed tells whether a type is what a comment claims, and not inferred.
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
