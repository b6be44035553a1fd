package infer

import (
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Levels of shape variables, as those of type variables (bind.go): an unknown extent
// of an inner level is generalized, one that an outer type speaks of is not, and the
// shape variable that an inner function declares does not leave it.

// A size is what the checker knows of a shape variable.
type size struct {
	unknown bool  // to be found, else it stands for itself alone
	level   int32 // of the binding group that it belongs to, as a type variable's

	found bool
	value types.Dim // that was found
	from  int       // the number of the argument that gave it, 0 for none
}

// NewSize notes a shape variable that was made.
func (c *Engine) NewSize(s *symbolic.Symbol, unknown bool, level int32) {
	known := &c.sizeBuffer.Take(1)[0]
	known.unknown, known.level = unknown, level
	c.sizes[s] = known
}

// find gives an unknown its value, which the current argument determines.
func (c *Engine) find(s *symbolic.Symbol, value types.Dim) {
	known := c.sizes[s]
	if !known.found {
		c.solved++
	}
	known.found, known.value, known.from = true, value, c.Argument
}

// IsUnknown reports whether s is a shape variable that stands for an extent to be found.
func (c *Engine) IsUnknown(s *symbolic.Symbol) bool {
	known := c.sizes[s]
	return known != nil && known.unknown
}

// sizeLevel is the level of a shape variable. The parameters of definitions are of
// the outermost.
func (c *Engine) sizeLevel(s *symbolic.Symbol) int32 {
	if known := c.sizes[s]; known != nil {
		return known.level
	}
	return 1
}

// lowerSizes moves the unknowns in an extent out to a level. It gives a shape variable
// that belongs further inside and cannot be moved, nil if there is none.
func (c *Engine) lowerSizes(d types.Dim, level int32) (escaping *symbolic.Symbol) {
	if len(c.sizes) == 0 {
		return nil
	}
	e, ok := c.Extent(d).Symbolic()
	if !ok {
		return nil
	}
	e.Symbols(func(s *symbolic.Symbol) {
		known := c.sizes[s]
		switch {
		case known == nil || known.level <= level:
		case known.unknown:
			known.level = level
		default:
			escaping = s
		}
	})
	return escaping
}

// EachExtent visits the extents that stand at the head of a type.
func EachExtent(t types.Type, visit func(types.Dim)) {
	switch t := t.(type) {
	case *types.Tensor:
		for _, d := range t.Shape {
			visit(d)
		}
	case *types.Extent:
		visit(t.Dim)
	}
}

// lower moves the variables in a type that is not generalized out to the current
// level.
func (c *Engine) lower(t types.Type) {
	c.Walk(t, func(t types.Type) bool {
		if v, ok := t.(*types.Var); ok && !v.Rigid {
			v.Level = min(v.Level, c.Level)
		}
		EachExtent(t, func(d types.Dim) { c.lowerSizes(d, c.Level) })
		return true
	})
}
