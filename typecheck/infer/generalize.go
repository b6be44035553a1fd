package infer

import (
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Generalization by levels (Rémy 1992): a variable whose level is deeper than the
// current one occurs nowhere outside the binding, so the type may quantify over
// it, without a search through the environment. Undecided constraints on such
// variables become part of the scheme, as `where` clauses (Jones 1992). Types are
// shared first (types.Share), for a type may be exponentially larger as a tree
// than as a graph.

// Generalize makes a scheme of a function type: the variables of an inner
// level and the constraints on them, made since a mark, become its own.
//
// The type is ErrorType where it is too large, for a text of so many nodes, or has too many
// undecided constraints, whose number is then returned.
func (c *Engine) Generalize(t types.Type, from, nodes int) (scheme types.Type, undecided int) {
	f, ok := types.Head(t).(*types.Func)
	if !ok {
		c.lower(t)
		return t, 0
	}
	c.lowerResults(from)
	c.lowerFixed(from)
	c.lowerWaiting()
	f = types.ShareWithin(c.ResolveVars(f), &c.Meter).(*types.Func)
	if Oversized(f, nodes, &c.Meter) {
		return types.ErrorType, 0
	}
	g := NewGeneralizer(c)
	f = g.Loosen(f)
	g.Begin(f.Params)
	g.Collect(f)
	where := append(append([]types.Constraint{}, f.Where...), g.Constraints(from)...)
	for _, k := range g.Kept {
		k.Done = true
	}
	if len(where) > MaxConstraints {
		return types.ErrorType, len(where)
	}
	if len(g.Params) == 0 && len(where) == 0 {
		return f, 0
	}
	quantified := &types.Func{Params: g.Params, Where: where, In: f.In, Out: f.Out}
	quantified.Where = append(quantified.Where, Sequences(quantified)...)
	return quantified, 0
}

// GeneralizeData gives the parameters that a constructor without fields leaves open
// (`Nil` is a List[a] for every a), and its type.
func (c *Engine) GeneralizeData(t types.Type) ([]types.Param, types.Type) {
	t = c.ResolveVars(t)
	g := NewGeneralizer(c)
	g.Begin(nil)
	g.Collect(t)
	return g.Params, t
}

// lowerResults moves the results of undecided relations since a mark, whose arguments
// all belong outside, to where the arguments belong: what a relation gives follows
// from what it is given.
func (c *Engine) lowerResults(from int) {
	for _, k := range c.Constraints[from:] {
		if !k.Done && c.outside(k.Args) {
			c.lower(k.Out)
		}
	}
}

// lowerFixed keeps a function out of a scheme whose undecided relations decide what it
// does: its uses share one answer.
func (c *Engine) lowerFixed(from int) {
	for _, k := range c.Constraints[from:] {
		if k.Done || !k.Op.Fixed {
			continue
		}
		for _, arg := range k.Args {
			c.lower(arg)
		}
		c.lower(k.Out)
	}
}

// outside reports whether nothing in some types can be generalized.
func (c *Engine) outside(ts []types.Type) bool {
	yes := true
	for _, t := range ts {
		c.Walk(t, func(t types.Type) bool {
			if v, ok := t.(*types.Var); ok {
				yes = yes && v.Level <= c.Level
			}
			return yes
		})
	}
	return yes
}

// A Generalizer collects the variables that the schemes of a group quantify
// over.
type Generalizer struct {
	c       *Engine
	Params  []types.Param // of the current scheme
	seen    map[*types.Var]bool
	symbols map[*symbolic.Symbol]bool
	group   map[*types.Var]bool       // of all schemes of the group
	shared  map[*symbolic.Symbol]bool // the shape variables of all of them
	Kept    []*Constraint             // that became part of a scheme
}

func NewGeneralizer(c *Engine) Generalizer {
	return Generalizer{c: c, group: map[*types.Var]bool{}, shared: map[*symbolic.Symbol]bool{}}
}

func (g *Generalizer) Begin(params []types.Param) {
	g.Params = append([]types.Param{}, params...)
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

// Share lets all definitions of a group quantify over the parameters that one of them
// declares and whose type is inferred: inside of the group it has one type, and so the
// types of the others may speak of them.
func (g *Generalizer) Share(params []types.Param) {
	for _, p := range params {
		if p.Var != nil {
			g.group[p.Var] = true
		} else {
			g.shared[p.Sym] = true
		}
	}
}

func (g *Generalizer) Collect(t types.Type) {
	g.c.Walk(t, func(t types.Type) bool {
		if v, ok := t.(*types.Var); ok {
			g.variable(v)
		}
		EachExtent(t, g.extent)
		return true
	})
}

// variable quantifies over a variable of an inner level; from now on it is
// rigid, and printed wherever it stands.
func (g *Generalizer) variable(v *types.Var) {
	if g.seen[v] || !g.group[v] && (v.Rigid || v.Level <= g.c.Level) {
		return
	}
	g.seen[v] = true
	g.group[v] = true
	v.Rigid = true
	g.Params = append(g.Params, types.Param{Name: v.Name, Var: v})
}

// Loosen gives a function type with `?` for the extents of its result that nothing
// determines, and writes `?` for them in the undecided relations. Conversions in the
// function keep their variables: a run then finds extents that fit (machine.plan.isFree).
func (g *Generalizer) Loosen(f *types.Func) *types.Func {
	symbols := g.c.undeterminedBy(f)
	if len(symbols) == 0 {
		return f
	}
	s := types.Substitution{Meter: &g.c.Meter, Params: make([]types.Param, len(symbols)),
		Types: make([]types.Type, len(symbols)), Dims: make([]types.Dim, len(symbols))}
	for i, symbol := range symbols {
		s.Params[i].Sym, s.Dims[i] = symbol, types.Any
	}
	for _, k := range g.c.Constraints {
		if k.Done {
			continue
		}
		args := make([]types.Type, len(k.Args))
		for i, arg := range k.Args {
			args[i] = s.Apply(g.c.ResolveVars(arg))
		}
		k.Args, k.Out = args, s.Apply(g.c.ResolveVars(k.Out))
	}
	return s.Apply(f).(*types.Func)
}

// extent quantifies over the unknowns of an inner level in an extent.
func (g *Generalizer) extent(d types.Dim) {
	e, ok := d.Symbolic()
	if !ok {
		return
	}
	e.Symbols(func(s *symbolic.Symbol) {
		known := g.c.sizes[s]
		if g.symbols[s] || !g.shared[s] && (known == nil || !known.unknown || known.level <= g.c.Level) {
			return
		}
		g.symbols[s], g.shared[s] = true, true
		if known != nil {
			known.unknown = false
		}
		g.Params = append(g.Params, types.Param{Name: s.Name, Sym: s})
	})
}

// Constraints gives the undecided relations since a mark that speak of the
// scheme's variables.
func (g *Generalizer) Constraints(from int) []types.Constraint {
	var where []types.Constraint
	reached := g.reached(from)
	for _, k := range g.c.Constraints[from:] {
		if reached[k] {
			g.Kept = append(g.Kept, k)
			where = append(where, g.keep(k))
		}
	}
	return where
}

// reached finds the undecided relations since a mark that a use of the scheme
// can decide: those that speak of a quantified variable, and those that share
// a variable from inside with one of them. The others are not its own, or
// nothing can ever decide them.
func (g *Generalizer) reached(from int) map[*Constraint]bool {
	speaking := map[*types.Var][]*Constraint{}
	var queue []*types.Var
	for _, k := range g.c.Constraints[from:] {
		if k.Done {
			continue
		}
		EachVariable(k, func(v *types.Var) {
			switch {
			case g.quantifies(v):
				queue = append(queue, v)
			case !g.group[v] && (v.Rigid || v.Level <= g.c.Level):
				return
			}
			speaking[v] = append(speaking[v], k)
		})
	}
	found := map[*Constraint]bool{}
	spread(queue, speaking, found)
	return found
}

// EachVariable visits the variables in a constraint.
func EachVariable(k *Constraint, visit func(*types.Var)) {
	variables := func(t types.Type) bool {
		if v, ok := t.(*types.Var); ok && v.Link == nil {
			visit(v)
		}
		return true
	}
	for _, arg := range k.Args {
		types.Walk(arg, variables)
	}
	types.Walk(k.Out, variables)
}

func (g *Generalizer) quantifies(v *types.Var) bool {
	if g.seen[v] {
		return true
	}
	for _, p := range g.Params {
		if p.Var == v {
			return true
		}
	}
	return false
}

func (g *Generalizer) keep(k *Constraint) types.Constraint {
	args := make([]types.Type, len(k.Args))
	for i, arg := range k.Args {
		if arg != nil {
			args[i] = g.c.ResolveVars(arg)
			g.Collect(args[i])
		}
	}
	out := g.c.ResolveVars(k.Out)
	g.Collect(out)
	return types.Constraint{Op: k.Op.Name, Args: args, With: k.Attrs.String(), Out: out, Data: &Origin{k.Op, k.Attrs}}
}

// DropUndecided gives up what the parameters of a definition in error do not decide:
// it is in error too, so that no use of the definition is blamed for it.
func (c *Engine) DropUndecided(t types.Type) {
	f, ok := t.(*types.Func)
	if !ok {
		return
	}
	known := map[*types.Var]bool{}
	each := func(t types.Type, visit func(*types.Var)) {
		c.Walk(t, func(t types.Type) bool {
			if v, ok := t.(*types.Var); ok {
				visit(v)
			}
			return true
		})
	}
	know := func(v *types.Var) { known[v] = true }
	for _, in := range f.In {
		each(in, know)
	}
	for _, k := range c.Constraints {
		decided := true
		for _, arg := range k.Args {
			each(arg, func(v *types.Var) { decided = decided && (v.Rigid || known[v]) })
		}
		switch {
		case k.Done:
		case decided:
			each(k.Out, know)
		case k.Owner == c.Owner:
			k.Done = true
			c.Unify(k.Out, types.ErrorType)
		}
	}
}

// Sequences are the constraints that say which parameters of a scheme stand for elements
// of FractalTensors, where the rest of the scheme does not show it.
func Sequences(f *types.Func) (out []types.Constraint) {
	shown := map[types.Type]bool{}
	types.Walk(f, func(t types.Type) bool {
		if sequence, ok := t.(*types.Fractal); ok {
			showElements(sequence.Elem, shown)
		}
		return true
	})
	for _, p := range f.Params {
		if p.Var != nil && p.Var.Leaf && !shown[p.Var] {
			out = append(out, types.Constraint{
				Op: parallel.Sequence.Name, Args: []types.Type{p.Var}, Out: &types.Fractal{Elem: p.Var},
				Data: &Origin{Op: parallel.Sequence},
			})
		}
	}
	return out
}

func showElements(t types.Type, shown map[types.Type]bool) {
	t = types.Head(t)
	if shown[t] {
		return
	}
	shown[t] = true
	if tuple, ok := t.(*types.Tuple); ok {
		for _, elem := range tuple.Elems {
			showElements(elem, shown)
		}
	}
}
