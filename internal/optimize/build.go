package optimize

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A reader makes the e-graph of a definition from its dataflow graph.
type reader struct {
	*terms
	g       *graph.Graph
	info    *typecheck.Info
	item    *syntax.Item
	effects *effect.Info
	classes []id // by value, -1 before it is read
	open    []bool
	entries map[graph.Block][]id
	params  []*binder
	serial  int
	entered map[id]graph.Block // by entry
	// types are those of the variables of functions that could be used at several types, and are
	// at one; by block.
	types map[graph.Block]*types.Substitution
	uses  map[graph.Value]types.Type // their types where they are used
}

// A body is what a definition computes: what is evaluated in order because it may fail or has
// an effect, and the result.
type body struct {
	entries []id
	result  id
	params  []*binder
	read    int // how many nodes the text has
}

// errUnsupported says why a definition is left as it is.
func unsupported(format string, args ...any) error { return fmt.Errorf(format, args...) }

var errCycle = errors.New("a graph binding needs itself")

// read reads a definition. The error says what of it is not followed.
func read(t *terms, info *typecheck.Info, effects *effect.Info) (b *body, err error) {
	g := graph.Of(info)
	r := &reader{terms: t, g: g, info: info, item: info.Item, effects: effects, classes: make([]id, g.Len()), open: make([]bool, g.Len()), entries: map[graph.Block][]id{}, types: map[graph.Block]*types.Substitution{}, uses: map[graph.Value]types.Type{}, entered: map[id]graph.Block{}}
	for v := range r.classes {
		r.classes[v] = -1
	}
	if info.Converts() {
		return nil, unsupported("a value is used as one of another type, which is checked when it runs")
	}
	bindings, lets := false, false
	for n := syntax.NodeID(1); int(n) < r.item.Len(); n++ {
		switch r.item.Kind(n) {
		case syntax.Graph:
			bindings = true
		case syntax.Let:
			lets = true
		case syntax.FreeVar, syntax.Assign, syntax.Hole:
			return nil, unsupported("it has a form that is not followed (%s)", r.item.SourceText(n))
		}
	}
	for v := range g.Len() {
		switch g.Kind(graph.Value(v)) {
		case graph.Free, graph.Self, graph.Read:
			return nil, unsupported("it has a variable that is not followed (`%s`)", r.item.SourceText(g.Node(graph.Value(v))))
		}
	}
	for v := range g.Len() {
		if g.Kind(graph.Value(v)) == graph.Function {
			if err := r.instantiate(graph.Value(v)); err != nil {
				return nil, err
			}
		}
	}
	for v := range g.Len() {
		if _, err := r.value(graph.Value(v)); err != nil {
			return nil, err
		}
	}
	if bindings && len(r.entries) > 0 && (lets || !r.reorder()) {
		return nil, unsupported("it has graph bindings, and something in it may fail or has an effect")
	}
	entries, result, err := r.region(graph.Body)
	if err != nil {
		return nil, err
	}
	return &body{entries, result, r.params, t.Len()}, nil
}

// instantiate finds the types of a function literal's variables by its uses, where it could be used
// at several types.
func (r *reader) instantiate(v graph.Value) error {
	f, ok := types.Head(r.g.Type(v)).(*types.Func)
	if !ok || len(f.Params)+len(f.Where) == 0 {
		return nil
	}
	refused := unsupported("a function literal is used at several types")
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

// typeAt is the type of a value; nil where it is not known.
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

// region gives the entries and the result of a block.
func (r *reader) region(b graph.Block) ([]id, id, error) {
	if b == graph.Body {
		for v := range r.g.Len() {
			for _, u := range r.g.Uses(graph.Value(v)) {
				if u.User == graph.None && u.Position == graph.Result && u.Block == graph.Body {
					return r.entries[b], r.classes[v], nil
				}
			}
		}
		return nil, 0, unsupported("its result is not followed")
	}
	return nil, 0, unsupported("a block is not followed")
}

// reorder puts the entries of the body in the order in which graph bindings are evaluated: each
// at its first use. It is false where that is not followed: where an entry has an effect, stands
// in an inner block or is not needed for the result.
func (r *reader) reorder() bool {
	var result graph.Value = graph.None
	for v := range r.g.Len() {
		for _, u := range r.g.Uses(graph.Value(v)) {
			if u.User == graph.None && u.Block == graph.Body {
				if u.Position != graph.Result {
					return false // a statement
				}
				result = graph.Value(v)
			}
		}
	}
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

// value reads a value after those that it is computed from.
func (r *reader) value(v graph.Value) (id, error) {
	if v == graph.None {
		return 0, unsupported("an expression is in error")
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
	r.note(v, c)
	return c, nil
}

// note keeps where a class is computed and what it is called.
func (r *reader) note(v graph.Value, c id) {
	d := r.Data(c)
	if d.at == (syntax.Span{}) {
		d.at = r.info.Extent(r.g.Node(v))
	}
	for _, u := range r.g.Uses(v) {
		if d.name != "" {
			return
		}
		if r.item.Kind(u.Node) == syntax.Local {
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

// enter makes a node that may fail an entry of a block. One that a block around has evaluated
// before is that one; one of another block is a node of its own, so that each entry has one place.
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
	c = r.put(r.intern(h), kids, typ)
	r.entered[c] = b
	r.entries[b] = append(r.entries[b], c)
	return c
}

func (r *reader) make(v graph.Value) (id, error) {
	n, typ, block := r.g.Node(v), r.typeAt(v), r.g.Block(v)
	if typ == nil && r.g.Kind(v) == graph.Name && typecheck.Builtin(r.item.SourceText(n)) != nil {
		return r.put(r.intern(head{kind: global, text: r.item.SourceText(n)}), nil, types.Unit), nil
	}
	if typ == nil {
		return 0, unsupported("the type of `%s` is not known", r.item.SourceText(n))
	}
	switch r.g.Kind(v) {
	case graph.Parameter:
		return r.parameter(v, typ), nil
	case graph.Literal:
		return r.literal(n, typ)
	case graph.Name:
		return r.name(n, typ)
	case graph.Tuple, graph.List:
		kids, err := r.operands(v)
		if err != nil {
			return 0, err
		}
		k := tuple
		if r.g.Kind(v) == graph.List {
			k = list
		}
		h := head{kind: k}
		if k == list {
			if own := r.effects.Own(n); own != (effect.Summary{}) {
				h.partial = true
			}
			h.text = types.Key(typ)
			if len(kids) > 0 {
				h.text = ""
			}
		}
		return r.add(h, kids, typ, block, effect.Summary{}), nil
	case graph.Project:
		kids, err := r.operands(v)
		if err != nil {
			return 0, err
		}
		if r.leaf(kids[0]) {
			return r.field(v, typ)
		}
		return r.project(kids[0], r.g.Index(v), typ), nil
	case graph.Field:
		return r.field(v, typ)
	case graph.Construct:
		kids, err := r.operands(v)
		if err != nil {
			return 0, err
		}
		callee := r.item.Call(n).Callee
		h := head{kind: construct, text: r.item.SourceText(callee), object: r.info.Object(callee)}
		if len(kids) == 0 {
			h.text += "@" + types.Key(typ) // the type is the context's
		}
		return r.add(h, kids, typ, block, r.effects.Own(n)), nil
	case graph.Function:
		return r.function(v, n, typ)
	case graph.Operation:
		return r.operation(v, n, typ, block)
	case graph.Call:
		return r.call(v, n, typ, block)
	case graph.If:
		return r.opener(v, typ, block, head{kind: branch}, r.effects.Own(n))
	case graph.Match:
		h, err := r.clauses(v, n)
		if err != nil {
			return 0, err
		}
		return r.opener(v, typ, block, h, r.effects.Own(n))
	}
	return 0, unsupported("`%s` is not followed", r.item.SourceText(n))
}

// add adds what does something besides its operands; what may fail is an entry of its block.
func (r *reader) add(h head, kids []id, typ types.Type, block graph.Block, own effect.Summary) id {
	h.partial = h.partial || !own.Pure() || !own.Total()
	if !own.Pure() {
		r.serial++
		h.serial = r.serial
	}
	if h.partial {
		return r.enter(block, h, kids, typ)
	}
	return r.put(r.intern(h), kids, typ)
}

func (r *reader) parameter(v graph.Value, typ types.Type) id {
	n, block := r.g.Node(v), r.g.Block(v)
	b := r.newBinder("", typ)
	b.outer = block == graph.Body
	if r.item.Kind(n) == syntax.PatVar {
		b.name = strings.TrimPrefix(r.item.SourceText(n), "%")
	} else {
		r.item.Walk(n, func(m syntax.NodeID) bool {
			if r.item.Kind(m) == syntax.PatVar || r.item.Kind(m) == syntax.PatWild {
				b.parts = append(b.parts, strings.TrimPrefix(r.item.SourceText(m), "%"))
			}
			return true
		})
	}
	param := r.info.Index().Parent(n)
	if r.item.Kind(param) == syntax.Param {
		if t := r.item.Param(param).Type; t != syntax.NoNode {
			b.text, b.withType = r.item.SourceText(t), true
		}
	}
	if block == graph.Body {
		r.params = append(r.params, b)
	}
	return r.variable(b)
}

func (t *terms) variable(b *binder) id {
	return t.put(t.intern(head{kind: variable, binders: []*binder{b}, text: b.name}), nil, b.typ)
}

func (r *reader) literal(n syntax.NodeID, typ types.Type) (id, error) {
	text := r.item.SourceText(n)
	if r.item.Kind(n) == syntax.Segment {
		text = strings.TrimSpace(strings.TrimPrefix(text, "/"))
	}
	if c := readLiteral(text, typ); c != nil {
		if c, ok := r.number(c); ok {
			return c, nil
		}
	}
	if r.item.Kind(n) == syntax.Block {
		text = "()"
	}
	if r.item.Kind(n) == syntax.Meta {
		text += " /* ty=" + types.String(typ) + " */" // nothing else tells the type
	}
	h := head{kind: literal, text: text}
	h.index = int(typeIndex(typ))
	return r.add(h, nil, typ, r.g.Block(r.g.At(n)), r.literalEffect(n)), nil
}

// typeIndex tells literals of one text and several types apart.
func typeIndex(t types.Type) (sum uint32) {
	for _, c := range []byte(types.Key(t)) {
		sum = sum*31 + uint32(c)
	}
	return sum & 0xffffff
}

func (r *reader) literalEffect(n syntax.NodeID) effect.Summary {
	switch r.item.Kind(n) {
	case syntax.Meta, syntax.Call:
		return r.effects.Own(n)
	}
	return effect.Summary{}
}

func (r *reader) name(n syntax.NodeID, typ types.Type) (id, error) {
	o := r.info.Object(n)
	if o == nil {
		return 0, unsupported("`%s` is not followed", r.item.SourceText(n))
	}
	if o.Kind == typecheck.ConstructorObject {
		if _, function := types.Head(typ).(*types.Func); !function {
			return r.put(r.intern(head{kind: construct, text: r.item.SourceText(n) + "@" + types.Key(typ), object: o}), nil, typ), nil
		}
	}
	h := head{kind: global, text: r.item.SourceText(n), object: o}
	if o.Kind == typecheck.OperatorObject {
		h.op = r.ops[o.Op]
		if h.op != nil {
			h.attrs, _ = op.Bind(h.op, nil)
		}
	}
	h.index = int(typeIndex(typ))
	return r.put(r.intern(h), nil, typ), nil
}

// leaf reports whether a class is what a clause takes out of a constructor.
func (r *reader) leaf(c id) bool {
	for _, e := range r.Entries(c) {
		if h := r.head(e.Node); h.kind == variable && h.index == fieldPart {
			return true
		}
	}
	return false
}

// fieldPart marks variables that clauses bind.
const fieldPart = 1

// field is what a clause of a match takes out of a constructor.
func (r *reader) field(v graph.Value, typ types.Type) (id, error) {
	block := r.g.Block(v)
	if r.g.Blocks()[block].Kind != graph.Clause {
		return 0, unsupported("a pattern of `let` may not match")
	}
	n := r.g.Node(v)
	b := r.newBinder("", typ)
	switch k := r.item.Kind(n); {
	case k == syntax.PatVar:
		b.name = strings.TrimPrefix(r.item.SourceText(n), "%")
	case k == syntax.PatTyped && r.item.Kind(r.item.PatTyped(n).Pattern) == syntax.PatVar:
		b.name = strings.TrimPrefix(r.item.SourceText(r.item.PatTyped(n).Pattern), "%")
	}
	return r.put(r.intern(head{kind: variable, binders: []*binder{b}, text: b.name, index: fieldPart}), nil, typ), nil
}

// project takes a component, of a tuple that is written out without a projection.
func (t *terms) project(c id, i int, typ types.Type) id {
	for _, e := range t.Entries(c) {
		if h := t.head(e.Node); h.kind == tuple && i < len(e.Kids) {
			return e.Kids[i]
		}
	}
	if typ == nil {
		tup, ok := types.Head(t.typeOf(c)).(*types.Tuple)
		if !ok || i >= len(tup.Elems) {
			return c
		}
		typ = tup.Elems[i]
	}
	return t.put(t.intern(head{kind: project, index: i}), []id{c}, typ)
}

func (r *reader) function(v graph.Value, n syntax.NodeID, typ types.Type) (id, error) {
	fn := r.item.Fn(n)
	if fn.TypeParams != syntax.NoNode {
		return 0, unsupported("a function literal has type parameters")
	}
	o := r.g.Operands(v)[0]
	var binders []*binder
	for _, p := range r.g.Written(o.Block) {
		if r.g.Kind(p) == graph.Parameter {
			c, err := r.value(p)
			if err != nil {
				return 0, err
			}
			binders = append(binders, r.head(r.NodeOf(c)).binders[0])
		}
	}
	f, ok := types.Head(typ).(*types.Func)
	if !ok || len(f.In) != len(binders) || len(f.Params)+len(f.Where) > 0 {
		return 0, unsupported("a function literal is used at several types")
	}
	for _, p := range r.item.Kids(fn.Params) {
		if r.item.Kind(p) == syntax.Param && len(r.item.Param(p).Attrs) > 0 {
			return 0, unsupported("a parameter has attributes")
		}
	}
	if fn.Params != syntax.NoNode {
		for _, p := range r.item.Kids(fn.Params) {
			if r.item.Kind(p) != syntax.Param {
				return 0, unsupported("a function literal has attributes")
			}
		}
	}
	result, err := r.value(o.Value)
	if err != nil {
		return 0, err
	}
	return r.lambda(binders, r.entries[o.Block], result, typ), nil
}

// lambda adds a function literal; one that is equal but for the names of its parameters is
// the same.
func (t *terms) lambda(binders []*binder, entries []id, result id, typ types.Type) id {
	h := t.intern(head{kind: lambda, binders: binders, regions: []int{len(entries)}})
	if len(entries) == 0 {
		if c, ok := t.sameLambda(h, result, typ); ok {
			return c
		}
	}
	return t.put(h, append(slices.Clone(entries), result), typ)
}

// mostCompared is how many functions are compared with a new one.
const mostCompared = 40

// sameLambda finds a function that differs from another one in the names of its parameters
// alone.
func (t *terms) sameLambda(h *head, result id, typ types.Type) (id, bool) {
	compared := 0
	for i := len(t.heads) - 1; i >= 0 && compared < mostCompared; i-- {
		other := t.heads[i]
		if other.kind != lambda || other == h || !other.pure() || len(other.binders) != len(h.binders) {
			continue
		}
		compared++
		for _, c := range t.lambdas[other] {
			if !sameTypes(t.typeOf(c), typ) {
				continue
			}
			r := renaming{to: map[id]id{}}
			for k, b := range other.binders {
				r.to[t.Find(t.variable(h.binders[k]))] = t.Find(t.variable(b))
				r.binders = append(r.binders, b.id, h.binders[k].id)
			}
			if t.renamed(result, t.NodeOf(c).Kids[0], r, 200) {
				return c, true
			}
		}
	}
	return 0, false
}

// A renaming maps the parameters of one function literal to those of another, by class.
type renaming struct {
	to      map[id]id
	binders []int32 // the parameters of both
}

// renamed reports whether two classes have equal nodes once variables are renamed. What both share
// must depend on the parameters of neither: in fn(x) { … fn(v) { x } … } the inner function is not
// fn(x) { x }, though both bodies are the class of x.
func (t *terms) renamed(a, b id, r renaming, depth int) bool {
	a, b = t.Find(a), t.Find(b)
	if to, known := r.to[a]; known {
		return to == b
	}
	if a == b {
		return !slices.ContainsFunc(t.Data(a).free, func(x int32) bool { return slices.Contains(r.binders, x) })
	}
	if depth == 0 {
		return false
	}
	x, y := t.NodeOf(a), t.NodeOf(b)
	if x.Head != y.Head || len(x.Kids) != len(y.Kids) || t.head(x).kind == variable || len(t.head(x).clauses) > 0 {
		return false
	}
	for i := range x.Kids {
		if !t.renamed(x.Kids[i], y.Kids[i], r, depth-1) {
			return false
		}
	}
	return true
}

func (r *reader) operation(v graph.Value, n syntax.NodeID, typ types.Type, block graph.Block) (id, error) {
	a, ok := r.info.Application(n)
	if !ok || a.Op == nil {
		return 0, unsupported("`%s` is not followed", r.item.SourceText(n))
	}
	if a.Op.Rebinding != nil {
		return 0, unsupported("`%s` gives variables new values", a.Op.Name)
	}
	own := r.effects.Own(n)
	operands := r.g.Operands(v)
	if len(operands) == 2 && operands[1].Block != operands[0].Block && operands[1].Block != block {
		left, err := r.value(operands[0].Value)
		if err != nil {
			return 0, err
		}
		right, err := r.value(operands[1].Value)
		if err != nil {
			return 0, err
		}
		entries := r.entries[operands[1].Block]
		if len(entries) == 0 {
			return r.add(head{kind: operation, op: a.Op, attrs: a.Attrs}, []id{left, right}, typ, block, own), nil
		}
		h := head{kind: shortcut, op: a.Op, attrs: a.Attrs, regions: []int{len(entries)}, partial: true}
		kids := append(append([]id{left}, entries...), right)
		return r.add(h, kids, typ, block, r.inner(kids)), nil
	}
	if len(a.Extra) > 0 || a.Old || len(a.Attrs.Unlisted()) > 0 {
		return 0, unsupported("a call of `%s` has arguments that are passed on, or an old form", a.Op.Name)
	}
	var kids []id
	var absent uint64
	for i, o := range operands {
		if o.Value == graph.None || i < len(a.Args) && a.Args[i] == syntax.NoNode {
			if i >= 63 {
				return 0, unsupported("a call of `%s` leaves arguments out", a.Op.Name)
			}
			absent |= 1 << i
			continue
		}
		c, err := r.value(o.Value)
		if err != nil {
			return 0, err
		}
		kids = append(kids, c)
	}
	for _, v := range a.Attrs.Values {
		if v.Kind == op.ExprValue || v.Kind == op.MetaValue || slices.ContainsFunc(v.List, func(v op.Value) bool { return v.Kind == op.ExprValue }) {
			return 0, unsupported("an attribute of `%s` is computed", a.Op.Name)
		}
	}
	entry := a.Op
	if entry.Fractal != nil && len(kids) > 0 {
		if _, fractal := types.Head(r.typeOf(kids[0])).(*types.Fractal); fractal {
			entry = entry.Fractal
		}
	}
	if entry.Canonical() == parallel.Zip && own.Pure() && own.Fails == effect.OnLength && own.Does == 0 && r.sameLengths(kids) {
		own = effect.Summary{}
	}
	if absent == 0 && own != (effect.Summary{}) && own.Pure() && r.total(entry, a.Attrs, kids, typ) {
		own = effect.Summary{} // the types here are those of one use
	}
	h := head{kind: operation, op: entry, attrs: a.Attrs, absent: absent}
	return r.add(h, kids, typ, block, own), nil
}

// inner is what the entries among some classes may do: enough to decide whether they have
// effects.
func (r *reader) inner(kids []id) (s effect.Summary) {
	for _, k := range kids {
		if h := r.head(r.NodeOf(k)); h.partial {
			s.Fails |= effect.OnOther
			if h.serial > 0 {
				s.Does |= effect.Writes
			}
		}
	}
	return s
}

func (r *reader) call(v graph.Value, n syntax.NodeID, typ types.Type, block graph.Block) (id, error) {
	kids, err := r.operands(v)
	if err != nil {
		return 0, err
	}
	c := r.item.Call(n)
	if slices.ContainsFunc(c.Args, func(a syntax.NodeID) bool { return r.item.Kind(a) == syntax.NamedArg }) {
		return 0, unsupported("`%s` has named arguments", r.item.SourceText(c.Callee))
	}
	own := r.effects.Own(n)
	if o := r.info.Object(c.Callee); o != nil && o.Kind == typecheck.DefObject && own != (effect.Summary{}) && r.totalCall(o, kids[1:]) {
		own = effect.Summary{}
	}
	return r.add(head{kind: call}, kids, typ, block, own), nil
}

// opener adds a value with regions: a branch or a match.
func (r *reader) opener(v graph.Value, typ types.Type, block graph.Block, h head, own effect.Summary) (id, error) {
	operands := r.g.Operands(v)
	first, err := r.value(operands[0].Value)
	if err != nil {
		return 0, err
	}
	kids := []id{first}
	for _, o := range operands[1:] {
		c, err := r.value(o.Value)
		if err != nil {
			return 0, err
		}
		entries := r.entries[o.Block]
		h.regions = append(h.regions, len(entries))
		kids = append(append(kids, entries...), c)
		own = own.And(r.inner(entries))
	}
	return r.add(h, kids, typ, block, own), nil
}

// clauses makes the head of a match.
func (r *reader) clauses(v graph.Value, n syntax.NodeID) (head, error) {
	h := head{kind: choice, text: "match"}
	if r.item.Flag(n, syntax.FlagPartial) {
		h.text = "match?"
	}
	at := 1
	operands := r.g.Operands(v)
	for _, c := range r.item.Match(n).Clauses {
		if r.item.Kind(c) != syntax.Clause || at >= len(operands) {
			return h, unsupported("a match is not followed")
		}
		pattern := r.item.Clause(c).Pattern
		own := clause{pattern: r.item.SourceText(pattern), item: r.item, node: pattern}
		for _, p := range r.g.Written(operands[at].Block) {
			span := r.item.Span(r.g.Node(p))
			if in := r.item.Span(pattern); span.Start < in.Start || span.End > in.End {
				continue
			}
			x, err := r.value(p)
			if err != nil {
				return h, err
			}
			if r.leaf(x) {
				own.binders = append(own.binders, r.head(r.NodeOf(x)).binders[0])
			}
		}
		h.clauses = append(h.clauses, own)
		at++
	}
	return h, nil
}
