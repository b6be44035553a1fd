package typecheck

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// maxConstraints bounds the constraints of one type, which can grow exponentially with
// the program.
const maxConstraints = 256

// origin is what a type's constraint keeps of the call that it comes from.
type origin struct {
	op    *op.Op
	attrs op.Attrs
}

// freshArguments gives fresh variables for the parameters of a scheme, for as long as the
// check lasts.
func (c *checker) freshArguments(params []types.Param) types.Substitution {
	s := types.Substitution{Meter: &c.meter, Params: params, Types: c.types.take(len(params))}
	for i, p := range params {
		if p.Sym != nil {
			if s.Dims == nil {
				s.Dims = make([]types.Dim, len(params))
			}
			s.Dims[i] = c.unknown(p.Name)
			continue
		}
		v := c.fresh()
		v.Leaf = p.Var.Leaf
		s.Types[i] = v
	}
	return s
}

// skolems gives rigid variables for the parameters of a scheme that an
// expression is checked against.
func (c *checker) skolems(params []types.Param) types.Substitution {
	s := types.Substitution{Meter: &c.meter, Params: params, Types: make([]types.Type, len(params)), Dims: make([]types.Dim, len(params))}
	for i, p := range params {
		if p.Sym != nil {
			sym := symbolic.NewSymbol(p.Name, uint32(c.nextID))
			c.newSize(sym, false, c.level+1)
			s.Dims[i] = types.DimOf(symbolic.Var(sym))
			continue
		}
		s.Types[i] = &types.Var{Name: p.Name, Rigid: true, Level: c.level + 1, Leaf: p.Var.Leaf}
	}
	return s
}

// instantiate gives one use of a type: a polymorphic function with fresh
// variables, anything else as it is.
func (c *checker) instantiate(t types.Type, n syntax.NodeID) types.Type {
	f, ok := t.(*types.Func)
	if !ok || len(f.Params) == 0 && len(f.Where) == 0 {
		return t
	}
	s := c.freshArguments(f.Params)
	out := types.NewFunc(len(f.In))
	out.Out = s.Apply(f.Out)
	for i, in := range f.In {
		out.In[i] = s.Apply(in)
	}
	c.require(f.Where, &s, n)
	return out
}

// use gives one use of a variable.
func (c *checker) use(o *typed.Object, n syntax.NodeID) types.Type {
	if len(o.Params) == 0 {
		return c.instantiate(o.Type, n)
	}
	s := c.freshArguments(o.Params)
	return s.Apply(o.Type)
}

// require adds the constraints of an instantiated scheme.
func (c *checker) require(where []types.Constraint, s *types.Substitution, n syntax.NodeID) {
	for _, w := range where {
		if w.Op == parallel.Sequence.Name {
			continue // the variables of the instance are marked
		}
		from, ok := w.Data.(*origin)
		if !ok {
			from = &origin{op: c.m.config.Ops[w.Op]}
			if from.op == nil {
				continue
			}
			from.attrs, _ = op.Bind(from.op, nil)
		}
		args := make([]types.Type, len(w.Args))
		for i, arg := range w.Args {
			if arg != nil {
				args[i] = s.Apply(arg)
			}
		}
		k := constraint{op: from.op, args: args, attrs: from.attrs, out: s.Apply(w.Out), unit: c.unit, node: n}
		answer := c.ask(&k, early)
		if !answer.Waits {
			c.settle(&k, answer)
		} else if out := c.declaredResult(&k); out != nil {
			c.settle(&k, op.Answer{Out: out})
		} else if twin := c.equalConstraint(&k, maxConstraints); twin == nil {
			waiting := k
			c.suspend(&waiting, answer.Wait)
		} else if _, clash := c.unify(k.out, twin.out); clash != nil {
			c.resultClash(&k, k.out, twin.out, clash)
		}
	}
}
