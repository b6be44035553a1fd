package complexity

import (
	"math/big"
	"slices"

	"github.com/fraccheck/fraccheck/complexity/linear"

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
		d, known := found.dims[p.Sym]
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
	found := mapExtents(t, func(d types.Dim) types.Dim { return types.MapDim(d.Expr(), w.extents.of) })
	if w.translated == nil {
		w.translated = map[types.Type]types.Type{}
	}
	w.translated[t] = found
	return found
}

// mapExtents puts others in the places of a type's extents that are known. It gives the
// type itself where that changes nothing.
func mapExtents(t types.Type, f func(types.Dim) types.Dim) types.Type {
	return (&extentMap{f, map[types.Type]types.Type{}}).of(t)
}

// An extentMap maps the extents of types, whose parts may stand in many places.
type extentMap struct {
	dim   func(types.Dim) types.Dim
	known map[types.Type]types.Type
}

func (m *extentMap) of(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	t = types.Head(t)
	known, met := m.known[t]
	if !met {
		known = m.mapped(t)
		m.known[t] = known
	}
	return known
}

func (m *extentMap) mapped(t types.Type) types.Type {
	switch x := t.(type) {
	case *types.Tensor:
		if shape, changed := mapAll(x.Shape, m.extent, types.Dim.Equal); changed {
			return &types.Tensor{Dtype: x.Dtype, Shape: shape}
		}
	case *types.Extent:
		if d := m.extent(x.Dim); !d.Equal(x.Dim) {
			return &types.Extent{Dim: d}
		}
	case *types.Tuple:
		if elems, changed := m.all(x.Elems); changed {
			return &types.Tuple{Elems: elems}
		}
	case *types.ADT:
		if args, changed := m.all(x.Args); changed {
			return &types.ADT{Decl: x.Decl, Args: args}
		}
	case *types.Fractal:
		if elem := m.of(x.Elem); elem != types.Head(x.Elem) {
			return &types.Fractal{Elem: elem}
		}
	case *types.Ref:
		if elem := m.of(x.Elem); elem != types.Head(x.Elem) {
			return &types.Ref{Elem: elem}
		}
	case *types.Func:
		in, changed := m.all(x.In)
		if out := m.of(x.Out); changed || out != types.Head(x.Out) {
			return &types.Func{Params: x.Params, Where: x.Where, In: in, Out: out}
		}
	}
	return t
}

func (m *extentMap) extent(d types.Dim) types.Dim {
	if d.Loose() {
		return d
	}
	return m.dim(d)
}

func (m *extentMap) all(ts []types.Type) ([]types.Type, bool) {
	return mapAll(ts, m.of, func(a, b types.Type) bool { return a == types.Head(b) })
}

// mapAll applies a function to all, and tells whether that changed any.
func mapAll[T any](all []T, f func(T) T, same func(a, b T) bool) ([]T, bool) {
	for i, x := range all {
		if y := f(x); !same(y, x) {
			mapped := append([]T(nil), all...)
			mapped[i] = y
			for j := i + 1; j < len(all); j++ {
				mapped[j] = f(all[j])
			}
			return mapped, true
		}
	}
	return all, false
}

// A passage takes the types of arguments into a body that is called: their extents
// become expressions over the first of the body's sizes.
type passage struct {
	*Analysis
	p     *path
	sizes []*symbolic.Expr // by size of the body: what it is on the path
	// general tells to pass numbers as sizes, too.
	general bool
}

// value is an argument with types over the body's sizes.
func (x *passage) value(v value) value {
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
		return d
	case *closure:
		c := &closure{v.graph, v.at, map[graph.Value]value{}, x.typ(v.of), nil}
		for _, at := range sortedKeys(v.seen) {
			c.seen[at] = x.value(v.seen[at])
		}
		for _, e := range v.extents {
			c.extents = append(c.extents, extent{e.variable, (&extentMap{dim: x.dim}).extent(e.dim)})
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

func (x *passage) typ(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return mapExtents(t, x.dim)
}

func (x *passage) all(ts []types.Type) []types.Type {
	mapped, _ := mapAll(ts, x.typ, func(a, b types.Type) bool { return a == b })
	return mapped
}

func (x *passage) dim(d types.Dim) types.Dim {
	e := x.nowExpr(x.p, d.Expr())
	if _, number := d.Const(); number && !x.general {
		return d
	}
	if at := slices.IndexFunc(x.sizes, e.Equal); at >= 0 {
		return types.DimOf(x.size(at))
	}
	return types.MapDim(e, func(s *symbolic.Symbol) (types.Dim, bool) {
		if _, known := x.index[s]; !known {
			return types.Any, true
		}
		return types.DimOf(x.pass(symbolic.Var(s))), true
	})
}

// pass makes an expression of the path a size of the body.
func (x *passage) pass(e *symbolic.Expr) *symbolic.Expr {
	at := slices.IndexFunc(x.sizes, e.Equal)
	if at < 0 {
		at = len(x.sizes)
		x.sizes = append(x.sizes, e)
	}
	return x.size(at)
}

// declared makes what a definition's size variables stand for sizes of the body. A number
// becomes none: the body is looked at again for each, unless there are many already.
func (x *passage) declared(f *types.Func, args []value) {
	for _, e := range extentsOf(f, args) {
		if _, number := e.dim.Const(); number && !x.general || !x.known(e.dim.Expr()) {
			continue
		}
		x.pass(x.nowExpr(x.p, e.dim.Expr()))
	}
}

// known tells of an expression over the path's sizes.
func (a *Analysis) known(e *symbolic.Expr) bool {
	if e == nil {
		return false
	}
	known := true
	e.Symbols(func(s *symbolic.Symbol) {
		_, ok := a.index[s]
		known = known && ok
	})
	return known
}

// back takes a type of the body's result out of it.
func (x *passage) back(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return mapExtents(t, func(d types.Dim) types.Dim {
		return types.MapDim(d.Expr(), func(s *symbolic.Symbol) (types.Dim, bool) {
			if i, known := x.index[s]; known && i < len(x.sizes) {
				return types.DimOf(x.sizes[i]), true
			}
			return types.Any, true
		})
	})
}

// affines are the sizes that are passed.
func (x *passage) affines() []linear.Form {
	all := make([]linear.Form, len(x.sizes))
	for i, e := range x.sizes {
		all[i] = x.atMost(x.p, e)
	}
	return all
}

// atMost is a size of which nothing is known but that it is no more than an expression:
// the expression itself where that is a sum of sizes.
func (a *Analysis) atMost(p *path, e *symbolic.Expr) linear.Form {
	if s, ok := a.affineOf(e); ok {
		return s
	}
	s := p.symbol()
	a.bound(p, s, e)
	return s
}

// bound notes that a new symbol is at most an expression.
func (a *Analysis) bound(p *path, s linear.Form, e *symbolic.Expr) {
	if e = a.rising(e); e == nil {
		return
	}
	if p.most == nil {
		p.most = map[int]*symbolic.Expr{}
	}
	p.most[s.Last()] = e
}

// fresh is a new symbol for a size that is at most an expression.
func (a *Analysis) fresh(p *path, e *symbolic.Expr) linear.Form {
	s := p.symbol()
	a.bound(p, s, e)
	return s
}

// affineOf reads a sum of sizes with factors that are naturals.
func (a *Analysis) affineOf(e *symbolic.Expr) (s linear.Form, ok bool) {
	if !a.known(e) || !e.Polynomial(func(*big.Rat, []symbolic.Factor) {}) {
		return linear.Form{}, false
	}
	ok = true
	e.Polynomial(func(c *big.Rat, factors []symbolic.Factor) {
		switch {
		case !c.IsInt() || c.Sign() < 0 || !c.Num().IsInt64() || c.Num().Int64() > maxFactor || len(factors) > 1:
			ok = false
		case len(factors) == 0:
			s.Const = c.Num().Int64()
		case factors[0].Exponent != 1:
			ok = false
		default:
			s = s.Plus(c.Num().Int64(), linear.Variable(a.index[factors[0].Symbol]))
		}
	})
	return s, ok
}

// rising is an expression that is no less and falls with no size; nil where none is
// found.
func (a *Analysis) rising(e *symbolic.Expr) *symbolic.Expr {
	if e == nil || !a.known(e) || e.Undefined() {
		return nil
	}
	negative, is := e.Negative()
	switch {
	case is && !negative:
		return e
	case e.Nonnegative() && a.rises(e):
		return e
	case is:
		return e.Positive()
	}
	up, ok := e.AtMost(symbolic.Var)
	if !ok || !a.rises(up) {
		return nil
	}
	if !up.Nonnegative() {
		return up.Max(symbolic.Int(0))
	}
	return up
}

func (a *Analysis) rises(e *symbolic.Expr) bool {
	all := true
	e.Symbols(func(s *symbolic.Symbol) {
		if all {
			trend := e.Trend(s)
			all = trend == symbolic.Rising || trend == symbolic.Constant
		}
	})
	return all
}
