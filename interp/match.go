package interp

import (
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
	"github.com/fraccheck/fraccheck/value"
)

// A decision compiles the clauses of a match to tests on tags and numbers, each
// part of the scrutinee being looked at once on the way to a clause (L. Maranget,
// Compiling Pattern Matching to Good Decision Trees, 2008, with the columns
// taken from the left). A clause that several ways lead to is emitted once.
type decision struct {
	*builder
	clauses []clauseCode
	dst     int
	tail    bool
	ends    []int // jumps behind the match
	fail    func()
	trail   []*column // what was loaded on this way
}

// A clauseCode is a clause's body, once it was emitted.
type clauseCode struct {
	body    syntax.NodeID
	emitted bool
	at      int       // where it begins
	vars    []matched // the registers that it has its variables in
}

// A matched variable is bound to a part of the scrutinee.
type matched struct {
	object *typecheck.Object
	node   syntax.NodeID // of the pattern
	part   *column
	reg    int // where a body that was emitted has it
}

// A column is a part of the scrutinee. It is loaded where it is first looked
// at, or where a clause that binds it begins.
type column struct {
	reg    int // -1: not loaded on this way
	parent *column
	index  int
	of     *types.Constructor // of parent, where it is data
}

// A line is a clause with what is still to be tested, a pattern a column;
// NoNode tests nothing.
type line struct {
	clause   int
	patterns []syntax.NodeID
	vars     []matched
}

func (b *builder) match(n syntax.NodeID, dst int, tail bool) {
	kids := b.item.Kids(n)
	if kids[0] == syntax.NoNode {
		b.fault(n, "this match has nothing to look at")
		return
	}
	mark := b.next
	defer func() { b.next = mark }()
	d := &decision{builder: b, dst: dst, tail: tail}
	var lines []line
	for _, clause := range kids[1:] {
		if b.item.Kind(clause) != syntax.Clause {
			continue
		}
		lines = append(lines, line{clause: len(d.clauses), patterns: []syntax.NodeID{b.item.Kid(clause, 0)}})
		d.clauses = append(d.clauses, clauseCode{body: b.item.Kid(clause, 1)})
	}
	columns := d.scrutinee(kids[0], lines)
	d.fail = func() { d.noClause(n, columns) }
	d.decide(columns, lines)
	for _, end := range d.ends {
		b.land(end)
	}
}

// scrutinee puts what is matched into registers. A tuple that the clauses take
// apart at once is not made.
func (d *decision) scrutinee(n syntax.NodeID, lines []line) []*column {
	n = d.inside(n)
	if d.item.Kind(n) == syntax.Tuple && d.apart(lines, len(d.item.Kids(n))) {
		var columns []*column
		for _, kid := range d.item.Kids(n) {
			columns = append(columns, &column{reg: d.operand(kid)})
		}
		for i := range lines {
			lines[i].patterns = d.parts(lines[i].patterns[0], len(columns))
		}
		return columns
	}
	return []*column{{reg: d.operand(n)}}
}

// apart tells whether all clauses begin with a tuple pattern or bind nothing.
func (d *decision) apart(lines []line, width int) bool {
	if width == 0 {
		return false
	}
	for _, l := range lines {
		p := d.bare(l.patterns[0])
		if k := d.item.Kind(p); k != syntax.PatTuple && k != syntax.PatWild {
			return false
		}
	}
	return true
}

func (d *decision) noClause(n syntax.NodeID, columns []*column) {
	was := d.at(n)
	defer d.at(was)
	mark := d.next
	defer func() { d.next = mark }()
	r := columns[0].reg
	if len(columns) > 1 {
		r = d.temp()
		d.emit(opTuple, r, 0, len(columns))
		var regs []int
		for _, c := range columns {
			regs = append(regs, c.reg)
		}
		d.registers(regs)
	}
	d.emit(opNoClause, r, 0, 0)
}

// bare is a pattern without parentheses.
func (b *builder) bare(n syntax.NodeID) syntax.NodeID {
	for b.item.Kind(n) == syntax.PatParen {
		n = b.item.Kid(n, 0)
	}
	return n
}

// decide emits the tests for lines, of which the first that matches counts.
func (d *decision) decide(columns []*column, lines []line) {
	if len(lines) == 0 || d.broken {
		d.fail()
		return
	}
	for i := range lines {
		for k, c := range columns {
			lines[i].patterns[k] = d.settle(&lines[i], lines[i].patterns[k], c)
		}
	}
	for k := range columns {
		if p := lines[0].patterns[k]; p != syntax.NoNode {
			d.test(columns, lines, k)
			return
		}
	}
	d.leaf(lines[0])
}

// settle takes the variables and annotations off a pattern: what is left is a
// test or NoNode.
func (d *decision) settle(l *line, p syntax.NodeID, part *column) syntax.NodeID {
	for p != syntax.NoNode {
		p = d.bare(p)
		o := d.info.Objects[p]
		switch d.item.Kind(p) {
		case syntax.PatTyped:
			l.vars = append(l.vars, matched{node: p, part: part})
			p = d.item.Kid(p, 0)
			continue
		case syntax.PatVar:
		case syntax.PatName:
			if o != nil && o.Kind == typecheck.ConstructorObject {
				return p
			}
		case syntax.PatWild:
			return syntax.NoNode
		default:
			return p
		}
		l.vars = append(l.vars, matched{object: o, node: p, part: part})
		return syntax.NoNode
	}
	return p
}

// test emits a test of column k.
func (d *decision) test(columns []*column, lines []line, k int) {
	p := lines[0].patterns[k]
	switch d.item.Kind(p) {
	case syntax.PatTuple:
		d.reach(columns[k])
		d.takeApart(columns, lines, k, shape{width: len(d.item.Kids(p))})
	case syntax.PatLit:
		d.reach(columns[k])
		d.testNumber(columns, lines, k)
	default:
		if o := d.info.Objects[p]; o == nil || o.Cons == nil {
			d.reach(columns[k])
			d.fault(p, "this pattern matches nothing that is known")
			return
		}
		d.testTag(columns, lines, k)
	}
}

// parts gives the patterns inside a pattern that is known to fit.
func (d *decision) parts(p syntax.NodeID, width int) []syntax.NodeID {
	if p != syntax.NoNode {
		p = d.bare(p)
	}
	out := make([]syntax.NodeID, width)
	switch {
	case p == syntax.NoNode:
	case d.item.Kind(p) == syntax.PatTuple:
		copy(out, d.item.Kids(p))
	case d.item.Kind(p) == syntax.PatCons:
		copy(out, d.item.Kids(p)[1:])
	}
	return out
}

// reach loads a column.
func (d *decision) reach(c *column) int {
	if c.reg < 0 {
		from := d.reach(c.parent)
		c.reg = d.temp()
		d.field(c.reg, from, c.index)
		d.trail = append(d.trail, c)
	}
	return c.reg
}

// way emits what lies on one way only: what is loaded on it is not loaded on
// the others.
func (d *decision) way(emit func()) {
	mark, loaded := d.next, len(d.trail)
	emit()
	for _, c := range d.trail[loaded:] {
		c.reg = -1
	}
	d.trail, d.next = d.trail[:loaded], mark
}

// A shape is what a value is known to be: a tuple, or data of a constructor.
type shape struct {
	width int
	of    *types.Constructor
}

// takeApart replaces column k by the parts of the value in it; lines of other
// constructors are left out.
func (d *decision) takeApart(columns []*column, lines []line, k int, form shape) {
	var kept []line
	for _, l := range lines {
		if p := l.patterns[k]; form.of != nil && p != syntax.NoNode {
			if o := d.info.Objects[p]; o == nil || o.Cons != form.of {
				continue
			}
		}
		patterns := append(append([]syntax.NodeID{}, l.patterns[:k]...), d.parts(l.patterns[k], form.width)...)
		kept = append(kept, line{l.clause, append(patterns, l.patterns[k+1:]...), append([]matched{}, l.vars...)})
	}
	inner := append([]*column{}, columns[:k]...)
	for i := range form.width {
		inner = append(inner, &column{reg: -1, parent: columns[k], index: i, of: form.of})
	}
	d.decide(append(inner, columns[k+1:]...), kept)
}

// testTag emits a switch over the constructors that the lines name in column k.
func (d *decision) testTag(columns []*column, lines []line, k int) {
	decl := d.info.Objects[lines[0].patterns[k]].Cons.Of
	named := make([]bool, len(decl.Constructors))
	for _, l := range lines {
		if p := l.patterns[k]; p != syntax.NoNode {
			if o := d.info.Objects[p]; o != nil && o.Cons != nil && o.Cons.Of == decl {
				named[o.Cons.Index] = true
			}
		}
	}
	arm := func(c *types.Constructor) {
		d.way(func() {
			d.takeApart(columns, lines, k, shape{len(c.Fields), c})
		})
	}
	if len(named) == 1 {
		d.reach(columns[k])
		arm(decl.Constructors[0])
		return
	}
	if c := columns[k]; c.reg < 0 && c.index == 0 && c.of != nil && headed(c.of) {
		d.emit(opSwitchHead, d.reach(c.parent), 0, 0)
	} else {
		d.emit(opSwitch, d.reach(c), 0, 0)
	}
	table := d.put(uint32(len(named)))
	for range named {
		d.put(0)
	}
	others := -1
	for i, c := range decl.Constructors {
		if !named[i] && others >= 0 {
			d.aim(table+1+i, others)
			continue
		}
		d.land(table + 1 + i)
		if named[i] {
			arm(c)
			continue
		}
		others = d.here()
		d.way(func() { d.decide(columns, d.without(lines, k)) })
	}
}

// without are the lines that test nothing in column k.
func (d *decision) without(lines []line, k int) []line {
	var rest []line
	for _, l := range lines {
		if l.patterns[k] == syntax.NoNode {
			rest = append(rest, l.copy())
		}
	}
	return rest
}

func (l line) copy() line {
	return line{l.clause, append([]syntax.NodeID{}, l.patterns...), append([]matched{}, l.vars...)}
}

// testNumber emits a test of column k for the first line's number.
func (d *decision) testNumber(columns []*column, lines []line, k int) {
	want, ok := d.number(lines[0].patterns[k])
	if !ok {
		d.fault(lines[0].patterns[k], "this number has a dtype that values cannot have")
		return
	}
	mark := d.next
	if n := int64(want.w); n == int64(int16(n)) {
		d.emitX(opJumpNeK, columns[k].reg, int(n))
	} else {
		r := d.temp()
		d.constant(r, want)
		d.emit(opJumpNe, columns[k].reg, r, 0)
	}
	d.next = mark
	other := d.put(0)
	var same, rest []line
	for _, l := range lines {
		p := l.patterns[k]
		got, _ := slot{}, false
		if p != syntax.NoNode {
			got, _ = d.number(p)
		}
		if p == syntax.NoNode || got.w == want.w {
			s := l.copy()
			s.patterns[k] = syntax.NoNode
			same = append(same, s)
		}
		if p == syntax.NoNode || got.w != want.w {
			rest = append(rest, l.copy())
		}
	}
	d.way(func() { d.decide(columns, same) })
	d.land(other)
	d.way(func() { d.decide(columns, rest) })
}

// number reads a literal pattern, which takes the scrutinee's dtype.
func (d *decision) number(p syntax.NodeID) (slot, bool) {
	lit := d.item.Kid(p, 0)
	text := d.item.SourceText(lit)
	if d.item.Kind(lit) == syntax.Bool {
		return boolSlot(text[0] == 'T' || text[0] == 't'), true
	}
	if dtype, ok := scalarDtype(d.typeOf(p)); ok && dtype.IsInteger() {
		return readNumber(text, dtype)
	}
	return readNumber(text, value.Int32)
}

// leaf emits a clause's body, or a jump to it where it was emitted before.
func (d *decision) leaf(l line) {
	c := &d.clauses[l.clause]
	d.reachAll(l.vars)
	if c.emitted {
		d.again(c, l.vars)
		return
	}
	for i := range l.vars {
		l.vars[i].reg = l.vars[i].part.reg
	}
	c.emitted, c.vars = true, l.vars
	c.at = d.here()
	mark := d.next
	for _, v := range l.vars {
		if d.item.Kind(v.node) == syntax.PatTyped {
			d.check(d.item.Kid(v.node, 1), v.reg, d.typeOf(v.node))
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

// reachAll loads the parts that a clause binds; all fields of a value at once
// where it binds all of them.
func (d *decision) reachAll(vars []matched) {
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
			d.reach(vars[i].part)
			i++
			continue
		}
		from := d.reach(vars[i].part.parent)
		first := d.next
		for _, v := range vars[i : i+run] {
			v.part.reg = d.temp()
			d.trail = append(d.trail, v.part)
		}
		d.emit(opFields, first, from, run)
		i += run
	}
}

// again puts the variables of a clause where its body has them, and jumps there.
func (d *decision) again(c *clauseCode, vars []matched) {
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
	d.emit(opJump, 0, 0, 0)
	d.aim(d.put(0), c.at)
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
