package complexity

import (
	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/complexity/measure"
	"github.com/fraccheck/fraccheck/internal/types"
)

// resultSizes are the sizes of what a path gives; integers says which of them are
// the values of integers.
func resultSizes(o outcome, in *instance) (sizes []linear.Form, integers []int) {
	w := &walk{Analysis: in.home, in: in, results: in.home.follows(in)}
	w.sizesLike(o.path, o.result, in.result, &sizes)
	return sizes, w.integers
}

// sizesOf are the sizes of what a call of an instance gave.
func (w *walk) sizesOf(p *path, in *instance, v value, t types.Type) []linear.Form {
	inner := &walk{Analysis: w.Analysis, in: w.in, results: w.follows(in)}
	var sizes []linear.Form
	inner.sizesLike(p, v, t, &sizes)
	return sizes
}

// sizesLike lists the sizes of a value in the order in which those of an unknown
// value of its type stand. One that is not known is a new symbol, which nothing
// bounds.
func (w *walk) sizesLike(p *path, v value, t types.Type, sizes *[]linear.Form) {
	if t == nil {
		return
	}
	switch t := types.Head(t).(type) {
	case *types.ADT:
		list, ok := w.Measures(t)
		if !ok || measure.Loose(t) {
			return
		}
		for _, m := range list {
			s, known := w.sizeOf(v, m)
			if !known {
				s = p.Symbol()
			}
			*sizes = append(*sizes, s)
		}
	case *types.Fractal:
		w.fractalSizes(p, v, t, sizes)
	case *types.Tensor:
		if w.results && measure.Countable(t) {
			n, ok := v.(*number)
			size := linear.Form{}
			if ok {
				size = n.size
			} else {
				size = p.Symbol()
			}
			w.integers = append(w.integers, len(*sizes))
			*sizes = append(*sizes, size)
		}
	case *types.Tuple:
		whole, _ := v.(*tuple)
		for i, e := range t.Elems {
			var part value = &opaque{}
			if whole != nil && i < len(whole.parts) {
				part = whole.parts[i]
			}
			w.sizesLike(p, part, e, sizes)
		}
	}
}
