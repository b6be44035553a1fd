package infer

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Equations between extents. A shape variable of a scheme is an unknown at each
// use (in checker.sizes). An equation is solved for one when it is linear
// in it, and has an answer among the whole numbers; one with more unknowns waits
// in DimQueue until the others are found. Arithmetic on extents has no complete
// decision procedure (integer polynomials: Matiyasevich 1970), so that what is
// left undecided is reported, never guessed.

// An extentEquation waits until it has one unknown left.
type extentEquation struct{ want, got types.Dim }

// Extent replaces the unknowns in d that were found.
func (c *Engine) Extent(d types.Dim) types.Dim {
	e, ok := d.Symbolic()
	if !ok || c.solved == 0 {
		return d
	}
	return types.MapDim(e, func(s *symbolic.Symbol) (types.Dim, bool) {
		known := c.sizes[s]
		if known == nil || !known.found {
			return types.Dim{}, false
		}
		return c.Extent(known.value), true
	})
}

// unknown makes the extent that a shape variable has at one use.
func (c *Engine) unknown(name string) types.Dim {
	c.NextID++
	s := symbolic.NewSymbol(name, uint32(c.NextID))
	c.NewSize(s, true, c.Level)
	return types.DimOf(symbolic.Var(s))
}

// unifyDims makes two extents compatible and gives their join.
func (c *Engine) unifyDims(w, g types.Dim) (types.Dim, bool) {
	c.escaped = nil
	if w.Equal(g) {
		return w, true
	}
	w, g = c.loosened(w, c.Extent(g)), c.loosened(g, c.Extent(w))
	c.Mixed = c.Mixed || w.Loose() != g.Loose()
	if w.Loose() || g.Loose() {
		c.Undetermined = append(c.Undetermined, c.unknowns(w, g)...)
	}
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
func (c *Engine) loosened(d, other types.Dim) types.Dim {
	e, ok := d.Symbolic()
	if !ok {
		return d
	}
	d = c.Extent(d)
	if s := c.alone(e); s != nil && other.Loose() {
		c.find(s, other)
		return other
	}
	return d
}

// undeterminedBy gives the unknowns that met `?` as a part of an expression, as that of
// `n + 1` did, and that no parameter of a function has: a call of the function does not
// choose them, so that they are `?` in its result.
func (c *Engine) undeterminedBy(f *types.Func) (found []*symbolic.Symbol) {
	if len(c.Undetermined) == 0 {
		return nil
	}
	given := map[*symbolic.Symbol]bool{}
	for _, in := range f.In {
		c.Walk(in, func(t types.Type) bool {
			EachExtent(t, func(d types.Dim) {
				for _, s := range c.unknowns(c.Extent(d)) {
					given[s] = true
				}
			})
			return true
		})
	}
	for _, s := range c.Undetermined {
		for _, u := range c.unknowns(c.Extent(types.DimOf(symbolic.Var(s)))) {
			if !given[u] && c.sizeLevel(u) > c.Level {
				found = append(found, u)
			}
		}
	}
	return found
}

// lowerWaiting moves the unknowns of the equations that wait out to the current level:
// what an equation asks for is not lost when a type is generalized.
func (c *Engine) lowerWaiting() {
	for _, eq := range c.DimQueue {
		c.lowerSizes(eq.want, c.Level)
		c.lowerSizes(eq.got, c.Level)
	}
}

// alone gives the unknown that e consists of, nil where it is anything else.
func (c *Engine) alone(e *symbolic.Expr) *symbolic.Symbol {
	if s, ok := e.Symbol(); ok && c.IsUnknown(s) {
		return s
	}
	return nil
}

// decideExtents solves the equations that wait and have several unknowns for one
// of them, where nothing more will be known: n + 1 = 2*m gives n = 2*m - 1, which
// is what the type of a definition then says.
func (c *Engine) decideExtents() {
	c.deciding = true
	for before := len(c.DimQueue) + 1; len(c.DimQueue) > 0 && len(c.DimQueue) < before; {
		before = len(c.DimQueue)
		if !c.RetryExtents() {
			c.Host.Insoluble()
		}
	}
	c.deciding = false
}

// solveExtents solves w = g for an unknown in it. Equations are solved only
// when linear with one unknown and an exact answer; others wait.
func (c *Engine) solveExtents(w, g types.Dim) (types.Dim, bool) {
	if s, value := c.plainAnswer(w, g); s != nil {
		return value, c.settleExtent(s, value) && c.RetryExtents()
	}
	unknowns := c.unknowns(w, g)
	if n, known := w.Sub(g).Const(); len(unknowns) == 0 || known && n != 0 { // as in n = n + 1
		return w, false
	}
	for _, s := range unknowns {
		if len(unknowns) > 1 && !c.deciding && c.alone(w.Expr()) != s && c.alone(g.Expr()) != s {
			continue
		}
		if value, ok := symbolic.SolveLinear(w.Expr(), g.Expr(), s); ok {
			if !c.settleExtent(s, types.DimOf(value)) {
				return w, false
			}
			return c.Extent(w), c.RetryExtents()
		}
	}
	if len(unknowns) == 1 && linearWithoutAnswer(w.Sub(g), unknowns[0]) {
		return w, false
	}
	c.DimQueue = append(c.DimQueue, extentEquation{w, g})
	return w, true
}

// plainAnswer gives the unknown that one side consists of where the other is a number or
// another shape variable, as nearly always: that is its value. Both are resolved.
func (c *Engine) plainAnswer(w, g types.Dim) (*symbolic.Symbol, types.Dim) {
	a, wPlain := plainExtent(w)
	b, gPlain := plainExtent(g)
	switch {
	case !wPlain || !gPlain:
	case a != nil && c.IsUnknown(a):
		return a, g
	case b != nil && c.IsUnknown(b):
		return b, w
	}
	return nil, types.Dim{}
}

// plainExtent reports whether d is a number or a shape variable, and returns the variable.
func plainExtent(d types.Dim) (*symbolic.Symbol, bool) {
	if e, ok := d.Symbolic(); ok {
		return e.Symbol()
	}
	return nil, true
}

// settleExtent gives an unknown its value; false where it cannot have it.
func (c *Engine) settleExtent(s *symbolic.Symbol, value types.Dim) bool {
	if n, known := value.Const(); known && n < 0 { // an extent is a natural number
		return false
	}
	if c.escaped = c.lowerSizes(value, c.sizeLevel(s)); c.escaped != nil {
		return false
	}
	c.find(s, value)
	return true
}

// linearWithoutAnswer reports whether an equation such as 2*n - 3 = 0 has no solution: the difference is
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

func (c *Engine) unknowns(dims ...types.Dim) (out []*symbolic.Symbol) {
	for _, d := range dims {
		e, ok := d.Symbolic()
		if !ok {
			continue
		}
		e.Symbols(func(s *symbolic.Symbol) {
			for _, known := range out {
				if known == s {
					return
				}
			}
			if c.IsUnknown(s) {
				out = append(out, s)
			}
		})
	}
	return out
}

// RetryExtents looks again at the equations that wait; false where one of them
// turned out to be wrong.
func (c *Engine) RetryExtents() bool {
	waiting := c.DimQueue
	c.DimQueue = nil
	for _, eq := range waiting {
		if _, ok := c.unifyDims(c.Extent(eq.want), c.Extent(eq.got)); !ok {
			return false
		}
	}
	return true
}

// ExtentNotes describes the shape variables in two extents that conflict: which
// value each has, and which argument it is from.
func (c *Engine) ExtentNotes(dims ...types.Dim) []string {
	var notes []string
	for _, d := range dims {
		e, ok := d.Symbolic()
		if !ok {
			continue
		}
		e.Symbols(func(s *symbolic.Symbol) {
			if known := c.sizes[s]; known != nil && known.found && known.from > 0 {
				notes = append(notes, fmt.Sprintf("`%s` is %s in argument %d, and must be the same in this one.", s.Name, c.Extent(known.value), known.from))
			}
		})
	}
	return notes
}
