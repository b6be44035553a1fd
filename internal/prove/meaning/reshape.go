package meaning

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/prove/scalar"
	termpkg "github.com/fraccheck/fraccheck/internal/prove/term"
)

// Operators that keep the elements in order and give them another shape.

func batchFlatten(e *evaluation, t *termpkg.Term) Value {
	x := e.tensor(t.Args[0])
	if !ordinary(x.Shape) || len(x.Shape) == 0 {
		return e.anywhere(t, x)
	}
	rest := scalar.Int(1)
	for _, d := range x.Shape[1:] {
		rest = e.c.Mul(rest, d.Extent)
	}
	return e.rearranged(x, []Dim{x.Shape[0], dimOf(rest)})
}

// rearranged has the elements of a tensor in row-major order in another shape. With p the place of
// an index i in the order, p = (i_0·n_1 + i_1)·n_2 + …, the index in x is p written in the mixed base of
// x's extents, by ⌊p/n⌋ and p - n·⌊p/n⌋. The index of a block is the place in the order of its
// elements.
func (e *evaluation) rearranged(x *Tensor, shape []Dim) Value {
	y := moved(x, shape, func(i []*term) []*term {
		flat := scalar.Int(0)
		for k, d := range shape {
			flat = e.c.Mul(flat, d.Extent).Add(i[k])
		}
		from := make([]*term, len(x.Shape))
		for k := len(from) - 1; k > 0; k-- {
			n := x.Shape[k].Extent
			q := e.quotient(flat, n)
			from[k], flat = flat.Sub(e.c.Mul(q, n)), q
		}
		if len(from) > 0 {
			from[0] = flat
		}
		return from
	})
	if y.Ordered = x.Ordered; y.Ordered == nil {
		y.Ordered = x
	}
	return y
}

func reshape(e *evaluation, t *termpkg.Term) Value {
	x := e.tensor(t.Args[0])
	a := e.attr(t, "newshape")
	plain := a.known && a.terms == nil && !slices.ContainsFunc(e.ints(a.value), func(n int) bool { return n == 0 || n < -1 })
	switch {
	case a.terms != nil:
		var shape []Dim
		for _, p := range a.terms {
			shape = append(shape, dimOf(p))
		}
		e.sameSize(x.Shape, shape)
		return e.rearranged(x, shape)
	case !plain && (!a.known || !ordinary(x.Shape) || !e.fixed(t, "allowzero")):
		return e.reshapedAnyhow(t, x)
	}
	return e.rearranged(x, e.newShape(x.Shape, e.ints(a.value), !plain && e.flag(t, "allowzero")))
}

// reshapedAnyhow has the elements of a tensor in their order, in a shape of which only the
// size is known.
func (e *evaluation) reshapedAnyhow(t *termpkg.Term, x *Tensor) Value {
	label := e.interned(e.labels(t) + keyOf(x.Shape))
	if _, refined := e.assumed.shapes[label]; !refined {
		e.extents["|"+label+"|"] = e.size(x.Shape)
	}
	shape := e.shapeOf(label)
	e.sameSize(x.Shape, shape)
	return e.rearranged(x, shape)
}

func reshapeLike(e *evaluation, t *termpkg.Term) Value {
	x, y := e.tensor(t.Args[0]), e.tensor(t.Args[1])
	for name, all := range map[string]op.Value{"lhs_begin": op.Int(0), "lhs_end": {}, "rhs_begin": op.Int(0), "rhs_end": {}} {
		if !e.fixed(t, name) || e.choose(t, name).String() != all.String() {
			e.unknown("a reshape of some of the dimensions")
		}
	}
	e.sameSize(x.Shape, y.Shape)
	return e.rearranged(x, y.Shape)
}

func (e *evaluation) size(shape []Dim) *term {
	n := scalar.Int(1)
	for _, d := range shape {
		n = e.c.Mul(n, d.Extent)
	}
	return n
}

func (e *evaluation) sameSize(a, b []Dim) {
	if x, y := e.size(a), e.size(b); !e.sameExtent(x, y) {
		e.need(func(c *Case) { c.equate(x, y) })
	}
}

// newShape reads the codes of a new shape.
func (e *evaluation) newShape(old []Dim, codes []int, allowZero bool) []Dim {
	var shape []Dim
	infer, from := -1, 0
	for _, n := range codes {
		switch {
		case n > 0 || n == 0 && allowZero:
			shape = append(shape, dimOf(scalar.Int(int64(n))))
			from++
		case n == 0:
			if from >= len(old) {
				e.vacuous("there is no extent to copy")
			}
			shape = append(shape, old[from])
			from++
		case n == -1:
			infer = len(shape)
			shape = append(shape, dimOf(scalar.Int(1)))
			from++
		case n == -2:
			shape = append(shape, old[min(from, len(old)):]...)
			from = len(old)
		default:
			e.unknown("a reshape by codes that merge or split")
		}
	}
	if infer < 0 {
		e.sameSize(old, shape)
		return shape
	}
	others := append(append([]Dim{}, shape[:infer]...), shape[infer+1:]...)
	missing, ok := e.c.Quotient(e.size(old), e.size(others))
	if !ok {
		e.unknown("an extent of a reshape is not known")
	}
	shape[infer] = dimOf(missing)
	return shape
}
