package typecheck

import (
	"github.com/fraccheck/fraccheck/steps"
	"github.com/fraccheck/fraccheck/types"
)

// resolveVars gives t with every link followed and every extent that was found put
// in. Types without either are not copied.
func (c *checker) resolveVars(t types.Type) types.Type {
	r := varResolver{c: c}
	return r.resolveVars(t)
}

// A varResolver resolves one type. What stands in many places of a large type is
// resolved once.
type varResolver struct {
	c     *checker
	count int
	depth int
	known map[types.Type]types.Type
}

// manyParts is when a varResolver begins to note what it resolved.
const manyParts = 64

func (r *varResolver) resolveVars(t types.Type) types.Type {
	t = types.Head(t)
	if tensor, ok := t.(*types.Tensor); ok {
		return r.c.withExtents(tensor)
	}
	r.c.meter.Spend(1)
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

func (r *varResolver) rebuild(t types.Type) types.Type {
	switch t := t.(type) {
	case *types.Tuple:
		if elems, changed := r.resolveList(t.Elems); changed {
			return &types.Tuple{Elems: elems}
		}
		return t
	case *types.ADT:
		if args, changed := r.resolveList(t.Args); changed {
			return &types.ADT{Decl: t.Decl, Args: args}
		}
		return t
	case *types.Fractal:
		if elem := r.resolveVars(t.Elem); elem != t.Elem {
			return &types.Fractal{Elem: elem}
		}
		return t
	case *types.Ref:
		if elem := r.resolveVars(t.Elem); elem != t.Elem {
			return &types.Ref{Elem: elem}
		}
		return t
	case *types.Extent:
		if d := r.c.extent(t.Dim); !d.Equal(t.Dim) {
			return &types.Extent{Dim: d}
		}
		return t
	case *types.Func:
		return r.resolveFunc(t)
	default:
		return t
	}
}

func (r *varResolver) resolveList(ts []types.Type) ([]types.Type, bool) {
	var out []types.Type
	for i, t := range ts {
		u := r.resolveVars(t)
		if u != t && out == nil {
			out = append([]types.Type{}, ts...)
		}
		if out != nil {
			out[i] = u
		}
	}
	return out, out != nil
}

func (r *varResolver) resolveFunc(t *types.Func) types.Type {
	in, changed := r.resolveList(t.In)
	if !changed {
		in = t.In
	}
	out := r.resolveVars(t.Out)
	if !changed && out == t.Out && len(t.Where) == 0 {
		return t
	}
	where := make([]types.Constraint, len(t.Where))
	for i, w := range t.Where {
		where[i] = w
		if args, changed := r.resolveList(w.Args); changed {
			where[i].Args = args
		}
		where[i].Out = r.resolveVars(w.Out)
	}
	return &types.Func{Params: t.Params, Where: where, In: in, Out: out}
}
