package meaning

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/prove/scalar"
	termpkg "github.com/fraccheck/fraccheck/internal/prove/term"
)

// Operators that move elements along axes, or repeat them, and what all movements share.

// anywhere is y[i] = x[f_0(i), f_1(i), …] for functions f that are uninterpreted, but equal for equal
// operators, attributes and shapes. The shape of y is a block of its own.
func (e *evaluation) anywhere(t *termpkg.Term, x *Tensor) Value {
	label := e.interned(e.labels(t) + keyOf(x.Shape))
	return moved(x, e.shapeOf(label), func(i []*term) []*term {
		from := make([]*term, len(x.Shape))
		for k := range from {
			from[k] = scalar.Apply(fmt.Sprintf("move%d:%s", k, label), false, i...)
		}
		return from
	})
}

// settled reports whether a call moves elements in a way that is known: its attributes and
// the rank are.
func (e *evaluation) settled(t *termpkg.Term, x *Tensor, attrs ...string) bool {
	return e.fixed(t, attrs...) && ordinary(x.Shape)
}

// transpose has y[i_0, i_1, …] = x[j] where j[axes[k]] = i_k.
func transpose(e *evaluation, t *termpkg.Term) Value {
	x := e.tensor(t.Args[0])
	a := e.attr(t, "axes")
	if a.known && a.value.Kind == op.ListValue && len(a.value.List) > 0 && !ordinary(x.Shape) {
		dims := 0
		for _, d := range x.Shape {
			if d.Block == "" {
				dims++
			}
		}
		if dims > len(a.value.List) {
			e.vacuous("the rank is another one")
		}
		e.refineFirst(x.Shape) // a permutation says the rank
	}
	if !e.settled(t, x, "axes") {
		if e.opaque || !ordinary(x.Shape) {
			return e.anywhere(t, x)
		}
	}
	n := len(x.Shape)
	axes := e.ints(e.choose(t, "axes", permutations(n)...))
	if len(axes) == 0 {
		for k := range n {
			axes = append(axes, n-1-k)
		}
	}
	if len(axes) != n {
		e.vacuous("the rank is another one")
	}
	shape := make([]Dim, n)
	for k, a := range axes {
		if a < 0 {
			a += n
		}
		if a < 0 || a >= n || slices.Contains(axes[:k], a) {
			e.vacuous("there is no such axis, or it is named twice")
		}
		axes[k], shape[k] = a, x.Shape[a]
	}
	return moved(x, shape, func(i []*term) []*term {
		from := make([]*term, n)
		for k, a := range axes {
			from[a] = i[k]
		}
		return from
	})
}

// permutations are the axes that transpose may have at a rank: each written plainly, and
// left out.
func permutations(n int) []op.Value {
	all := []op.Value{{}}
	if n > 4 {
		return all
	}
	var extend func(chosen []int64)
	extend = func(chosen []int64) {
		if len(chosen) == n {
			all = append(all, op.Ints(chosen...))
			return
		}
		for k := range int64(n) {
			used := false
			for _, c := range chosen {
				used = used || c == k
			}
			if !used {
				extend(append(append([]int64{}, chosen...), k))
			}
		}
	}
	extend(nil)
	return all
}

// expandDims has y[i] = x[i without the new axes].
func expandDims(e *evaluation, t *termpkg.Term) Value {
	x := e.tensor(t.Args[0])
	if !e.settled(t, x, "axis", "num_newaxis") && (e.opaque || !ordinary(x.Shape)) {
		if !e.fixed(t, "axis", "num_newaxis") || e.opaque {
			return e.anywhere(t, x)
		}
	}
	count := 1
	if a := e.attr(t, "num_newaxis"); a.known {
		count = int(a.value.Int)
	} else {
		e.unknown("a number of new axes is not known")
	}
	var values []op.Value
	n := len(x.Shape)
	for k := -n - 1; k <= n; k++ {
		values = append(values, op.Int(int64(k)))
	}
	axis := int(e.choose(t, "axis", values...).Int)
	at := axis
	if !ordinary(x.Shape) {
		if axis > 0 {
			e.dimension(x.Shape, axis-1)
		}
		if axis < -1 {
			e.dimension(x.Shape, axis+1)
		}
	}
	if at < 0 {
		at += n + 1
	}
	if at < 0 || at > n || count < 0 {
		e.vacuous("there is no such axis")
	}
	shape := append([]Dim{}, x.Shape[:at]...)
	for range count {
		shape = append(shape, dimOf(scalar.Int(1)))
	}
	shape = append(shape, x.Shape[at:]...)
	return moved(x, shape, func(i []*term) []*term {
		return append(append([]*term{}, i[:at]...), i[at+count:]...)
	})
}

// squeeze has y[i] = x[i with 0 at the axes that are dropped]. Their extents are 1.
func squeeze(e *evaluation, t *termpkg.Term) Value {
	x := e.tensor(t.Args[0])
	if !e.settled(t, x, "axis") && (e.opaque || !e.fixed(t, "axis") || len(e.attr(t, "axis").value.List) == 0) {
		return e.anywhere(t, x)
	}
	v := e.choose(t, "axis")
	gone := map[int]bool{}
	if v.Kind == op.NoneValue {
		for k, d := range x.Shape {
			if d.Extent.IsInt(1) {
				gone[k] = true
			} else if _, constant := d.Extent.Const(); !constant {
				e.unknown("squeeze drops what extents decide")
			}
		}
	}
	for _, a := range e.ints(v) {
		a = e.dimension(x.Shape, a)
		if d := x.Shape[a].Extent; !d.IsInt(1) {
			e.need(func(c *Case) { c.equate(d, scalar.Int(1)) })
		}
		gone[a] = true
	}
	var shape []Dim
	for k, d := range x.Shape {
		if !gone[k] {
			shape = append(shape, d)
		}
	}
	return moved(x, shape, func(i []*term) []*term {
		var from []*term
		next := 0
		for k := range x.Shape {
			if gone[k] {
				from = append(from, scalar.Int(0))
				continue
			}
			from = append(from, i[next])
			next++
		}
		return from
	})
}

// reverse has y[…, i, …] = x[…, n - 1 - i, …].
func reverse(e *evaluation, t *termpkg.Term) Value {
	x := e.tensor(t.Args[0])
	if !e.settled(t, x, "axis") {
		return e.anywhere(t, x)
	}
	k := e.axis(t, "axis", len(x.Shape))
	return moved(x, x.Shape, func(i []*term) []*term {
		return replaced(i, k, x.Shape[k].Extent.Sub(i[k]).Add(scalar.Int(-1)))
	})
}

// repeat has y[…, i, …] = x[…, ⌊i/repeats⌋, …].
func repeat(e *evaluation, t *termpkg.Term) Value {
	x := e.tensor(t.Args[0])
	if !e.settled(t, x, "axis") {
		return e.anywhere(t, x)
	}
	k := e.axis(t, "axis", len(x.Shape))
	n := e.number(t, "repeats")
	shape := append([]Dim{}, x.Shape...)
	shape[k] = dimOf(e.c.Mul(x.Shape[k].Extent, n))
	return moved(x, shape, func(i []*term) []*term { return replaced(i, k, e.quotient(i[k], n)) })
}

func tile(e *evaluation, t *termpkg.Term) Value { return e.anywhere(t, e.tensor(t.Args[0])) }

// broadcastTo has y[i] = x[i], with 0 for the index of an extent 1 that grows.
func broadcastTo(e *evaluation, t *termpkg.Term) Value {
	x := e.tensor(t.Args[0])
	shape := e.givenShape(t, "shape")
	joined, maps := e.broadcast(shape, x.Shape)
	e.unify(joined, shape)
	return moved(x, shape, maps[1])
}
