package compile

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/interp/code"
)

// clauseBody emits a clause's body, or a jump to it where it was emitted before.
func (d *decision) clauseBody(l row) {
	c := &d.clauses[l.clause]
	d.loadAll(l.vars)
	if c.emitted {
		d.jumpToClause(c, l.vars)
		return
	}
	for i := range l.vars {
		l.vars[i].reg = l.vars[i].part.reg
	}
	c.emitted, c.vars = true, l.vars
	c.at = d.here()
	mark, scope := d.next, d.stepping.scope
	defer d.leave(scope)
	converted := map[*column]int{}
	for _, v := range l.vars {
		if r, ok := converted[v.part]; ok {
			v.reg = r
		}
		if d.item.Kind(v.node) == syntax.PatTyped {
			d.check(d.item.PatTyped(v.node).Type, v.reg, d.typeOf(v.node))
		}
		if r := d.converted(v.node, v.reg); r != v.reg {
			converted[v.part] = r
		}
		d.bind(v.object, v.reg)
	}
	if c.body == syntax.NoNode {
		d.fault(d.node, "this clause has no value")
		return
	}
	if d.tail {
		d.builder.tail(c.body)
	} else {
		r := d.temp()
		d.expr(c.body, r)
		d.move(d.dst, r)
		d.ends = append(d.ends, d.jump())
	}
	d.next = mark
}

// loadAll loads the parts that a clause binds; all fields of a value at once
// where it binds all of them.
func (d *decision) loadAll(vars []matched) {
	for i := 0; i < len(vars); {
		run := 0
		for run < len(vars)-i {
			c := vars[i+run].part
			if c.reg >= 0 || c.parent == nil || c.parent != vars[i].part.parent || c.index != run {
				break
			}
			run++
		}
		if run < 2 || run > 255 {
			d.load(vars[i].part)
			i++
			continue
		}
		from := d.load(vars[i].part.parent)
		first := d.next
		for _, v := range vars[i : i+run] {
			v.part.reg = d.temp()
			d.loaded = append(d.loaded, v.part)
		}
		d.emit(code.OpFields, first, from, run)
		i += run
	}
}

// jumpToClause puts the variables of a clause where its body has them, and jumps there.
func (d *decision) jumpToClause(c *clauseCode, vars []matched) {
	mark := d.next
	var moves [][2]int
	for _, v := range vars {
		if to := c.register(v.node); to != v.part.reg {
			r := max(d.temp(), c.top())
			d.next = r + 1
			d.move(r, v.part.reg)
			moves = append(moves, [2]int{to, r})
		}
	}
	for _, m := range moves {
		d.move(m[0], m[1])
	}
	d.emit(code.OpJump, 0, 0, 0)
	d.patch(d.put(0), c.at)
	d.next = mark
}

// register is where the body has the variable of a pattern.
func (c *clauseCode) register(pattern syntax.NodeID) int {
	for _, v := range c.vars {
		if v.node == pattern {
			return v.reg
		}
	}
	return 0
}

// top is a register above all that the body's variables have.
func (c *clauseCode) top() int {
	top := 0
	for _, v := range c.vars {
		top = max(top, v.reg+1)
	}
	return top
}
