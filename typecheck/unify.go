package typecheck

import (
	"github.com/fraccheck/fraccheck/op/parallel"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

// A clash is why two types do not fit: the innermost parts that differ.
type clash struct {
	code      syntax.Code
	want, got types.Type
	dim       int // of the tensors want and got, -1 where it is not an extent
	note      string
}

// unify makes two types compatible and gives their join: the type that both
// have, `?` where one of them has `?`. A variable on the way is bound to the
// join, so that a later use sees what is known of all uses; what is in error
// stays so, and never becomes a type that may hold it.
func (c *checker) unify(want, got types.Type) (types.Type, *clash) {
	if want == got {
		return want, nil
	}
	wantVar, w := behind(want)
	gotVar, g := behind(got)
	if w == g {
		return w, nil
	}
	if c.unified(w, g) {
		return w, nil
	}
	joined, clash := c.unifyHeads(w, g)
	if clash != nil {
		return joined, clash
	}
	alias(w, gotVar)
	alias(g, wantVar)
	if wantVar != nil && joined != w && !types.IsBad(w) {
		wantVar.Link = joined
	}
	if gotVar != nil && joined != g && !types.IsBad(g) {
		gotVar.Link = joined
	}
	return joined, nil
}

// manyUnified is when it begins to be noted which types were unified.
const manyUnified = 10_000

// unified tells whether two compound types were unified before; large ones may
// meet in very many places.
func (c *checker) unified(w, g types.Type) bool {
	if c.steps++; c.steps <= manyUnified {
		return false
	}
	switch w.(type) {
	case *types.Tuple, *types.ADT, *types.Func, *types.Fractal, *types.Ref:
	default:
		return false
	}
	if c.pairs == nil {
		c.pairs = map[[2]types.Type]bool{}
	}
	pair := [2]types.Type{w, g}
	known := c.pairs[pair]
	c.pairs[pair] = true
	return known
}

// alias lets a variable that was just bound to what is behind another one
// follow that one, so that both see a later join.
func alias(bound types.Type, other *types.Var) {
	if v, ok := bound.(*types.Var); ok && v.Link != nil && other != nil && v != other {
		v.Link = other
	}
}

// behind follows links and gives the last variable on the way, nil where there
// is none.
func behind(t types.Type) (*types.Var, types.Type) {
	var last *types.Var
	for {
		v, ok := t.(*types.Var)
		if !ok || v.Link == nil {
			return last, t
		}
		last, t = v, v.Link
	}
}

func (c *checker) unifyHeads(w, g types.Type) (types.Type, *clash) {
	if v, ok := w.(*types.Var); ok && !v.Rigid {
		return c.bind(v, g)
	}
	if v, ok := g.(*types.Var); ok && !v.Rigid {
		return c.bind(v, w)
	}
	switch w := w.(type) {
	case *types.Bad:
		return g, nil
	case *types.Tensor:
		if g, ok := g.(*types.Tensor); ok {
			return c.unifyTensors(w, g)
		}
	case *types.ADT:
		if g, ok := g.(*types.ADT); ok && g.Decl == w.Decl {
			return c.unifyADTs(w, g)
		}
	case *types.Tuple:
		if g, ok := g.(*types.Tuple); ok && len(g.Elems) == len(w.Elems) {
			return c.unifyTuples(w, g)
		}
	case *types.Fractal:
		if g, ok := g.(*types.Fractal); ok {
			return c.unifyFractals(w, g)
		}
	case *types.Ref:
		if g, ok := g.(*types.Ref); ok {
			elem, clash := c.unify(w.Elem, g.Elem)
			return rebuilt(w, w.Elem, elem, func() types.Type { return &types.Ref{Elem: elem} }), clash
		}
	case *types.Func:
		if g, ok := g.(*types.Func); ok && len(g.In) == len(w.In) {
			return c.unifyFuncs(w, g)
		}
	case *types.Extent:
		if g, ok := g.(*types.Extent); ok {
			d, ok := c.unifyDims(w.Dim, g.Dim)
			if ok {
				return &types.Extent{Dim: d}, nil
			}
		}
	}
	if types.IsBad(g) {
		return w, nil
	}
	return w, differ(w, g)
}

// rebuilt keeps a type whose only part did not change.
func rebuilt(whole, part, joined types.Type, build func() types.Type) types.Type {
	if part == joined || types.Head(part) == joined {
		return whole
	}
	return build()
}

// differ classifies two heads that do not fit.
func differ(w, g types.Type) *clash {
	code := syntax.TypeMismatch
	_, wf := w.(*types.Fractal)
	_, gf := g.(*types.Fractal)
	if wf != gf && holds(w, wf) && holds(g, gf) {
		code = syntax.DepthMismatch
	}
	return &clash{code: code, want: w, got: g, dim: -1}
}

// holds tells whether t is a FractalTensor or could be the leaf of one.
func holds(t types.Type, fractal bool) bool {
	_, tensor := t.(*types.Tensor)
	return fractal || tensor
}

func (c *checker) unifyTensors(w, g *types.Tensor) (types.Type, *clash) {
	if len(w.Shape) != len(g.Shape) {
		return w, &clash{code: syntax.ShapeMismatch, want: w, got: g, dim: -1}
	}
	shape := w.Shape
	for i, d := range g.Shape {
		joined, ok := c.unifyDims(shape[i], d)
		if !ok {
			return w, &clash{code: syntax.ShapeMismatch, want: w, got: g, dim: i}
		}
		if !joined.Equal(shape[i]) {
			if &shape[0] == &w.Shape[0] {
				shape = append([]types.Dim{}, shape...)
			}
			shape[i] = joined
		}
	}
	if w.Dtype != g.Dtype {
		return w, &clash{code: syntax.DtypeMismatch, want: w, got: g, dim: -1}
	}
	if len(shape) > 0 && &shape[0] != &w.Shape[0] {
		return &types.Tensor{Dtype: w.Dtype, Shape: shape}, nil
	}
	return w, nil
}

func (c *checker) unifyLists(ws, gs []types.Type) ([]types.Type, *clash) {
	out := ws
	for i := range ws {
		joined, clash := c.unify(ws[i], gs[i])
		if clash != nil {
			return ws, clash
		}
		if joined != types.Head(out[i]) {
			if &out[0] == &ws[0] {
				out = append([]types.Type{}, ws...)
			}
			out[i] = joined
		}
	}
	return out, nil
}

func same(a, b []types.Type) bool { return len(a) == 0 || &a[0] == &b[0] }

func (c *checker) unifyADTs(w, g *types.ADT) (types.Type, *clash) {
	args, clash := c.unifyLists(w.Args, g.Args)
	if clash != nil || same(args, w.Args) {
		return w, clash
	}
	return &types.ADT{Decl: w.Decl, Args: args}, nil
}

func (c *checker) unifyTuples(w, g *types.Tuple) (types.Type, *clash) {
	elems, clash := c.unifyLists(w.Elems, g.Elems)
	if clash != nil || same(elems, w.Elems) {
		return w, clash
	}
	return &types.Tuple{Elems: elems}, nil
}

func (c *checker) unifyFractals(w, g *types.Fractal) (types.Type, *clash) {
	elem, clash := c.unify(w.Elem, g.Elem)
	if clash != nil {
		if clash.code == syntax.DepthMismatch {
			clash.want, clash.got = w, g
		}
		return w, clash
	}
	return rebuilt(w, w.Elem, elem, func() types.Type { return &types.Fractal{Elem: elem} }), nil
}

func (c *checker) unifyFuncs(w, g *types.Func) (types.Type, *clash) {
	if len(w.Params) != len(g.Params) {
		return w, &clash{code: syntax.TypeMismatch, want: w, got: g, dim: -1,
			note: "One of the two is polymorphic: it quantifies over type parameters of its own."}
	}
	if len(w.Params) > 0 {
		return c.unifySchemes(w, g)
	}
	in, clash := c.unifyLists(w.In, g.In)
	if clash != nil {
		return w, clash
	}
	out, clash := c.unify(w.Out, g.Out)
	if clash != nil {
		return w, clash
	}
	if same(in, w.In) && out == types.Head(w.Out) {
		return w, nil
	}
	return &types.Func{In: in, Out: out}, nil
}

// unifySchemes compares two polymorphic types under common rigid variables.
func (c *checker) unifySchemes(w, g *types.Func) (types.Type, *clash) {
	rigid := c.skolems(w.Params)
	a := types.Substitution{Params: w.Params, Types: rigid.Types, Dims: rigid.Dims}
	b := types.Substitution{Params: g.Params, Types: rigid.Types, Dims: rigid.Dims}
	c.level++
	defer func() { c.level-- }()
	for i := range w.In {
		if _, clash := c.unify(a.Apply(w.In[i]), b.Apply(g.In[i])); clash != nil {
			return w, clash
		}
	}
	_, clash := c.unify(a.Apply(w.Out), b.Apply(g.Out))
	return w, clash
}

// bind links a variable to a type.
func (c *checker) bind(v *types.Var, t types.Type) (types.Type, *clash) {
	if o, ok := t.(*types.Var); ok && !o.Rigid {
		o.Level = min(o.Level, v.Level)
		o.Leaf = o.Leaf || v.Leaf
	} else if clash := c.admit(v, t); clash != nil {
		return types.ErrorType, clash
	}
	v.Link = t
	c.wake(v)
	return t, nil
}

// admit tells whether v may become t: t must not contain v, nor a rigid
// variable of an inner scope, and be an element where v must be one. The
// variables in t move to v's level.
func (c *checker) admit(v *types.Var, t types.Type) (found *clash) {
	if v.Leaf {
		if clash := c.leaf(v, t); clash != nil {
			return clash
		}
	}
	if _, ok := t.(*types.Tensor); ok {
		return nil
	}
	variables := false
	types.Walk(t, func(part types.Type) bool {
		u, ok := part.(*types.Var)
		variables = variables || ok
		switch {
		case !ok && c.closed[part]:
			return false
		case !ok:
		case u == v:
			found = &clash{code: syntax.InfiniteType, want: v, got: t, dim: -1}
		case u.Rigid && u.Level > v.Level && !quantifiedIn(t, u):
			found = &clash{code: syntax.TypeMismatch, want: v, got: t, dim: -1,
				note: "`" + u.Name + "` is known only inside the function that declares it."}
		case !u.Rigid:
			u.Level = min(u.Level, v.Level)
		}
		return found == nil
	})
	if !variables {
		if c.closed == nil {
			c.closed = map[types.Type]bool{}
		}
		c.closed[t] = true
	}
	return found
}

// quantifiedIn tells whether a function type inside t declares u itself.
func quantifiedIn(t types.Type, u *types.Var) (found bool) {
	types.Walk(t, func(part types.Type) bool {
		if f, ok := part.(*types.Func); ok {
			for _, p := range f.Params {
				found = found || p.Var == u
			}
		}
		return !found
	})
	return found
}

// leaf requires of t what a FractalTensor's element must be.
func (c *checker) leaf(v *types.Var, t types.Type) *clash {
	if types.IsBad(t) {
		return nil
	}
	bad, why, ok := parallel.CheckElement(t)
	if !ok {
		return &clash{code: syntax.FractalElement, want: v, got: bad, dim: -1, note: why}
	}
	if tuple, ok := t.(*types.Tuple); ok {
		for _, e := range tuple.Elems {
			if u, ok := types.Head(e).(*types.Var); ok && !u.Rigid {
				u.Leaf = true
			} else if u == nil {
				if clash := c.leaf(v, types.Head(e)); clash != nil {
					return clash
				}
			}
		}
	}
	return nil
}
