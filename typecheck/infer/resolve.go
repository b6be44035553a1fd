package infer

import (
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/types"
)

// ResolveVars gives t with every link followed and every extent that was found put
// in. Types without either are not copied.
func (c *Engine) ResolveVars(t types.Type) types.Type {
	r := VarResolver{Engine: c}
	return r.ResolveVars(t)
}

// A VarResolver resolves types. What stands in many places of a large type is
// resolved once.
type VarResolver struct {
	Engine *Engine
	Ended  bool // the check: types are resolved in their places, see fill
	count  int
	depth  int
	known  map[types.Type]types.Type

	recent [8]struct{ from, to types.Type } // what was resolved lately: neighbours are often of one type
	next   uint8                            // which of them is forgotten next
}

// manyParts is when a VarResolver begins to note what it resolved.
const manyParts = 64

func (r *VarResolver) ResolveVars(t types.Type) types.Type {
	t = types.Head(t)
	switch t := t.(type) {
	case *types.Tensor:
		if r.Ended {
			r.fillShape(t)
			return t
		}
		return r.Engine.withExtents(t)
	case *types.Var:
		return t
	}
	r.Engine.Meter.Spend(1)
	for i := range r.recent {
		if r.recent[i].from == t {
			return r.recent[i].to
		}
	}
	resolved := r.resolve(t)
	r.recent[r.next].from, r.recent[r.next].to = t, resolved
	r.next = (r.next + 1) % uint8(len(r.recent))
	return resolved
}

func (r *VarResolver) resolve(t types.Type) types.Type {
	if r.count++; r.count <= manyParts {
		return r.rebuild(t)
	}
	if known, ok := r.known[t]; ok {
		return known
	}
	if r.known == nil {
		r.known = map[types.Type]types.Type{}
	}
	if r.depth++; r.depth > types.MaxDepth {
		steps.Exhaust()
	}
	result := r.rebuild(t)
	r.depth--
	r.known[t] = result
	return result
}

func (r *VarResolver) rebuild(t types.Type) types.Type {
	if r.Ended {
		r.fill(t)
		return t
	}
	switch t := t.(type) {
	case *types.Tuple:
		if i, u := r.first(t.Elems); i < len(t.Elems) {
			resolved := types.NewTuple(len(t.Elems))
			r.rest(resolved.Elems, t.Elems, i, u)
			return resolved
		}
		return t
	case *types.ADT:
		if i, u := r.first(t.Args); i < len(t.Args) {
			resolved := types.NewADT(t.Decl, len(t.Args))
			r.rest(resolved.Args, t.Args, i, u)
			return resolved
		}
		return t
	case *types.Fractal:
		if elem := r.ResolveVars(t.Elem); elem != t.Elem {
			return &types.Fractal{Elem: elem}
		}
		return t
	case *types.Ref:
		if elem := r.ResolveVars(t.Elem); elem != t.Elem {
			return &types.Ref{Elem: elem}
		}
		return t
	case *types.Extent:
		if d := r.Engine.Extent(t.Dim); !d.Equal(t.Dim) {
			return &types.Extent{Dim: d}
		}
		return t
	case *types.Func:
		return r.resolveFunc(t)
	default:
		return t
	}
}

// fill resolves the parts of a type where they stand. What has a variable or an extent
// that was found in it was made by this check, so that nobody else looks at it; and when
// the check has ended nothing is found any more that they would have to follow. That
// leaves out one allocation in seven of a check.
func (r *VarResolver) fill(t types.Type) {
	switch t := t.(type) {
	case *types.Tuple:
		r.fillAll(t.Elems)
	case *types.ADT:
		r.fillAll(t.Args)
	case *types.Fractal:
		r.fillOne(&t.Elem)
	case *types.Ref:
		r.fillOne(&t.Elem)
	case *types.Extent:
		if d := r.Engine.Extent(t.Dim); !d.Equal(t.Dim) {
			t.Dim = d
		}
	case *types.Func:
		r.fillAll(t.In)
		r.fillOne(&t.Out)
		for i := range t.Where {
			r.fillAll(t.Where[i].Args)
			r.fillOne(&t.Where[i].Out)
		}
	}
}

func (r *VarResolver) fillShape(t *types.Tensor) {
	if r.Engine.solved == 0 {
		return
	}
	for i, d := range t.Shape {
		if e := r.Engine.Extent(d); e != d && !e.Equal(d) {
			t.Shape[i] = e
		}
	}
}

func (r *VarResolver) fillAll(ts []types.Type) {
	for i := range ts {
		r.fillOne(&ts[i])
	}
}

// fillOne writes nothing where nothing changes: it may stand in a type of others.
func (r *VarResolver) fillOne(t *types.Type) {
	if u := r.ResolveVars(*t); u != *t {
		*t = u
	}
}

// first is the place of the first type in a list that does not stay as it is, and what it
// is resolved to; the list's length where all stay.
func (r *VarResolver) first(ts []types.Type) (int, types.Type) {
	for i, t := range ts {
		if u := r.ResolveVars(t); u != t {
			return i, u
		}
	}
	return len(ts), nil
}

// rest fills a list with the types of another one, of which the i-th is the first that
// does not stay.
func (r *VarResolver) rest(resolved, ts []types.Type, i int, u types.Type) {
	copy(resolved, ts[:i])
	resolved[i] = u
	for j := i + 1; j < len(ts); j++ {
		resolved[j] = r.ResolveVars(ts[j])
	}
}

func (r *VarResolver) resolveFunc(t *types.Func) types.Type {
	i, u := r.first(t.In)
	if i == len(t.In) {
		out := r.ResolveVars(t.Out)
		if len(t.Where) == 0 && out == t.Out {
			return t
		}
		return &types.Func{Params: t.Params, Where: r.where(t.Where), In: t.In, Out: out}
	}
	resolved := types.NewFunc(len(t.In))
	r.rest(resolved.In, t.In, i, u)
	resolved.Params, resolved.Out, resolved.Where = t.Params, r.ResolveVars(t.Out), r.where(t.Where)
	return resolved
}

func (r *VarResolver) where(cs []types.Constraint) []types.Constraint {
	if len(cs) == 0 {
		return nil
	}
	where := make([]types.Constraint, len(cs))
	for i, w := range cs {
		where[i] = w
		if k, u := r.first(w.Args); k < len(w.Args) {
			where[i].Args = make([]types.Type, len(w.Args))
			r.rest(where[i].Args, w.Args, k, u)
		}
		where[i].Out = r.ResolveVars(w.Out)
	}
	return where
}
