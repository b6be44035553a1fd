package meaning

import (
	"fmt"
	"github.com/fraccheck/fraccheck/internal/op"
	"strings"

	"github.com/fraccheck/fraccheck/internal/prove/scalar"
	termpkg "github.com/fraccheck/fraccheck/internal/prove/term"
)

// A window is how windows of two dimensions lie: known numbers or symbols.
type window struct {
	stride, dilation, before, after [2]*term
}

// windowOf reads the attributes of a window.
func (e *evaluation) windowOf(t *termpkg.Term) window {
	var w window
	s, d, p := e.terms(t, "strides", 2), e.terms(t, "dilation", 2), e.terms(t, "padding", 4)
	for k := range 2 {
		w.stride[k], w.dilation[k] = s[k%len(s)], d[k%len(d)]
		switch len(p) {
		case 1:
			w.before[k], w.after[k] = p[0], p[0]
		case 2:
			w.before[k], w.after[k] = p[k], p[k]
		case 4:
			w.before[k], w.after[k] = p[k], p[k+2]
		default:
			e.vacuous("a padding of no such length")
		}
	}
	return w
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

// slid is how many positions a filter or a window has along a dimension. Where it may reach
// beyond the padded data, their numbers differ, and are left uninterpreted.
func (e *evaluation) slid(w window, kind string, k int, extent, taps *term) *term {
	room := extent.Add(w.before[k]).Add(w.after[k]).Sub(e.c.Mul(w.dilation[k], taps.Add(scalar.Int(-1)))).Add(scalar.Int(-1))
	all := room.Add(scalar.Int(1))
	switch {
	case e.c.Facts.Entails(scalar.Guard{Kind: scalar.AtLeast, P: room}):
		return e.quotient(room, w.stride[k]).Add(scalar.Int(1))
	case w.stride[k].IsInt(1) && e.c.Facts.Entails(scalar.Guard{Kind: scalar.AtLeast, P: all}):
		return all
	}
	n := scalar.Apply(kind, false, room, w.stride[k])
	e.c.Facts = e.c.Facts.With(scalar.Guard{Kind: scalar.AtLeast, P: n})
	return n
}

// place is where a tap lies in the data, with the conditions that it lies there at all.
func (e *evaluation) place(w window, k int, at, tap, extent *term) (*term, []scalar.Guard) {
	p := e.c.Mul(w.stride[k], at).Add(e.c.Mul(w.dilation[k], tap)).Sub(w.before[k])
	return p, []scalar.Guard{{Kind: scalar.AtLeast, P: p}, {Kind: scalar.AtLeast, P: extent.Sub(p).Add(scalar.Int(-1))}}
}

// conv2d is known where its layouts are; otherwise it is a sum of products of elements of
// data and filters at places that attributes and shapes decide.
func conv2d(e *evaluation, t *termpkg.Term) Value {
	x, w := e.tensor(t.Args[0]), e.tensor(t.Args[1])
	d := e.productDtype(t, x.Dtype, w.Dtype)
	if !e.fixed(t, "data_layout", "kernel_layout", "out_layout", "groups") ||
		e.choose(t, "data_layout").Str != "NCHW" || e.choose(t, "kernel_layout").Str != "OIHW" || !contains([]string{"", "NCHW"}, e.choose(t, "out_layout").Str) {
		return e.bilinear(t, d, x, w)
	}
	e.shapeOfRank(t.Args[0], 4)
	e.shapeOfRank(t.Args[1], 4)
	groups := e.choose(t, "groups").Int
	win := e.windowOf(t)
	e.filterAttributes(t, w)
	outputs, inputs := w.Shape[0].Extent, w.Shape[1].Extent
	e.equalExtents(x.Shape[1].Extent, e.c.Mul(inputs, scalar.Int(groups)))
	shape := []Dim{x.Shape[0], dimOf(outputs), dimOf(e.slid(win, "filters", 0, x.Shape[2].Extent, w.Shape[2].Extent)), dimOf(e.slid(win, "filters", 1, x.Shape[3].Extent, w.Shape[3].Extent))}
	perGroup := outputs
	if groups > 1 {
		perGroup = e.partOf(outputs, groups)
	}
	return Value{Tensor: &Tensor{Shape: shape, Dtype: d, At: func(i []*term) *term {
		return e.products(d, []*term{inputs, w.Shape[2].Extent, w.Shape[3].Extent}, func(k []*term) []*term {
			channel := k[0]
			if groups > 1 {
				channel = channel.Add(e.c.Mul(e.quotient(i[1], perGroup), inputs))
			}
			in := scalar.Int(1)
			at := []*term{i[0], channel, nil, nil}
			for s := range 2 {
				p, inside := e.place(win, s, i[2+s], k[1+s], x.Shape[2+s].Extent)
				at[2+s] = p
				for _, g := range inside {
					in = e.c.Under(g, in)
				}
			}
			return []*term{e.c.Mul(in, x.At(at)), w.At([]*term{i[1], k[0], k[1], k[2]})}
		})
	}}}
}

// filterAttributes holds what attributes say of the filters against their shape.
func (e *evaluation) filterAttributes(t *termpkg.Term, w *Tensor) {
	if a := e.attr(t, "channels"); a.known && a.value.Kind == op.IntValue {
		e.equalExtents(w.Shape[0].Extent, scalar.Int(a.value.Int))
	}
	if a := e.attr(t, "kernel_size"); a.known && a.value.Kind == op.ListValue {
		size := e.ints(a.value)
		for k := range min(2, len(size)) {
			e.equalExtents(w.Shape[2+k].Extent, scalar.Int(int64(size[k])))
		}
	}
}

// bilinear is a sum of products of elements of two tensors, at places that the attributes
// and the shapes decide. What lies outside counts as 0.
func (e *evaluation) bilinear(t *termpkg.Term, d Dtype, x, w *Tensor) Value {
	label := e.interned(e.labels(t, "out_dtype", "channels", "kernel_size") + keyOf(x.Shape) + keyOf(w.Shape))
	return Value{Tensor: &Tensor{Shape: []Dim{e.block(label)}, Dtype: d, At: func(i []*term) *term {
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

// pool folds windows. Of windows that reach outside the greatest of what is inside counts,
// and of the mean too, unless padding is counted.
func pool(kind string) meaning {
	return func(e *evaluation, t *termpkg.Term) Value {
		x := e.tensor(t.Args[0])
		if e.plainWindows(t, kind) {
			return e.windows(t, kind)
		}
		label := e.interned("windows" + strings.TrimPrefix(e.labels(t, "count_include_pad"), t.Op.Canonical()) + keyOf(x.Shape))
		counted := ""
		if kind == "mean" {
			counted = e.label(e.attr(t, "count_include_pad"))
		}
		return Value{Tensor: &Tensor{Shape: []Dim{e.block(label)}, Dtype: x.Dtype, At: func(i []*term) *term {
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
		return Value{Tensor: &Tensor{Shape: []Dim{e.block(label)}, Dtype: x.Dtype, At: func(i []*term) *term {
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
func (e *evaluation) plainWindows(t *termpkg.Term, kind string) bool {
	if !e.fixed(t, "pool_size", "strides", "dilation", "padding", "layout", "out_layout", "ceil_mode") || kind == "mean" && !e.fixed(t, "count_include_pad") {
		return false
	}
	return e.choose(t, "layout").Str == "NCHW" && contains([]string{"", "NCHW"}, e.choose(t, "out_layout").Str) && !e.flag(t, "ceil_mode") && e.tensor(t.Args[0]).Dtype.Mode == Float
}

// windows is a pool whose windows are known. What lies outside of the data counts in no
// maximum, and in means only where the attribute says so.
func (e *evaluation) windows(t *termpkg.Term, kind string) Value {
	e.shapeOfRank(t.Args[0], 4)
	x := e.tensor(t.Args[0])
	w := e.windowOf(t)
	size := e.terms(t, "pool_size", 2)
	taps := []*term{size[0], size[1%len(size)]}
	shape := []Dim{x.Shape[0], x.Shape[1], dimOf(e.slid(w, "windows", 0, x.Shape[2].Extent, taps[0])), dimOf(e.slid(w, "windows", 1, x.Shape[3].Extent, taps[1]))}
	padded := kind == "mean" && e.flag(t, "count_include_pad")
	return Value{Tensor: &Tensor{Shape: shape, Dtype: x.Dtype, At: func(i []*term) *term {
		at := func(k []*term) (in, v *term) {
			in = scalar.Int(1)
			from := []*term{i[0], i[1], nil, nil}
			for s := range 2 {
				p, inside := e.place(w, s, i[2+s], k[s], x.Shape[2+s].Extent)
				from[2+s] = p
				for _, g := range inside {
					in = e.c.Under(g, in)
				}
			}
			return in, x.At(from)
		}
		names := []string{e.c.Fresh(), e.c.Fresh()}
		folded := func(kind string, f func(in, v *term) *term) *term {
			return e.fold(kind, x.Dtype, names, taps, func() *term { return f(at([]*term{scalar.Symbol(names[0]), scalar.Symbol(names[1])})) })
		}
		if kind == "max" {
			return folded("max", func(in, v *term) *term {
				return e.c.Mul(in, v).Add(e.c.Mul(e.c.Not(in), scalar.Symbol(scalar.RealPrefix+"least")))
			})
		}
		sum := folded("sum", func(in, v *term) *term { return e.c.Mul(in, v) })
		count := e.c.Mul(taps[0], taps[1])
		if !padded {
			count = folded("sum", func(in, _ *term) *term { return in })
		}
		return e.c.Function("divide", false, sum, count)
	}}}
}
