package complexity

import (
	"slices"

	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/complexity/measure"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Types of a path's values have extents over the path's own sizes (Analysis.size). A
// body's types have them over the size variables of its definition; extents says what
// those stand for. An extent over anything else is not known.
type extents []extent

type extent struct {
	variable *symbolic.Symbol
	dim      types.Dim
}

// of is what a size variable stands for.
func (x extents) of(s *symbolic.Symbol) (types.Dim, bool) {
	for _, e := range x {
		if e.variable == s {
			return e.dim, true
		}
	}
	return types.Any, true
}

// extentsOf are the size variables of a definition for some arguments.
func extentsOf(f *types.Func, args []value) extents {
	var all extents
	found := matched(f, args, nil)
	for _, p := range f.Params {
		if p.Sym == nil {
			continue
		}
		d, known := found.Dim(p.Sym)
		if !known {
			d = types.Any
		}
		all = append(all, extent{p.Sym, d})
	}
	return all
}

// inside is a type of the body over the path's sizes.
func (w *walk) inside(t types.Type) types.Type {
	if known, met := w.translated[t]; met {
		return known
	}
	found := measure.MapExtents(t, func(d types.Dim) types.Dim { return types.MapDim(d.Expr(), w.extents.of) })
	if w.translated == nil {
		w.translated = map[types.Type]types.Type{}
	}
	w.translated[t] = found
	return found
}

// A translation takes the types of arguments into a body that is called: their extents
// become expressions over the first of the body's sizes.
type translation struct {
	*Analysis
	p     *path
	sizes []*symbolic.Expr // by size of the body: what it is on the path
	// general says to pass numbers as sizes, too.
	general bool
}

// value is an argument with types over the body's sizes.
func (x *translation) value(v value) value {
	switch v := v.(type) {
	case *tuple:
		t := &tuple{}
		for _, part := range v.parts {
			t.parts = append(t.parts, x.value(part))
		}
		return t
	case *data:
		d := &data{of: x.typ(v.of), sizes: v.sizes, empty: v.empty, loose: v.loose, mixed: v.mixed, by: v.by, origin: originOf(v)}
		for _, f := range v.holds {
			d.holds = append(d.holds, x.value(f))
		}
		d.fields = v.mapped(x.value)
		return d
	case *frames:
		return &frames{v.of, v.family, x.value(v.data).(*data)}
	case *closure:
		c := &closure{v.graph, v.at, map[graph.Value]value{}, x.typ(v.of), nil}
		for _, at := range sortedKeys(v.seen) {
			c.seen[at] = x.value(v.seen[at])
		}
		for _, e := range v.extents {
			c.extents = append(c.extents, extent{e.variable, measure.MapExtent(e.dim, x.dim)})
		}
		return c
	case *callback:
		return &callback{x.typ(v.of), v.work}
	case *opaque:
		return &opaque{x.typ(v.of), originOf(v)}
	case *sequence:
		return &sequence{of: x.typ(v.of), totals: v.totals, longest: v.longest}
	}
	return v
}

func (x *translation) typ(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return measure.MapExtents(t, x.dim)
}

func (x *translation) all(ts []types.Type) []types.Type {
	mapped := make([]types.Type, len(ts))
	for i, t := range ts {
		mapped[i] = x.typ(t)
	}
	return mapped
}

func (x *translation) dim(d types.Dim) types.Dim {
	e := x.p.NowExpr(d.Expr())
	if _, number := d.Const(); number && !x.general {
		return d
	}
	if at := slices.IndexFunc(x.sizes, e.Equal); at >= 0 {
		return types.DimOf(x.Size(at))
	}
	return types.MapDim(e, func(s *symbolic.Symbol) (types.Dim, bool) {
		if _, known := x.Index[s]; !known {
			return types.Any, true
		}
		return types.DimOf(x.pass(symbolic.Var(s))), true
	})
}

// pass makes an expression of the path a size of the body.
func (x *translation) pass(e *symbolic.Expr) *symbolic.Expr {
	at := slices.IndexFunc(x.sizes, e.Equal)
	if at < 0 {
		at = len(x.sizes)
		x.sizes = append(x.sizes, e)
	}
	return x.Size(at)
}

// declared makes what a definition's size variables stand for sizes of the body. A number
// becomes none: the body is looked at again for each, unless there are many already.
func (x *translation) declared(f *types.Func, args []value) {
	for _, e := range extentsOf(f, args) {
		if _, number := e.dim.Const(); number && !x.general || !x.Known(e.dim.Expr()) {
			continue
		}
		x.pass(x.p.NowExpr(e.dim.Expr()))
	}
}

// back takes a type of the body's result out of it.
func (x *translation) back(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return measure.MapExtents(t, func(d types.Dim) types.Dim {
		return types.MapDim(d.Expr(), func(s *symbolic.Symbol) (types.Dim, bool) {
			if i, known := x.Index[s]; known && i < len(x.sizes) {
				return types.DimOf(x.sizes[i]), true
			}
			return types.Any, true
		})
	})
}

// affines are the sizes that are passed.
func (x *translation) affines() []linear.Form {
	all := make([]linear.Form, len(x.sizes))
	for i, e := range x.sizes {
		all[i] = x.p.AtMost(e)
	}
	return all
}
