package meaning

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/prove/scalar"
	termpkg "github.com/fraccheck/fraccheck/internal/prove/term"
)

// trailing takes a shape apart until its last n places are dimensions.
func (e *evaluation) trailing(x *Tensor, n int) {
	for k := range n {
		at := len(x.Shape) - 1 - k
		if at < 0 {
			e.vacuous("the rank is too small")
		}
		if x.Shape[at].Block != "" {
			e.refine(x.Shape[at].Block)
		}
	}
}

// sameExtent reports whether two extents are equal by what is assumed.
func (e *evaluation) sameExtent(a, b *term) bool {
	return a.Equal(b) || e.c.Facts.Entails(scalar.Guard{Kind: scalar.Zero, P: a.Sub(b)})
}

func (e *evaluation) equalExtents(a, b *term) {
	if !e.sameExtent(a, b) {
		e.need(func(c *Case) { c.equate(a, b) })
	}
}

// products is Σ_k of the products of the elements at(k), of the dtype of the operands. To the bit, and
// of integers beside floats, it is a fold whose order matters, of uninterpreted products; of truth
// values it is "any" of "and".
func (e *evaluation) products(d Dtype, extents []*term, at func(k []*term) []*term) *term {
	if d.Mode == Other {
		e.unknown("a product whose result may have another dtype than its operands")
	}
	names := make([]string, len(extents))
	index := make([]*term, len(extents))
	for i := range names {
		names[i] = e.c.Fresh()
		index[i] = scalar.Symbol(names[i])
	}
	if e.c.Kind == scalar.Bits || d.Mode == Bool && e.c.Kind != scalar.Booleans || (d.Mode == Int || d.Mode == Uint) && e.c.Kind != scalar.Modulo {
		factors := at(index)
		if len(factors) == 1 && len(names) == 0 {
			return factors[0]
		}
		p := scalar.Apply(fmt.Sprintf("product:%d", d.Mode), d.Mode == Bool, factors...)
		for i := len(names) - 1; i >= 0; i-- {
			p = e.c.Fold(map[bool]string{true: "any", false: "products"}[d.Mode == Bool], names[i], extents[i], p)
		}
		return p
	}
	before := e.c.Facts
	for k, name := range names {
		e.c.Facts = e.c.Facts.With(scalar.Guard{Kind: scalar.AtLeast, P: scalar.Symbol(name)}, scalar.Guard{Kind: scalar.AtLeast, P: extents[k].Sub(scalar.Symbol(name)).Add(scalar.Int(-1))})
	}
	p := scalar.Int(1)
	for _, f := range at(index) {
		p = e.c.Mul(p, f)
	}
	e.c.Facts = before
	for i := len(names) - 1; i >= 0; i-- {
		p = e.c.Sum(names[i], extents[i], p)
	}
	return p
}

// productDtype is the dtype of a product. Operands of different dtypes are a mistake, unless
// an attribute says another dtype of the result.
func (e *evaluation) productDtype(t *termpkg.Term, a, b Dtype) Dtype {
	switch {
	case t.Op.Attr("out_dtype") < 0:
		return e.joinDtypes(a, b)
	case a.Mode == Other || b.Mode == Other:
		e.unknown("a product of a product whose result may have another dtype than its operands")
	case !a.apart(b):
		return e.outDtype(t, e.joinDtypes(a, b))
	}
	if d := e.outDtype(t, a); d.Mode != Other {
		e.vacuous("the operands have different dtypes")
	}
	return Dtype{Mode: Other}
}

// outDtype is the dtype of a product: that of its operands, unless an attribute says
// another one, which proofs leave out.
func (e *evaluation) outDtype(t *termpkg.Term, d Dtype) Dtype {
	v := e.choose(t, "out_dtype", op.Value{}, op.Text(otherDtype))
	switch {
	case v.Kind == op.NoneValue || v.Str == "" || v.Str == d.Name:
		return d
	case v.Str == otherDtype:
		return Dtype{Mode: Other}
	}
	e.unknown("a product whose result has another dtype than its operands")
	return d
}

// otherDtype is the value of a dtype attribute in the case of all dtypes but that of the operands.
const otherDtype = "other"

// batched has y[…, i, j] = Σ_k a[…, i, k]·b[…, k, j], with the last two indices of an operand exchanged
// where it is transposed. The indices in front are broadcast.
func (e *evaluation) batched(t *termpkg.Term, transposeA, transposeB bool) Value {
	a, b := e.tensor(t.Args[0]), e.tensor(t.Args[1])
	e.trailing(a, 2)
	e.trailing(b, 2)
	d := e.productDtype(t, a.Dtype, b.Dtype)
	n := len(a.Shape)
	m := len(b.Shape)
	rowsA, innerA := a.Shape[n-2].Extent, a.Shape[n-1].Extent
	if transposeA {
		rowsA, innerA = innerA, rowsA
	}
	innerB, columnsB := b.Shape[m-2].Extent, b.Shape[m-1].Extent
	if transposeB {
		innerB, columnsB = columnsB, innerB
	}
	e.equalExtents(innerA, innerB)
	lead, maps := e.broadcast(a.Shape[:n-2], b.Shape[:m-2])
	shape := append(append([]Dim{}, lead...), dimOf(rowsA), dimOf(columnsB))
	return Value{Tensor: &Tensor{Shape: shape, Dtype: d, At: func(i []*term) *term {
		outer, row, column := i[:len(lead)], i[len(lead)], i[len(lead)+1]
		return e.products(d, []*term{innerA}, func(k []*term) []*term {
			pair := func(x, y *term, turned bool) []*term {
				if turned {
					return []*term{y, x}
				}
				return []*term{x, y}
			}
			return []*term{
				a.At(append(append([]*term{}, maps[0](outer)...), pair(row, k[0], transposeA)...)),
				b.At(append(append([]*term{}, maps[1](outer)...), pair(k[0], column, transposeB)...)),
			}
		})
	}}}
}

func matmul(e *evaluation, t *termpkg.Term) Value { return e.batched(t, false, false) }

func nnMatmul(e *evaluation, t *termpkg.Term) Value {
	a := e.tensor(t.Args[0])
	if e.trailing(a, 1); ordinary(a.Shape) && len(a.Shape) == 1 {
		e.unknown("a product of a vector and a matrix")
	}
	b := e.tensor(t.Args[1])
	if len(b.Shape) != 2 || !ordinary(b.Shape) {
		e.shapeOfRank(t.Args[1], 2)
	}
	transposeA, transposeB := e.flag(t, "transpose_a"), e.flag(t, "transpose_b")
	return e.batched(t, transposeA, transposeB)
}

func batchMatmul(e *evaluation, t *termpkg.Term) Value {
	e.shapeOfRank(t.Args[0], 3)
	e.shapeOfRank(t.Args[1], 3)
	transposeA, transposeB := e.flag(t, "transpose_a"), e.flag(t, "transpose_b")
	return e.batched(t, transposeA, transposeB)
}

// dense has y[…, i] = Σ_k x[…, k]·w[i, k].
func dense(e *evaluation, t *termpkg.Term) Value {
	x, w := e.tensor(t.Args[0]), e.tensor(t.Args[1])
	e.shapeOfRank(t.Args[1], 2)
	e.trailing(x, 1)
	n := len(x.Shape)
	e.equalExtents(x.Shape[n-1].Extent, w.Shape[1].Extent)
	d := e.productDtype(t, x.Dtype, w.Dtype)
	if a := e.attr(t, "units"); a.known && a.value.Kind == op.IntValue {
		e.equalExtents(w.Shape[0].Extent, scalar.Int(a.value.Int))
	} else if a.known && len(a.terms) == 1 {
		e.equalExtents(w.Shape[0].Extent, a.terms[0])
	}
	shape := append(append([]Dim{}, x.Shape[:n-1]...), w.Shape[0])
	return Value{Tensor: &Tensor{Shape: shape, Dtype: d, At: func(i []*term) *term {
		return e.products(d, []*term{w.Shape[1].Extent}, func(k []*term) []*term {
			return []*term{x.At(replaced(i, n-1, k[0])), w.At([]*term{i[n-1], k[0]})}
		})
	}}}
}

// einsum has y[outer] = Σ_inner Π_k x_k[letters of operand k], for equations with an arrow and without
// an ellipsis. Letters with extents of which one is 1 would be broadcast, and are not followed.
func einsum(e *evaluation, t *termpkg.Term) Value {
	parts := e.parts(t.Args[0])
	a := e.attr(t, "equation")
	if !a.known {
		e.unknown("the equation of an Einstein sum is not known")
	}
	equation := strings.ReplaceAll(a.value.Str, " ", "")
	left, right, arrow := strings.Cut(equation, "->")
	letters := strings.Split(left, ",")
	if !arrow || len(letters) != len(parts) || strings.ContainsAny(equation, ".") {
		e.unknown("the equation of an Einstein sum is not read")
	}
	extents := map[rune]*term{}
	var order []rune
	for k, list := range letters {
		shape := e.ranked(parts[k], len(list))
		for d, l := range list {
			switch known := extents[l]; {
			case known == nil:
				extents[l] = shape[d].Extent
				order = append(order, l)
			case known.IsInt(1) && !shape[d].Extent.IsInt(1), shape[d].Extent.IsInt(1) && !known.IsInt(1):
				e.unknown("an Einstein sum that broadcasts")
			case !e.sameExtent(known, shape[d].Extent):
				e.einsumExtents(known, shape[d].Extent)
			}
		}
	}
	var shape []Dim
	outer := map[rune]int{}
	for k, l := range right {
		if extents[l] == nil {
			e.vacuous("a letter of the result has no extent")
		}
		outer[l] = k
		shape = append(shape, dimOf(extents[l]))
	}
	var summed []rune
	for _, l := range order {
		if _, kept := outer[l]; !kept {
			summed = append(summed, l)
		}
	}
	d := parts[0].Dtype
	var inner []*term
	for _, l := range summed {
		inner = append(inner, extents[l])
	}
	return Value{Tensor: &Tensor{Shape: shape, Dtype: d, At: func(i []*term) *term {
		return e.products(d, inner, func(k []*term) []*term {
			at := map[rune]*term{}
			for l, place := range outer {
				at[l] = i[place]
			}
			for n, l := range summed {
				at[l] = k[n]
			}
			var factors []*term
			for n, list := range letters {
				var index []*term
				for _, l := range list {
					index = append(index, at[l])
				}
				factors = append(factors, parts[n].At(index))
			}
			return factors
		})
	}}}
}

// einsumExtents assumes that two extents of one letter are equal, or that one is 1. The latter ends
// the proof, unless a condition of the rule excludes it.
func (e *evaluation) einsumExtents(a, b *term) {
	one := scalar.Int(1)
	e.need(func(c *Case) { c.equate(a, b) }, func(c *Case) { c.equate(a, one) }, func(c *Case) { c.equate(b, one) })
}

// ranked is the shape of a tensor whose rank is given.
func (e *evaluation) ranked(x *Tensor, rank int) []Dim {
	dims := 0
	for _, d := range x.Shape {
		if d.Block == "" {
			dims++
		}
	}
	if dims > rank || dims < rank && dims == len(x.Shape) {
		e.vacuous("the rank is another one")
	}
	if name, one := onlyBlock(x.Shape); one {
		e.exactly(name, rank-dims)
	}
	if dims < len(x.Shape) {
		e.refineFirst(x.Shape)
	}
	return x.Shape
}
