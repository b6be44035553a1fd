package typecheck

import (
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

// inferGroups infers the definitions whose types are not known from what is
// written, callees before callers; those that call each other are one group.
func (m *Module) inferGroups() {
	for i := range m.items {
		m.opens(i)
	}
	m.eachGroup(m.inferGroup)
}

// opens notes whether the definition in an item is to be inferred, and what it
// names then.
func (m *Module) opens(i int) {
	state, item := &m.items[i], m.config.File.Items[i]
	s := state.signature
	if state.open = s != nil && (!s.annotated || m.constrains(item, s)); !state.open {
		return
	}
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		if item.Kind(n) == syntax.Global {
			state.globals = append(state.globals, item.SourceText(n))
		}
	}
}

// eachGroup visits the groups of the definitions that are to be inferred.
func (m *Module) eachGroup(visit func(group []int)) {
	open := map[*Object]int{}
	for i := range m.items {
		if m.items[i].open {
			open[m.items[i].object] = i
		}
	}
	if len(open) > 0 {
		components(m.dependencies(open), visit)
	}
}

// constrains tells of a definition whose types are written out and whose body
// may still lay constraints on its type parameters, which its callers must
// keep: one with type parameters and operators.
func (m *Module) constrains(item *syntax.Item, s *signature) bool {
	if len(s.scope.params) == 0 {
		return false
	}
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		switch item.Kind(n) {
		case syntax.Operator, syntax.Project, syntax.Index, syntax.Segment:
			return true
		case syntax.Name:
			if m.config.Ops[item.SourceText(n)] != nil {
				return true
			}
		}
	}
	return false
}

// dependencies lists, for each definition to be inferred, those that it names.
func (m *Module) dependencies(open map[*Object]int) [][]int {
	needs := make([][]int, len(m.items))
	for i := range m.items {
		if !m.items[i].open {
			continue
		}
		needs[i] = []int{}
		for _, name := range m.items[i].globals {
			if j, ok := open[m.value(name, m.block(i))]; ok {
				needs[i] = append(needs[i], j)
			}
		}
	}
	return needs
}

// components visits the strongly connected components of a graph, each after
// those that it needs (Tarjan's algorithm with a stack of its own). Nodes
// without a list (nil) are left out.
func components(needs [][]int, visit func([]int)) {
	t := tarjan{needs: needs, number: make([]int, len(needs)), low: make([]int, len(needs)), onStack: make([]bool, len(needs)), visit: visit}
	for v := range needs {
		if needs[v] != nil && t.number[v] == 0 {
			t.search(v)
		}
	}
}

type tarjan struct {
	needs       [][]int
	number, low []int
	onStack     []bool
	stack       []int
	count       int
	visit       func([]int)
}

type tarjanFrame struct{ v, next int }

func (t *tarjan) enter(v int) tarjanFrame {
	t.count++
	t.number[v], t.low[v] = t.count, t.count
	t.stack = append(t.stack, v)
	t.onStack[v] = true
	return tarjanFrame{v, 0}
}

func (t *tarjan) search(root int) {
	frames := []tarjanFrame{t.enter(root)}
	for len(frames) > 0 {
		f := &frames[len(frames)-1]
		if f.next < len(t.needs[f.v]) {
			w := t.needs[f.v][f.next]
			f.next++
			if t.number[w] == 0 {
				frames = append(frames, t.enter(w))
			} else if t.onStack[w] {
				t.low[f.v] = min(t.low[f.v], t.number[w])
			}
			continue
		}
		v := f.v
		frames = frames[:len(frames)-1]
		if len(frames) > 0 {
			u := frames[len(frames)-1].v
			t.low[u] = min(t.low[u], t.low[v])
		}
		if t.low[v] == t.number[v] {
			t.emit(v)
		}
	}
}

func (t *tarjan) emit(v int) {
	var group []int
	for {
		w := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		t.onStack[w] = false
		group = append(group, w)
		if w == v {
			break
		}
	}
	t.visit(group)
}

// inferGroup infers definitions that need each other.
func (m *Module) inferGroup(group []int) {
	c := m.newChecker()
	c.level = 2
	c.mono = map[*Object]types.Type{}
	bodies := make([]*types.Func, len(group))
	for k, i := range group {
		bodies[k] = c.shape(m.items[i].signature)
		if !m.items[i].signature.annotated {
			c.mono[m.items[i].object] = bodies[k]
		}
	}
	units := make([]*unit, len(group))
	for k, i := range group {
		units[k] = c.begin(i)
		c.definition(bodies[k])
	}
	c.finish(0)
	c.level = 1
	c.generalizeGroup(units)
	c.leftovers()
	items := make([]*syntax.Item, len(units))
	for k, u := range units {
		c.resume(u)
		items[k] = u.item
		m.items[u.index].result, m.items[u.index].group, m.items[u.index].carried = c.result(), items, false
	}
}

// shape is the type of a definition as far as it is written, with variables
// for the rest.
func (c *checker) shape(s *signature) *types.Func {
	f := &types.Func{In: make([]types.Type, len(s.in)), Out: s.out}
	for i, t := range s.in {
		if t == nil {
			t = c.fresh()
		}
		f.In[i] = t
	}
	if f.Out == nil {
		f.Out = c.fresh()
	}
	return f
}

// definition checks the body of the current unit's definition against its
// type.
func (c *checker) definition(f *types.Func) {
	item := c.item
	list, result, body := item.Kid(item.Root, 2), item.Kid(item.Root, 3), item.Kid(item.Root, 5)
	c.scope.reset()
	c.scope.open()
	c.patternMark = c.scope.mark()
	i := 0
	for _, p := range item.Kids(list) {
		if item.Kind(p) != syntax.Param {
			continue
		}
		if pattern := item.Kid(p, 0); pattern != syntax.NoNode {
			c.pattern(pattern, f.In[i])
		}
		c.info.Types[p] = f.In[i]
		i++
	}
	if body == syntax.NoNode {
		return
	}
	why := reason{kind: resultReason, node: result}
	if result == syntax.NoNode {
		why = reason{}
	}
	c.expr(body, f.Out, why)
}

// generalizeGroup gives every definition of a group its scheme.
func (c *checker) generalizeGroup(units []*unit) {
	g := generalizer{c: c, group: map[*types.Var]bool{}}
	for _, u := range units {
		c.resume(u)
		o := c.m.items[u.index].object
		t, ok := c.mono[o]
		if !ok {
			t = &types.Func{In: u.signature.in, Out: u.signature.out}
		}
		if c.failed() {
			c.silence(types.Head(t))
		}
		f := types.Share(c.clean(t)).(*types.Func)
		if c.tooLarge(f, o.Node) {
			o.Type = types.ErrorType
			continue
		}
		g.begin(u.signature.scope.quantified())
		g.collect(f)
		where := append([]types.Constraint{}, u.signature.where...)
		where = append(where, g.constraints(0)...)
		if len(where) > maxConstraints {
			c.errorf(o.Node, syntax.AmbiguousType, "the type of `%s` has %d undecided operators; annotate its parameters", o.Name, len(where))
			o.Type = types.ErrorType
			continue
		}
		o.Type = &types.Func{Params: g.params, Where: where, In: f.In, Out: f.Out}
	}
	for _, k := range g.kept {
		k.done = true
	}
	c.mono = nil
}

// silence gives up what the parameters of a definition in error do not decide:
// it is in error too, so that no use of the definition is blamed for it.
func (c *checker) silence(t types.Type) {
	f, ok := t.(*types.Func)
	if !ok {
		return
	}
	known := map[*types.Var]bool{}
	each := func(t types.Type, visit func(*types.Var)) {
		types.Walk(t, func(t types.Type) bool {
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
	for _, k := range c.constraints {
		decided := true
		for _, arg := range k.args {
			each(arg, func(v *types.Var) { decided = decided && (v.Rigid || known[v]) })
		}
		switch {
		case k.done:
		case decided:
			each(k.out, know)
		case k.unit == c.unit:
			k.done = true
			c.unify(k.out, types.ErrorType)
		}
	}
}
