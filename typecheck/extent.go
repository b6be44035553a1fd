package typecheck

import (
	"fmt"

	"github.com/fraccheck/fraccheck/symbolic"
	"github.com/fraccheck/fraccheck/types"
)

// An extentEquation waits until it has one unknown left.
type extentEquation struct{ want, got types.Dim }

// maxExtent bounds the size of an extent's expression; what grows past it is
// `?`.
const maxExtent = 10_000

// extent replaces the unknowns in d that were found.
func (c *checker) extent(d types.Dim) types.Dim {
	e, ok := d.Symbolic()
	if !ok || len(c.dims) == 0 {
		return d
	}
	out := types.MapDim(e, func(s *symbolic.Symbol) (types.Dim, bool) {
		value, ok := c.dims[s]
		if !ok {
			return types.Dim{}, false
		}
		return c.extent(value), true
	})
	if e, ok := out.Symbolic(); ok && e.Size() > maxExtent {
		return types.Any
	}
	return out
}

// unknown makes the extent that a shape variable has at one use.
func (c *checker) unknown(name string) types.Dim {
	c.nextID++
	s := symbolic.NewSymbol(name, uint32(c.nextID))
	if c.metas == nil {
		c.metas = map[*symbolic.Symbol]bool{}
		c.dims = map[*symbolic.Symbol]types.Dim{}
	}
	c.metas[s] = true
	return types.DimOf(symbolic.Var(s))
}

// unifyDims makes two extents compatible and gives their join.
func (c *checker) unifyDims(w, g types.Dim) (types.Dim, bool) {
	if w.Equal(g) {
		return w, true
	}
	w, g = c.loosened(w, g), c.loosened(g, w)
	switch {
	case w.IsAny() || g.IsAny():
		return types.Any, true
	case w.IsUnknown() || g.IsUnknown():
		return types.Unknown, true
	case w.Equal(g):
		return w, true
	}
	return c.solveExtents(w, g)
}

// loosened resolves d; a variable that stands alone against `?` becomes `?`.
func (c *checker) loosened(d, other types.Dim) types.Dim {
	e, ok := d.Symbolic()
	if !ok {
		return d
	}
	d = c.extent(d)
	if s := c.alone(e); s != nil && other.Loose() {
		c.dims[s] = other
		c.remember(s)
		return other
	}
	return d
}

// alone gives the unknown that e consists of, nil where it is anything else.
func (c *checker) alone(e *symbolic.Expr) (found *symbolic.Symbol) {
	e.Symbols(func(s *symbolic.Symbol) {
		if c.metas[s] && symbolic.Var(s).Equal(e) {
			found = s
		}
	})
	return found
}

// solveExtents solves w = g for an unknown in it. Equations are solved only
// when linear with one unknown and an exact answer; others wait.
func (c *checker) solveExtents(w, g types.Dim) (types.Dim, bool) {
	unknowns := c.unknowns(w, g)
	if len(unknowns) == 0 {
		return w, false
	}
	for _, s := range unknowns {
		if len(unknowns) > 1 && c.alone(w.Expr()) != s && c.alone(g.Expr()) != s {
			continue
		}
		if value, ok := symbolic.SolveLinear(w.Expr(), g.Expr(), s); ok {
			c.dims[s] = types.DimOf(value)
			c.remember(s)
			return c.extent(w), c.retryExtents()
		}
	}
	if len(unknowns) == 1 && linearWithoutAnswer(w.Sub(g), unknowns[0]) {
		return w, false
	}
	c.dimQueue = append(c.dimQueue, extentEquation{w, g})
	return w, true
}

// linearWithoutAnswer tells of equations such as 2*n - 3 = 0: the difference is
// linear in the one unknown, and no whole number makes it 0.
func linearWithoutAnswer(difference types.Dim, s *symbolic.Symbol) bool {
	e, ok := difference.Symbolic()
	if !ok {
		return false
	}
	var at [5]int64
	for x := range at {
		value, ok := types.MapDim(e, func(other *symbolic.Symbol) (types.Dim, bool) {
			return types.Const(int64(x)), other == s
		}).Const()
		if !ok {
			return false
		}
		at[x] = value
	}
	step := at[1] - at[0]
	for x := range at {
		if at[x] != at[0]+int64(x)*step {
			return false
		}
	}
	return step != 0 && at[0]%step != 0
}

func (c *checker) unknowns(dims ...types.Dim) (out []*symbolic.Symbol) {
	for _, d := range dims {
		d.Expr().Symbols(func(s *symbolic.Symbol) {
			for _, known := range out {
				if known == s {
					return
				}
			}
			if c.metas[s] {
				out = append(out, s)
			}
		})
	}
	return out
}

// retryExtents looks again at the equations that wait; false where one of them
// turned out to be wrong.
func (c *checker) retryExtents() bool {
	waiting := c.dimQueue
	c.dimQueue = nil
	for _, eq := range waiting {
		if _, ok := c.unifyDims(c.extent(eq.want), c.extent(eq.got)); !ok {
			return false
		}
	}
	return true
}

// remember notes which argument a shape variable has its value from.
func (c *checker) remember(s *symbolic.Symbol) {
	if c.solvedAt == nil {
		c.solvedAt = map[*symbolic.Symbol]reason{}
	}
	c.solvedAt[s] = c.argument
}

// extentStory tells of the shape variables in two extents that clash: which
// value each has, and which argument it is from.
func (c *checker) extentStory(dims ...types.Dim) []string {
	var notes []string
	for _, d := range dims {
		e, ok := d.Symbolic()
		if !ok {
			continue
		}
		e.Symbols(func(s *symbolic.Symbol) {
			from := c.solvedAt[s]
			if value, ok := c.dims[s]; ok && from.index > 0 {
				notes = append(notes, fmt.Sprintf("`%s` is %s in argument %d, and must be the same in this one.", s.Name, c.extent(value), from.index))
			}
		})
	}
	return notes
}
