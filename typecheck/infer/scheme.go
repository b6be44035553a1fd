package infer

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// MaxConstraints bounds the constraints of one type, which can grow exponentially with
// the program.
const MaxConstraints = 256

// Origin is what a type's constraint keeps of the call that it comes from.
type Origin struct {
	Op    *op.Op
	Attrs op.Attrs
}

// FreshArguments gives fresh variables for the parameters of a scheme, for as long as the
// check lasts.
func (c *Engine) FreshArguments(params []types.Param) types.Substitution {
	s := types.Substitution{Meter: &c.Meter, Params: params, Types: c.Types.Take(len(params))}
	for i, p := range params {
		if p.Sym != nil {
			if s.Dims == nil {
				s.Dims = make([]types.Dim, len(params))
			}
			s.Dims[i] = c.unknown(p.Name)
			continue
		}
		v := c.Fresh()
		v.Leaf = p.Var.Leaf
		s.Types[i] = v
	}
	return s
}

// Skolemize gives rigid variables for the parameters of a scheme that an
// expression is checked against.
func (c *Engine) Skolemize(params []types.Param) types.Substitution {
	s := types.Substitution{Meter: &c.Meter, Params: params, Types: make([]types.Type, len(params)), Dims: make([]types.Dim, len(params))}
	for i, p := range params {
		if p.Sym != nil {
			sym := symbolic.NewSymbol(p.Name, uint32(c.NextID))
			c.NewSize(sym, false, c.Level+1)
			s.Dims[i] = types.DimOf(symbolic.Var(sym))
			continue
		}
		s.Types[i] = &types.Var{Name: p.Name, Rigid: true, Level: c.Level + 1, Leaf: p.Var.Leaf}
	}
	return s
}

// Instantiate gives one use of a type: a polymorphic function with fresh
// variables, anything else as it is.
func (c *Engine) Instantiate(t types.Type, n syntax.NodeID) types.Type {
	f, ok := t.(*types.Func)
	if !ok || len(f.Params) == 0 && len(f.Where) == 0 {
		return t
	}
	s := c.FreshArguments(f.Params)
	out := types.NewFunc(len(f.In))
	out.Out = s.Apply(f.Out)
	for i, in := range f.In {
		out.In[i] = s.Apply(in)
	}
	c.Require(f.Where, &s, n)
	return out
}

// Require adds the constraints of an instantiated scheme.
func (c *Engine) Require(where []types.Constraint, s *types.Substitution, n syntax.NodeID) {
	for _, w := range where {
		if w.Op == parallel.Sequence.Name {
			continue // the variables of the instance are marked
		}
		from, ok := w.Data.(*Origin)
		if !ok {
			from = &Origin{Op: c.ops[w.Op]}
			if from.Op == nil {
				continue
			}
			from.Attrs, _ = op.Bind(from.Op, nil)
		}
		args := make([]types.Type, len(w.Args))
		for i, arg := range w.Args {
			if arg != nil {
				args[i] = s.Apply(arg)
			}
		}
		k := Constraint{Op: from.Op, Args: args, Attrs: from.Attrs, Out: s.Apply(w.Out), Owner: c.Owner, Node: n}
		answer := c.ask(&k, early)
		if !answer.Waits {
			c.settle(&k, answer)
		} else if out := c.declaredResult(&k); out != nil {
			c.settle(&k, op.Answer{Out: out})
		} else if twin := c.equalConstraint(&k, MaxConstraints); twin == nil {
			waiting := k
			c.suspend(&waiting, answer.Wait)
		} else if _, clash := c.Unify(k.Out, twin.Out); clash != nil {
			c.Host.ResultClash(&k, k.Out, twin.Out, clash)
		}
	}
}
