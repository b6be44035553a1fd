package typecheck

import (
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Generalization by levels (Rémy 1992): a variable whose level is deeper than the
// current one occurs nowhere outside the binding, so the type may quantify over
// it, without a search through the environment. Undecided constraints on such
// variables become part of the scheme, as `where` clauses (Jones 1992). Types are
// shared first (types.Share), for a type may be exponentially larger as a tree
// than as a graph.

// generalize makes a scheme of a function type: the variables of an inner
// level and the constraints on them, made since a mark, become its own.
func (c *checker) generalize(t types.Type, from int, n syntax.NodeID) types.Type {
	f, ok := types.Head(t).(*types.Func)
	if !ok {
		c.lower(t)
		return t
	}
	c.lowerResults(from)
	c.lowerFixed(from)
	c.lowerWaiting()
	f = types.ShareWithin(c.resolveVars(f), &c.meter).(*types.Func)
	if c.oversized(f, n) {
		return types.ErrorType
	}
	g := newGeneralizer(c)
	f = g.loosen(f)
	g.begin(f.Params)
	g.collect(f)
	where := append(append([]types.Constraint{}, f.Where...), g.constraints(from)...)
	for _, k := range g.kept {
		k.done = true
	}
	if len(where) > maxConstraints {
		c.Errorf(n, codes.AmbiguousType, "the type of this function has %d undecided operators; annotate its parameters", len(where))
		return types.ErrorType
	}
	if len(g.params) == 0 && len(where) == 0 {
		return f
	}
	scheme := &types.Func{Params: g.params, Where: where, In: f.In, Out: f.Out}
	scheme.Where = append(scheme.Where, sequences(scheme)...)
	return scheme
}

// generalizeData gives the parameters that a constructor without fields leaves open
// (`Nil` is a List[a] for every a), and its type.
func (c *checker) generalizeData(t types.Type) ([]types.Param, types.Type) {
	t = c.resolveVars(t)
	g := newGeneralizer(c)
	g.begin(nil)
	g.collect(t)
	return g.params, t
}

// lowerResults moves the results of undecided relations since a mark, whose arguments
// all belong outside, to where the arguments belong: what a relation gives follows
// from what it is given.
func (c *checker) lowerResults(from int) {
	for _, k := range c.constraints[from:] {
		if !k.done && c.outside(k.args) {
			c.lower(k.out)
		}
	}
}

// lowerFixed keeps a function out of a scheme whose undecided relations decide what it
// does: its uses share one answer.
func (c *checker) lowerFixed(from int) {
	for _, k := range c.constraints[from:] {
		if k.done || !k.op.Fixed {
			continue
		}
		for _, arg := range k.args {
			c.lower(arg)
		}
		c.lower(k.out)
	}
}

// outside reports whether nothing in some types can be generalized.
func (c *checker) outside(ts []types.Type) bool {
	yes := true
	for _, t := range ts {
		c.walk(t, func(t types.Type) bool {
			if v, ok := t.(*types.Var); ok {
				yes = yes && v.Level <= c.level
			}
			return yes
		})
	}
	return yes
}

// A generalizer collects the variables that the schemes of a group quantify
// over.
type generalizer struct {
	c       *checker
	params  []types.Param // of the current scheme
	seen    map[*types.Var]bool
	symbols map[*symbolic.Symbol]bool
	group   map[*types.Var]bool       // of all schemes of the group
	shared  map[*symbolic.Symbol]bool // the shape variables of all of them
	kept    []*constraint             // that became part of a scheme
}

func newGeneralizer(c *checker) generalizer {
	return generalizer{c: c, group: map[*types.Var]bool{}, shared: map[*symbolic.Symbol]bool{}}
}

func (g *generalizer) begin(params []types.Param) {
	g.params = append([]types.Param{}, params...)
	g.seen = map[*types.Var]bool{}
	g.symbols = map[*symbolic.Symbol]bool{}
	for _, p := range params {
		if p.Var != nil {
			g.seen[p.Var] = true
		} else {
			g.symbols[p.Sym] = true
		}
	}
}

// share lets all definitions of a group quantify over the parameters that one of them
// declares and whose type is inferred: inside of the group it has one type, and so the
// types of the others may speak of them.
func (g *generalizer) share(s *signature) {
	if s.annotated {
		return
	}
	for _, p := range s.scope.quantified() {
		if p.Var != nil {
			g.group[p.Var] = true
		} else {
			g.shared[p.Sym] = true
		}
	}
}

func (g *generalizer) collect(t types.Type) {
	g.c.walk(t, func(t types.Type) bool {
		if v, ok := t.(*types.Var); ok {
			g.variable(v)
		}
		eachExtent(t, g.extent)
		return true
	})
}

// variable quantifies over a variable of an inner level; from now on it is
// rigid, and printed wherever it stands.
func (g *generalizer) variable(v *types.Var) {
	if g.seen[v] || !g.group[v] && (v.Rigid || v.Level <= g.c.level) {
		return
	}
	g.seen[v] = true
	g.group[v] = true
	v.Rigid = true
	g.params = append(g.params, types.Param{Name: v.Name, Var: v})
}

// loosen gives a function type with `?` for the extents of its result that nothing
// determines, and writes `?` for them in the undecided relations. Conversions in the
// function keep their variables: a run then finds extents that fit (machine.plan.isFree).
func (g *generalizer) loosen(f *types.Func) *types.Func {
	symbols := g.c.undeterminedBy(f)
	if len(symbols) == 0 {
		return f
	}
	s := types.Substitution{Meter: &g.c.meter, Params: make([]types.Param, len(symbols)),
		Types: make([]types.Type, len(symbols)), Dims: make([]types.Dim, len(symbols))}
	for i, symbol := range symbols {
		s.Params[i].Sym, s.Dims[i] = symbol, types.Any
	}
	for _, k := range g.c.constraints {
		if k.done {
			continue
		}
		args := make([]types.Type, len(k.args))
		for i, arg := range k.args {
			args[i] = s.Apply(g.c.resolveVars(arg))
		}
		k.args, k.out = args, s.Apply(g.c.resolveVars(k.out))
	}
	return s.Apply(f).(*types.Func)
}

// extent quantifies over the unknowns of an inner level in an extent.
func (g *generalizer) extent(d types.Dim) {
	e, ok := d.Symbolic()
	if !ok {
		return
	}
	e.Symbols(func(s *symbolic.Symbol) {
		known := g.c.sizes[s]
		if g.symbols[s] || !g.shared[s] && (known == nil || !known.unknown || known.level <= g.c.level) {
			return
		}
		g.symbols[s], g.shared[s] = true, true
		if known != nil {
			known.unknown = false
		}
		g.params = append(g.params, types.Param{Name: s.Name, Sym: s})
	})
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
	spread(queue, speaking, found)
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
			args[i] = g.c.resolveVars(arg)
			g.collect(args[i])
		}
	}
	out := g.c.resolveVars(k.out)
	g.collect(out)
	return types.Constraint{Op: k.op.Name, Args: args, With: k.attrs.String(), Out: out, Data: &origin{k.op, k.attrs}}
}
