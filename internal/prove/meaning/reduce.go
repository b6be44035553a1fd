package meaning

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/prove/scalar"
	termpkg "github.com/fraccheck/fraccheck/internal/prove/term"
)

// reduction has y[i] = fold over the indices j of the axes of x[i with j at the axes].
func reduction(kind string) meaning {
	return func(e *evaluation, t *termpkg.Term) Value {
		x := e.tensor(t.Args[0])
		if axis := e.attr(t, "axis"); !axis.known || axis.terms != nil || !e.fixed(t, "keepdims", "exclude") {
			if e.opaque || !ordinary(x.Shape) {
				return e.foldedAnywhere(kind, t, x)
			}
		}
		axes, keep := e.reducedAxes(t, x)
		if axes == nil {
			return e.foldedAnywhere(kind, t, x)
		}
		if !keep && e.anyOrder(kind, x.Dtype) {
			x, axes = beforeReshapes(x, axes)
		}
		var shape []Dim
		for k, d := range x.Shape {
			switch {
			case !axes[k]:
				shape = append(shape, d)
			case keep && d.Block != "":
				e.unknown("a block of dimensions is kept with extents 1")
			case keep:
				shape = append(shape, dimOf(scalar.Int(1)))
			}
		}
		out := x.Dtype
		if kind == "argmax" || kind == "argmin" {
			out = Dtype{Int, "int32"}
			kind := kind + e.label(e.attr(t, "select_last_index"))
			return e.foldedOver(kind, x, axes, keep, shape, out)
		}
		return e.foldedOver(kind, x, axes, keep, shape, out)
	}
}

// anyOrder reports whether a fold of all elements is the same in every shape that has them in
// their order. To the bit, the sum of floats may not be.
func (e *evaluation) anyOrder(kind string, d Dtype) bool {
	switch kind {
	case "argmax", "argmin":
		return false
	case "max", "min", "any", "all":
		return true
	}
	return e.c.Kind != scalar.Bits || d.Mode != Float
}

// beforeReshapes is a tensor before it was reshaped, with all its axes, where all are given.
func beforeReshapes(x *Tensor, axes map[int]bool) (*Tensor, map[int]bool) {
	for k := range x.Shape {
		if !axes[k] {
			return x, axes
		}
	}
	if x.Ordered == nil {
		return x, axes
	}
	all := map[int]bool{}
	for k := range x.Ordered.Shape {
		all[k] = true
	}
	return x.Ordered, all
}

// foldedOver is the fold of a tensor along some of its axes.
func (e *evaluation) foldedOver(kind string, x *Tensor, axes map[int]bool, keep bool, shape []Dim, out Dtype) Value {
	return Value{Tensor: &Tensor{Shape: shape, Dtype: out, At: func(i []*term) *term {
		var names []string
		var extents []*term
		from := make([]*term, len(x.Shape))
		next := 0
		for k, d := range x.Shape {
			if !axes[k] {
				from[k] = i[next]
				next++
				continue
			}
			if keep {
				next++
			}
			name := e.c.Fresh()
			names, extents = append(names, name), append(extents, d.Extent)
			from[k] = scalar.Symbol(name)
		}
		return e.fold(kind, x.Dtype, names, extents, func() *term { return x.At(from) })
	}}}
}

// fold folds a term over indices, from the inside out. The kind depends on the arithmetic: sums and
// means of reals are Σ; a sum to the bit, a mean of integers, and integers beside floats are folds of
// which only congruence is known; folds of truth values are any and all.
func (e *evaluation) fold(kind string, d Dtype, names []string, extents []*term, element func() *term) *term {
	before := e.c.Facts
	for k, name := range names {
		e.c.Facts = e.c.Facts.With(scalar.Guard{Kind: scalar.AtLeast, P: scalar.Symbol(name)}, scalar.Guard{Kind: scalar.AtLeast, P: extents[k].Sub(scalar.Symbol(name)).Add(scalar.Int(-1))})
	}
	p := element()
	if len(names) == 0 && strings.HasPrefix(kind, "arg") {
		return scalar.Int(0) // the only place
	}
	if (kind == "any" || kind == "all") && d.Mode != Bool {
		p = e.c.Truth(p)
	}
	e.c.Facts = before
	if kind == "mean" && (d.Mode != Float || e.c.Kind != scalar.Reals) {
		kind = "mean:" + fmt.Sprint(d.Mode)
	}
	if kind == "sum" && (e.c.Kind == scalar.Bits && d.Mode == Float || d.Mode != Float && d.Mode != Bool && e.c.Kind != scalar.Modulo) {
		kind = "sum:" + fmt.Sprint(d.Mode)
	}
	switch {
	case d.Mode == Bool && foldsOfTruths[kind] != "":
		kind = foldsOfTruths[kind]
	case d.Mode == Bool:
		kind += ":truths"
	case (d.Mode == Int || d.Mode == Uint) && e.c.Kind != scalar.Modulo:
		kind += ":" + fmt.Sprint(d.Mode)
	}
	if kind == "any" && e.c.Kind == scalar.Booleans {
		kind = "sum"
	}
	for k := len(names) - 1; k >= 0; k-- {
		switch kind {
		case "sum", "mean":
			p = e.c.Sum(names[k], extents[k], p)
		default:
			p = e.c.Fold(kind, names[k], extents[k], p)
		}
	}
	if kind == "mean" {
		for _, n := range extents {
			p = e.c.Mul(p, e.c.Power(n, -2))
		}
	}
	return p
}

// foldsOfTruths are the folds of numbers as they are computed of truth values.
var foldsOfTruths = map[string]string{"sum": "any", "max": "any", "any": "any", "prod": "all", "min": "all", "all": "all"}

// reducedAxes are the axes of a reduction whose attributes are known, or become known case
// by case; nil where they are not known.
func (e *evaluation) reducedAxes(t *termpkg.Term, x *Tensor) (axes map[int]bool, keep bool) {
	n := len(x.Shape)
	v := e.choose(t, "axis", subsets(n)...)
	keep, exclude := e.flag(t, "keepdims"), e.flag(t, "exclude")
	axes = map[int]bool{}
	list := e.ints(v)
	if len(list) == 0 {
		// No axis means all, with exclude too.
		for k := range n {
			axes[k] = true
		}
		return axes, keep
	}
	if !ordinary(x.Shape) && (e.opaque || exclude) {
		return nil, keep
	}
	for _, a := range list {
		if ordinary(x.Shape) && a < 0 {
			a += n
		}
		if ordinary(x.Shape) && (a < 0 || a >= n) {
			e.vacuous("there is no such axis")
		}
		axes[e.dimension(x.Shape, a)] = true
	}
	if exclude {
		for k := range n {
			axes[k] = !axes[k]
		}
	}
	return axes, keep
}

// subsets are the lists of axes of a rank: all by default, and each set.
func subsets(n int) []op.Value {
	all := []op.Value{{}}
	if n > 4 {
		return all
	}
	for set := 1; set < 1<<n; set++ {
		v := op.Value{Kind: op.ListValue}
		for k := range n {
			if set>>k&1 == 1 {
				v.List = append(v.List, op.Int(int64(k)))
			}
		}
		all = append(all, v)
	}
	return all
}

// foldedAnywhere is a fold along axes that are not known: y[i] = fold over j < n of x[f_0(i, j), …],
// where n and the functions f are uninterpreted, and equal for equal attributes and shapes.
func (e *evaluation) foldedAnywhere(kind string, t *termpkg.Term, x *Tensor) Value {
	axes := ""
	for _, name := range []string{"axis", "keepdims", "exclude"} {
		axes += " " + name + "=" + e.label(e.attr(t, name))
	}
	label := e.interned("reduced" + axes + keyOf(x.Shape))
	out := x.Dtype
	if kind == "argmax" || kind == "argmin" {
		out = Dtype{Int, "int32"}
		kind += e.label(e.attr(t, "select_last_index"))
	}
	return Value{Tensor: &Tensor{Shape: e.shapeOf(label), Dtype: out, At: func(i []*term) *term {
		name := e.c.Fresh()
		from := make([]*term, len(x.Shape))
		for k := range from {
			from[k] = scalar.Apply(fmt.Sprintf("among%d:%s", k, label), false, append(append([]*term{}, i...), scalar.Symbol(name))...)
		}
		return e.fold(kind, x.Dtype, []string{name}, []*term{e.extent("#" + label)}, func() *term { return x.At(from) })
	}}}
}

// cumsum has y[…, i, …] = Σ_j [j <= i]·x[…, j, …], with j < i where it is exclusive.
func cumsum(e *evaluation, t *termpkg.Term) Value {
	x := e.tensor(t.Args[0])
	if a := e.attr(t, "dtype"); !a.known || a.value.Kind == op.StringValue && a.value.Str != "" && a.value.Str != x.Dtype.Name {
		e.unknown("a running sum of another dtype")
	}
	if x.Dtype.Mode == Bool || e.c.Kind == scalar.Bits {
		e.unknown("a running sum to the bit")
	}
	label := e.interned(fmt.Sprintf("cumsum axis=%s exclusive=%s%s", e.label(e.attr(t, "axis")), e.label(e.attr(t, "exclusive")), keyOf(x.Shape)))
	if !e.settled(t, x, "axis", "exclusive") || e.attr(t, "axis").value.Kind != op.IntValue {
		shape := x.Shape
		if a := e.attr(t, "axis"); !a.known || a.value.Kind != op.IntValue {
			shape = e.shapeOf(label)
		}
		return Value{Tensor: &Tensor{Shape: shape, Dtype: x.Dtype, At: func(i []*term) *term {
			name := e.c.Fresh()
			from := make([]*term, len(x.Shape))
			for k := range from {
				from[k] = scalar.Apply(fmt.Sprintf("upto%d:%s", k, label), false, append(append([]*term{}, i...), scalar.Symbol(name))...)
			}
			n := scalar.Apply("count:"+label, false, i...)
			return e.c.Sum(name, n, x.At(from))
		}}}
	}
	k := e.axis(t, "axis", len(x.Shape))
	exclusive := e.flag(t, "exclusive")
	return Value{Tensor: &Tensor{Shape: x.Shape, Dtype: x.Dtype, At: func(i []*term) *term {
		name := e.c.Fresh()
		before := i[k].Sub(scalar.Symbol(name))
		if exclusive {
			before = before.Add(scalar.Int(-1))
		}
		p := x.At(replaced(i, k, scalar.Symbol(name)))
		return e.c.Sum(name, x.Shape[k].Extent, e.c.Under(scalar.Guard{Kind: scalar.AtLeast, P: before}, p))
	}}}
}

// softmax is exp(x) / Σ exp(x) along an axis; its logarithm is x - log Σ exp(x).
func softmax(logarithm bool) meaning {
	return func(e *evaluation, t *termpkg.Term) Value {
		x := e.tensor(t.Args[0])
		if x.Dtype.Mode != Float {
			e.unknown("softmax of integers")
		}
		along := e.along(t, x)
		return Value{Tensor: &Tensor{Shape: x.Shape, Dtype: x.Dtype, At: func(i []*term) *term {
			extent, at := along(i)
			name := e.c.Fresh()
			v := x.At(i)
			if e.c.Kind != scalar.Reals {
				row := e.c.Fold("row", name, extent, x.At(at(scalar.Symbol(name))))
				return scalar.Apply(fmt.Sprintf("softmax:%v", logarithm), false, v, row)
			}
			sum := e.c.Sum(name, extent, e.c.Function("exp", false, x.At(at(scalar.Symbol(name)))))
			if logarithm {
				return v.Sub(e.c.Function("log", false, sum))
			}
			return e.c.Mul(e.c.Function("exp", false, v), e.c.Power(sum, -2))
		}}}
	}
}

// along gives of an index the extent of the axis, and the indices of the elements on it.
func (e *evaluation) along(t *termpkg.Term, x *Tensor) func(i []*term) (*term, func(*term) []*term) {
	if !e.fixed(t, "axis") && (e.opaque || !ordinary(x.Shape)) || !ordinary(x.Shape) && e.opaque {
		label := e.interned("axis " + e.label(e.attr(t, "axis")) + keyOf(x.Shape))
		extent := e.extent("#" + label)
		return func(i []*term) (*term, func(*term) []*term) {
			// Where there is an index, there is an element on its axis.
			e.c.Facts = e.c.Facts.With(scalar.Guard{Kind: scalar.AtLeast, P: extent.Add(scalar.Int(-1))})
			return extent, func(j *term) []*term {
				from := make([]*term, len(i))
				for k := range from {
					from[k] = scalar.Apply(fmt.Sprintf("on%d:%s", k, label), false, append(append([]*term{}, i...), j)...)
				}
				return from
			}
		}
	}
	k := e.axisIn(t, "axis", x)
	return func(i []*term) (*term, func(*term) []*term) {
		return x.Shape[k].Extent, func(j *term) []*term { return replaced(i, k, j) }
	}
}
