package meaning

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/prove/scalar"
	termpkg "github.com/fraccheck/fraccheck/internal/prove/term"
)

// Operators that give a part of a tensor, or put one into a larger one.

// split has y_k[…, i, …] = x[…, s_k + i, …], where part k begins at s_k.
func split(e *evaluation, t *termpkg.Term) Value {
	x := e.tensor(t.Args[0])
	a := e.attr(t, "indices_or_sections")
	if !a.known || a.terms != nil {
		e.unknown("the number of parts is not known")
	}
	sections := int64(len(a.value.List) + 1)
	if a.value.Kind == op.IntValue {
		sections = a.value.Int
	}
	if sections < 1 || sections > 16 {
		e.unknown("the number of parts is not known")
	}
	if !e.settled(t, x, "axis") && e.opaque {
		return e.cutAnywhere(t, x, int(sections))
	}
	axis := e.axisIn(t, "axis", x)
	extent := x.Shape[axis].Extent
	starts := []*term{scalar.Int(0)}
	if a.value.Kind == op.IntValue {
		part := e.partOf(extent, sections)
		for k := range sections {
			starts = append(starts, part.Scale(big.NewRat(k+1, 1)))
		}
	} else {
		for _, n := range a.value.List {
			starts = append(starts, scalar.Int(n.Int))
		}
		starts = append(starts, extent)
	}
	parts := []Value{}
	for k := range int(sections) {
		length := starts[k+1].Sub(starts[k])
		if !e.c.Facts.Entails(scalar.Guard{Kind: scalar.AtLeast, P: length}) {
			e.needFact("a part of a tensor", scalar.Guard{Kind: scalar.AtLeast, P: length})
		}
		shape := append([]Dim{}, x.Shape...)
		shape[axis] = dimOf(length)
		start := starts[k]
		parts = append(parts, moved(x, shape, func(i []*term) []*term { return replaced(i, axis, i[axis].Add(start)) }))
	}
	return Value{Parts: parts}
}

// partOf is extent/n, which must be whole: a symbolic extent is assumed to be n times a new one.
func (e *evaluation) partOf(extent *term, n int64) *term {
	if n == 1 {
		return extent
	}
	part := extent.Scale(big.NewRat(1, n))
	if scalar.Whole(part) {
		return part
	}
	if _, constant := extent.Const(); constant {
		e.vacuous("the parts are not equal")
	}
	name := fmt.Sprintf("%s/%d", extent.Key(), n)
	whole := scalar.Symbol(name).Scale(big.NewRat(n, 1))
	e.need(func(c *Case) { c.equate(extent, whole) })
	return nil
}

// needFact assumes a fact without which there are no instances.
func (e *evaluation) needFact(what string, g scalar.Guard) {
	if e.c.Facts.Entails(g.Not()) {
		e.vacuous(what)
	}
	e.need(func(c *Case) { c.facts = append(c.facts, g) })
}

func (e *evaluation) cutAnywhere(t *termpkg.Term, x *Tensor, n int) Value {
	parts := []Value{}
	for k := range n {
		label := e.interned(fmt.Sprintf("%d of %s%s", k, e.labels(t), keyOf(x.Shape)))
		parts = append(parts, moved(x, e.shapeOf(label), func(i []*term) []*term {
			from := make([]*term, len(x.Shape))
			for d := range from {
				from[d] = scalar.Apply(fmt.Sprintf("move%d:%s", d, label), false, i...)
			}
			return from
		}))
	}
	return Value{Parts: parts}
}

// stridedSlice has y[…, i, …] = x[…, b + i·s, …] along each axis, for strides s >= 1: b and e are the
// bounds, clamped to 0 … n, and the extent is ⌈(e - b)/s⌉. Other slices move elements anywhere.
func stridedSlice(e *evaluation, t *termpkg.Term) Value {
	x := e.tensor(t.Args[0])
	if len(t.Args) > 1 {
		e.unknown("a slice whose bounds are computed")
	}
	if !e.fixed(t, "strides", "axes") || !ordinary(x.Shape) && e.opaque {
		return e.anywhere(t, x)
	}
	begin, end, settled := e.bounds(t)
	strides := e.ints(e.choose(t, "strides"))
	axes := e.ints(e.choose(t, "axes"))
	if len(axes) == 0 {
		if !settled {
			return e.anywhere(t, x)
		}
		for k := range begin {
			axes = append(axes, k)
		}
	}
	if settled && (len(begin) != len(end) || len(axes) != len(begin) || len(strides) > len(axes)) {
		return e.anywhere(t, x)
	}
	shape := append([]Dim{}, x.Shape...)
	starts, steps := map[int]*term{}, map[int]int64{}
	for k, a := range axes {
		a = e.dimension(x.Shape, a)
		step := int64(1)
		if k < len(strides) {
			step = int64(strides[k])
		}
		n := x.Shape[a].Extent
		if step < 1 {
			return e.anywhere(t, x)
		}
		if !settled {
			shape[a], starts[a], steps[a] = e.someOf(t, k, n, step)
			continue
		}
		from, to := e.clampedTo(int64(begin[k]), n), e.clampedTo(int64(end[k]), n)
		length := to.Sub(from)
		if !e.c.Facts.Entails(scalar.Guard{Kind: scalar.AtLeast, P: length}) {
			e.splitFact("a slice", scalar.Guard{Kind: scalar.AtLeast, P: length}, true)
		}
		if step > 1 {
			length = e.quotient(length.Add(scalar.Int(step-1)), scalar.Int(step))
		}
		shape[a], starts[a], steps[a] = dimOf(length), from, step
	}
	return moved(x, shape, func(i []*term) []*term {
		source := append([]*term{}, i...)
		for a, from := range starts {
			source[a] = i[a].Scale(big.NewRat(steps[a], 1)).Add(from)
		}
		return source
	})
}

// bounds are the ends of a slice where they are known.
func (e *evaluation) bounds(t *termpkg.Term) (begin, end []int, ok bool) {
	if !e.fixed(t, "begin", "end", "slice_mode") || e.choose(t, "slice_mode").Str != "end" {
		return nil, nil, false
	}
	return e.ints(e.choose(t, "begin")), e.ints(e.choose(t, "end")), true
}

// someOf is a part of a dimension of which only the step is known: equal attributes cut equal
// parts out of equal extents.
func (e *evaluation) someOf(t *termpkg.Term, k int, extent *term, step int64) (Dim, *term, int64) {
	label := e.interned(fmt.Sprintf("part %d of %s: %s", k, extent.Key(), e.labels(t)))
	from, length := e.extent(label+"from"), e.extent(label+"length")
	if e.fixed(t, "begin") {
		if begin := e.ints(e.choose(t, "begin")); k < len(begin) {
			from = e.clampedTo(int64(begin[k]), extent)
		}
	}
	last := from.Add(length.Add(scalar.Int(-1)).Scale(big.NewRat(step, 1)))
	e.c.Facts = e.c.Facts.With(scalar.Guard{Kind: scalar.AtLeast, P: extent.Sub(last).Add(scalar.Int(-1))})
	return dimOf(length), from, step
}

// clampedTo is a bound of a slice: counted from the end where it is negative, and not
// beyond the ends.
func (e *evaluation) clampedTo(n int64, extent *term) *term {
	p := scalar.Int(n)
	if n < 0 {
		p = p.Add(extent)
		if e.c.Facts.Entails(scalar.Guard{Kind: scalar.AtLeast, P: p}) {
			return p
		}
		e.splitFact("a bound of a slice", scalar.Guard{Kind: scalar.AtLeast, P: p}, false)
		return scalar.Int(0)
	}
	over := scalar.Guard{Kind: scalar.AtLeast, P: extent.Sub(p)}
	if e.c.Facts.Entails(over) {
		return p
	}
	e.splitFact("a bound of a slice", over, false)
	return extent
}

// splitFact makes two cases of a fact that is not decided. It returns where the fact is known not to
// hold, or, with only, ends the proof there as unknown.
func (e *evaluation) splitFact(what string, g scalar.Guard, only bool) {
	if e.c.Facts.Entails(g.Not()) {
		if only {
			e.unknown(what + " may be empty")
		}
		return
	}
	e.need(func(c *Case) { c.facts = append(c.facts, g) }, func(c *Case) { c.facts = append(c.facts, g.Not()) })
}

// quotient is p / q, rounded down, of numbers not below 0.
func (e *evaluation) quotient(p, q *term) *term { return e.c.Function("÷", false, p, q) }

// pad has y[i] = x[i - before] where that is an index of x, and the number v elsewhere. The places
// outside are added up by the first axis that leaves x, so that exactly one bracket is 1.
func pad(e *evaluation, t *termpkg.Term) Value {
	x, v := e.tensor(t.Args[0]), e.tensor(t.Args[1])
	if !e.settled(t, x, "pad_width", "pad_mode") || e.choose(t, "pad_mode").Str != "constant" {
		label := e.interned(e.labels(t) + keyOf(x.Shape))
		e.isNumber(v)
		return Value{Tensor: &Tensor{Shape: e.shapeOf(label), Dtype: x.Dtype, At: func(i []*term) *term {
			return e.anyPart(label, i, func(k int, from func(int) []*term) *term {
				if k == 1 {
					return v.At(nil)
				}
				return x.At(from(len(x.Shape)))
			}, 2)
		}}}
	}
	e.isNumber(v)
	if x.Dtype.apart(v.Dtype) {
		e.unknown("a tensor is padded with a number of another dtype")
	}
	width := e.choose(t, "pad_width")
	if len(width.List) != len(x.Shape) {
		e.vacuous("the rank is another one")
	}
	shape := append([]Dim{}, x.Shape...)
	before := make([]*term, len(shape))
	for k, w := range width.List {
		pair := e.ints(w)
		if len(pair) != 2 || pair[0] < 0 || pair[1] < 0 {
			e.unknown("a padding that is no pair")
		}
		before[k] = scalar.Int(int64(pair[0]))
		shape[k] = dimOf(x.Shape[k].Extent.Add(scalar.Int(int64(pair[0] + pair[1]))))
	}
	return Value{Tensor: &Tensor{Shape: shape, Dtype: x.Dtype, At: func(i []*term) *term {
		from := make([]*term, len(i))
		var inside []scalar.Guard
		for k := range i {
			from[k] = i[k].Sub(before[k])
			inside = append(inside, scalar.Guard{Kind: scalar.AtLeast, P: from[k]}, scalar.Guard{Kind: scalar.AtLeast, P: x.Shape[k].Extent.Sub(from[k]).Add(scalar.Int(-1))})
		}
		in, out := scalar.Int(1), scalar.Int(0)
		for _, g := range inside {
			out = out.Add(e.c.Under(g.Not(), in))
			in = e.c.Under(g, in)
		}
		return e.c.Mul(in, x.At(from)).Add(e.c.Mul(out, v.At(nil)))
	}}}
}

// take has y[i, j, k] = x[i, at[j], k], with the index kept inside of x as its mode says. Where
// that is not known, the place is an uninterpreted function of the index and the element of at.
func take(e *evaluation, t *termpkg.Term) Value {
	x, at := e.tensor(t.Args[0]), e.tensor(t.Args[1])
	if !e.settled(t, x, "axis", "batch_dims", "mode") || e.attr(t, "axis").value.Kind != op.IntValue || e.choose(t, "batch_dims").Int != 0 {
		label := e.interned(e.labels(t) + keyOf(x.Shape) + keyOf(at.Shape))
		return moved(x, e.shapeOf(label), func(i []*term) []*term {
			own := make([]*term, len(at.Shape))
			for d := range own {
				own[d] = scalar.Apply(fmt.Sprintf("at%d:%s", d, label), false, i...)
			}
			from := make([]*term, len(x.Shape))
			for d := range from {
				from[d] = scalar.Apply(fmt.Sprintf("move%d:%s", d, label), false, append(append([]*term{}, i...), at.At(own))...)
			}
			return from
		})
	}
	k := e.axis(t, "axis", len(x.Shape))
	mode := e.choose(t, "mode").Str
	shape := append([]Dim{}, x.Shape[:k]...)
	shape = append(append(shape, at.Shape...), x.Shape[k+1:]...)
	return moved(x, shape, func(i []*term) []*term {
		from := append([]*term{}, i[:k]...)
		place := at.At(i[k : k+len(at.Shape)])
		if n, ok := place.Const(); !ok || !e.c.Facts.Entails(scalar.Guard{Kind: scalar.AtLeast, P: x.Shape[k].Extent.Sub(place).Add(scalar.Int(-1))}) || n.Sign() < 0 {
			place = scalar.Apply("place:"+strings.ToLower(mode), false, place, x.Shape[k].Extent)
		}
		from = append(from, place)
		return append(from, i[k+len(at.Shape):]...)
	})
}
