package infer

import (
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/types"
)

// What a variable may be linked to. One walk through the type does what Hindley
// and Milner's inference asks for here: the occurs check (no type contains
// itself), the check that a parameter of an inner function does not leave it,
// and the adjustment of levels (Rémy 1992): variables in the type now live as long
// as the variable that they are linked to.

// bind links a variable to a type.
func (c *Engine) bind(v *types.Var, t types.Type) (types.Type, *Clash) {
	if o, ok := t.(*types.Var); ok && !o.Rigid {
		o.Level = min(o.Level, v.Level)
		o.Leaf = o.Leaf || v.Leaf
	} else if clash := c.checkBinding(v, t); clash != nil {
		return types.ErrorType, clash
	}
	v.Link = t
	c.wake(v)
	return t, nil
}

// checkBinding reports whether v may become t: t must not contain v, nor a rigid
// variable of an inner scope, and be an element where v must be one. The
// variables in t move to v's level.
func (c *Engine) checkBinding(v *types.Var, t types.Type) (found *Clash) {
	if v.Leaf {
		if clash := c.checkLeaf(v, t); clash != nil {
			return clash
		}
	}
	if tensor, ok := t.(*types.Tensor); ok && (len(tensor.Shape) == 0 || len(c.sizes) == 0) {
		return nil
	}
	variables, parts := false, 0 // or sizes, which may be found or moved
	c.Walk(t, func(part types.Type) bool {
		parts++
		u, ok := part.(*types.Var)
		variables = variables || ok
		EachExtent(part, func(d types.Dim) {
			if _, ok := d.Symbolic(); !ok {
				return
			}
			variables = true
			if s := c.lowerSizes(d, v.Level); s != nil && !quantifiedIn(t, types.Param{Sym: s}) {
				found = &Clash{Code: codes.TypeMismatch, Want: v, Got: t, Dim: -1, Note: knownInside(s.Name)}
			}
		})
		switch {
		case !ok && c.closed[part]:
			return false
		case !ok:
		case u == v:
			found = &Clash{Code: codes.InfiniteType, Want: v, Got: t, Dim: -1}
		case u.Rigid && u.Level > v.Level && !quantifiedIn(t, types.Param{Var: u}):
			found = &Clash{Code: codes.TypeMismatch, Want: v, Got: t, Dim: -1, Note: knownInside(u.Name)}
		case !u.Rigid:
			u.Level = min(u.Level, v.Level)
		}
		return found == nil
	})
	if !variables && parts > fewParts {
		if c.closed == nil {
			c.closed = map[types.Type]bool{}
		}
		c.closed[t] = true
	}
	return found
}

// fewParts is up to how many parts a type is looked at again rather than remembered.
const fewParts = 8

// knownInside says of a type parameter why nothing outside may speak of it.
func knownInside(name string) string {
	if name == "" {
		return "It depends on a type parameter that an inner function was given, and that is known only inside that function."
	}
	return "`" + name + "` is known only inside the function that declares it."
}

// quantifiedIn reports whether a function type inside t declares a variable itself.
func quantifiedIn(t types.Type, variable types.Param) (found bool) {
	types.Walk(t, func(part types.Type) bool {
		if f, ok := part.(*types.Func); ok {
			for _, p := range f.Params {
				found = found || p.Var == variable.Var && p.Sym == variable.Sym
			}
		}
		return !found
	})
	return found
}

// checkRigidLeaf refuses a type parameter as an element, where nothing says that it is
// one. In files that owe TVM its leniency it is asked of the callers.
func (c *Engine) checkRigidLeaf(v, u *types.Var) *Clash {
	own := c.Owner.Declares(u)
	if own && c.lenient {
		u.Leaf = true
		return nil
	}
	if own {
		return &Clash{Code: codes.UndeclaredRequirement, Want: v, Got: u, Dim: -1}
	}
	return &Clash{Code: codes.FractalElement, Want: v, Got: u, Dim: -1,
		Note: "A type parameter is any type that a caller may choose, also one that a FractalTensor does not hold."}
}

// checkLeaf requires of t what a FractalTensor's element must be. Variables in it that
// are still to be found must be elements too.
func (c *Engine) checkLeaf(v *types.Var, t types.Type) (found *Clash) {
	if types.IsBad(t) {
		return nil
	}
	if u, ok := t.(*types.Var); ok && u.Rigid && !u.Leaf {
		return c.checkRigidLeaf(v, u)
	}
	bad, why, ok := parallel.CheckElement(t)
	if !ok {
		return &Clash{Code: codes.FractalElement, Want: v, Got: bad, Dim: -1, Note: why}
	}
	c.Walk(t, func(part types.Type) bool {
		u, variable := part.(*types.Var)
		switch {
		case !variable:
		case !u.Rigid:
			u.Leaf = true
		case !u.Leaf && found == nil:
			found = c.checkRigidLeaf(v, u)
		}
		_, tuple := part.(*types.Tuple)
		return tuple
	})
	return found
}
