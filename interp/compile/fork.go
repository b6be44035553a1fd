package compile

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/interp/code"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Bindings that do not need each other are evaluated side by side where the
// shapes in their types promise enough work. The code for that stands before
// the plain code, which is run instead on one core, where there may be effects,
// and where something fails: then the first failure in the order of the program
// is to be found.

// A binding is a `let` or a graph binding, in the order of evaluation.
type binding struct {
	node       syntax.NodeID
	defines    []*typecheck.Object
	reads      map[*typecheck.Object]bool
	operations int
	surelyEnds bool // evaluating it ends: it calls operators only
}

const (
	minForkCost     = 50_000 // operations that are worth a task
	maxForkBindings = 64     // bindings that are looked at together
)

// A bindingGroup is bindings of which each needs one before it in the group, and none
// of another group.
type bindingGroup struct {
	bindings   []int
	operations int
}

// groupsFrom sorts the bindings from one on into groups, as far as no binding
// needs two that are heavy, and gives the end; nil where there are not two.
func groupsFrom(list []binding, from int) (groups []bindingGroup, end int) {
	owner := map[*typecheck.Object]int{} // a group
	if list[from].operations < minForkCost {
		return nil, from
	}
	for end = from; end < len(list) && end-from < maxForkBindings && list[end].surelyEnds; end++ {
		into, ok := groupFor(owner, list[end])
		if !ok {
			break
		}
		if into < 0 {
			into = len(groups)
			groups = append(groups, bindingGroup{})
		}
		s := &groups[into]
		s.bindings, s.operations = append(s.bindings, end), s.operations+list[end].operations
		for _, o := range list[end].defines {
			owner[o] = into
		}
	}
	n := 0
	for _, s := range groups {
		if s.operations >= minForkCost {
			n++
		}
	}
	if n < 2 {
		return nil, from
	}
	return groups, end
}

// groupFor finds the group that a binding belongs to, -1 for a new one; false
// where it would join two.
func groupFor(owner map[*typecheck.Object]int, b binding) (into int, ok bool) {
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

// anyGraph reports whether a variable is a graph binding, of this function or one around
// it, which may have to be evaluated first.
func (b *builder) anyGraph(o *typecheck.Object) bool {
	return b.env != nil && b.env.isGraph(o) || b.graphAround(o) != nil
}

// surelyEnds reports whether evaluating an expression surely ends, if what it reads is
// there.
func (b *builder) surelyEnds(n syntax.NodeID) bool {
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

// fork emits the instruction that runs the functions in registers from first on
// side by side, and gives the place of the target for when that was not done.
func (b *builder) fork(first, n int) int {
	b.emit(code.OpFork, first, n, 0)
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
		b.constant(r, code.Unit)
	} else {
		b.emit(code.OpTuple, r, 0, len(out))
		b.registers(regs)
	}
	b.emit(code.OpReturn, r, 0, 0)
}

// task puts a function without parameters into a register.
func (b *builder) task(dst int, body func(l *builder)) {
	fn := &code.Function{Place: b.fn.Place, Item: b.item, Outer: b.fn}
	b.compiler.code.Add(fn)
	b.fn.Calls = append(b.fn.Calls, fn.Index)
	l := b.compiler.newBuilder(fn, b.info, b)
	l.setNode(b.node)
	body(l)
	l.finish()
	b.closure(fn, l, dst)
}
