package normalform

import (
	"cmp"
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// sequence arranges the lines of ANF: each value that is no atom on a line of its
// own, in the order of evaluation. What moved into a branch precedes the
// first line there that needs it.
func (p *program) sequence() {
	p.place(true)
	at := p.positions()
	p.chooseANF()
	byHome := make([][]opID, len(p.frames))
	for o := range opID(len(p.ops)) {
		if op := &p.ops[o]; op.live && (op.mode == byLet || op.kind == kept) {
			byHome[op.home] = append(byHome[op.home], o)
		}
	}
	for f, ops := range byHome {
		slices.SortStableFunc(ops, func(a, b opID) int {
			return cmp.Or(cmp.Compare(at[a], at[b]), cmp.Compare(p.arrived(a), p.arrived(b)), cmp.Compare(a, b))
		})
		for _, o := range ops {
			p.frames[f].lines = append(p.frames[f].lines, line{p.bindKind(o), o})
		}
		p.frames[f].lines = append(p.frames[f].lines, line{resultLine, none})
	}
}

func (p *program) bindKind(o opID) lineKind {
	if p.ops[o].kind == kept {
		return keptLine
	}
	return bindLine
}

// arrived puts what moved to a place before what was there.
func (p *program) arrived(o opID) int {
	if p.ops[o].home != p.ops[o].frame {
		return 0
	}
	return 1
}

// positions are the ops of their homes before which ops are computed: themselves
// for those that did not move.
func (p *program) positions() []opID {
	at := make([]opID, len(p.ops))
	for o := range at {
		at[o] = opID(o)
		if p.ops[o].home != p.ops[o].frame {
			at[o] = math.MaxInt32
		}
	}
	for o := opID(len(p.ops) - 1); o >= 0; o-- {
		if !p.ops[o].live {
			continue
		}
		for _, r := range p.operands(o) {
			from, f := at[o], p.ops[o].home
			if r.inner != noFrame {
				from, f = math.MaxInt32, r.inner
			}
			if w := &p.ops[r.op]; w.home != w.frame {
				at[r.op] = min(at[r.op], p.lifted(at, from, f, w.home))
			}
		}
	}
	return at
}

// lifted is the op of an outer frame in which a place of an inner one stands.
func (p *program) lifted(at []opID, from opID, f, outer frameID) opID {
	for f != outer && f != whole {
		from = at[p.frames[f].opener]
		f = p.ops[p.frames[f].opener].home
	}
	return from
}

// chooseANF says how ops are written in ANF.
func (p *program) chooseANF() {
	effects := p.effectsBefore()
	stays := map[opID]bool{} // values of kept `let`s that nothing else names
	for o := opID(len(p.ops) - 1); o >= 0; o-- {
		op := &p.ops[o]
		for _, r := range p.operands(o) {
			end := int(o)
			if r.inner != noFrame && p.isReadOp(r.op) && p.ops[r.op].frame != r.inner {
				end = len(p.ops)
			}
			p.chooseRead(r.op, effects[end]-effects[r.op])
		}
		switch {
		case op.kind == computed && p.isReadOp(o):
		case op.kind == kept:
			value := &p.ops[p.operands(o)[0].op]
			stays[p.operands(o)[0].op] = value.let == 0 && value.uses == 1
		case stays[o]:
		case op.kind == computed, op.kind == choice, op.kind == held:
			op.mode = byLet
		case op.kind == atom && op.let != 0 && !(p.copied(o) && p.boundByGraph(o)):
			op.mode = byLet
		}
	}
	if r := p.frames[whole].result.op; p.isReadOp(r) {
		p.chooseRead(r, effects[len(p.ops)]-effects[r])
	}
}

// isReadOp reports whether o is the read of a variable to which an operator gives new values.
func (p *program) isReadOp(o opID) bool {
	return p.computes(o, graph.Read)
}

// chooseRead binds a read that its one use may not stand for: something happens in
// between.
func (p *program) chooseRead(o opID, between int) {
	if p.isReadOp(o) && (between > 0 || p.ops[o].uses > 1 || p.ops[o].let != 0) {
		p.ops[o].mode = byLet
	}
}

// effectsBefore counts the effects before each op, reads of variables left out.
func (p *program) effectsBefore() []int {
	n := make([]int, len(p.ops)+1)
	for o := range p.ops {
		n[o+1] = n[o]
		if p.ops[o].effect && !p.isReadOp(opID(o)) {
			n[o+1]++
		}
	}
	return n
}

// boundByGraph reports whether o is an op that a graph binding names.
func (p *program) boundByGraph(o opID) bool { return p.item.Kind(p.ops[o].let) == syntax.Graph }
