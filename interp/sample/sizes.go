package sample

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Sizes are what size variables stand for.
type Sizes map[*symbolic.Symbol]int64

// starts are the sizes that are tried first, by round. Tensors of equal extents come first:
// shapes that must be alike are.
var starts = [...][]int64{{openExtent}, {3, 2, 4}, {1}, {4, 5, 3}}

// Rounds is how many choices of sizes there are.
const Rounds = len(starts)

// sizesOf are sizes for the variables in types; nil where none are found.
func sizesOf(round int, ts ...types.Type) Sizes {
	choices := starts[round%Rounds]
	sizes, _ := Fit(ts, func(i int) int64 { return choices[i%len(choices)] })
	return sizes
}

// shape is the shape of a tensor; false where an extent is negative or too large. `?` and
// variables without a size are openExtent.
func (s Sizes) shape(t *types.Tensor, most int) ([]int, bool) {
	shape := make([]int, len(t.Shape))
	for i, d := range t.Shape {
		if e, ok := d.Symbolic(); ok {
			d = types.MapDim(e, func(v *symbolic.Symbol) (types.Dim, bool) {
				if n, known := s[v]; known {
					return types.Const(n), true
				}
				return types.Const(openExtent), true
			})
		}
		n, ok := d.Const()
		switch {
		case d.IsAny():
			n = openExtent
		case !ok || n < 0 || n > int64(most):
			return nil, false
		}
		shape[i] = int(n)
	}
	return shape, true
}

// mostAdjusted bounds how often sizes are raised in search of some that fit.
const mostAdjusted = 64

// Fit finds sizes for the variables in types so that each extent is a natural number. The
// i-th variable is start(i) where these fit. Otherwise variables are raised where an extent
// is too small, so that none is 0 where that can be. ok is false where no sizes are found.
//
// An extent that is too small by some d is linear in most types: the variable of the
// greatest slope is raised by d over the slope. In other extents each step raises it by at
// least one.
func Fit(ts []types.Type, start func(i int) int64) (sizes Sizes, ok bool) {
	extents, variables := extentsIn(ts)
	for _, least := range []int64{1, 0} {
		sizes = Sizes{}
		for i, s := range variables {
			sizes[s] = start(i)
		}
		if sizes.fit(extents, 0) {
			return sizes, true
		}
		for range mostAdjusted {
			if ok = sizes.raise(extents, least); !ok {
				break
			}
			if sizes.fit(extents, least) {
				return sizes, true
			}
		}
	}
	return nil, false
}

// extentsIn are the extents in types that are over variables, and these variables in the
// order of the types.
func extentsIn(ts []types.Type) (extents []*symbolic.Expr, variables []*symbolic.Symbol) {
	add := func(d types.Dim) {
		e, ok := d.Symbolic()
		if !ok {
			return
		}
		extents = append(extents, e)
		e.Symbols(func(s *symbolic.Symbol) {
			if !slices.Contains(variables, s) {
				variables = append(variables, s)
			}
		})
	}
	for _, t := range ts {
		types.Walk(t, func(part types.Type) bool {
			switch part := part.(type) {
			case *types.Tensor:
				for _, d := range part.Shape {
					add(d)
				}
			case *types.Extent:
				add(part.Dim)
			}
			return true
		})
	}
	return extents, variables
}

func (s Sizes) find(v *symbolic.Symbol) (int64, bool) {
	n, ok := s[v]
	return n, ok
}

func (s Sizes) fit(extents []*symbolic.Expr, least int64) bool {
	return !slices.ContainsFunc(extents, func(e *symbolic.Expr) bool {
		n, err := e.Eval(s.find)
		return err != nil || n < least
	})
}

// raise raises a variable of each extent that does not fit; false where none helps.
func (s Sizes) raise(extents []*symbolic.Expr, least int64) bool {
	for _, e := range extents {
		n, err := e.Eval(s.find)
		if err == nil && n >= least {
			continue
		}
		var best *symbolic.Symbol
		slope := int64(0)
		e.Symbols(func(v *symbolic.Symbol) {
			s[v]++
			next, nextErr := e.Eval(s.find)
			s[v]--
			switch {
			case nextErr != nil:
			case err != nil && best == nil: // no whole number so far
				best, slope = v, 1
			case err == nil && next-n > slope:
				best, slope = v, next-n
			}
		})
		if best == nil {
			if err == nil {
				return false
			}
			e.Symbols(func(v *symbolic.Symbol) { best, slope = v, 1 })
			if best == nil {
				return false
			}
		}
		by := int64(1)
		if err == nil {
			by = max((least-n+slope-1)/slope, 1)
		}
		s[best] += by
	}
	return true
}
