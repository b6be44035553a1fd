package typecheck

import (
	"errors"
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/digraph"
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/infer"
	"github.com/fraccheck/fraccheck/typecheck/message"
	"github.com/fraccheck/fraccheck/typecheck/typed"
	"github.com/fraccheck/fraccheck/typecheck/typeexpr"
)

// Definitions whose types are not written out are inferred in the order of the
// strongly connected components of the call graph, callees first (package
// digraph): inside of a component a definition has one type for all its uses, and
// only outside of it a scheme (Damas and Milner 1982).

// inferGroups infers the definitions whose types are not known from what is
// written, callees before callers; those that call each other are one group.
func (m *Module) inferGroups() {
	for i := range m.items.len() {
		m.markInferred(i)
	}
	m.eachGroup(m.inferGroup)
}

// markInferred notes whether the definition in an item is to be inferred, and what it
// names then.
func (m *Module) markInferred(i int) {
	state, item := m.items.at(i), m.config.File.Item(i)
	s := state.signature
	if s == nil || m.outlined(i) || s.Annotated && !(m.lenient && m.constrains(item, s)) {
		state.inferred = nil
		return
	}
	state.inferred = &inferred{}
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		if item.Kind(n) == syntax.Global {
			state.inferred.globals = append(state.inferred.globals, item.SourceText(n))
		}
	}
}

// eachGroup visits the groups of the definitions that are to be inferred: the
// strongly connected components of what they name, callees first.
func (m *Module) eachGroup(visit func(group []int)) {
	m.groups(m.items.open(), visit)
}

// groups is eachGroup for some of these definitions, as if there were no others.
func (m *Module) groups(items []int, visit func(group []int)) {
	number := make(map[*typed.Object]int32, len(items)) // the place in items
	for k, i := range items {
		number[m.items.at(i).object] = int32(k)
	}
	m.dependencies(items, number).Components(func(component []int32) {
		group := make([]int, len(component))
		for k, v := range component {
			group[k] = items[v]
		}
		visit(group)
	})
}

// constrains reports whether the types of a definition are written out and its body
// may still lay constraints on its type parameters, which its callers must
// keep: one with type parameters, and with operators or calls that bring some along.
func (m *Module) constrains(item *syntax.Item, s *typeexpr.Signature) bool {
	if len(s.Scope.Params) == 0 {
		return false
	}
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		switch item.Kind(n) {
		case syntax.Operator, syntax.Project, syntax.Index, syntax.Segment, syntax.List, syntax.Global, syntax.Match, syntax.PatTuple:
			return true
		case syntax.Name:
			if m.config.Ops[item.SourceText(n)] != nil {
				return true
			}
		}
	}
	return false
}

// dependencies leads from each definition to be inferred to those that it names.
func (m *Module) dependencies(items []int, number map[*typed.Object]int32) *digraph.Graph {
	var edges []digraph.Edge
	for v, i := range items {
		for _, name := range m.items.at(i).inferred.globals {
			if w, ok := number[m.value(name, m.block(i))]; ok {
				edges = append(edges, digraph.Edge{From: int32(v), To: w})
			}
		}
	}
	return digraph.New(len(items), edges)
}

// maxRounds bounds how often a group is inferred for what its definitions ask of their
// declared parameters: `def @f<a>(%x: a) { … @f([%x]) … }` could ask for more each time.
const maxRounds = 6

// inferGroup infers definitions that need each other. In a file with a version header
// the types of definitions that are written out grow by what their bodies ask for, and
// callers in the group must ask for it too, and so on until nothing is added.
func (m *Module) inferGroup(group []int) {
	for range maxRounds {
		before := m.declaredTypes(group)
		m.inferRound(group)
		if slices.Equal(before, m.declaredTypes(group)) {
			return
		}
	}
	m.endless(group)
}

// declaredTypes are the types of the definitions in a group that are written out, none
// where they do not grow.
func (m *Module) declaredTypes(group []int) (texts []string) {
	if !m.lenient {
		return nil
	}
	for _, i := range group {
		if s := m.items.at(i).signature; s.Holes {
			return nil // they are found once
		}
		if m.items.at(i).signature.Annotated {
			texts = append(texts, types.Key(m.items.at(i).object.Type))
		}
	}
	return texts
}

// endless reports definitions that ask for more each time that they are called.
func (m *Module) endless(group []int) {
	for _, i := range group {
		o := m.items.at(i).object
		o.Type = types.ErrorType
		result := m.items.at(i).inferred.result
		result.Diagnostics = append(result.Diagnostics, message.WithSeverity(syntax.Diagnostic{
			Code: codes.AmbiguousType, Span: o.Item.Span(o.Node),
			Message: fmt.Sprintf("what `%s` asks of its type parameters grows with each call of itself", o.Name),
			Notes:   []string{"Call it with its own parameters."},
		}))
	}
}

// inferRound infers definitions that need each other with what is known of their types.
// Claims that were believed and bring errors about are not believed.
func (m *Module) inferRound(group []int) {
	if !m.inferOnce(group, false) {
		return
	}
	believing := m.errorsOf(group)
	m.inferOnce(group, true)
	if m.errorsOf(group) >= believing {
		m.inferOnce(group, false)
	}
}

// errorsOf counts the errors in the results of a group.
func (m *Module) errorsOf(group []int) (n int) {
	for _, i := range group {
		n += message.ErrorsIn(m.items.at(i).inferred.result.Diagnostics)
	}
	return n
}

// inferOnce is one round; it reports whether errors may come from claims that were
// believed.
func (m *Module) inferOnce(group []int, doubting bool) (refuted bool) {
	c := m.checker(m.context(), group...)
	c.doubting = doubting
	err := steps.Run(func() { refuted = c.inferGroup(group) })
	switch {
	case err == nil:
		m.release(c)
	case errors.Is(err, steps.ErrExhausted):
		m.refuseGroup(group, c)
	default:
		steps.Stop(err)
	}
	return refuted
}

func (c *checker) inferGroup(group []int) (refuted bool) {
	m := c.m
	c.Level = bodyLevel
	c.mono = map[*typed.Object]types.Type{}
	bodies := make([]*types.Func, len(group))
	for k, i := range group {
		bodies[k] = c.shape(m.items.at(i).signature)
		if !m.items.at(i).signature.Annotated {
			c.mono[m.items.at(i).object] = bodies[k]
		}
	}
	units := make([]*unit, len(group))
	for k, i := range group {
		units[k] = c.beginPacked(i)
		c.definition(bodies[k])
	}
	c.Finish(asTypes(bodies)...)
	c.Level = 1
	c.generalizeGroup(units)
	c.leftovers()
	items := make([]*syntax.Item, len(units))
	for k, u := range units {
		c.resume(u)
		items[k] = u.Item
		state := m.items.at(u.index)
		state.inferred.result, state.inferred.group, state.inferred.by = typed.Pack(c.result()), items, m.identity
		refuted = refuted || u.refuted()
	}
	return refuted
}

func asTypes(fs []*types.Func) []types.Type {
	out := make([]types.Type, len(fs))
	for i, f := range fs {
		out[i] = f
	}
	return out
}

// shape is the type of a definition as far as it is written, with variables
// for the rest.
func (c *checker) shape(s *typeexpr.Signature) *types.Func {
	f := types.NewFunc(len(s.In))
	f.Out = s.Out
	for i, t := range s.In {
		if t == nil {
			t = c.Fresh()
		}
		f.In[i] = t
	}
	if f.Out == nil {
		f.Out = c.Fresh()
	}
	return f
}

// definition checks the body of the current unit's definition against its
// type.
func (c *checker) definition(f *types.Func) {
	c.hiddenQuotients()
	item := c.Item
	def := item.Def(item.Root)
	c.scope.reset()
	c.scope.open()
	c.patternMark = c.scope.mark()
	i := 0
	for _, p := range item.Kids(def.Params) {
		if item.Kind(p) != syntax.Param {
			continue
		}
		if pattern := item.Param(p).Pattern; pattern != syntax.NoNode {
			c.pattern(pattern, f.In[i])
		}
		c.info.Types[p] = f.In[i]
		i++
	}
	if def.Body == syntax.NoNode {
		return
	}
	why := reason{kind: resultReason, node: def.Result}
	if def.Result == syntax.NoNode {
		why = reason{}
	}
	c.expr(def.Body, f.Out, why)
	c.flows(def.Body, nil, f.Out)
}

// generalizeGroup gives every definition of a group its scheme.
func (c *checker) generalizeGroup(units []*unit) {
	g := infer.NewGeneralizer(&c.Engine)
	for _, u := range units {
		if !u.signature.Annotated {
			g.Share(u.signature.Scope.Quantified())
		}
	}
	for _, u := range units {
		c.resume(u)
		o := c.m.items.at(u.index).object
		t, ok := c.mono[o]
		if !ok {
			t = &types.Func{In: u.signature.In, Out: u.signature.Out}
		}
		if c.Failed() {
			c.DropUndecided(types.Head(t))
		}
		f := types.ShareWithin(c.ResolveVars(t), &c.Meter).(*types.Func)
		if message.ErrorsIn(c.Diagnostics) > 0 {
			f = openParameters(f, u.signature.In)
		}
		if c.oversized(f, o.Node) {
			o.Type = types.ErrorType
			continue
		}
		f = g.Loosen(f)
		g.Begin(u.signature.Scope.Quantified())
		g.Collect(f)
		where := append([]types.Constraint{}, u.signature.Where...)
		where = append(where, g.Constraints(0)...)
		c.requireOfInferred()
		if len(where) > infer.MaxConstraints {
			c.Errorf(o.Node, codes.AmbiguousType, "the type of `%s` has %d undecided operators; annotate its parameters", o.Name, len(where))
			o.Type = types.ErrorType
			continue
		}
		scheme := &types.Func{Params: g.Params, Where: where, In: f.In, Out: f.Out}
		scheme.Where = append(scheme.Where, infer.Sequences(scheme)...)
		o.Type = scheme
	}
	for _, k := range g.Kept {
		k.Done = true
	}
	c.mono = nil
}

// openParameters leaves open the types that were inferred for the parameters of a definition with an
// error: an argument that does not fit one follows from the error.
func openParameters(f *types.Func, written []types.Type) *types.Func {
	open := *f
	open.In = slices.Clone(f.In)
	for i, t := range written {
		if t == nil {
			open.In[i] = types.ErrorType
		}
	}
	return &open
}

// requireOfInferred reports what a definition of which a part is inferred asks of the
// parameters that it declares.
func (c *checker) requireOfInferred() {
	own := c.ownParams()
	if len(own) == 0 || c.m.lenient {
		return
	}
	var asked []*infer.Constraint
	for _, k := range c.Constraints {
		if !k.Done && k.Owner == c.Owner && asksOfOwn(k, own) {
			asked = append(asked, k)
		}
	}
	if len(asked) > 0 && !c.Failed() {
		c.requireDeclared(asked)
	}
}
