package typecheck

import (
	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/symbolic"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

// maxConstraints bounds the constraints of one type, maxParts its parts: a type
// can grow exponentially with the program.
const (
	maxConstraints = 256
	maxParts       = 20_000
)

// tooLarge reports a type of too many parts.
func (c *checker) tooLarge(t types.Type, n syntax.NodeID) bool {
	parts := 0
	types.Walk(t, func(types.Type) bool { parts++; return parts <= maxParts })
	if parts <= maxParts {
		return false
	}
	c.errorf(n, syntax.AmbiguousType, "the type of this function has more than %d parts; annotate it with the type that is meant", maxParts)
	return true
}

// origin is what a type's constraint keeps of the call that it comes from.
type origin struct {
	op    *op.Op
	attrs op.Attrs
}

// uses gives fresh variables for the parameters of a scheme.
func (c *checker) uses(params []types.Param) types.Substitution {
	s := types.Substitution{Params: params, Types: make([]types.Type, len(params))}
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
	s := types.Substitution{Params: params, Types: make([]types.Type, len(params)), Dims: make([]types.Dim, len(params))}
	for i, p := range params {
		if p.Sym != nil {
			s.Dims[i] = types.DimOf(symbolic.Var(symbolic.NewSymbol(p.Name, uint32(c.nextID))))
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
	s := c.uses(f.Params)
	out := &types.Func{In: make([]types.Type, len(f.In)), Out: s.Apply(f.Out)}
	for i, in := range f.In {
		out.In[i] = s.Apply(in)
	}
	c.require(f.Where, &s, n)
	return out
}

// require adds the constraints of an instantiated scheme.
func (c *checker) require(where []types.Constraint, s *types.Substitution, n syntax.NodeID) {
	for _, w := range where {
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
		k := &constraint{op: from.op, args: args, attrs: from.attrs, out: s.Apply(w.Out), unit: c.unit, node: n}
		answer := c.ask(k, false)
		if !answer.Waits {
			c.settle(k, answer)
		} else if twin := c.twin(k, maxConstraints); twin == nil {
			c.suspend(k, answer.Wait)
		} else if _, clash := c.unify(k.out, twin.out); clash != nil {
			c.resultClash(k, k.out, twin.out, clash)
		}
	}
}

// generalize makes a scheme of a function type: the variables of an inner
// level and the constraints on them, made since a mark, become its own.
func (c *checker) generalize(t types.Type, from int, n syntax.NodeID) types.Type {
	f, ok := types.Head(t).(*types.Func)
	if !ok {
		return t
	}
	f = types.Share(c.clean(f)).(*types.Func)
	if c.tooLarge(f, n) {
		return types.ErrorType
	}
	g := generalizer{c: c, group: map[*types.Var]bool{}}
	g.begin(f.Params)
	g.collect(f)
	where := append(append([]types.Constraint{}, f.Where...), g.constraints(from)...)
	for _, k := range g.kept {
		k.done = true
	}
	if len(where) > maxConstraints {
		c.errorf(n, syntax.AmbiguousType, "the type of this function has %d undecided operators; annotate its parameters", len(where))
		return types.ErrorType
	}
	if len(g.params) == 0 && len(where) == 0 {
		return f
	}
	return &types.Func{Params: g.params, Where: where, In: f.In, Out: f.Out}
}

// A generalizer collects the variables that the schemes of a group quantify
// over.
type generalizer struct {
	c       *checker
	params  []types.Param // of the current scheme
	seen    map[*types.Var]bool
	symbols map[*symbolic.Symbol]bool
	group   map[*types.Var]bool // of all schemes of the group
	kept    []*constraint       // that became part of a scheme
}

func (g *generalizer) begin(params []types.Param) {
	g.params = append([]types.Param{}, params...)
	g.seen = map[*types.Var]bool{}
	g.symbols = map[*symbolic.Symbol]bool{}
}

func (g *generalizer) collect(t types.Type) {
	types.Walk(t, func(t types.Type) bool {
		switch t := t.(type) {
		case *types.Var:
			g.variable(t)
		case *types.Tensor:
			g.extents(t)
		}
		return true
	})
}

// variable quantifies over a variable of an inner level; from now on it is
// rigid, and printed wherever it stands.
func (g *generalizer) variable(v *types.Var) {
	if g.seen[v] || v.Rigid && !g.group[v] || v.Level <= g.c.level {
		return
	}
	g.seen[v] = true
	g.group[v] = true
	v.Rigid = true
	g.params = append(g.params, types.Param{Var: v})
}

// extents quantifies over the unknown extents of a tensor.
func (g *generalizer) extents(t *types.Tensor) {
	for _, d := range t.Shape {
		e, ok := d.Symbolic()
		if !ok {
			continue
		}
		e.Symbols(func(s *symbolic.Symbol) {
			if g.c.metas[s] && !g.symbols[s] {
				g.symbols[s] = true
				g.params = append(g.params, types.Param{Name: s.Name, Sym: s})
			}
		})
	}
}

// constraints gives the undecided relations since a mark that speak of the
// scheme's variables.
func (g *generalizer) constraints(from int) []types.Constraint {
	var where []types.Constraint
	reached := g.reached(from)
	for _, k := range g.c.constraints[from:] {
		if reached[k] {
			g.kept = append(g.kept, k)
			where = append(where, g.keep(k))
		}
	}
	return where
}

// reached finds the undecided relations since a mark that a use of the scheme
// can decide: those that speak of a quantified variable, and those that share
// a variable from inside with one of them. The others are not its own, or
// nothing can ever decide them.
func (g *generalizer) reached(from int) map[*constraint]bool {
	speaking := map[*types.Var][]*constraint{}
	var queue []*types.Var
	for _, k := range g.c.constraints[from:] {
		if k.done {
			continue
		}
		eachVariable(k, func(v *types.Var) {
			switch {
			case g.quantifies(v):
				queue = append(queue, v)
			case !g.group[v] && (v.Rigid || v.Level <= g.c.level):
				return
			}
			speaking[v] = append(speaking[v], k)
		})
	}
	found := map[*constraint]bool{}
	for len(queue) > 0 {
		v := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, k := range speaking[v] {
			if !found[k] {
				found[k] = true
				eachVariable(k, func(v *types.Var) { queue = append(queue, v) })
			}
		}
		delete(speaking, v)
	}
	return found
}

// eachVariable visits the variables in a constraint.
func eachVariable(k *constraint, visit func(*types.Var)) {
	variables := func(t types.Type) bool {
		if v, ok := t.(*types.Var); ok && v.Link == nil {
			visit(v)
		}
		return true
	}
	for _, arg := range k.args {
		types.Walk(arg, variables)
	}
	types.Walk(k.out, variables)
}

func (g *generalizer) quantifies(v *types.Var) bool {
	if g.seen[v] {
		return true
	}
	for _, p := range g.params {
		if p.Var == v {
			return true
		}
	}
	return false
}

func (g *generalizer) keep(k *constraint) types.Constraint {
	args := make([]types.Type, len(k.args))
	for i, arg := range k.args {
		if arg != nil {
			args[i] = g.c.clean(arg)
			g.collect(args[i])
		}
	}
	out := g.c.clean(k.out)
	g.collect(out)
	return types.Constraint{Op: k.op.Name, Args: args, With: k.attrs.String(), Out: out, Data: &origin{k.op, k.attrs}}
}
