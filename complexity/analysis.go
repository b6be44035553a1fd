package complexity

import (
	"context"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/complexity/measure"
	"github.com/fraccheck/fraccheck/complexity/solving"
	"github.com/fraccheck/fraccheck/internal/assume"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// An Analysis derives costs of definitions. It is not safe for concurrent use.
type Analysis struct {
	*measure.Table
	*solving.Solver
	ops         op.Table
	check       func(*typecheck.Object) *typecheck.Info
	checked     map[*typecheck.Object]*typecheck.Info
	refers      map[*typecheck.Info]bool // see mayRefer
	instances   map[string]*instance
	forms       map[any]int
	stack       []*instance
	count       int
	whole       *steps.Meter            // of all that it does, see Until
	forBody     int                     // steps that a body has, besides those for its nodes
	within      int                     // see Within
	foreign     foreign                 // the figures of definitions whose bodies are not looked at; nil where all are
	joining     []*instance             // bodies that are being looked at together, one inside of the other
	following   map[string]following    // by form: of the integers that it gives
	assumed     *assume.Set             // of sizes, see Assume
	families    map[string]*family      // by type, see frames.go
	records     map[string][]types.Type // the fields of records by type, see record.go
	unframed    map[any]bool            // bodies that give functions that are no data, by their source
	familyTypes int                     // that have been made
}

// New makes an analysis that gets typed trees from check: nil for what has no
// body, or has errors. It bounds the metrics that are wanted; all, where none is
// named.
func New(ops op.Table, check func(*typecheck.Object) *typecheck.Info, wanted ...solving.Metric) *Analysis {
	if len(wanted) == 0 {
		wanted = []solving.Metric{solving.Work, solving.Tick, solving.Span, solving.Memory}
	}
	if !slices.Contains(wanted, solving.Work) { // which reports whether calls end
		wanted = append(slices.Clone(wanted), solving.Work)
	}
	whole := steps.New(context.Background(), math.MaxInt) // which does not end
	return &Analysis{Solver: solving.NewSolver(whole, allSteps, wanted), whole: whole, forBody: bodySteps, ops: ops, check: check, following: map[string]following{}, checked: map[*typecheck.Object]*typecheck.Info{}, refers: map[*typecheck.Info]bool{}, instances: map[string]*instance{}, forms: map[any]int{}, families: map[string]*family{}, records: map[string][]types.Type{}, unframed: map[any]bool{}, Table: measure.NewTable()}
}

// Until has the analysis stop when a context ends. What it is asked for then has no
// bound.
func (a *Analysis) Until(ctx context.Context) *Analysis {
	a.whole = steps.New(ctx, math.MaxInt)
	a.Meter = a.whole
	return a
}

// Within has the analysis look only at definitions that reach no more than so many, and
// themselves, by calls: of others it says that they are too large. Who asks about many
// definitions, each with an analysis of its own, would go through those at the end of a
// long chain of calls again and again.
func (a *Analysis) Within(most int) *Analysis {
	a.within = most
	return a
}

// Assume has the bounds be those of arguments whose sizes are as assumed. What stands for the
// extents `?` is put into the types of the arguments, and into those of results that no
// operator's relation says more of; sizes with names are put into the bounds that are found.
func (a *Analysis) Assume(s *assume.Set) *Analysis {
	a.assumed = s
	return a
}

// known is a type with what is assumed of its extents `?`.
func (a *Analysis) known(t types.Type) types.Type {
	if t == nil || a.assumed.Unknown().Loose() {
		return t
	}
	return measure.MapAllExtents(t, func(d types.Dim) types.Dim {
		if d.Loose() {
			return a.assumed.Unknown()
		}
		return d
	})
}

// tree is the typed tree of a definition.
func (a *Analysis) tree(o *typecheck.Object) *typecheck.Info {
	info, known := a.checked[o]
	if !known {
		info = a.check(o)
		a.checked[o] = info
	}
	return info
}

// bodyOf is the graph of an instance's body and the patterns of its parameters.
func (a *Analysis) bodyOf(in *instance) (*graph.Graph, []syntax.NodeID) {
	if in.family != nil {
		return nil, nil
	}
	if in.literal != nil {
		item := in.literal.graph.Info.Item
		fn := item.Fn(in.literal.graph.Node(in.literal.at))
		return in.literal.graph, patternsOf(item, fn.Params)
	}
	info := a.tree(in.object)
	if info == nil || info.Item.Body() == syntax.NoNode || info.Item.Kind(info.Item.Root) != syntax.ItemDef {
		return nil, nil
	}
	return graph.Of(info), patternsOf(info.Item, info.Item.Def(info.Item.Root).Params)
}

func patternsOf(item *syntax.Item, params syntax.NodeID) []syntax.NodeID {
	var patterns []syntax.NodeID
	for _, n := range item.Kids(params) {
		if item.Kind(n) == syntax.Param {
			patterns = append(patterns, item.Param(n).Pattern)
		}
	}
	return patterns
}

// declaredResult is the type that a definition gives for the arguments of an
// instance.
func (w *walk) declaredResult(in *instance) types.Type {
	if in.object == nil {
		return w.closed(w.graph.Type(in.literal.graph.At(w.graph.Blocks()[w.graph.Operands(in.literal.at)[0].Block].Node)))
	}
	f, ok := types.Head(in.object.Type).(*types.Func)
	if !ok {
		return nil
	}
	return measure.Narrow(matched(f, in.args, in.chosen).Apply(f.Params, f.Out))
}

// Of is the bound of a definition for arguments of which nothing is known but
// the types that it declares.
func (a *Analysis) Of(o *typecheck.Object) (b *Bound) {
	a.dropFamilies()
	err := steps.Run(func() { b = a.of(o) })
	for range maxGrowths {
		if !errors.Is(err, errGrown) {
			break
		}
		a.grow()
		err = steps.Run(func() { b = a.of(o) })
	}
	switch {
	case a.ended():
		b = &Bound{Loss: &solving.Loss{Reason: solving.Stopped}}
	case err != nil:
		b = &Bound{Loss: &solving.Loss{Reason: solving.TooLarge}}
	}
	b.index = a.Index
	if a.assumed == nil {
		return b
	}
	return b.Assume(a.assumed)
}

func (a *Analysis) of(o *typecheck.Object) *Bound {
	info := a.tree(o)
	f, ok := types.Head(o.Type).(*types.Func)
	if info == nil || !ok {
		return &Bound{Loss: &solving.Loss{Reason: solving.NoBody}}
	}
	if hole := info.Item.HoleIn(info.Item.Body()); hole != syntax.NoNode {
		return &Bound{Loss: &solving.Loss{Reason: solving.Unwritten, Item: info.Item, Node: hole}}
	}
	if a.within > 0 && a.reachesMore(info, a.within) {
		return &Bound{Loss: &solving.Loss{Reason: solving.TooLarge}}
	}
	w := &walk{Analysis: a, graph: graph.Of(info), item: info.Item}
	p := a.newPath(nil)
	for _, param := range f.Params {
		if param.Sym != nil {
			w.extents = append(w.extents, extent{param.Sym, types.DimOf(a.Size(p.Symbols()))})
			p.Symbol()
		}
	}
	var args []value
	b := &Bound{}
	_, patterns := a.bodyOf(&instance{object: o})
	for _, t := range f.In {
		args = append(args, w.unknown(p, w.inside(a.known(t)), true))
	}
	w.enter(p, graph.None, a.newInstance(instance{object: o, chosen: w.chosenBy(o, args, w.inside(f.Out))}), args)
	if b.Loss = p.Loss; len(p.Calls) > 0 {
		b.nameExtents(f, patterns, info.Item, p.Calls[0])
		for i, arg := range args {
			b.name(w, arg, parameterName(info.Item, patterns, i))
		}
		whole := p.Calls[0].Callee
		b.unordered, b.ranged = ownerOf(whole).reachesUnordered(), ownerOf(whole).ranged
		b.costs, b.Loss, b.lost, b.derived = whole.Bounds, whole.Loss, whole.Lost, whole.Derived
		for _, m := range a.Wanted {
			b.why[m] = whole.Steps(m)
		}
	}
	return b
}

// Parameters are the names of a definition's parameters, as its bound has them.
func (a *Analysis) Parameters(o *typecheck.Object) (names []string) {
	info, f := a.tree(o), types.Head(o.Type)
	if def, ok := f.(*types.Func); ok && info != nil {
		_, patterns := a.bodyOf(&instance{object: o})
		for i := range def.In {
			names = append(names, parameterName(info.Item, patterns, i))
		}
	}
	return names
}

// parameterName is the name of a parameter in bounds, without its sigil; its
// number where it is no single variable.
func parameterName(item *syntax.Item, patterns []syntax.NodeID, i int) string {
	if i < len(patterns) {
		n := patterns[i]
		for item.Kind(n) == syntax.PatTyped || item.Kind(n) == syntax.PatParen {
			if item.Kind(n) == syntax.PatTyped {
				n = item.PatTyped(n).Pattern
			} else {
				n = item.Inner(n)
			}
		}
		if kind := item.Kind(n); kind == syntax.PatVar || kind == syntax.PatName {
			return strings.TrimPrefix(item.SourceText(n), "%")
		}
	}
	return "argument" + strconv.Itoa(i+1)
}
