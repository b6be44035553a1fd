package optimize

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A reader makes the e-graph of a definition from its dataflow graph (package graph).
//
// Values of the graph are read in the order of the text, each after what it is computed from. A value
// that cannot fail and has no effect is a node. Any other is an entry of its block as well, in the
// order of reading, which is the order of evaluation of every form but graph bindings (see reorder).
type reader struct {
	*terms
	g       *graph.Graph
	info    *typecheck.Info
	item    *syntax.Item
	effects *effect.Info
	classes []id                 // by value, -1 before it is read
	open    []bool               // by value: it is being read
	entries map[graph.Block][]id // in the order of evaluation
	params  []*binder
	serial  int                // the last number of head.serial and head.apart
	entered map[id]graph.Block // by entry: its block
	// types are those of the variables of functions that could be used at several types, and are
	// at one; by block.
	types map[graph.Block]*types.Substitution
	uses  map[graph.Value]types.Type // their types where they are used
}

// A body is what a definition computes: what is evaluated in order because it may fail or has an
// effect, and the result.
type body struct {
	entries []id
	result  id
	params  []*binder
	read    int // the nodes of the text are those with smaller numbers
}

// errCycle refuses graph bindings that need each other.
var errCycle = errors.New("a graph binding needs itself")

// read reads a definition. The error says what of it is not followed: the definition stays as it is.
// Casts that are checked when they run, assignments, holes, recursion of function literals and free
// variables have no counterpart among the kinds of nodes.
func read(t *terms, info *typecheck.Info, effects *effect.Info) (b *body, err error) {
	g := graph.Of(info)
	r := &reader{terms: t, g: g, info: info, item: info.Item, effects: effects, classes: make([]id, g.Len()), open: make([]bool, g.Len()), entries: map[graph.Block][]id{}, types: map[graph.Block]*types.Substitution{}, uses: map[graph.Value]types.Type{}, entered: map[id]graph.Block{}}
	for v := range r.classes {
		r.classes[v] = -1
	}
	if info.Converts() {
		return nil, errors.New("a value is used as one of another type, which is checked when it runs")
	}
	bindings, lets := false, false
	for n := syntax.NodeID(1); int(n) < r.item.Len(); n++ {
		switch r.item.Kind(n) {
		case syntax.Graph:
			bindings = true
		case syntax.Let:
			lets = true
		case syntax.FreeVar, syntax.Assign, syntax.Hole:
			return nil, fmt.Errorf("it has a form that is not followed (%s)", r.item.SourceText(n))
		}
	}
	for v := range g.Len() {
		switch g.Kind(graph.Value(v)) {
		case graph.Free, graph.Self, graph.Read:
			return nil, fmt.Errorf("it has a variable that is not followed (`%s`)", r.item.SourceText(g.Node(graph.Value(v))))
		}
	}
	for v := range g.Len() {
		if g.Kind(graph.Value(v)) == graph.Function {
			if err := r.monomorphize(graph.Value(v)); err != nil {
				return nil, err
			}
		}
	}
	for v := range g.Len() {
		if _, err := r.value(graph.Value(v)); err != nil {
			return nil, err
		}
	}
	// `let` is evaluated where it is, a graph binding at its first use: both orders together are not
	// followed.
	if bindings && len(r.entries) > 0 && (lets || !r.reorder()) {
		return nil, errors.New("it has graph bindings, and something in it may fail or has an effect")
	}
	result := r.result()
	if result == graph.None {
		return nil, errors.New("its result is not followed")
	}
	return &body{r.entries[graph.Body], r.classes[result], r.params, t.Len()}, nil
}

// monomorphize finds the types of a function literal's variables by its uses, where it could be used at
// several types: the generalized type of `let %f = fn(%x) { %x }` is ∀t. fn(t) -> t, and nodes have
// types without quantifiers. All uses must have one type.
func (r *reader) monomorphize(v graph.Value) error {
	f, ok := types.Head(r.g.Type(v)).(*types.Func)
	if !ok || len(f.Params)+len(f.Where) == 0 {
		return nil
	}
	// All uses agree on a closed type; unifying the literal's type with it gives the variables theirs.
	refused := errors.New("a function literal is used at several types")
	var use types.Type
	for _, u := range r.g.Uses(v) {
		t := r.info.Type(u.Node)
		if t == nil || closed(t) == nil || use != nil && !sameTypes(use, t) {
			return refused
		}
		use = t
	}
	s := &types.Substitution{}
	for _, p := range f.Params {
		if p.Sym != nil {
			return refused
		}
		s.Params, s.Types = append(s.Params, p), append(s.Types, &types.Var{})
	}
	whole, ok := types.Head(use).(*types.Func)
	if use == nil || !ok || len(whole.In) != len(f.In) || len(whole.Params)+len(whole.Where) > 0 {
		return refused
	}
	for i := range f.In {
		if !unify(s.Apply(f.In[i]), whole.In[i]) {
			return refused
		}
	}
	if !unify(s.Apply(f.Out), whole.Out) {
		return refused
	}
	for i, t := range s.Types {
		if s.Types[i] = closed(t); s.Types[i] == nil {
			return refused
		}
	}
	r.types[r.g.Operands(v)[0].Block], r.uses[v] = s, use
	return nil
}

// typeAt is the type of a value, with the types of function literals around it instantiated; nil where
// it is not known.
func (r *reader) typeAt(v graph.Value) types.Type {
	if t := r.uses[v]; t != nil {
		return resolved(t)
	}
	t := r.g.Type(v)
	if t == nil || types.IsBad(t) {
		return nil
	}
	t = resolved(t)
	for b := r.g.Block(v); ; b = r.g.Blocks()[b].Around {
		if s := r.types[b]; s != nil {
			t = s.Apply(t)
		}
		if b == graph.Body {
			return t
		}
	}
}

// result is the value that the body of the definition gives.
func (r *reader) result() graph.Value {
	for v := range r.g.Len() {
		for _, u := range r.g.Uses(graph.Value(v)) {
			if u.User == graph.None && u.Position == graph.Result && u.Block == graph.Body {
				return graph.Value(v)
			}
		}
	}
	return graph.None
}

// reorder puts the entries of the body in the order in which graph bindings are evaluated: each at its
// first use, depth first from the result. It is false where that is not followed: where an entry has an
// effect, is in an inner block or is not needed for the result.
func (r *reader) reorder() bool {
	for v := range r.g.Len() {
		for _, u := range r.g.Uses(graph.Value(v)) {
			if u.User == graph.None && u.Block == graph.Body && u.Position != graph.Result {
				return false // a statement
			}
		}
	}
	result := r.result()
	if len(r.entries) != 1 || result == graph.None {
		return false
	}
	var order []id
	type frame struct {
		v    graph.Value
		next int
	}
	seen := make([]bool, r.g.Len())
	seen[result] = true
	// A depth-first search with a stack of its own, since graph bindings may be nested deeply.
	for stack := []frame{{result, 0}}; len(stack) > 0; {
		f := &stack[len(stack)-1]
		if operands := r.g.Operands(f.v); f.next < len(operands) {
			o := operands[f.next]
			f.next++
			if o.Value != graph.None && o.Block == r.g.Block(f.v) && !seen[o.Value] {
				seen[o.Value] = true
				stack = append(stack, frame{o.Value, 0})
			}
			continue
		}
		if c := r.classes[f.v]; r.Data(c).entry && !slices.Contains(order, c) {
			order = append(order, c)
		}
		stack = stack[:len(stack)-1]
	}
	// Entries that the result does not need would not be evaluated: they are refused, and so are effects.
	was := r.entries[graph.Body]
	if len(order) != len(was) {
		return false
	}
	for _, c := range was {
		if !slices.Contains(order, c) || r.head(r.NodeOf(c)).serial > 0 {
			return false
		}
	}
	r.entries[graph.Body] = order
	return true
}

// value reads a value after those that it is computed from. A value that needs itself is a cycle of
// graph bindings.
func (r *reader) value(v graph.Value) (id, error) {
	if v == graph.None {
		return 0, errors.New("an expression is in error")
	}
	if c := r.classes[v]; c >= 0 {
		return c, nil
	}
	if r.open[v] {
		return 0, errCycle
	}
	r.open[v] = true
	c, err := r.make(v)
	if err != nil {
		return 0, err
	}
	r.classes[v] = c
	r.recordOrigin(v, c)
	return c, nil
}

// recordOrigin records where the text computes a class and the variable that it is bound to there. The
// names come back in what is written (emit.go), the places in explanations.
func (r *reader) recordOrigin(v graph.Value, c id) {
	d := r.Data(c)
	if d.at == (syntax.Span{}) {
		d.at = r.info.Extent(r.g.Node(v))
	}
	for _, u := range r.g.Uses(v) {
		if d.name != "" {
			return
		}
		if r.item.Kind(u.Node) == syntax.Local {
			// `%x.0` and `%x/2` are one token: the name ends before the tail.
			name := strings.TrimPrefix(r.item.SourceText(u.Node), "%")
			if n := r.info.Split[u.Node]; n == 0 {
				name, _, _ = strings.Cut(name, ".")
				name, _, _ = strings.Cut(name, "/")
			}
			if name != "" && (name[0] < '0' || name[0] > '9') {
				d.name = name
			}
		}
	}
}

// operands reads the operands of a value, in order.
func (r *reader) operands(v graph.Value) ([]id, error) {
	var kids []id
	for _, o := range r.g.Operands(v) {
		c, err := r.value(o.Value)
		if err != nil {
			return nil, err
		}
		kids = append(kids, c)
	}
	return kids, nil
}

// enter makes a node that may fail an entry of a block.
//
// Evaluating the same failing expression twice in a row is evaluating it once. So a node that the block
// itself or a block around has as an entry already is that one: what is read now is evaluated later. In
// any other block it gets a head of its own (apart): the branches of `if (c) { 1 / x } else { 1 / x }`
// are two entries, each with one place.
func (r *reader) enter(b graph.Block, h head, kids []id, typ types.Type) id {
	c, known := r.Lookup(node(r.intern(h), kids))
	if in, entered := r.entered[c]; known && entered {
		for at := b; ; at = r.g.Blocks()[at].Around {
			if at == in {
				return c
			}
			if at == graph.Body {
				break
			}
		}
		r.serial++
		h.apart = r.serial
	}
	c = r.insert(r.intern(h), kids, typ)
	r.entered[c] = b
	r.entries[b] = append(r.entries[b], c)
	return c
}
