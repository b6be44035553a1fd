package complexity

import (
	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/complexity/measure"
	"github.com/fraccheck/fraccheck/complexity/solving"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Which sizes a value has is said by its type alone (complexity/measure), so that sizes of an
// argument and of the parameter that it is passed for can be matched one by one. A value of
// which the walk knows less than its type says gets new symbols for the sizes that it lacks.

// unknown is a value of a type of which nothing is known: each of its sizes is a
// new symbol. named is set where integers have a size too and functions a cost, as
// those of parameters have.
func (w *walk) unknown(p *path, t types.Type, named bool) value {
	if t == nil {
		return &opaque{}
	}
	switch t := types.Head(t).(type) {
	case *types.ADT:
		if fields := w.fieldsOf(t); fields != nil && !named {
			return w.unknownRecord(p, t, fields)
		}
		v := w.unknownData(p, t)
		if d, ok := v.(*data); ok && named {
			w.holdUnknown(p, d)
		}
		return v
	case *types.Tuple:
		if w.unknowns += len(t.Elems); w.unknowns > maxUnknowns || p.Symbols() > solving.MaxSymbols {
			return &opaque{of: t} // shared types have more parts than memory has room for
		}
		v := &tuple{}
		for _, e := range t.Elems {
			v.parts = append(v.parts, w.unknown(p, e, named))
		}
		return v
	case *types.Tensor:
		if named && len(t.Shape) == 0 && t.Dtype.IsInteger() {
			return numberOf(t, p.Symbol())
		}
		return &opaque{of: t}
	case *types.Fractal:
		return w.unknownFractal(p, t)
	case *types.Func:
		if named {
			return &callback{t, p.Symbol()}
		}
		return &opaque{of: t}
	default:
		return &opaque{of: t}
	}
}

func (w *walk) unknownData(p *path, t *types.ADT) value {
	list, ok := w.Measures(t)
	if !ok || measure.Loose(t) {
		return &opaque{of: t}
	}
	d := &data{of: t, sizes: make(map[string]linear.Form, len(list)), mixed: true}
	for _, m := range list {
		d.sizes[m] = p.Symbol()
	}
	return d
}

// sizeOf is how many constructors of a type a value has in it, or how many elements the
// FractalTensors of a type have in all.
func (a *Analysis) sizeOf(v value, m string) (linear.Form, bool) {
	switch v := v.(type) {
	case *data:
		n, ok := v.sizes[m]
		return n, ok || v.empty || !v.loose && !a.Counts(v.of, m)
	case *tuple:
		sum := linear.Form{}
		for _, part := range v.parts {
			n, ok := a.sizeOf(part, m)
			if !ok {
				return linear.Form{}, false
			}
			sum = sum.Plus(1, n)
		}
		return sum, true
	case *sequence:
		sum := linear.Form{}
		for i, t := range measure.Fractals(v.of) {
			if i < len(v.totals) && a.Key(t) == m {
				sum = sum.Plus(1, v.totals[i])
			}
		}
		return sum, true
	case *number, *condition, *closure, *global, *operator, *builtin, *callback, *choice, *frames:
		return linear.Form{}, true
	case *opaque:
		return linear.Form{}, v.of != nil && !measure.Loose(v.of) && !measure.HasMeasures(v.of) && (measure.CountFractals(v.of) == 0 || !measure.CountsElements(m))
	}
	return linear.Form{}, false
}

// resultSizes are the sizes of what a path gives; integers says which of them are
// the values of integers.
func resultSizes(o outcome, in *instance) (sizes []linear.Form, integers []int) {
	w := &walk{Analysis: in.home, in: in, results: in.home.follows(in), tags: in.joint == nil, frames: in.framed}
	w.sizesLike(o.path, o.result, in.result, &sizes)
	return sizes, w.integers
}

// sizesOf are the sizes of what a call of an instance gave.
func (w *walk) sizesOf(p *path, in *instance, v value, t types.Type) []linear.Form {
	inner := &walk{Analysis: w.Analysis, in: w.in, results: w.follows(in), tags: in.joint == nil, frames: in.framed}
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
		if fields := w.fieldsOf(t); fields != nil {
			w.fieldSizes(p, w.opened(p, v, t, fields), fields, sizes)
			return
		}
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
		if w.tags && w.tagged(t) {
			s, known := tag(v)
			if !known {
				s = p.Symbol()
			}
			w.marks = append(w.marks, len(*sizes))
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
	case *types.Func:
		if f := w.familyOf(t, false); w.frames && f != nil {
			var d value = &opaque{}
			if known, ok := v.(*frames); ok {
				d = known.data
			}
			w.sizesLike(p, d, f.typ(), sizes)
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
