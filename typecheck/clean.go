package typecheck

import "github.com/fraccheck/fraccheck/types"

// clean gives t with every link followed and every extent that was found put
// in. Types without either are not copied.
func (c *checker) clean(t types.Type) types.Type {
	cleaner := cleaner{c: c}
	return cleaner.clean(t)
}

// A cleaner cleans one type. What stands in many places of a large type is
// cleaned once.
type cleaner struct {
	c     *checker
	count int
	known map[types.Type]types.Type
}

// manyParts is when a cleaner begins to note what it cleaned.
const manyParts = 256

func (c *cleaner) clean(t types.Type) types.Type {
	t = types.Head(t)
	if tensor, ok := t.(*types.Tensor); ok {
		return c.c.settled(tensor)
	}
	if c.count++; c.count <= manyParts {
		return c.rebuild(t)
	}
	if known, ok := c.known[t]; ok {
		return known
	}
	if c.known == nil {
		c.known = map[types.Type]types.Type{}
	}
	result := c.rebuild(t)
	c.known[t] = result
	return result
}

func (c *cleaner) rebuild(t types.Type) types.Type {
	switch t := t.(type) {
	case *types.Tuple:
		if elems, changed := c.cleanList(t.Elems); changed {
			return &types.Tuple{Elems: elems}
		}
		return t
	case *types.ADT:
		if args, changed := c.cleanList(t.Args); changed {
			return &types.ADT{Decl: t.Decl, Args: args}
		}
		return t
	case *types.Fractal:
		if elem := c.clean(t.Elem); elem != t.Elem {
			return &types.Fractal{Elem: elem}
		}
		return t
	case *types.Ref:
		if elem := c.clean(t.Elem); elem != t.Elem {
			return &types.Ref{Elem: elem}
		}
		return t
	case *types.Extent:
		if d := c.c.extent(t.Dim); !d.Equal(t.Dim) {
			return &types.Extent{Dim: d}
		}
		return t
	case *types.Func:
		return c.cleanFunc(t)
	default:
		return t
	}
}

func (c *cleaner) cleanList(ts []types.Type) ([]types.Type, bool) {
	var out []types.Type
	for i, t := range ts {
		u := c.clean(t)
		if u != t && out == nil {
			out = append([]types.Type{}, ts...)
		}
		if out != nil {
			out[i] = u
		}
	}
	return out, out != nil
}

func (c *cleaner) cleanFunc(t *types.Func) types.Type {
	in, changed := c.cleanList(t.In)
	if !changed {
		in = t.In
	}
	out := c.clean(t.Out)
	if !changed && out == t.Out && len(t.Where) == 0 {
		return t
	}
	where := make([]types.Constraint, len(t.Where))
	for i, w := range t.Where {
		where[i] = w
		if args, changed := c.cleanList(w.Args); changed {
			where[i].Args = args
		}
		where[i].Out = c.clean(w.Out)
	}
	return &types.Func{Params: t.Params, Where: where, In: in, Out: out}
}
