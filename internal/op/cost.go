package op

import (
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A Cost says what a call costs in the model of work and span (NESL's, Blelloch
// 1996): work counts elementary operations, span those of them that must wait
// for each other. The zero value says that nothing is known.
//
// Each figure is nil where nothing is known of it. Constant factors count: the
// figure must hold as it stands.
type Cost struct {
	Work, Span Figure
	// Memory is the bytes of the result; a view takes none. Where only the layout of an
	// argument in memory reports whether the result can be a view, it is taken for a copy.
	// What a kernel needs while it runs, such as operands in a wider dtype, is used again
	// afterwards and not counted.
	Memory Figure
	// MultiplyAdds are the products that are added up: those of a convolution, by the
	// definition, or of a product of matrices. Sums that are no more than that cost
	// two units of work each.
	MultiplyAdds Figure

	// Bound means that work, span and memory are upper bounds, since what a call does
	// depends on values. Other figures are exact where all extents are numbers; of
	// extents that are variables they may be more, where a logarithm is rounded or a
	// minimum taken, and never less.
	Bound bool

	// Fitting means that of extents that are variables the figures hold only where
	// windows are no larger than the data: TVM rounds the extents of pools towards 0,
	// so that a window that does not fit still gives an element, and types that have
	// variables round downward.
	Fitting bool

	// Combines are extents whose product is about the number of operands that
	// one element of the result is made of. The interpreter judges by them
	// whether a call is worth another core; where a bound must hold, read Work.
	Combines func(args []*types.Tensor) []types.Dim

	steady int64 // the work, where it is the same for all calls; else 0
}

// A Figure computes one figure of a call's cost from the checked call: its argument
// types, its attributes and, in Out, its result's type. It answers in the size
// variables of these types, and with a number where all extents are numbers; loose
// (`?`) where an extent is, or where the figure depends on values. It is asked of
// calls that the operator's relation accepts.
type Figure func(c *Call) types.Dim

// Of is the figure of a call as an expression; nil, which is symbolic's unknown,
// where it is not known.
func (f Figure) Of(c *Call) *symbolic.Expr {
	if f == nil {
		return nil
	}
	return f(c).Expr()
}

// Number is the figure of a call all of whose extents are numbers; false where it is
// not known, or too large.
func (f Figure) Number(c *Call) (int64, bool) {
	if f == nil {
		return 0, false
	}
	return f(c).Const()
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
