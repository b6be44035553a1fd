package infer

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Unification (Robinson 1965) by linking variables to types, with two changes.
// `?` agrees with every extent without being equal to it, as in gradual typing
// (Siek and Taha 2006), so that unifying gives a type, the join of both, and does
// not only make them equal. And a type that is large because it has much in common
// with itself is unified part by part once, not once for each path to a part.

// A Clash is why two types do not fit: the innermost parts that differ.
type Clash struct {
	Code      codes.Code
	Want, Got types.Type
	Dim       int // of the tensors want and got, -1 where it is not an extent
	Note      string
}

// Unify makes two types compatible and gives their join: the type that both
// have, `?` where one of them has `?`. A variable on the way is bound to the
// join, so that a later use sees what is known of all uses. What holds an error
// keeps it: the join has the other side's part in its place, which the occurs check
// of bind has not seen, and which may hold the variable itself.
func (c *Engine) Unify(want, got types.Type) (types.Type, *Clash) {
	if want == got {
		return want, nil
	}
	wantVar, w := lastLink(want)
	gotVar, g := lastLink(got)
	if w == g {
		return w, nil
	}
	if c.unified(w, g) {
		return w, nil
	}
	c.Meter.Spend(1)
	if c.depth++; c.depth > types.MaxDepth {
		steps.Exhaust()
	}
	joined, clash := c.unifyHeads(w, g)
	c.depth--
	if clash != nil {
		return joined, clash
	}
	follow(w, gotVar)
	follow(g, wantVar)
	relink(wantVar, w, joined)
	relink(gotVar, g, joined)
	return joined, nil
}

// relink lets a variable that stands for t stand for a join of t instead, which
// differs from t in extents alone.
func relink(v *types.Var, t, joined types.Type) {
	if v != nil && joined != t && !HoldsError(t) {
		v.Link = joined
	}
}

// manyUnified is when it begins to be noted which types were unified.
const manyUnified = 10_000

// unified reports whether two compound types were unified before; large ones may
// meet in very many places.
func (c *Engine) unified(w, g types.Type) bool {
	if c.state.unified++; c.state.unified <= manyUnified {
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

// follow lets a variable that was just bound to what follows another one
// follow that one, so that both see a later join.
func follow(bound types.Type, other *types.Var) {
	if v, ok := bound.(*types.Var); ok && v.Link != nil && other != nil && v != other {
		v.Link = other
	}
}

// lastLink follows links and gives the last variable on the way, nil where there
// is none.
func lastLink(t types.Type) (*types.Var, types.Type) {
	var last *types.Var
	for {
		v, ok := t.(*types.Var)
		if !ok || v.Link == nil {
			return last, t
		}
		last, t = v, v.Link
	}
}

func (c *Engine) unifyHeads(w, g types.Type) (types.Type, *Clash) {
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
			elem, clash := c.Unify(w.Elem, g.Elem)
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
	return w, headClash(w, g)
}

// rebuilt keeps a type whose only part did not change.
func rebuilt(whole, part, joined types.Type, build func() types.Type) types.Type {
	if part == joined || types.Head(part) == joined {
		return whole
	}
	return build()
}

// headClash classifies two heads that do not fit.
func headClash(w, g types.Type) *Clash {
	code := codes.TypeMismatch
	_, wf := w.(*types.Fractal)
	_, gf := g.(*types.Fractal)
	if wf != gf && fractalOrLeaf(w, wf) && fractalOrLeaf(g, gf) {
		code = codes.DepthMismatch
	}
	return &Clash{Code: code, Want: w, Got: g, Dim: -1}
}

// fractalOrLeaf reports whether t is a FractalTensor or could be the leaf of one.
func fractalOrLeaf(t types.Type, fractal bool) bool {
	_, tensor := t.(*types.Tensor)
	return fractal || tensor
}

func (c *Engine) unifyTensors(w, g *types.Tensor) (types.Type, *Clash) {
	if len(w.Shape) != len(g.Shape) {
		return w, &Clash{Code: codes.ShapeMismatch, Want: w, Got: g, Dim: -1}
	}
	shape, given := w.Shape, true
	for i, d := range g.Shape {
		joined, ok := c.unifyDims(shape[i], d)
		if !ok {
			return w, c.extentClash(w, g, i)
		}
		given = given && joined == d
		if !joined.Equal(shape[i]) {
			if &shape[0] == &w.Shape[0] {
				shape = append([]types.Dim{}, shape...)
			}
			shape[i] = joined
		}
	}
	if w.Dtype != g.Dtype {
		return w, &Clash{Code: codes.DtypeMismatch, Want: w, Got: g, Dim: -1}
	}
	if len(shape) > 0 && &shape[0] != &w.Shape[0] {
		if given {
			return g, nil
		}
		return &types.Tensor{Dtype: w.Dtype, Shape: shape}, nil
	}
	return w, nil
}

// extentClash is the clash of one extent of two tensors.
func (c *Engine) extentClash(w, g *types.Tensor, i int) *Clash {
	found := &Clash{Code: codes.ShapeMismatch, Want: w, Got: g, Dim: i}
	if c.escaped != nil {
		found.Note, c.escaped = knownInside(c.escaped.Name), nil
	}
	return found
}

// unifyLists gives one of the lists itself where the join is it, as nearly always.
func (c *Engine) unifyLists(ws, gs []types.Type) ([]types.Type, *Clash) {
	var out []types.Type      // where it is neither
	wants, gots := true, true // the join is ws, or gs, up to here
	for i := range ws {
		joined, clash := c.Unify(ws[i], gs[i])
		if clash != nil {
			return ws, clash
		}
		same, given := joined == types.Head(ws[i]), joined == gs[i]
		if out == nil && !(wants && same) && !(gots && given) {
			out = make([]types.Type, len(ws))
			if wants {
				copy(out, ws[:i])
			} else {
				copy(out, gs[:i])
			}
		}
		wants, gots = wants && same, gots && given
		switch {
		case out == nil:
		case same:
			out[i] = ws[i]
		default:
			out[i] = joined
		}
	}
	switch {
	case out != nil:
		return out, nil
	case wants:
		return ws, nil
	}
	return gs, nil
}

func sameSlice(a, b []types.Type) bool { return len(a) == 0 || &a[0] == &b[0] }

func (c *Engine) unifyADTs(w, g *types.ADT) (types.Type, *Clash) {
	args, clash := c.unifyLists(w.Args, g.Args)
	switch {
	case clash != nil || sameSlice(args, w.Args):
		return w, clash
	case sameSlice(args, g.Args):
		return g, nil
	}
	return &types.ADT{Decl: w.Decl, Args: args}, nil
}

func (c *Engine) unifyTuples(w, g *types.Tuple) (types.Type, *Clash) {
	elems, clash := c.unifyLists(w.Elems, g.Elems)
	switch {
	case clash != nil || sameSlice(elems, w.Elems):
		return w, clash
	case sameSlice(elems, g.Elems):
		return g, nil
	}
	return &types.Tuple{Elems: elems}, nil
}

func (c *Engine) unifyFractals(w, g *types.Fractal) (types.Type, *Clash) {
	elem, clash := c.Unify(w.Elem, g.Elem)
	if clash != nil {
		if clash.Code == codes.DepthMismatch {
			clash.Want, clash.Got = w, g
		}
		return w, clash
	}
	if elem == g.Elem && elem != types.Head(w.Elem) {
		return g, nil
	}
	return rebuilt(w, w.Elem, elem, func() types.Type { return &types.Fractal{Elem: elem} }), nil
}

func (c *Engine) unifyFuncs(w, g *types.Func) (types.Type, *Clash) {
	if len(w.Params) != len(g.Params) {
		return w, &Clash{Code: codes.TypeMismatch, Want: w, Got: g, Dim: -1,
			Note: "One of the two is polymorphic: it quantifies over type parameters of its own."}
	}
	if len(w.Params) > 0 {
		return c.unifySchemes(w, g)
	}
	in, clash := c.unifyLists(w.In, g.In)
	if clash != nil {
		return w, clash
	}
	out, clash := c.Unify(w.Out, g.Out)
	if clash != nil {
		return w, clash
	}
	switch {
	case sameSlice(in, w.In) && out == types.Head(w.Out):
		return w, nil
	case sameSlice(in, g.In) && out == g.Out:
		return g, nil
	}
	return &types.Func{In: in, Out: out}, nil
}

// unifySchemes compares two polymorphic types under common rigid variables.
func (c *Engine) unifySchemes(w, g *types.Func) (types.Type, *Clash) {
	rigid := c.Skolemize(w.Params)
	a := types.Substitution{Meter: &c.Meter, Params: w.Params, Types: rigid.Types, Dims: rigid.Dims}
	b := types.Substitution{Meter: &c.Meter, Params: types.Correspond(w, g), Types: rigid.Types, Dims: rigid.Dims}
	c.Level++
	defer func() { c.Level-- }()
	for i := range w.In {
		if _, clash := c.Unify(a.Apply(w.In[i]), b.Apply(g.In[i])); clash != nil {
			return w, clash
		}
	}
	_, differ := c.Unify(a.Apply(w.Out), b.Apply(g.Out))
	if differ == nil && !sameWhere(applyWhere(w.Where, &a), applyWhere(g.Where, &b)) {
		return w, &Clash{Code: codes.TypeMismatch, Want: w, Got: g, Dim: -1,
			Note: "The two ask for different operators on their type parameters."}
	}
	return w, differ
}

// sameWhere reports whether two types ask the same of their parameters.
func sameWhere(ws, gs []types.Constraint) bool {
	within := func(as, bs []types.Constraint) bool {
		return !slices.ContainsFunc(as, func(a types.Constraint) bool {
			return !slices.ContainsFunc(bs, func(b types.Constraint) bool {
				return a.Op == b.Op && a.With == b.With && equalArguments(append(a.Args, a.Out), append(b.Args, b.Out))
			})
		})
	}
	return within(ws, gs) && within(gs, ws)
}

// Walk is types.Walk, counted.
func (c *Engine) Walk(t types.Type, visit func(types.Type) bool) {
	types.Walk(t, func(t types.Type) bool {
		c.Meter.Spend(1)
		return visit(t)
	})
}

// What the type of a definition may have beside what its own text has: each use of it
// costs as much.
const (
	maxDepth = 256
	maxParts = 2_000
)

// Oversized reports whether a type is too large to be used, where it is written by a text
// of some nodes.
func Oversized(t types.Type, nodes int, m *steps.Meter) bool {
	parts, most := 0, maxParts+nodes
	types.Walk(t, func(types.Type) bool {
		m.Spend(1)
		parts++
		return parts <= most
	})
	return parts > most || !types.NestedWithin(t, maxDepth+nodes)
}
