package ranking

import (
	"slices"

	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// Conditions are what holds of integers where a call stands.
type conditions struct {
	least   []bound       // each at least 0
	unequal []linear.Form // each not 0, modulo the width
}

// A bound is a sum that is at least 0, as integers; assumed if it is so only
// where no sum has wrapped around.
type bound struct {
	sum     linear.Form
	assumed bool
}

// Limits of the conditions of a call.
const (
	maxConditions = 12
	maxBlocks     = 60
)

// conditions are those that stand around a value: the branches and clauses in
// which it is written, and what their functions stand in. What a graph binding
// writes may be evaluated elsewhere, so that of those around it nothing is known.
func (w *walk) conditions(v graph.Value) *conditions {
	c := &conditions{}
	blocks := w.Blocks()
	lazy := w.lazy(w.Node(v))
	b := w.Block(v)
	for range maxBlocks {
		if b == graph.Body || w.outside(blocks[b].Node, lazy) {
			break
		}
		if opener := blocks[b].Opener; opener != graph.None {
			w.condition(c, opener, b)
		}
		b = blocks[b].Around
	}
	return c
}

// lazy is the value of the innermost graph binding that a node stands in.
func (w *walk) lazy(n syntax.NodeID) syntax.NodeID {
	if w.bindings == nil {
		w.bindings = make([]syntax.NodeID, w.item.Len())
		for at := syntax.NodeID(w.item.Len() - 1); at > 0; at-- {
			for _, kid := range w.item.Kids(at) {
				w.bindings[kid] = w.bindings[at]
				if w.item.Kind(at) == syntax.Graph {
					w.bindings[kid] = kid
				}
			}
		}
	}
	return w.bindings[n]
}

func (w *walk) outside(n, of syntax.NodeID) bool {
	return of != syntax.NoNode && (w.item.Span(n).Start < w.item.Span(of).Start || w.item.Span(of).End < w.item.Span(n).End)
}

// condition notes what holds in a block of a value.
func (w *walk) condition(c *conditions, opener graph.Value, b graph.Block) {
	operands := w.Operands(opener)
	i := slices.IndexFunc(operands, func(o graph.Operand) bool { return o.Block == b })
	switch {
	case i <= 0:
	case w.Kind(opener) == graph.If:
		w.assume(c, operands[0].Value, i == 1)
	case w.Kind(opener) == graph.Match:
		w.clause(c, opener, i-1)
	case w.Kind(opener) == graph.Operation:
		w.assume(c, operands[0].Value, w.operator(opener) == op.LogicalAnd)
	}
}

func (w *walk) operator(v graph.Value) string {
	if app, ok := w.Info.Application(w.Node(v)); ok && w.Kind(v) == graph.Operation {
		return app.Op.Canonical()
	}
	return ""
}

// A claim is a truth value, and which it is.
type claim struct {
	of    graph.Value
	holds bool
}

// assume notes that a truth value is the one or the other.
func (w *walk) assume(c *conditions, v graph.Value, holds bool) {
	todo := []claim{{v, holds}}
	for range 4 * maxConditions {
		if len(todo) == 0 {
			return
		}
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if at.of == graph.None {
			continue
		}
		operands := w.Operands(at.of)
		switch name := w.operator(at.of); {
		case name == op.LogicalNot && len(operands) == 1:
			todo = append(todo, claim{operands[0].Value, !at.holds})
		case name == op.LogicalAnd && at.holds, name == op.LogicalOr && !at.holds:
			for _, o := range operands {
				todo = append(todo, claim{o.Value, at.holds})
			}
		case comparisons[name] != nil && len(operands) == 2:
			a, b := w.at(operands[0].Value).num, w.at(operands[1].Value).num
			if a != nil && b != nil {
				comparisons[name](c, *a, *b, at.holds)
			}
		}
	}
}

var comparisons = map[string]func(c *conditions, a, b linear.Form, holds bool){
	op.Less:         func(c *conditions, a, b linear.Form, holds bool) { c.less(a, b, holds) },
	op.Greater:      func(c *conditions, a, b linear.Form, holds bool) { c.less(b, a, holds) },
	op.LessEqual:    func(c *conditions, a, b linear.Form, holds bool) { c.less(b, a, !holds) },
	op.GreaterEqual: func(c *conditions, a, b linear.Form, holds bool) { c.less(a, b, !holds) },
	op.Equal:        func(c *conditions, a, b linear.Form, holds bool) { c.equal(a, b, holds) },
	op.NotEqual:     func(c *conditions, a, b linear.Form, holds bool) { c.equal(a, b, !holds) },
}

// less notes that a < b, or that it is not.
func (c *conditions) less(a, b linear.Form, holds bool) {
	d := b.Minus(a)
	if holds {
		d.Const--
	} else {
		d = linear.Number(0).Minus(d)
	}
	c.note(bound{d, !exactSum(a) || !exactSum(b)})
}

func (c *conditions) equal(a, b linear.Form, holds bool) {
	d := a.Minus(b)
	if !holds {
		if withinLimits(d) && len(c.unequal) < maxConditions {
			c.unequal = append(c.unequal, d)
		}
		return
	}
	assumed := !exactSum(a) || !exactSum(b)
	c.note(bound{d, assumed})
	c.note(bound{linear.Number(0).Minus(d), assumed})
}

func (c *conditions) note(b bound) {
	if withinLimits(b.sum) && len(c.least) < maxConditions {
		c.least = append(c.least, b)
	}
}

// clause notes which numbers a scrutinee is, by the pattern that it fits, and is
// not, by those in front that ask for one number and nothing else.
func (w *walk) clause(c *conditions, match graph.Value, clause int) {
	scrutinee := w.operand(match, 0)
	row := 0
	for _, n := range w.item.Match(w.Node(match)).Clauses {
		if w.item.Kind(n) != syntax.Clause {
			continue
		}
		asked, more := w.asked(scrutinee, w.item.Clause(n).Pattern)
		if row == clause {
			for _, a := range asked {
				c.equal(a, linear.Number(0), true)
			}
			return
		}
		if len(asked) == 1 && !more {
			c.equal(asked[0], linear.Number(0), false)
		}
		row++
	}
}

// asked are the differences that are 0 where a thing fits a pattern; more tells
// that the pattern asks for something else besides. What holds of a number by
// itself is exact, so that the differences are taken from it.
func (w *walk) asked(t *thing, pattern syntax.NodeID) (asked []linear.Form, more bool) {
	type pair struct {
		t       *thing
		pattern syntax.NodeID
	}
	todo := []pair{{t, pattern}}
	for range 4 * maxLeaves {
		if len(todo) == 0 {
			return asked, more
		}
		at := todo[0]
		todo = todo[1:]
		switch n := at.pattern; w.item.Kind(n) {
		case syntax.PatParen:
			todo = append(todo, pair{at.t, w.item.Inner(n)})
		case syntax.PatTyped:
			todo = append(todo, pair{at.t, w.item.PatTyped(n).Pattern})
		case syntax.PatTuple:
			for i, p := range w.item.Kids(n) {
				part := unknownThing
				if i < len(at.t.parts) {
					part = at.t.parts[i]
				}
				todo = append(todo, pair{part, p})
			}
		case syntax.PatLit:
			k, ok := w.integer(w.item.Inner(n))
			if !ok || at.t.num == nil {
				more = true
				continue
			}
			asked = append(asked, at.t.num.Minus(linear.Number(k)))
		case syntax.PatVar, syntax.PatWild:
		case syntax.PatName:
			o := w.Info.Object(n)
			more = more || o == nil || o.Cons != nil
		default:
			more = true
		}
	}
	return nil, true
}
