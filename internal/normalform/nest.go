package normalform

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A nesting arranges the lines of GNF and BBNF. It follows the evaluation of what is
// to be written, from its end to its begin, beside the ordered ops of each frame in
// their order: an ordered op may be in the place of its use, or at its first one,
// if evaluation comes to it there in its turn (as in the stackification of
// WebAssembly compilers). Where it does not, the op gets a line of its own in front,
// and in GNF a statement that evaluates it there.
type nesting struct {
	*program
	tasks   []nestTask
	left    []int32  // by op: its uses that were not met yet
	outside []bool   // by op: some use is in another frame than its home
	turn    [][]opID // by frame: the ordered ops that were not met yet
	late    [][]opID // by frame: what an inner frame was the first to use
}

// maxDepth is how many levels are inside of each other before one is bound.
const maxDepth = 100

// nest arranges the lines of GNF and BBNF.
func (p *program) nest() {
	p.place(false)
	n := &nesting{
		program: p, left: make([]int32, len(p.ops)), outside: make([]bool, len(p.ops)),
		turn: make([][]opID, len(p.frames)), late: make([][]opID, len(p.frames)),
	}
	n.count()
	n.frame(whole)
	for len(n.tasks) > 0 {
		n.meter.Spend(4)
		last := len(n.tasks) - 1
		task := n.tasks[last]
		n.tasks = n.tasks[:last]
		task.do(n, task)
	}
	for f := range p.frames {
		slices.Reverse(p.frames[f].lines)
	}
}

// A nestTask is something that is to be done.
type nestTask struct {
	do  func(*nesting, nestTask)
	o   opID
	f   frameID
	how passing
}

func (n *nesting) then(t nestTask) { n.tasks = append(n.tasks, t) }

func (n *nesting) nextLine(t nestTask)  { n.next(t.f) }
func (n *nesting) nextFrame(t nestTask) { n.frame(t.f) }
func (n *nesting) nextUse(t nestTask)   { n.use(t.o, t.f, t.how) }

// count finds uses outside of homes, and the ordered ops of each frame.
func (n *nesting) count() {
	for o := range opID(len(n.ops)) {
		op := &n.ops[o]
		if !op.live {
			continue
		}
		n.left[o] = op.uses
		if op.ordered && op.kind != binder {
			n.turn[op.frame] = append(n.turn[op.frame], o)
		}
		for _, r := range n.operands(o) {
			f := op.home
			if r.inner != noFrame {
				f = r.inner
			}
			if n.ops[r.op].home != f {
				n.outside[r.op] = true
			}
		}
	}
}

func (n *nesting) write(f frameID, kind lineKind, o opID) {
	n.frames[f].lines = append(n.frames[f].lines, line{kind, o})
}

// frame arranges a frame, its result first.
func (n *nesting) frame(f frameID) {
	n.write(f, resultLine, none)
	n.then(nestTask{do: (*nesting).nextLine, f: f})
	n.use(n.frames[f].result.op, f, passing{claims: true, result: true})
}

// A passing is how evaluation comes to a use.
type passing struct {
	claims bool // in its turn; not where a graph binding is first read in an inner frame
	result bool // the use is the result of its frame
	depth  int
}

// next takes the line before what was arranged last.
func (n *nesting) next(f frameID) {
	if last := len(n.late[f]) - 1; last >= 0 {
		o := n.late[f][last]
		n.late[f] = n.late[f][:last]
		n.then(nestTask{do: (*nesting).nextLine, f: f})
		n.bound(o, f, n.ops[o].mode == byLet)
		return
	}
	last := len(n.turn[f]) - 1
	if last < 0 {
		return
	}
	o := n.turn[f][last]
	n.turn[f] = n.turn[f][:last]
	n.then(nestTask{do: (*nesting).nextLine, f: f})
	n.line(o, f)
}

// bound writes the line that binds an op, whose operands come next.
func (n *nesting) bound(o opID, f frameID, claims bool) {
	n.write(f, bindLine, o)
	n.expand(o, f, passing{claims: claims})
}

// line writes the lines of an ordered op that is nowhere else.
func (n *nesting) line(o opID, f frameID) {
	op := &n.ops[o]
	switch {
	case op.kind == kept:
		n.write(f, keptLine, o)
		n.expand(o, f, passing{claims: true})
		return
	case op.kind == touch:
		n.write(f, forceLine, o)
		n.expand(o, f, passing{})
		return
	case op.uses == 0 && n.form == GNF:
		n.write(f, statementLine, o)
		n.expand(o, f, passing{claims: true, result: true})
		return
	}
	op.mode = byGraph
	if n.form == BBNF && (op.uses == 0 || n.outside[o]) {
		op.mode = byLet
	} else {
		n.write(f, forceLine, o)
	}
	n.bound(o, f, true)
}

// use is a use of an op, from the last to the first.
func (n *nesting) use(o opID, f frameID, how passing) {
	op := &n.ops[o]
	if op.kind == binder || n.copied(o) {
		return
	}
	n.left[o]--
	if n.left[o] > 0 {
		return
	}
	switch {
	case op.ordered:
		n.claim(o, f, how)
	case op.home != f || n.form == BBNF && n.outside[o] || op.general && op.uses > 1:
		op.mode = byGraph
		if n.form == BBNF || op.general {
			op.mode = byLet
		}
		n.late[op.home] = append(n.late[op.home], o)
	default:
		n.stand(o, f, how)
	}
}

// claim has an ordered op be evaluated at its first use, if that is in its turn.
func (n *nesting) claim(o opID, f frameID, how passing) {
	op := &n.ops[o]
	last := len(n.turn[f]) - 1
	if !how.claims || op.home != f || last < 0 || n.turn[f][last] != o || n.form == BBNF && n.outside[o] {
		return // it gets its turn
	}
	n.turn[f] = n.turn[f][:last]
	if op.kind == touch {
		n.expand(o, f, passing{})
		return
	}
	n.stand(o, f, how)
}

// stand has an op be evaluated at its first use: in its place, or bound if there are
// others.
func (n *nesting) stand(o opID, f frameID, how passing) {
	op := &n.ops[o]
	if op.uses > 1 || how.depth >= maxDepth || n.ownLine(o, how) {
		op.mode = byGraph
		n.write(f, bindLine, o)
		how.depth = 0
	}
	n.expand(o, f, passing{claims: how.claims, depth: how.depth + 1})
}

// ownLine reports whether o is a call, which TVM's printer binds one by one.
func (n *nesting) ownLine(o opID, how passing) bool {
	op := &n.ops[o]
	if n.style != Relay || how.result || op.value == graph.None {
		return false
	}
	switch n.graph.Kind(op.value) {
	case graph.Operation, graph.Call, graph.Construct:
		return op.kind == computed && n.item.Kind(op.node) != syntax.Index
	}
	return false
}

// expand goes on with the operands of an op, the last one first.
func (n *nesting) expand(o opID, f frameID, how passing) {
	if n.ops[o].kind == touch {
		lazy := n.operands(o)[0].op
		if n.left[lazy]--; n.left[lazy] == 0 {
			n.ops[lazy].mode = byGraph
			n.late[n.ops[lazy].home] = append(n.late[n.ops[lazy].home], lazy)
		}
		return
	}
	how.result = false
	for _, r := range n.operands(o) {
		if r.inner != noFrame {
			n.then(nestTask{do: (*nesting).nextFrame, f: r.inner})
			continue
		}
		n.then(nestTask{do: (*nesting).nextUse, o: r.op, f: f, how: how})
	}
}
