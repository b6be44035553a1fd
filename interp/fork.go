package interp

import (
	"slices"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Bindings that do not need each other are evaluated side by side where the
// shapes in their types promise enough work. The code for that stands before
// the plain code, which is run instead on one core, where there may be effects,
// and where something fails: then the first failure in the order of the program
// is to be found.

// A binding is a `let` or a graph binding, in the order of evaluation.
type binding struct {
	node    syntax.NodeID
	defines []*typecheck.Object
	reads   map[*typecheck.Object]bool
	cost    int
	total   bool // evaluating it ends: it calls operators only
}

const (
	heavy     = 50_000 // operations that are worth a task
	lookahead = 64     // bindings that are looked at together
)

// A strand is some bindings that need each other, and no other strand.
type strand struct {
	bindings []int
	cost     int
}

// strandsFrom sorts the bindings from one on into strands, as far as no binding
// needs two that are heavy, and gives the end; nil where there are not two.
func strandsFrom(list []binding, from int) (strands []strand, end int) {
	owner := map[*typecheck.Object]int{} // a strand
	if list[from].cost < heavy {
		return nil, from
	}
	for end = from; end < len(list) && end-from < lookahead && list[end].total; end++ {
		into, ok := joined(strands, owner, list[end])
		if !ok {
			break
		}
		if into < 0 {
			into = len(strands)
			strands = append(strands, strand{})
		}
		s := &strands[into]
		s.bindings, s.cost = append(s.bindings, end), s.cost+list[end].cost
		for _, o := range list[end].defines {
			owner[o] = into
		}
	}
	n := 0
	for _, s := range strands {
		if s.cost >= heavy {
			n++
		}
	}
	if n < 2 {
		return nil, from
	}
	return strands, end
}

// joined finds the strand that a binding belongs to, -1 for a new one; false
// where it would join two.
func joined(strands []strand, owner map[*typecheck.Object]int, b binding) (into int, ok bool) {
	into = -1
	for o := range b.reads {
		if s, known := owner[o]; known && s != into {
			if into >= 0 {
				return 0, false
			}
			into = s
		}
	}
	return into, true
}

// forkLets emits a run of `let`s of a block, which begins at kids[0], as a fork,
// and gives how many it takes.
func (b *builder) forkLets(kids []syntax.NodeID) int {
	if b.env != nil && b.graph || b.rebinding || b.chaining || len(kids) < 3 || b.item.Kind(kids[0]) != syntax.Let {
		return 0
	}
	if value := b.item.Kid(kids[0], 2); value == syntax.NoNode || b.cost(value) < heavy {
		return 0
	}
	var list []binding
	for _, kid := range kids[:min(len(kids)-1, lookahead)] {
		bound, ok := b.letBinding(kid)
		if !ok || !bound.total {
			break
		}
		list = append(list, bound)
	}
	if len(list) < 2 {
		return 0
	}
	strands, end := strandsFrom(list, 0)
	if strands == nil {
		return 0
	}
	outs := b.liveOut(list[:end], strands)
	if outs == nil {
		return 0
	}
	b.forkStrands(list, strands, outs, kids[:end])
	return end
}

// letBinding looks at a `let` of a value that is no function.
func (b *builder) letBinding(let syntax.NodeID) (binding, bool) {
	if b.item.Kind(let) != syntax.Let {
		return binding{}, false
	}
	value := b.item.Kid(let, 2)
	if value == syntax.NoNode || b.item.Kind(b.inside(value)) == syntax.Fn {
		return binding{}, false
	}
	bound := binding{node: let, cost: b.cost(value), reads: b.readIn(value), total: b.total(value)}
	for o := range bound.reads {
		bound.total = bound.total && !b.anyGraph(o)
	}
	b.item.Walk(b.item.Kid(let, 0), func(n syntax.NodeID) bool {
		if o := b.info.Objects[n]; o != nil && o.Kind == typecheck.LocalObject {
			bound.defines = append(bound.defines, o)
		}
		return true
	})
	return bound, true
}

// anyGraph tells of a graph binding, which may have to be evaluated first.
func (b *builder) anyGraph(o *typecheck.Object) bool {
	return b.env != nil && b.env.isGraph(o) || b.graphAround(o) != nil
}

// total tells whether evaluating an expression surely ends, if what it reads is
// there.
func (b *builder) total(n syntax.NodeID) bool {
	ends := true
	b.item.Walk(n, func(n syntax.NodeID) bool {
		switch b.item.Kind(n) {
		case syntax.Fn, syntax.If, syntax.Match, syntax.Block, syntax.Global, syntax.Meta:
			ends = false
		case syntax.Call:
			c := b.info.OperatorCall(n)
			ends = ends && c != nil && c.Op.Scheme == nil
		}
		return ends
	})
	return ends
}

func (b *builder) readIn(n syntax.NodeID) map[*typecheck.Object]bool {
	reads := map[*typecheck.Object]bool{}
	b.item.Walk(n, func(n syntax.NodeID) bool {
		if o := b.info.Objects[n]; o != nil && o.Kind == typecheck.LocalObject {
			reads[o] = true
		}
		return true
	})
	return reads
}

// liveOut gives the variables of each strand that are read behind it; nil where
// there are too many.
func (b *builder) liveOut(list []binding, strands []strand) [][]*typecheck.Object {
	inside := map[*typecheck.Object]int{}
	for _, bound := range list {
		b.item.Walk(bound.node, func(n syntax.NodeID) bool {
			if o := b.info.Objects[n]; o != nil {
				inside[o]++
			}
			return true
		})
	}
	outs, n := make([][]*typecheck.Object, len(strands)), 0
	for i, s := range strands {
		for _, k := range s.bindings {
			for _, o := range list[k].defines {
				if b.readsOf(o).count >= inside[o] { // the definition is one of those inside
					outs[i] = append(outs[i], o)
					n++
				}
			}
		}
	}
	if n > maxParams/2 {
		return nil
	}
	return outs
}

// forkStrands emits the fork and the plain code; both leave the variables that
// are read later in the same registers.
func (b *builder) forkStrands(list []binding, strands []strand, outs [][]*typecheck.Object, lets []syntax.NodeID) {
	registers := map[*typecheck.Object]int{}
	for _, out := range outs {
		for _, o := range out {
			registers[o] = b.temp()
		}
	}
	mark := b.next
	first := b.next
	for range strands {
		b.temp()
	}
	for i, s := range strands {
		b.task(first+i, func(l *builder) {
			for _, k := range s.bindings {
				l.let(list[k].node)
			}
			l.results(outs[i])
		})
	}
	joins := b.fork(first, len(strands))
	for i, out := range outs {
		for k, o := range out {
			b.field(registers[o], first+i, k)
		}
	}
	end := b.jump()
	b.land(joins)
	b.next = mark
	for _, let := range lets {
		b.let(let)
	}
	for _, out := range outs {
		for _, o := range out {
			b.load(o, registers[o])
			delete(b.late, o)
		}
	}
	b.land(end)
	b.next = mark
	for _, out := range outs {
		for _, o := range out {
			b.keep(o, registers[o])
		}
	}
}

// keep binds a variable behind a fork.
func (b *builder) keep(o *typecheck.Object, reg int) {
	if b.env != nil && b.env.roomy {
		i := b.env.field(o)
		b.setEnv(i, reg)
		b.vars[o] = variable{inEnvironment, i}
		return
	}
	b.bind(o, reg)
}

// fork emits the instruction that runs the functions in registers from first on
// side by side, and gives the place of the target for when that was not done.
func (b *builder) fork(first, n int) int {
	b.fn.forks++
	b.emit(opFork, first, n, 0)
	return b.put(0)
}

// results ends a task with a tuple of variables.
func (b *builder) results(out []*typecheck.Object) {
	regs := make([]int, len(out))
	for i, o := range out {
		regs[i] = b.temp()
		b.load(o, regs[i])
	}
	r := b.temp()
	if len(out) == 0 {
		b.constant(r, unitSlot)
	} else {
		b.emit(opTuple, r, 0, len(out))
		b.registers(regs)
	}
	b.emit(opReturn, r, 0, 0)
}

// task puts a function without parameters into a register.
func (b *builder) task(dst int, body func(l *builder)) {
	fn := &function{place: b.fn.place, item: b.item, outer: b.fn}
	b.program.newFunction(fn)
	b.fn.calls = append(b.fn.calls, fn.index)
	l := b.program.newBuilder(fn, b.info, b)
	l.at(b.node)
	body(l)
	l.finish()
	b.closure(fn, l, dst)
}

// forkGraphs emits forks of the graph bindings that evaluating a body needs
// whatever happens. It forces them in the order in which they would be anyway.
func (b *builder) forkGraphs(body syntax.NodeID) {
	if b.env == nil || b.rebinding || len(b.env.graphs) > 20*lookahead {
		return
	}
	list := b.strictGraphs(body)
	done := 0
	for from := 0; from < len(list); from++ {
		if strands, end := strandsFrom(list, from); strands != nil {
			b.forkForces(list, strands, done, from, end)
			done, from = end, end-1
		}
	}
}

// forkForces emits a fork that forces what each strand gives to others, behind
// one that forces what they need.
func (b *builder) forkForces(list []binding, strands []strand, done, from, end int) {
	mark := b.next
	first := b.next
	for range strands {
		b.temp()
	}
	b.task(first, func(l *builder) {
		for _, bound := range list[done:from] {
			if b.readBehind(bound.defines[0], list[from:end]) {
				l.forceFor(b, bound.defines[0])
			}
		}
		l.results(nil)
	})
	missing := b.fork(first, 1)
	for i, s := range strands {
		b.task(first+i, func(l *builder) {
			for _, k := range s.bindings {
				if o := list[k].defines[0]; b.readsOf(o).count > 1 || b.readLast(o, list, s) {
					l.forceFor(b, o)
				}
			}
			l.results(nil)
		})
	}
	b.land(b.fork(first, len(strands)))
	b.land(missing)
	b.next = mark
}

// readLast tells whether no binding of the strand reads a variable.
func (b *builder) readLast(o *typecheck.Object, list []binding, s strand) bool {
	for _, k := range s.bindings {
		if list[k].reads[o] {
			return false
		}
	}
	return true
}

func (b *builder) readBehind(o *typecheck.Object, list []binding) bool {
	return slices.ContainsFunc(list, func(bound binding) bool { return bound.reads[o] })
}

// forceFor evaluates a graph binding of the function that a task belongs to.
func (b *builder) forceFor(owner *builder, o *typecheck.Object) {
	owner.env.forked[o] = true
	r := b.temp()
	b.load(o, r)
	b.next = r
}

// strictGraphs lists the graph bindings that a body surely evaluates, in order.
func (b *builder) strictGraphs(body syntax.NodeID) []binding {
	var list []binding
	seen, total := map[*typecheck.Object]bool{}, map[*typecheck.Object]bool{}
	var visit func(n syntax.NodeID)
	visit = func(n syntax.NodeID) {
		if n == syntax.NoNode {
			return
		}
		kids := b.item.Kids(n)
		switch b.item.Kind(n) {
		case syntax.Paren, syntax.Call, syntax.Tuple, syntax.Project, syntax.NamedArg, syntax.Index, syntax.Unary:
		case syntax.Binary:
			if b.logical(kids) {
				kids = kids[:1]
			}
		case syntax.Block:
			for _, kid := range kids {
				if kid != syntax.NoNode && b.item.Kind(kid) == syntax.Let {
					return // what a `let` binds must be bound before
				}
			}
			kids = kids[max(len(kids)-1, 0):]
		case syntax.Local:
			o := b.local(n)
			if o == nil || !b.env.isGraph(o) || seen[o] {
				return
			}
			seen[o] = true
			value := b.env.values[o]
			visit(value)
			if value != syntax.NoNode {
				bound := binding{node: value, defines: []*typecheck.Object{o}, reads: b.readIn(value), cost: b.cost(value), total: b.total(value)}
				for read := range bound.reads {
					bound.total = bound.total && (!b.anyGraph(read) || total[read])
				}
				total[o] = bound.total
				list = append(list, bound)
			}
			return
		default:
			return
		}
		for _, kid := range kids {
			visit(kid)
		}
	}
	visit(body)
	return list
}

// fork runs functions side by side; their results take their places. It is not
// done where they must be run in order, or fail.
func (m *machine) fork(at, n int) (done bool, err error) {
	tasks := append([]slot{}, m.stack[at:at+n]...)
	if slices.ContainsFunc(tasks, m.ordered) {
		return false, nil
	}
	results := make([]slot, n)
	done, err = m.speculate(func() (bool, error) {
		return true, m.parallel(n, 1, func(m *machine, from, to int) error {
			for i := from; i < to; i++ {
				r, err := m.invoke(tasks[i])
				if err != nil {
					return err
				}
				results[i] = r
			}
			return nil
		})
	})
	if done {
		m.took(bindingsForked)
		copy(m.stack[at:], results)
	}
	return done, err
}

// speculate does in another order what can be done plainly, and tells whether
// that succeeded. What it took does not count if not; only a run that is stopped
// ends there.
func (m *machine) speculate(do func() (bool, error)) (ok bool, err error) {
	before := m.steps.Load()
	ok, err = do()
	if ok && err == nil {
		return true, nil
	}
	if f, faulty := err.(*Fault); faulty && f.Kind == StopFault {
		return false, err
	}
	m.steps.Add(before - m.steps.Load())
	return false, nil
}
