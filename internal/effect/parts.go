package effect

import (
	"slices"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/exhaustive"
	"github.com/fraccheck/fraccheck/internal/digraph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A walk looks at one item. The item is cut into parts that are evaluated each
// at a time of its own: its body, the body of each function in it, the value of
// each graph binding. Within a part a node does what its children do and
// something of its own; children come before their parents in the order of
// nodes, so that one pass over a part's nodes sums up. Parts that need each
// other are passed over until nothing is added.
type walk struct {
	pass *analysis.Pass
	item *syntax.Item
	info *typecheck.Info
	ops  op.Table
	open exhaustive.Open

	nodes   []Summary // by node: what evaluating it may do
	varies  []bool    // by node: a name is in it, so that it is no constant
	partOf  []int32   // by node; none of nodes that are not evaluated
	parts   []part
	bodyOf  map[syntax.NodeID]int32 // the part of a Fn; nil for none, as the others are
	targets map[*typecheck.Object]target
	graphs  map[*typecheck.Object]int32 // graph variables: the part of the value
	bits    int                         // parameters that have a number

	fixedTypes, settledTypes fixedTypes
}

const none = digraph.None

// A part is a piece of the item that is evaluated at a time of its own.
type part struct {
	root   syntax.NodeID // the body, or the value of a graph binding
	fn     syntax.NodeID // the function whose body it is; NoNode of others
	graph  bool
	nodes  []syntax.NodeID // children first; those of parts inside it are left out
	size   int32           // how many
	needs  []int32         // parts that are evaluated when this one is, or that it mentions
	first  int             // the number of the function's first parameter
	params []syntax.NodeID
	does   Summary // what evaluating it may do: of a function, calling it
}

func look(pass *analysis.Pass) *Info {
	item := pass.Item
	if len(item.Errors) > 0 || item.Body() == syntax.NoNode || len(pass.Info.Objects) < item.Len() {
		return &Info{}
	}
	w := &walk{
		pass: pass, item: item, info: pass.Info, ops: pass.Module.Ops(),
		open:  pass.Result(exhaustive.Analyzer).(*exhaustive.Result).Open,
		nodes: make([]Summary, item.Len()), varies: make([]bool, item.Len()), partOf: make([]int32, item.Len()),
		fixedTypes: fixedTypes{}, settledTypes: fixedTypes{},
	}
	w.cut()
	w.bind()
	w.connect()
	w.sum()
	return &Info{w}
}

// cut finds the parts and their nodes.
func (w *walk) cut() {
	for n := range w.partOf {
		w.partOf[n] = none
	}
	w.begin(part{root: w.item.Body(), params: w.params(w.item.Def(w.item.Root).Params)})
	for n := syntax.NodeID(w.item.Len() - 1); n > 0; n-- {
		if in := w.partOf[n]; in != none {
			w.enter(n, in)
		}
	}
	w.share()
}

// share gives the parts their nodes, side by side in one slice.
func (w *walk) share() {
	count := 0
	for _, in := range w.partOf {
		if in != none {
			w.parts[in].size++
			count++
		}
	}
	all := make([]syntax.NodeID, count)
	for p := range w.parts {
		size := w.parts[p].size
		w.parts[p].nodes, all = all[:0:size], all[size:]
	}
	for n, in := range w.partOf {
		if in != none {
			w.parts[in].nodes = append(w.parts[in].nodes, syntax.NodeID(n))
		}
	}
}

// enter says in which part the children of a node are evaluated. Patterns, types
// and the names of arguments are not.
func (w *walk) enter(n syntax.NodeID, in int32) {
	switch w.item.Kind(n) {
	case syntax.Fn:
		fn := w.item.Fn(n)
		body := w.begin(part{root: fn.Body, fn: n, params: w.params(fn.Params)})
		if w.bodyOf == nil {
			w.bodyOf = map[syntax.NodeID]int32{}
		}
		w.bodyOf[n] = body
	case syntax.Graph:
		w.begin(part{root: w.item.Graph(n).Value, graph: true})
	case syntax.Let:
		w.partOf[w.item.Let(n).Value] = in
	case syntax.Clause:
		w.partOf[w.item.Clause(n).Body] = in
	case syntax.NamedArg:
		w.partOf[w.item.NamedArg(n).Value] = in
	default:
		for _, kid := range w.item.Kids(n) {
			w.partOf[kid] = in
		}
	}
	w.partOf[syntax.NoNode] = none
}

func (w *walk) begin(p part) int32 {
	i := int32(len(w.parts))
	p.first = w.bits
	w.bits += len(p.params)
	if p.root != syntax.NoNode {
		w.partOf[p.root] = i
	}
	w.parts = append(w.parts, p)
	return i
}

// params are the parameters in a list that holds attributes, too.
func (w *walk) params(list syntax.NodeID) []syntax.NodeID {
	var params []syntax.NodeID
	for _, p := range w.item.Kids(list) {
		if w.item.Kind(p) == syntax.Param {
			params = append(params, p)
		}
	}
	return params
}

// bind notes what variables stand for: parameters, functions that have a name,
// graph bindings.
func (w *walk) bind() {
	for _, p := range w.parts {
		for i, param := range p.params {
			w.parameter(w.item.Param(param).Pattern, p.first+i)
		}
	}
	for n, in := range w.partOf {
		n := syntax.NodeID(n)
		if in == none {
			continue
		}
		switch w.item.Kind(n) {
		case syntax.Let:
			let := w.item.Let(n)
			w.name(w.variable(let.Pattern), let.Value)
		case syntax.Graph:
			graph := w.item.Graph(n)
			o := w.object(graph.Name)
			if o != nil && graph.Value != syntax.NoNode {
				if w.graphs == nil {
					w.graphs = map[*typecheck.Object]int32{}
				}
				w.graphs[o] = w.partOf[graph.Value]
			}
			w.name(o, graph.Value)
		}
	}
}

// parameter notes a parameter that is a function.
func (w *walk) parameter(pattern syntax.NodeID, number int) {
	o := w.variable(pattern)
	if o == nil || number >= maxParams {
		return
	}
	if _, ok := w.typeOf(pattern).(*types.Func); ok {
		w.aim(o, target{kind: parameterTarget, param: number})
	}
}

// name notes what a variable stands for, if that is known.
func (w *walk) name(o *typecheck.Object, value syntax.NodeID) {
	if o == nil || value == syntax.NoNode {
		return
	}
	if t := w.target(value); t.kind != unknownTarget {
		w.aim(o, t)
	}
}

func (w *walk) aim(o *typecheck.Object, t target) {
	if w.targets == nil {
		w.targets = map[*typecheck.Object]target{}
	}
	w.targets[o] = t
}

// variable is the variable that a pattern binds, if it is nothing else.
func (w *walk) variable(pattern syntax.NodeID) *typecheck.Object {
	for {
		switch w.item.Kind(pattern) {
		case syntax.PatParen:
			pattern = w.item.Inner(pattern)
		case syntax.PatTyped:
			pattern = w.item.PatTyped(pattern).Pattern
		case syntax.PatVar, syntax.PatName:
			if o := w.object(pattern); o != nil && o.Kind == typecheck.LocalObject {
				return o
			}
			return nil
		default:
			return nil
		}
	}
}

// connect finds which parts need which.
func (w *walk) connect() {
	for n, in := range w.partOf {
		if in == none {
			continue
		}
		n := syntax.NodeID(n)
		if body, ok := w.bodyOf[n]; ok {
			w.need(in, body)
			continue
		}
		o := w.object(n)
		if o == nil || o.Kind != typecheck.LocalObject {
			continue
		}
		if value, ok := w.graphs[o]; ok && w.item.Kind(n) != syntax.Graph {
			w.need(in, value)
		}
		if t := w.targets[o]; t.kind == functionTarget {
			w.need(in, t.part)
		}
	}
}

func (w *walk) need(in, other int32) { w.parts[in].needs = append(w.parts[in].needs, other) }

// sum works out what parts do, those that others need first.
func (w *walk) sum() {
	search := digraph.NewSearch(func(p int32) []int32 { return w.parts[p].needs }, w.sumTogether)
	for p := range w.parts {
		search.From(int32(p))
	}
}

func (w *walk) sumTogether(parts []int32) {
	recursion, recursive := w.recursion(parts)
	for grew := true; grew; {
		grew = false
		for _, p := range parts {
			before := w.parts[p].does
			w.parts[p].does = w.sumPart(&w.parts[p]).And(recursion)
			grew = grew || recursive && w.parts[p].does != before
		}
	}
}

// recursion is what parts do that need each other, if they do: functions may go
// on for ever, a graph binding fails when its value is asked for while it is
// worked out.
func (w *walk) recursion(parts []int32) (s Summary, recursive bool) {
	for _, p := range parts {
		recursive = recursive || len(parts) > 1 || slices.Contains(w.parts[p].needs, p)
		if w.parts[p].graph {
			s.Fails |= OnCycle
		} else {
			s.Does |= Recurs | Diverges
		}
	}
	if !recursive {
		s = Summary{}
	}
	return s, recursive
}

func (w *walk) sumPart(p *part) Summary {
	for _, n := range p.nodes {
		w.nodes[n] = w.node(n)
	}
	s := Summary{}
	if p.root != syntax.NoNode {
		s = w.nodes[p.root]
	}
	for _, param := range p.params {
		s = s.And(w.entry(param))
	}
	return s
}

// entry is what a parameter does when its function is called: its pattern may
// not fit, and extents that are declared are looked at.
func (w *walk) entry(param syntax.NodeID) (s Summary) {
	pattern := w.item.Param(param).Pattern
	if w.open[pattern] {
		s.Fails |= OnMatch
	}
	if !w.settled(pattern) {
		s.Fails |= OnShape
	}
	return s
}

// definition is what calling the item's definition does. What variables of its
// own it rebinds, nobody else sees.
func (i *Info) definition() Summary {
	if i.walk == nil || i.pass.Faulty {
		return Unknown
	}
	w := i.walk
	s := w.parts[0].does
	if w.item.Def(w.item.Root).Result != syntax.NoNode && !w.settled(w.item.Body()) {
		s.Fails |= OnShape
	}
	s.Does &^= Rebinds
	return s
}
