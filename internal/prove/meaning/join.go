package meaning

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/prove/scalar"
	termpkg "github.com/fraccheck/fraccheck/internal/prove/term"
)

// Operators that make one tensor of several.

// parts are the tensors of a tuple, of one dtype.
func (e *evaluation) parts(t *termpkg.Term) []*Tensor {
	v := e.value(t)
	if v.Parts == nil {
		e.unknown("a tuple of any number of tensors")
	}
	var all []*Tensor
	for _, p := range v.Parts {
		if p.Parts != nil {
			e.vacuous("a tuple is given where a tensor is needed")
		}
		all = append(all, p.Tensor)
		e.joinDtypes(all[0].Dtype, p.Tensor.Dtype)
	}
	if len(all) == 0 {
		e.vacuous("there is nothing to join")
	}
	return all
}

// anyPart is the element of one of n parts, which one is not known:
//
//	in_0(i)·at(0) + (1 - in_0(i))·in_1(i)·at(1) + …
//
// for truth values in_k and places in the parts that are uninterpreted functions of the index.
func (e *evaluation) anyPart(label string, index []*term, at func(k int, from func(rank int) []*term) *term, n int) *term {
	rest, sum := scalar.Int(1), scalar.Int(0)
	for k := range n {
		v := at(k, func(rank int) []*term {
			from := make([]*term, rank)
			for d := range from {
				from[d] = scalar.Apply(fmt.Sprintf("part%d.%d:%s", k, d, label), false, index...)
			}
			return from
		})
		if k == n-1 {
			return sum.Add(e.c.Mul(rest, v))
		}
		in := scalar.Apply(fmt.Sprintf("in%d:%s", k, label), true, index...)
		sum = sum.Add(e.c.Mul(e.c.Mul(rest, in), v))
		rest = e.c.Mul(rest, e.c.Not(in))
	}
	return sum
}

// concatenate has y[…, i, …] = Σ_k [s_k <= i < s_(k+1)]·x_k[…, i - s_k, …], where s_k is the sum of the
// extents of the parts before part k.
func concatenate(e *evaluation, t *termpkg.Term) Value {
	parts := e.parts(t.Args[0])
	known := e.fixed(t, "axis")
	for _, p := range parts {
		known = known && ordinary(p.Shape)
	}
	if !known && e.opaque {
		return e.joinedAnywhere(t, parts)
	}
	axis := e.axisIn(t, "axis", parts[0])
	total := scalar.Int(0)
	for _, p := range parts {
		if !ordinary(p.Shape) && !ordinary(parts[0].Shape) { // all are taken apart at the same end
			e.dimension(p.Shape, int(e.attr(t, "axis").value.Int))
		}
		if len(p.Shape) != len(parts[0].Shape) {
			e.unify(p.Shape, parts[0].Shape)
		}
		for k := range p.Shape {
			if a, b := p.Shape[k], parts[0].Shape[k]; k != axis && !sameShape([]Dim{a}, []Dim{b}) {
				e.unify([]Dim{a}, []Dim{b})
			}
		}
		if p.Shape[axis].Block != "" {
			e.refineFirst(p.Shape[axis : axis+1])
		}
		total = total.Add(p.Shape[axis].Extent)
	}
	shape := append([]Dim{}, parts[0].Shape...)
	shape[axis] = dimOf(total)
	return Value{Tensor: &Tensor{Shape: shape, Dtype: parts[0].Dtype, At: func(i []*term) *term {
		sum, start := scalar.Int(0), scalar.Int(0)
		for k, p := range parts {
			end := start.Add(p.Shape[axis].Extent)
			v := p.At(replaced(i, axis, i[axis].Sub(start)))
			if k > 0 {
				v = e.c.Under(scalar.Guard{Kind: scalar.AtLeast, P: i[axis].Sub(start)}, v)
			}
			if k < len(parts)-1 {
				v = e.c.Under(scalar.Guard{Kind: scalar.AtLeast, P: end.Sub(i[axis]).Add(scalar.Int(-1))}, v)
			}
			sum, start = sum.Add(v), end
		}
		return sum
	}}}
}

func (e *evaluation) joinedAnywhere(t *termpkg.Term, parts []*Tensor) Value {
	label := e.labels(t)
	for _, p := range parts {
		label += keyOf(p.Shape)
	}
	label = e.interned(label)
	return Value{Tensor: &Tensor{Shape: e.shapeOf(label), Dtype: parts[0].Dtype, At: func(i []*term) *term {
		return e.anyPart(label, i, func(k int, from func(int) []*term) *term { return parts[k].At(from(len(parts[k].Shape))) }, len(parts))
	}}}
}

// stack has y[…, i, …] = Σ_k [i = k]·x_k[…, …].
func stack(e *evaluation, t *termpkg.Term) Value {
	parts := e.parts(t.Args[0])
	for _, p := range parts[1:] {
		e.unify(parts[0].Shape, p.Shape)
	}
	if !e.settled(t, parts[0], "axis") && e.opaque {
		return e.joinedAnywhere(t, parts)
	}
	n := len(parts[0].Shape)
	at := e.axis(t, "axis", n+1)
	if !ordinary(parts[0].Shape) {
		a := int(e.attr(t, "axis").value.Int)
		if a > 0 {
			e.dimension(parts[0].Shape, a-1)
		}
		if a < -1 {
			e.dimension(parts[0].Shape, a+1)
		}
	}
	shape := append([]Dim{}, parts[0].Shape[:at]...)
	shape = append(append(shape, dimOf(scalar.Int(int64(len(parts))))), parts[0].Shape[at:]...)
	return Value{Tensor: &Tensor{Shape: shape, Dtype: parts[0].Dtype, At: func(i []*term) *term {
		from := append(append([]*term{}, i[:at]...), i[at+1:]...)
		sum := scalar.Int(0)
		for k, p := range parts {
			sum = sum.Add(e.c.Under(scalar.Guard{Kind: scalar.Zero, P: i[at].Sub(scalar.Int(int64(k)))}, p.At(from)))
		}
		return sum
	}}}
}
