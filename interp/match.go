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
	reg    int
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
func (d *decision) scrutinee(n syntax.NodeID, lines []line) []int {
	n = d.inside(n)
	if d.item.Kind(n) == syntax.Tuple && d.apart(lines, len(d.item.Kids(n))) {
		var columns []int
		for _, kid := range d.item.Kids(n) {
			columns = append(columns, d.operand(kid))
		}
		for i := range lines {
			lines[i].patterns = d.parts(&lines[i], lines[i].patterns[0], len(columns), 0)
		}
		return columns
	}
	return []int{d.operand(n)}
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

func (d *decision) noClause(n syntax.NodeID, columns []int) {
	was := d.at(n)
	defer d.at(was)
	mark := d.next
	defer func() { d.next = mark }()
	r := columns[0]
	if len(columns) > 1 {
		r = d.temp()
		d.emit(opTuple, r, 0, len(columns))
		d.registers(columns)
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
func (d *decision) decide(columns []int, lines []line) {
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
func (d *decision) settle(l *line, p syntax.NodeID, reg int) syntax.NodeID {
	for p != syntax.NoNode {
		p = d.bare(p)
		o := d.info.Objects[p]
		switch d.item.Kind(p) {
		case syntax.PatTyped:
			l.vars = append(l.vars, matched{node: p, reg: reg})
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
		l.vars = append(l.vars, matched{object: o, node: p, reg: reg})
		return syntax.NoNode
	}
	return p
}

// test emits a test of column k.
func (d *decision) test(columns []int, lines []line, k int) {
	p := lines[0].patterns[k]
	switch d.item.Kind(p) {
	case syntax.PatTuple:
		d.takeApart(columns, lines, k, len(d.item.Kids(p)), nil)
	case syntax.PatLit:
		d.testNumber(columns, lines, k)
	default:
		if o := d.info.Objects[p]; o == nil || o.Cons == nil {
			d.fault(p, "this pattern matches nothing that is known")
			return
		}
		d.testTag(columns, lines, k)
	}
}

// parts gives the patterns inside a pattern that is known to fit.
func (d *decision) parts(l *line, p syntax.NodeID, width, reg int) []syntax.NodeID {
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

// takeApart replaces column k by the parts of the value in it. keep tells which
// lines stay; nil for all.
func (d *decision) takeApart(columns []int, lines []line, k, width int, keep func(syntax.NodeID) bool) {
	mark := d.next
	var kept []line
	used := make([]bool, width)
	for _, l := range lines {
		if keep != nil && l.patterns[k] != syntax.NoNode && !keep(l.patterns[k]) {
			continue
		}
		parts := d.parts(&l, l.patterns[k], width, columns[k])
		for i, p := range parts {
			used[i] = used[i] || p != syntax.NoNode && d.item.Kind(d.bare(p)) != syntax.PatWild
		}
		patterns := append(append([]syntax.NodeID{}, l.patterns[:k]...), parts...)
		kept = append(kept, line{l.clause, append(patterns, l.patterns[k+1:]...), append([]matched{}, l.vars...)})
	}
	inner := append([]int{}, columns[:k]...)
	if first := d.next; all(used) && width > 1 && width < 256 {
		d.emit(opFields, first, columns[k], width)
		for i := range used {
			used[i] = false
			inner = append(inner, d.temp())
		}
		d.decide(append(inner, columns[k+1:]...), kept)
		d.next = mark
		return
	}
	for i := range width {
		if !used[i] {
			inner = append(inner, columns[k]) // never looked at
			continue
		}
		r := d.temp()
		d.field(r, columns[k], i)
		inner = append(inner, r)
	}
	d.decide(append(inner, columns[k+1:]...), kept)
	d.next = mark
}

func all(bs []bool) bool {
	for _, b := range bs {
		if !b {
			return false
		}
	}
	return true
}

// testTag emits a switch over the constructors that the lines name in column k.
func (d *decision) testTag(columns []int, lines []line, k int) {
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
		d.takeApart(columns, lines, k, len(c.Fields), func(p syntax.NodeID) bool {
			o := d.info.Objects[p]
			return o != nil && o.Cons == c
		})
	}
	if len(named) == 1 {
		arm(decl.Constructors[0])
		return
	}
	d.emit(opSwitch, columns[k], 0, 0)
	table := d.put(uint32(len(named)))
	for range named {
		d.put(0)
	}
	others := -1
	for i, c := range decl.Constructors {
		if !named[i] && others >= 0 {
			d.fn.code[table+1+i] = uint32(others)
			continue
		}
		d.land(table + 1 + i)
		if named[i] {
			arm(c)
			continue
		}
		others = d.here()
		d.decide(columns, d.without(lines, k))
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
func (d *decision) testNumber(columns []int, lines []line, k int) {
	want, ok := d.number(lines[0].patterns[k])
	if !ok {
		d.fault(lines[0].patterns[k], "this number has a dtype that values cannot have")
		return
	}
	mark := d.next
	if n := int64(want.w); n == int64(int16(n)) {
		d.emitX(opJumpNeK, columns[k], int(n))
	} else {
		r := d.temp()
		d.constant(r, want)
		d.emit(opJumpNe, columns[k], r, 0)
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
	d.decide(columns, same)
	d.land(other)
	d.decide(columns, rest)
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
	if c.emitted {
		d.again(c, l.vars)
		return
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

// again puts the variables of a clause where its body has them, and jumps there.
func (d *decision) again(c *clauseCode, vars []matched) {
	mark := d.next
	var moves [][2]int
	for _, v := range vars {
		if to := c.register(v.node); to != v.reg {
			r := max(d.temp(), c.top())
			d.next = r + 1
			d.move(r, v.reg)
			moves = append(moves, [2]int{to, r})
		}
	}
	for _, m := range moves {
		d.move(m[0], m[1])
	}
	d.emit(opJump, 0, 0, 0)
	d.put(uint32(c.at))
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
