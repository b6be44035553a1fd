package meaning

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/prove/scalar"
	termpkg "github.com/fraccheck/fraccheck/internal/prove/term"
)

// A window is the geometry of windows along a spatial dimension: tap t of window i reads the index
// stride·i + dilation·t - before. Each is a number or a symbol.
type window struct {
	stride, dilation, before, after *term
}

// windowsOf reads the attributes of windows of n spatial dimensions. A list of one number
// counts for all of them.
func (e *evaluation) windowsOf(t *termpkg.Term, n int) []window {
	s, d, p := e.terms(t, "strides", n), e.terms(t, "dilation", n), e.terms(t, "padding", 2*n)
	all := make([]window, n)
	for k := range all {
		w := window{stride: s[k%len(s)], dilation: d[k%len(d)]}
		switch len(p) {
		case 2 * n:
			w.before, w.after = p[k], p[k+n]
		case 1, n:
			w.before, w.after = p[k%len(p)], p[k%len(p)]
		default:
			e.vacuous("a padding of no such length")
		}
		all[k] = w
	}
	return all
}

// terms is a list of numbers: symbols where an attribute is not known, of which there are
// as many as the longest list has.
func (e *evaluation) terms(t *termpkg.Term, name string, n int) []*term {
	a := e.attr(t, name)
	if a.known {
		if a.terms != nil {
			return a.terms
		}
		var all []*term
		for _, x := range e.ints(a.value) {
			all = append(all, scalar.Int(int64(x)))
		}
		if len(all) == 0 {
			e.vacuous("a list of numbers is empty")
		}
		return all
	}
	var all []*term
	for k := range n {
		x := scalar.Symbol(fmt.Sprintf("%s[%d]", e.label(a), k))
		least := int64(1)
		if name == "padding" {
			least = 0
		}
		e.c.Facts = e.c.Facts.With(scalar.Guard{Kind: scalar.AtLeast, P: x.Add(scalar.Int(-least))})
		all = append(all, x)
	}
	return all
}

// slid is how many positions a filter or a window has along a dimension, ⌊r/stride⌋ + 1 with
// r = extent + before + after - dilation·(taps - 1) - 1, and whether all lie within the padded data.
// Where r < 0, filters and windows differ in what they give, so that the number is an uninterpreted
// function of r for each of them.
func (e *evaluation) slid(w window, kind string, extent, taps *term) (n *term, within bool) {
	room := extent.Add(w.before).Add(w.after).Sub(e.c.Mul(w.dilation, taps.Add(scalar.Int(-1)))).Add(scalar.Int(-1))
	all := room.Add(scalar.Int(1))
	switch {
	case e.c.Facts.Entails(scalar.Guard{Kind: scalar.AtLeast, P: room}):
		return e.quotient(room, w.stride).Add(scalar.Int(1)), true
	case w.stride.IsInt(1) && e.c.Facts.Entails(scalar.Guard{Kind: scalar.AtLeast, P: all}):
		return all, true
	}
	n = scalar.Apply(kind, false, room, w.stride)
	e.c.Facts = e.c.Facts.With(scalar.Guard{Kind: scalar.AtLeast, P: n})
	return n, false
}

// place is the index that a tap reads, with the conditions that it is one of the data.
func (e *evaluation) place(w window, at, tap, extent *term) (*term, []scalar.Guard) {
	p := e.c.Mul(w.stride, at).Add(e.c.Mul(w.dilation, tap)).Sub(w.before)
	return p, []scalar.Guard{{Kind: scalar.AtLeast, P: p}, {Kind: scalar.AtLeast, P: extent.Sub(p).Add(scalar.Int(-1))}}
}

// tapped is the element of data that the taps of window i read, and the product of the conditions
// that it lies in the data. The dimensions are batch, channel, spatial ones, and the rest of x.
func (e *evaluation) tapped(x *Tensor, windows []window, i []*term, channel *term, taps []*term) (in, element *term) {
	in = scalar.Int(1)
	at := []*term{i[0], channel}
	for s, w := range windows {
		p, inside := e.place(w, i[2+s], taps[s], x.Shape[2+s].Extent)
		at = append(at, p)
		for _, g := range inside {
			in = e.c.Under(g, in)
		}
	}
	return in, x.At(append(at, i[len(at):]...))
}

// spatial are the spatial dimensions of layouts, by their number.
var spatial = map[int]string{1: "W", 2: "HW", 3: "DHW"}

// convolution has, for two spatial dimensions, channels o and c, and the place p of each tap,
//
//	y[b, o, i, j] = Σ_{c, u, v} [p(i, u), p(j, v) inside]·x[b, g·C + c, p(i, u), p(j, v)]·w[o, c, u, v]
//
// where g = ⌊o/(outputs/groups)⌋ and C is the number of inputs of a group. This is known in layouts
// NC… and OI…; in others it is bilinear at places that attributes and shapes decide.
func convolution(dimensions int) meaning {
	return func(e *evaluation, t *termpkg.Term) Value {
		x, w := e.tensor(t.Args[0]), e.tensor(t.Args[1])
		d := e.productDtype(t, x.Dtype, w.Dtype)
		layout := "NC" + spatial[dimensions]
		if !e.fixed(t, "data_layout", "kernel_layout", "out_layout", "groups") ||
			e.choose(t, "data_layout").Str != layout || e.choose(t, "kernel_layout").Str != "OI"+spatial[dimensions] || !contains([]string{"", layout}, e.choose(t, "out_layout").Str) {
			return e.bilinear(t, d, x, w)
		}
		e.shapeOfRank(t.Args[0], 2+dimensions)
		e.shapeOfRank(t.Args[1], 2+dimensions)
		groups := e.choose(t, "groups").Int
		windows := e.windowsOf(t, dimensions)
		e.filterAttributes(t, w)
		outputs, inputs := w.Shape[0].Extent, w.Shape[1].Extent
		e.equalExtents(x.Shape[1].Extent, e.c.Mul(inputs, scalar.Int(groups)))
		shape, summed := []Dim{x.Shape[0], dimOf(outputs)}, []*term{inputs}
		for s, win := range windows {
			n, _ := e.slid(win, "filters", x.Shape[2+s].Extent, w.Shape[2+s].Extent)
			shape = append(shape, dimOf(n))
			summed = append(summed, w.Shape[2+s].Extent)
		}
		perGroup := outputs
		if groups > 1 {
			perGroup = e.partOf(outputs, groups)
		}
		return Value{Tensor: &Tensor{Shape: shape, Dtype: d, At: func(i []*term) *term {
			return e.products(d, summed, func(k []*term) []*term {
				channel := k[0]
				if groups > 1 {
					channel = channel.Add(e.c.Mul(e.quotient(i[1], perGroup), inputs))
				}
				in, element := e.tapped(x, windows, i, channel, k[1:])
				return []*term{e.c.Mul(in, element), w.At(append([]*term{i[1]}, k...))}
			})
		}}}
	}
}

// transposedConvolution spreads data by filters: a sum of products at places that are not
// followed.
func transposedConvolution(e *evaluation, t *termpkg.Term) Value {
	x, w := e.tensor(t.Args[0]), e.tensor(t.Args[1])
	return e.bilinear(t, e.productDtype(t, x.Dtype, w.Dtype), x, w)
}

// filterAttributes holds what attributes say of the filters against their shape.
func (e *evaluation) filterAttributes(t *termpkg.Term, w *Tensor) {
	if a := e.attr(t, "channels"); a.known && a.value.Kind == op.IntValue {
		e.equalExtents(w.Shape[0].Extent, scalar.Int(a.value.Int))
	}
	if a := e.attr(t, "kernel_size"); a.known && a.value.Kind == op.ListValue {
		size := e.ints(a.value)
		for k := range min(len(w.Shape)-2, len(size)) {
			e.equalExtents(w.Shape[2+k].Extent, scalar.Int(int64(size[k])))
		}
	}
}

// bilinear is a sum of products of elements of two tensors, at places that the attributes
// and the shapes decide. What lies outside counts as 0.
func (e *evaluation) bilinear(t *termpkg.Term, d Dtype, x, w *Tensor) Value {
	label := e.interned(e.labels(t, "out_dtype", "channels", "kernel_size") + keyOf(x.Shape) + keyOf(w.Shape))
	return Value{Tensor: &Tensor{Shape: e.shapeOf(label), Dtype: d, At: func(i []*term) *term {
		return e.products(d, []*term{e.extent("#" + label)}, func(k []*term) []*term {
			all := append(append([]*term{}, i...), k...)
			from := func(name string, n int) []*term {
				index := make([]*term, n)
				for j := range index {
					index[j] = scalar.Apply(fmt.Sprintf("%s%d:%s", name, j, label), false, all...)
				}
				return index
			}
			in := scalar.Apply("inside:"+label, true, all...)
			return []*term{e.c.Mul(in, x.At(from("data", len(x.Shape)))), w.At(from("filter", len(w.Shape)))}
		})
	}}}
}

// pool folds the elements under windows. What lies outside of the data counts in no maximum, and in a
// mean only with count_include_pad.
func pool(kind string, dimensions int) meaning {
	return func(e *evaluation, t *termpkg.Term) Value {
		x := e.tensor(t.Args[0])
		if e.plainWindows(t, kind, dimensions) {
			return e.windows(t, kind, dimensions)
		}
		label := e.interned(fmt.Sprintf("windows%d", dimensions) + strings.TrimPrefix(e.labels(t, "count_include_pad"), t.Op.Canonical()) + keyOf(x.Shape))
		counted := ""
		if kind == "mean" {
			counted = e.label(e.attr(t, "count_include_pad"))
		}
		return Value{Tensor: &Tensor{Shape: e.shapeOf(label), Dtype: x.Dtype, At: func(i []*term) *term {
			name := e.c.Fresh()
			from := make([]*term, len(x.Shape))
			for k := range from {
				from[k] = scalar.Apply(fmt.Sprintf("window%d:%s", k, label), false, append(append([]*term{}, i...), scalar.Symbol(name))...)
			}
			n := scalar.Apply("windows:"+label, false, i...)
			if kind == "max" {
				return e.c.Fold("max", name, n, x.At(from))
			}
			sum := e.c.Fold("windowed", name, n, x.At(from))
			if x.Dtype.Mode == Float && e.c.Kind == scalar.Reals {
				sum = e.c.Sum(name, n, x.At(from))
			}
			return e.c.Function("divide", false, sum, scalar.Apply("count"+counted+":"+label, false, i...))
		}}}
	}
}

func globalPool(kind string) meaning {
	return func(e *evaluation, t *termpkg.Term) Value {
		x := e.tensor(t.Args[0])
		label := e.interned("global " + e.label(e.attr(t, "layout")) + keyOf(x.Shape))
		return Value{Tensor: &Tensor{Shape: e.shapeOf(label), Dtype: x.Dtype, At: func(i []*term) *term {
			name := e.c.Fresh()
			from := make([]*term, len(x.Shape))
			for k := range from {
				from[k] = scalar.Apply(fmt.Sprintf("image%d:%s", k, label), false, append(append([]*term{}, i...), scalar.Symbol(name))...)
			}
			return e.fold(kind, x.Dtype, []string{name}, []*term{e.extent("#" + label)}, func() *term { return x.At(from) })
		}}}
	}
}

// plainWindows reports whether all is known of the windows of a pool, and they are plain.
func (e *evaluation) plainWindows(t *termpkg.Term, kind string, dimensions int) bool {
	if !e.fixed(t, "pool_size", "strides", "dilation", "padding", "layout", "out_layout", "ceil_mode") || kind == "mean" && !e.fixed(t, "count_include_pad") {
		return false
	}
	layout := "NC" + spatial[dimensions]
	return e.choose(t, "layout").Str == layout && contains([]string{"", layout}, e.choose(t, "out_layout").Str) && !e.flag(t, "ceil_mode") && e.tensor(t.Args[0]).Dtype.Mode == Float
}

// windows is a pool whose windows are known. What lies outside of the data counts in no
// maximum, and in means only where the attribute says so.
func (e *evaluation) windows(t *termpkg.Term, kind string, dimensions int) Value {
	x := e.tensor(t.Args[0])
	e.dimension(x.Shape, 1+dimensions)
	windows := e.windowsOf(t, dimensions)
	size := e.terms(t, "pool_size", dimensions)
	shape := append([]Dim{}, x.Shape...)
	all, taps := scalar.Int(1), make([]*term, dimensions)
	padded := kind == "mean" && e.flag(t, "count_include_pad")
	for s, w := range windows {
		taps[s] = size[s%len(size)]
		n, within := e.slid(w, "windows", x.Shape[2+s].Extent, taps[s])
		if padded && !within {
			e.unknown("a window that reaches beyond the padded data, which a mean does not count there")
		}
		shape[2+s] = dimOf(n)
		all = e.c.Mul(all, taps[s])
	}
	return Value{Tensor: &Tensor{Shape: shape, Dtype: x.Dtype, At: func(i []*term) *term {
		names, index := make([]string, dimensions), make([]*term, dimensions)
		for s := range names {
			names[s] = e.c.Fresh()
			index[s] = scalar.Symbol(names[s])
		}
		folded := func(kind string, f func(in, v *term) *term) *term {
			return e.fold(kind, x.Dtype, names, taps, func() *term { return f(e.tapped(x, windows, i, i[1], index)) })
		}
		if kind == "max" {
			return folded("max", func(in, v *term) *term {
				return e.c.Mul(in, v).Add(e.c.Mul(e.c.Not(in), scalar.Symbol(scalar.RealPrefix+"least")))
			})
		}
		sum := folded("sum", func(in, v *term) *term { return e.c.Mul(in, v) })
		count := all
		if !padded {
			count = folded("sum", func(in, _ *term) *term { return in })
		}
		return e.c.Function("divide", false, sum, count)
	}}}
}
