package network

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/digraph"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A plan is what a unit's values need of memory, as a graph of nodes: calls that make
// tensors, tensors that are there before (inputs), and what holds others alive without
// memory of its own (tuples, views, functions with what they name from outside).
type plan struct {
	unit  *unit
	nodes []memoryNode
	reads rows    // by node: what must be there while it is computed
	holds rows    // by node: what it keeps alive while it lives
	users []int32 // by node: how many read or hold it
	order []int32 // as in the text, each after what it reads and holds
	exact bool    // whether every node takes what it says, and no less
}

type memoryNode struct {
	size  Figure // of its own memory
	extra Figure // while it is computed, if that is more
	kind  nodeKind
}

type nodeKind uint8

const (
	input  nodeKind = iota // there before
	part                   // of the tuple that the call holding it gives
	result                 // of a call
	alias                  // without memory of its own
)

// rows are lists by node, side by side.
type rows struct{ first, all []int32 }

func (r *rows) of(i int32) []int32 { return r.all[r.first[i]:r.first[i+1]] }

func makeRows(n int, edges []digraph.Edge) rows {
	r := rows{make([]int32, n+1), make([]int32, len(edges))}
	for _, e := range edges {
		r.first[e.From+1]++
	}
	for i := range n {
		r.first[i+1] += r.first[i]
	}
	next := slices.Clone(r.first[:n])
	for _, e := range edges {
		r.all[next[e.From]] = e.To
		next[e.From]++
	}
	return r
}

// A planner makes a plan of one unit.
type planner struct {
	*analysis
	u            *unit
	in           *instance
	plan         *plan
	parts        map[graph.Value]int32 // of calls that give tuples: the node of the first part
	reads, holds []digraph.Edge
	tree         *digraph.Tree // of blocks, each below that in which its opener is computed
}

const noNode int32 = -1

// newPlan is the plan of a unit. Weights, given in bytes for the definition
// itself by the parameters that they are in, take nothing; parameters of functions are the caller's.
func (a *analysis) newPlan(u *unit, weights []types.Dim) *plan {
	p := &planner{analysis: a, u: u, in: u.in, plan: &plan{unit: u, exact: true}, parts: map[graph.Value]int32{}}
	n := len(u.in.placed[u.block])
	p.plan.nodes, p.plan.order = make([]memoryNode, 0, n), make([]int32, 0, n)
	p.reads, p.holds = make([]digraph.Edge, 0, 2*n), make([]digraph.Edge, 0, n)
	for _, v := range p.textOrder() {
		p.value(v, weights)
	}
	for _, v := range u.in.placed[u.block] {
		p.uses(v)
	}
	if value := p.at(u.in.result(u.block)); value != noNode {
		p.holds = append(p.holds, digraph.Edge{From: p.add(memoryNode{kind: alias}), To: value})
		p.plan.order = append(p.plan.order, int32(len(p.plan.nodes)-1))
	}
	p.finish()
	return p.plan
}

// textOrder are the unit's values in the order of the text, each after what it is
// computed from: graph bindings may be used above their place.
func (p *planner) textOrder() []graph.Value {
	placed := p.in.placed[p.u.block]
	if p.upwards(placed) {
		return placed
	}
	position := make(map[graph.Value]int32, len(placed))
	for i, v := range placed {
		position[v] = int32(i)
	}
	var edges []digraph.Edge
	for i, v := range placed {
		for _, o := range p.in.graph.Operands(v) {
			if j, ok := position[o.Value]; ok {
				edges = append(edges, digraph.Edge{From: j, To: int32(i)})
			}
		}
	}
	order, acyclic := digraph.New(len(placed), edges).TopologicalOrder()
	p.plan.exact = p.plan.exact && acyclic
	sorted := make([]graph.Value, len(order))
	for i, j := range order {
		sorted[i] = placed[j]
	}
	return sorted
}

// upwards is set where values are used below their places alone.
func (p *planner) upwards(placed []graph.Value) bool {
	for _, v := range placed {
		for _, o := range p.in.graph.Operands(v) {
			if o.Value > v {
				return false
			}
		}
	}
	return true
}

// stands gives a value its node.
func (p *planner) stands(v graph.Value, n int32) { p.in.node[v] = n + 1 }

func (p *planner) add(n memoryNode) int32 {
	p.plan.nodes = append(p.plan.nodes, n)
	return int32(len(p.plan.nodes) - 1)
}

// at is the node of a value; noNode of one that takes no memory here.
func (p *planner) at(v graph.Value) int32 {
	if v == graph.None {
		return noNode
	}
	return p.in.node[v] - 1
}

// value gives a value its node.
func (p *planner) value(v graph.Value, weights []types.Dim) {
	switch p.in.graph.Kind(v) {
	case graph.Parameter:
		if p.isRoot(p.in, p.in.graph.Block(v)) {
			p.input(v, weights)
		}
	case graph.Literal, graph.Name, graph.Free, graph.Self:
	case graph.Project:
		p.project(v)
	case graph.Tuple, graph.List, graph.Construct, graph.Field, graph.Read, graph.Function:
		p.alias(v)
	case graph.Operation:
		if p.in.isView(v) {
			p.alias(v)
			return
		}
		p.step(v)
	default:
		p.step(v)
	}
}

// input is a parameter of the definition without the weights in it, whose memory is given.
func (p *planner) input(v graph.Value, weights []types.Dim) {
	size := p.in.bytesAt(p.in.typeOf(v), v)
	held := types.Const(0)
	if weights != nil {
		held = weights[v]
	}
	isWeight := !held.IsConst(0)
	_, isTuple := headOf(p.in.typeOf(v)).(*types.Tuple)
	switch {
	case isWeight && !isTuple:
		size = none
	case isWeight && size.Why == nil:
		size.Size = size.Size.Sub(held)
	}
	p.stands(v, p.add(memoryNode{size: size, kind: input}))
}

func (p *planner) alias(v graph.Value) {
	p.stands(v, p.add(memoryNode{kind: alias}))
	p.plan.order = append(p.plan.order, p.at(v))
}

// project stands for the part itself, where that is known by itself.
func (p *planner) project(v graph.Value) {
	tuple, i := p.in.graph.Operands(v)[0].Value, p.in.graph.Index(v)
	if tuple == graph.None || i < 0 {
		return
	}
	if first, ok := p.parts[tuple]; ok {
		p.stands(v, first+int32(i))
		return
	}
	if p.in.graph.Kind(tuple) == graph.Tuple && i < len(p.in.graph.Operands(tuple)) {
		tuple = p.in.graph.Operands(tuple)[i].Value
	}
	if n := p.at(tuple); n != noNode {
		p.stands(v, n)
	}
}

// step is what is computed: its result has memory of its own, each part of a tuple by
// itself.
func (p *planner) step(v graph.Value) {
	t := p.in.typeOf(v)
	n := p.add(memoryNode{extra: p.extra(v), kind: result})
	p.stands(v, n)
	p.plan.order = append(p.plan.order, n)
	tuple, ok := headOf(t).(*types.Tuple)
	if !ok {
		p.plan.nodes[n].size = p.own(t, v)
		return
	}
	p.parts[v] = n + 1
	for _, elem := range tuple.Elems {
		p.holds = append(p.holds, digraph.Edge{From: n, To: p.add(memoryNode{size: p.own(elem, v), kind: part})})
	}
}

// own is the memory of a result; none inside of a function that is one kernel.
func (p *planner) own(t types.Type, v graph.Value) Figure {
	if p.in.fused[p.u.block] && v != p.in.result(p.u.block) {
		return none
	}
	return p.in.bytesAt(t, v)
}

// extra is what the functions and branches that a value evaluates need.
func (p *planner) extra(v graph.Value) Figure {
	most := none
	p.eachInner(p.in, v, func(u int32, r role) {
		switch {
		case u == noUnit:
			most = most.max(unknown(p.in.reason(v, p.unknownCallee(p.in, v))))
		case r == repeated:
			most = most.max(unknown(p.in.reason(v, "how often this calls its function is not known")))
		default:
			most = most.max(p.units[u].peak.Figure)
		}
	})
	return most
}

// uses notes which nodes need a value, by the places where it is named.
func (p *planner) uses(v graph.Value) {
	n := p.at(v)
	if n == noNode {
		return
	}
	opener := p.in.graph.Blocks()[p.u.block].Opener // uses results alone, which are held
	for _, use := range p.in.graph.Uses(v) {
		if use.User == graph.None || use.User == opener || !p.in.reached[use.User] {
			continue
		}
		user := p.holder(use.User)
		if user == v || user == graph.None || p.standsFor(user, v) {
			continue
		}
		p.use(user, n)
	}
}

// standsFor reports whether a projection is known by the part alone.
func (p *planner) standsFor(user, v graph.Value) bool {
	if p.in.graph.Kind(user) != graph.Project {
		return false
	}
	_, parts := p.parts[v]
	return parts || p.in.graph.Kind(v) == graph.Tuple || p.at(user) == p.at(v)
}

func (p *planner) use(user graph.Value, n int32) {
	by := p.at(user)
	switch {
	case by == noNode || by == n:
	case p.isAlias(user):
		p.holds = append(p.holds, digraph.Edge{From: by, To: n})
	default:
		p.reads = append(p.reads, digraph.Edge{From: by, To: n})
	}
}

func (p *planner) isAlias(v graph.Value) bool {
	switch p.in.graph.Kind(v) {
	case graph.Operation:
		return p.in.isView(v)
	case graph.Call, graph.If, graph.Match:
		return false
	}
	return true
}

// holder is the value of the unit itself that a user belongs to: that which opens the
// block around it.
func (p *planner) holder(user graph.Value) graph.Value {
	at := p.in.graph.Place(user)
	if at == p.u.block {
		return user
	}
	if p.tree == nil {
		p.tree = p.in.blockTree()
	}
	depth := p.tree.Depth(int32(p.u.block))
	if !p.tree.Encloses(int32(p.u.block), int32(at)) {
		p.plan.exact = false
		return graph.None
	}
	return p.in.graph.Blocks()[p.tree.Ancestor(int32(at), depth+1)].Opener
}

// blockTree has each block below that in which its opener is computed.
func (in *instance) blockTree() *digraph.Tree {
	parent := make([]int32, len(in.graph.Blocks()))
	for b, info := range in.graph.Blocks() {
		parent[b] = digraph.None
		if info.Opener != graph.None {
			parent[b] = int32(in.graph.Place(info.Opener))
		}
	}
	return digraph.NewTree(parent)
}

func (p *planner) finish() {
	q := p.plan
	n := len(q.nodes)
	q.reads, q.holds, q.users = makeRows(n, p.reads), makeRows(n, p.holds), make([]int32, n)
	for _, edges := range [][]digraph.Edge{p.reads, p.holds} {
		for _, e := range edges {
			q.users[e.To]++
		}
	}
}
