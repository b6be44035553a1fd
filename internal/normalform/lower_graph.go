package normalform

import (
	"slices"
	"sort"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// graphs is what is known of graph bindings while evaluation is followed, by the
// node of the binding's variable. One is evaluated where it is first read. Of one
// that is not ordered and reads none that is, this says nothing: it is computed
// wherever it is good. The others are evaluated again in each branch that reads
// them, unless they are there already.
type graphs struct {
	avail   []int32 // 1 + the place in log; 0 of what is not evaluated on this way
	log     []syntax.NodeID
	barrier int32 // what is in the log before it does not count,
	shared  int32 // but for its begin
	working map[syntax.NodeID]bool
	tracked map[syntax.NodeID]*tracking
	reads   [][]readAt // of those being evaluated: the tracked ones that they read
	leaves  []leaving  // the ends of frames whose marks no later one is below
	time    int
	crowded []syntax.NodeID // those that were to be evaluated at more than maxCopies places of a GNF
}

// A readAt is a tracked binding, and its place in the log when it was read: of a pure
// one, that of the last one that it reads.
type readAt struct {
	name  syntax.NodeID
	place int
}

// A leaving is the end of a frame: what was in the log after the mark went.
type leaving struct{ time, mark int }

// A tracking is what is known of an ordered graph binding.
type tracking struct {
	frames []frameID // in which it is evaluated
	effect bool
	reads  []readAt      // other tracked ones that it reads
	time   int           // of the first evaluation
	shared int           // how much of the log was the same at all evaluations
	last   syntax.NodeID // the last one in that part, NoNode for none
	lazy   opID          // the op of a lazy one, else none
	// pure marks a binding that is tracked only because of what it reads, the last of
	// which was at a place in the log, when that had some length at a time.
	pure                 bool
	lastRead, length, at int
}

func (g *graphs) mark() int { return len(g.log) }

// leave forgets what was evaluated since a mark.
func (g *graphs) leave(mark int) {
	for _, n := range g.log[mark:] {
		g.avail[n] = 0
	}
	g.log = g.log[:mark]
	g.time++
	for len(g.leaves) > 0 && g.leaves[len(g.leaves)-1].mark >= mark {
		g.leaves = g.leaves[:len(g.leaves)-1]
	}
	g.leaves = append(g.leaves, leaving{g.time, mark})
}

// keptSince is how much of the log has stayed since a time when it had some length.
func (g *graphs) keptSince(time, length int) int {
	i := sort.Search(len(g.leaves), func(i int) bool { return g.leaves[i].time > time })
	if i < len(g.leaves) {
		return min(length, g.leaves[i].mark)
	}
	return length
}

// available reports whether n is a binding that has been evaluated on every way to here.
func (g *graphs) available(n syntax.NodeID) bool {
	at := g.avail[n]
	return at > g.barrier || 0 < at && at <= g.shared
}

// same reports whether t is a binding that would be computed from what it was computed from at
// first: it is one value, whatever branches read it.
func (g *graphs) same(t *tracking) bool {
	return t.pure && t.lastRead < g.keptSince(t.at, t.length) && (g.barrier == 0 || t.lastRead < int(g.shared))
}

// enter notes that a binding has been evaluated.
func (g *graphs) enter(name syntax.NodeID) {
	g.log = append(g.log, name)
	g.avail[name] = int32(len(g.log))
}

// mention reads a variable: a graph binding is evaluated now if it has not been.
func (l *lowering) mention(n, whole syntax.NodeID, f frameID) {
	o := l.variable(n)
	if o == nil || o.Item != l.item {
		l.refuse(n, "this variable is not bound where it is read")
		return
	}
	if v := l.readValue(n, whole); v != graph.None {
		l.then(func() {
			b := l.vars[o.Node]
			if b == none {
				l.refuse(n, "this variable is not bound where it is read")
				return
			}
			l.done[v] = l.add(op{value: v, node: n, frame: f, origin: f, owner: none, ordered: true, effect: true}, ref{b, n, noFrame})
		})
	}
	parent := l.info.Index().Parent(o.Node)
	if l.item.Kind(parent) == syntax.Graph && l.item.Graph(parent).Name == o.Node {
		l.ensure(o.Node, l.item.Graph(parent).Value, parent, f)
	}
}

// readValue is the Read value of a variable to which an operator gives new values.
func (l *lowering) readValue(n, whole syntax.NodeID) graph.Value {
	v := l.graph.At(n)
	if l.item.Kind(whole) == syntax.Local && l.tailed(whole) {
		first := l.item.Kids(whole)[l.info.Split[whole]]
		v = l.graph.Operands(l.graph.At(first))[0].Value
	}
	if v != graph.None && l.graph.Kind(v) == graph.Read && l.graph.Node(v) == n {
		return v
	}
	return graph.None
}

// local is a variable, then the projections and the division in its tail.
func (l *lowering) local(n syntax.NodeID, f frameID) {
	s := l.info.Division(n)
	if s != l.info.LateDivision(n) {
		l.divide(s, f)
	}
	l.tail(n, s, f)
}

// divide has a division in the tail of a variable made next, when what it divides is
// there.
func (l *lowering) divide(s syntax.NodeID, f frameID) {
	l.then(func() { l.finish(l.graph.At(s), s, f, nil) })
	if l.variable(s) != nil {
		l.then(func() { l.mention(s, s, f) })
	}
}

// segment is the end of a variable's tail where an operator precedes it: what
// the operator takes, or the late division of what it gives.
func (l *lowering) segment(n syntax.NodeID, f frameID) {
	local := l.info.Index().Parent(n)
	if l.info.LateDivision(local) != n {
		l.local(local, f)
		return
	}
	l.divide(n, f)
	l.visit(l.graph.Operands(l.graph.At(n))[0].Node, f)
}

// tail is a variable, then the projections in its tail up to some segment.
func (l *lowering) tail(n, end syntax.NodeID, f frameID) {
	tail := l.item.Kids(n)[l.info.Split[n]:]
	if i := slices.Index(tail, end); i >= 0 {
		tail = tail[:i]
	}
	for _, s := range slices.Backward(tail) {
		l.then(func() { l.finish(l.graph.At(s), s, f, nil) })
	}
	l.push(task{do: (*lowering).mentionNode, n: n, f: f})
}

func (l *lowering) mentionNode(t task) { l.mention(t.n, t.n, t.f) }

// ensure evaluates a graph binding in a frame, unless it has been on every way there.
func (l *lowering) ensure(name, value, statement syntax.NodeID, f frameID) {
	g := &l.graphs
	if g.working == nil {
		g.working, g.tracked = map[syntax.NodeID]bool{}, map[syntax.NodeID]*tracking{}
	}
	if v := l.item.Unparen(value); l.isVariable(v) && !l.rebound[l.variable(v)] && !g.working[name] {
		l.alias(name, v, f)
		return
	}
	if l.vars[name] != none && (g.tracked[name] == nil || g.available(name)) {
		l.readTracked(name)
		return
	}
	if t := g.tracked[name]; t != nil && g.same(t) {
		g.enter(name)
		l.readTracked(name)
		return
	}
	if t := g.tracked[name]; l.form == GNF && t != nil && len(t.frames) >= maxCopies {
		g.crowded = append(g.crowded, name)
		g.enter(name)
		l.readTracked(name)
		return
	}
	if g.working[name] {
		l.refuse(name, "graph bindings that need each other have no normal form")
		return
	}
	if _, ok := l.lazy[name]; ok {
		l.ensureLazy(name, value, statement, f)
		return
	}
	g.working[name] = true
	g.reads = append(g.reads, nil)
	length, time := len(g.log), g.time
	ordered, effects := l.ordered, l.effects
	l.then(func() {
		l.bindGraph(name, value, statement, f, evaluation{l.ordered > ordered, l.effects > effects, length, time})
	})
	l.visit(value, f)
}

// isVariable reports whether n is an expression that is a variable and nothing else.
func (l *lowering) isVariable(n syntax.NodeID) bool {
	return l.variable(n) != nil && (l.item.Kind(n) == syntax.Name || len(l.item.Kids(n)) <= l.info.Split[n])
}

// tailed reports whether n is a Local with a projection or a division that is applied to the
// variable itself.
func (l *lowering) tailed(n syntax.NodeID) bool {
	kids, used := l.item.Kids(n), l.info.Split[n]
	return used < len(kids) && kids[used] != l.info.LateDivision(n)
}

// alias lets a graph variable be another variable.
func (l *lowering) alias(name, value syntax.NodeID, f frameID) {
	l.graphs.working[name] = true
	l.then(func() {
		delete(l.graphs.working, name)
		l.vars[name] = l.resolve(value)
	})
	l.mention(value, value, f)
}

// readTracked notes for the binding that is being evaluated what it reads.
func (l *lowering) readTracked(name syntax.NodeID) {
	g := &l.graphs
	t := g.tracked[name]
	if t == nil || len(g.reads) == 0 {
		return
	}
	read := readAt{name, int(g.avail[name]) - 1}
	if t.pure {
		read.place = t.lastRead
	}
	last := &g.reads[len(g.reads)-1]
	*last = append(*last, read)
}

// An evaluation is what happened while a graph binding was evaluated, and the length
// of the log and the time when that began.
type evaluation struct {
	ordered, effect bool
	length, time    int
}

// bindGraph binds a graph variable to what its value gave.
func (l *lowering) bindGraph(name, value, statement syntax.NodeID, f frameID, e evaluation) {
	g := &l.graphs
	delete(g.working, name)
	reads := g.reads[len(g.reads)-1]
	g.reads = g.reads[:len(g.reads)-1]
	l.vars[name] = l.resolve(value)
	if l.vars[name] == none {
		return
	}
	l.nameOp(l.vars[name], statement, "")
	if !e.ordered && len(reads) == 0 {
		return
	}
	t := g.tracked[name]
	if t == nil {
		t = &tracking{lazy: none, time: e.time, shared: e.length}
		g.tracked[name] = t
	}
	t.shared = g.keptSince(t.time, t.shared)
	t.last = syntax.NoNode
	if t.shared > 0 {
		t.last = g.log[t.shared-1]
	}
	t.effect = t.effect || e.effect
	t.reads = reads
	t.pure, t.lastRead, t.length, t.at = !e.ordered, -1, e.length, e.time
	for _, r := range reads {
		t.lastRead = max(t.lastRead, r.place)
	}
	l.evaluatedIn(name, t, f)
	g.enter(name)
	l.readTracked(name)
}

// maxCopies bounds how often one graph binding is evaluated in different branches.
const maxCopies = 64

// evaluatedIn notes a frame in which a tracked binding is evaluated. What has an
// effect must not happen twice on one way.
func (l *lowering) evaluatedIn(name syntax.NodeID, t *tracking, f frameID) {
	if t.effect && l.form != GNF {
		if l.frameFunction(f) != l.frameFunction(l.originOfNode(name)) {
			l.refuse(name, "its effect happens when a function is called that reads it first; only a graph binding says that")
		}
		for _, other := range t.frames {
			if !l.exclusive(f, other) {
				l.refuse(name, "its effect happens in some branches only; only a graph binding says that")
			}
		}
	}
	t.frames = append(t.frames, f)
	if len(t.frames) > maxCopies && l.form != GNF {
		l.refuse(name, "it may fail, and too many branches read it first")
	}
}

// originOfNode is the frame in which a graph binding is written, as far as it is
// open.
func (l *lowering) originOfNode(name syntax.NodeID) frameID {
	if v := l.graph.At(name); v != graph.None {
		return l.originOf(v, whole)
	}
	return whole
}

// frameFunction is the frame of the function that a frame is in.
func (l *lowering) frameFunction(f frameID) frameID {
	for f != whole && l.graph.Blocks()[l.frames[f].block].Function != l.frames[f].block {
		f = l.frames[f].parent
	}
	return f
}

// exclusive reports whether an evaluation enters at most one of two frames: they are
// in different branches or clauses.
func (l *lowering) exclusive(a, b frameID) bool {
	above := map[frameID]frameID{} // by frame around a: the frame in it that leads to a
	for last := noFrame; a != noFrame; last, a = a, l.frames[a].parent {
		above[a] = last
	}
	for last := noFrame; b != noFrame; last, b = b, l.frames[b].parent {
		if inA, ok := above[b]; ok {
			return inA != noFrame && last != noFrame && l.sameOpener(inA, last)
		}
	}
	return false
}

func (l *lowering) sameOpener(a, b frameID) bool {
	blocks := l.graph.Blocks()
	return blocks[l.frames[a].block].Opener == blocks[l.frames[b].block].Opener && l.frames[a].block != l.frames[b].block
}

// spread finds the graph bindings that too many places evaluate, and all that they
// read, to be followed again as lazy ones that share nothing with what surrounds them:
// not every place was followed. Copies of copies would double with each binding.
func (g *graphs) spread(lazy map[syntax.NodeID]syntax.NodeID) bool {
	found := g.crowded
	for len(found) > 0 {
		name := found[len(found)-1]
		found = found[:len(found)-1]
		t := g.tracked[name]
		if last, known := lazy[name]; t == nil || known && last == syntax.NoNode {
			continue
		}
		lazy[name] = syntax.NoNode
		for _, r := range t.reads {
			found = append(found, r.name)
		}
	}
	return len(g.crowded) > 0
}

// split finds the graph bindings that more than one place evaluates, and those that
// they read, to be followed again as lazy ones; false where there are no new ones.
func (g *graphs) split(l *lowering, lazy map[syntax.NodeID]syntax.NodeID) bool {
	before := len(lazy)
	var found []syntax.NodeID
	l.place(false)
	for name, t := range g.tracked {
		t.frames = slices.DeleteFunc(t.frames, func(f frameID) bool { return !l.frames[f].live })
		if t.lazy == none && (len(t.frames) > 1 || !t.pure && l.lateRead(name, t)) {
			found = append(found, name)
		}
	}
	for len(found) > 0 {
		name := found[len(found)-1]
		found = found[:len(found)-1]
		t := g.tracked[name]
		if _, known := lazy[name]; known || t == nil {
			continue
		}
		lazy[name] = t.last
		for _, r := range t.reads {
			if r.place >= t.shared {
				found = append(found, r.name)
			}
		}
	}
	return len(lazy) > before
}

// anyLate reports whether a function may be the first to evaluate some graph binding.
func (l *lowering) anyLate() bool {
	for name, t := range l.graphs.tracked {
		if t.lazy != none || !t.pure && l.lateRead(name, t) {
			return true
		}
	}
	return false
}

// lateRead reports whether a binding is evaluated inside of a function that it is not
// written in: once, not with each call.
func (l *lowering) lateRead(name syntax.NodeID, t *tracking) bool {
	return slices.ContainsFunc(t.frames, func(f frameID) bool {
		v := l.graph.At(name)
		return v != graph.None && l.graph.Blocks()[l.frames[l.frameFunction(f)].block].Function != l.graph.Blocks()[l.graph.Block(v)].Function
	})
}

// ensureLazy has a graph binding stay one: its value gets a frame of its own, and
// each frame that may read it first a touch.
func (l *lowering) ensureLazy(name, value, statement syntax.NodeID, f frameID) {
	g := &l.graphs
	l.then(func() { l.touchLazy(name, f) })
	if g.tracked[name] != nil {
		return
	}
	g.working[name] = true
	inner := frameID(len(l.frames))
	block := l.graph.Block(l.graph.At(value))
	l.frames = append(l.frames, frame{block: block, parent: f, opener: none, node: value, depth: l.frames[f].depth + 1})
	barrier, shared, mark := g.barrier, g.shared, g.mark()
	g.barrier = int32(mark)
	if last := l.lazy[name]; last != syntax.NoNode {
		g.shared = max(0, g.avail[last])
	} else {
		g.shared = 0
	}
	g.reads = append(g.reads, nil)
	l.then(func() {
		g.leave(mark)
		g.barrier, g.shared = barrier, shared
		g.reads = g.reads[:len(g.reads)-1]
		delete(g.working, name)
		result := l.resolve(value)
		l.frames[inner].result = ref{result, value, noFrame}
		id := l.add(op{
			kind: lazy, value: l.graph.At(value), node: value, let: statement,
			frame: f, origin: l.originOf(l.graph.At(value), f), owner: none,
		}, ref{result, value, inner})
		l.frames[inner].opener = id
		l.stateOp(id, statement)
		g.tracked[name] = &tracking{lazy: id}
	})
	l.visit(value, inner)
}

// touchLazy is the first read of a lazy binding in a frame.
func (l *lowering) touchLazy(name syntax.NodeID, f frameID) {
	g := &l.graphs
	if g.tracked[name] == nil {
		return // refused
	}
	id := g.tracked[name].lazy
	l.vars[name] = l.add(op{kind: touch, value: l.graph.At(name), node: name, frame: f, origin: f, owner: none, ordered: true, effect: true, acts: true}, ref{id, name, noFrame})
	g.enter(name)
	l.readTracked(name)
}
