package meaning

import (
	"fmt"
	"strings"
)

// refine takes a block apart, of several names the first one: there is a dimension at its end, or
// none at all. A dimension at the end of block x is x.d, and what precedes it the block x';
// at the front (refineAt) it is x.f.
func (e *evaluation) refine(block string) { e.refineAt(block, false) }

func (e *evaluation) refineAt(block string, front bool) {
	name, _, _ := strings.Cut(block, separator)
	e.need(
		func(c *Case) { c.shapes[name] = []part{} },
		func(c *Case) {
			if front {
				c.shapes[name] = []part{{name + ".f", false}, {name + "'", true}}
				return
			}
			c.shapes[name] = []part{{name + "'", true}, {name + ".d", false}}
		})
}

// shapeOf is the shape of a block, as far as it was taken apart.
func (e *evaluation) shapeOf(name string) []Dim {
	parts, refined := e.assumed.shapes[name]
	if !refined {
		return []Dim{e.block(name)}
	}
	var shape []Dim
	for _, p := range parts {
		if p.block {
			shape = append(shape, e.shapeOf(p.name)...)
		} else {
			shape = append(shape, Dim{Extent: e.extent(p.name)})
		}
	}
	return shape
}

// exactly takes a block apart into n dimensions, the only case that is tried: of another rank the
// rule is not applied.
func (e *evaluation) exactly(block string, n int) {
	name, _, more := strings.Cut(block, separator)
	if n < 0 {
		e.vacuous("the rank is another one")
	}
	if more {
		e.refine(block)
	}
	parts := []part{}
	for k := range n {
		parts = append(parts, part{fmt.Sprintf("%s.%d", name, k), false})
	}
	e.need(func(c *Case) { c.shapes[name] = parts })
}

// onlyBlock is the block of a shape that has one, and no other.
func onlyBlock(shape []Dim) (name string, ok bool) {
	for _, d := range shape {
		if d.Block != "" {
			if ok {
				return "", false
			}
			name, ok = d.Block, true
		}
	}
	return name, ok
}

// sameShapes reports whether two shapes are equal by what is assumed.
func (e *evaluation) sameShapes(a, b []Dim) bool {
	if len(a) != len(b) {
		return false
	}
	for k := range a {
		if a[k].Block != b[k].Block || a[k].Block == "" && !e.sameExtent(a[k].Extent, b[k].Extent) {
			return false
		}
	}
	return true
}

// unify assumes that two shapes are equal, one step at a time: each step is a need, after which the
// evaluation comes here again with a case in which the shapes are more alike. Dimensions are equated
// from both ends until a block is met; a block opposite a dimension is taken apart; two blocks
// opposite each other, with nothing else to compare, become one.
func (e *evaluation) unify(a, b []Dim) {
	if e.sameShapes(a, b) {
		return
	}
	if name, one := onlyBlock(a); one && ordinary(b) {
		e.exactly(name, len(b)-len(a)+1)
	}
	if name, one := onlyBlock(b); one && ordinary(a) {
		e.exactly(name, len(a)-len(b)+1)
	}
	for i := 0; i < len(a) && i < len(b); i++ {
		if a[i].Block == "" && b[i].Block == "" && !e.sameExtent(a[i].Extent, b[i].Extent) {
			e.need(func(c *Case) { c.equate(a[i].Extent, b[i].Extent) })
		}
		if a[i].Block != b[i].Block {
			break
		}
	}
	for i, j := len(a)-1, len(b)-1; i >= 0 && j >= 0; i, j = i-1, j-1 {
		x, y := a[i], b[j]
		switch {
		case x.Block == "" && y.Block == "":
			if !e.sameExtent(x.Extent, y.Extent) {
				e.need(func(c *Case) { c.equate(x.Extent, y.Extent) })
			}
		case x.Block == y.Block:
		case x.Block != "" && y.Block != "" && len(a) == len(b):
			e.equateBlocks(x.Block, y.Block)
		case x.Block != "":
			e.refine(x.Block)
		default:
			e.refine(y.Block)
		}
	}
	// One is longer: blocks in it are empty, or the ranks differ.
	longer := a
	if len(b) > len(a) {
		longer = b
	}
	for _, d := range longer {
		if d.Block != "" {
			e.refine(d.Block)
		}
	}
	e.vacuous("the ranks differ")
}

// later reports whether the block a is to be replaced by b where both are one shape: one that
// attributes decide (<n>) by one of a variable, and of two such ones the one that was interned last,
// whose label may mention the other.
func later(a, b string) bool {
	computed := strings.HasPrefix(a, "<")
	if computed != strings.HasPrefix(b, "<") {
		return computed
	}
	return computed && (len(a) > len(b) || len(a) == len(b) && a > b)
}

// equateBlocks assumes that two blocks are one shape. Blocks that are broadcasts of several shapes
// are equal where each absorbs the names that only the other has.
func (e *evaluation) equateBlocks(a, b string) {
	x, y := strings.Split(a, separator), strings.Split(b, separator)
	if len(x) == 1 && len(y) == 1 {
		from, to := y[0], x[0]
		if later(to, from) {
			from, to = to, from
		}
		e.need(func(c *Case) { c.shapes[from] = []part{{to, true}} })
	}
	for _, n := range append(append([]string{}, x...), y...) {
		if strings.HasPrefix(n, "<") {
			e.unknown("shapes that attributes decide are broadcast, and equal by assumption")
		}
	}
	var alts []func(*Case)
	alts = append(alts, func(c *Case) {
		for _, n := range x {
			if !contains(y, n) {
				c.absorbed = append(c.absorbed, absorption{n, y})
			}
		}
		for _, n := range y {
			if !contains(x, n) {
				c.absorbed = append(c.absorbed, absorption{n, x})
			}
		}
	})
	e.need(alts...)
}
