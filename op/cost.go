package op

import (
	"github.com/fraccheck/fraccheck/symbolic"
	"github.com/fraccheck/fraccheck/types"
)

// A Cost says what a call costs in the model of work and span (NESL's, Blelloch
// 1996): work counts elementary operations, span those of them that must wait
// for each other. The zero value says that nothing is known.
//
// Work and Span are functions of the checked call: its argument types, its
// attributes and, in Out, its result's type. They answer in the size variables
// of these types; nil, which is symbolic's unknown, where an extent is `?` or
// the figure depends on values. Constant factors count: the bound must hold as
// it stands.
type Cost struct {
	Work, Span func(c *Call) *symbolic.Expr

	// Combines are extents whose product is about the number of operands that
	// one element of the result is made of. The interpreter judges by them
	// whether a call is worth another core; where a bound must hold, read Work.
	Combines func(args []*types.Tensor) []types.Dim
}

// CombinesRows is Cost.Combines of products: an element of the result combines
// a row of the first argument.
func CombinesRows(args []*types.Tensor) []types.Dim {
	shape := args[0].Shape
	return shape[max(0, len(shape)-1):]
}

// CombinesFilters is Cost.Combines of convolutions: an element of the result
// combines one of the filters in the second argument.
func CombinesFilters(args []*types.Tensor) []types.Dim {
	shape := args[1].Shape
	return shape[min(1, len(shape)):]
}
