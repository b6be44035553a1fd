package compile

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/interp/code"
	"github.com/fraccheck/fraccheck/typecheck"
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
	ends    []int // jumps after the match
	fail    func()
	loaded  []*column // what was loaded on this way
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

// A row is a clause with what is still to be tested, a pattern a column;
// NoNode tests nothing.
type row struct {
	clause   int
	patterns []syntax.NodeID
	vars     []matched
}

func (b *builder) match(n syntax.NodeID, dst int, tail bool) {
	match := b.item.Match(n)
	if match.Scrutinee == syntax.NoNode {
		b.fault(n, "this match has nothing to look at")
		return
	}
	mark := b.next
	defer func() { b.next = mark }()
	d := &decision{builder: b, dst: dst, tail: tail}
	var rows []row
	for _, clause := range match.Clauses {
		if b.item.Kind(clause) != syntax.Clause {
			continue
		}
		written := b.item.Clause(clause)
		rows = append(rows, row{clause: len(d.clauses), patterns: []syntax.NodeID{written.Pattern}})
		d.clauses = append(d.clauses, clauseCode{body: written.Body})
	}
	columns := d.scrutinee(match.Scrutinee, rows)
	d.fail = func() { d.noClause(n, columns) }
	d.decide(columns, rows)
	for _, end := range d.ends {
		b.patchHere(end)
	}
}

// scrutinee puts what is matched into registers. A tuple that the clauses take
// apart at once is not made.
func (d *decision) scrutinee(n syntax.NodeID, rows []row) []*column {
	n = d.item.Unparen(n)
	if d.item.Kind(n) == syntax.Tuple && d.takenApart(rows, len(d.item.Kids(n))) {
		var columns []*column
		for _, kid := range d.item.Kids(n) {
			columns = append(columns, &column{reg: d.operand(kid)})
		}
		for i := range rows {
			rows[i].patterns = d.parts(rows[i].patterns[0], len(columns))
		}
		return columns
	}
	return []*column{{reg: d.operand(n)}}
}

// takenApart reports whether all clauses begin with a tuple pattern or bind nothing.
func (d *decision) takenApart(rows []row, width int) bool {
	if width == 0 {
		return false
	}
	for _, l := range rows {
		p := d.item.Unparen(l.patterns[0])
		if k := d.item.Kind(p); k != syntax.PatTuple && k != syntax.PatWild {
			return false
		}
	}
	return true
}

func (d *decision) noClause(n syntax.NodeID, columns []*column) {
	was := d.setNode(n)
	defer d.setNode(was)
	mark := d.next
	defer func() { d.next = mark }()
	r := columns[0].reg
	if len(columns) > 1 {
		r = d.temp()
		d.emit(code.OpTuple, r, 0, len(columns))
		var regs []int
		for _, c := range columns {
			regs = append(regs, c.reg)
		}
		d.registers(regs)
	}
	d.emit(code.OpNoClause, r, 0, 0)
}

// decide emits the tests for rows, of which the first that matches counts.
func (d *decision) decide(columns []*column, rows []row) {
	if len(rows) == 0 || d.broken {
		d.fail()
		return
	}
	for i := range rows {
		for k, c := range columns {
			rows[i].patterns[k] = d.simplify(&rows[i], rows[i].patterns[k], c)
		}
	}
	for k := range columns {
		if p := rows[0].patterns[k]; p != syntax.NoNode {
			d.test(columns, rows, k)
			return
		}
	}
	d.clauseBody(rows[0])
}

// simplify takes the variables and annotations off a pattern: what is left is a
// test or NoNode.
func (d *decision) simplify(l *row, p syntax.NodeID, part *column) syntax.NodeID {
	for p != syntax.NoNode {
		p = d.item.Unparen(p)
		o := d.info.Objects[p]
		switch d.item.Kind(p) {
		case syntax.PatTyped:
			l.vars = append(l.vars, matched{node: p, part: part})
			p = d.item.PatTyped(p).Pattern
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

// parts gives the patterns inside a pattern that is known to fit.
func (d *decision) parts(p syntax.NodeID, width int) []syntax.NodeID {
	if p != syntax.NoNode {
		p = d.item.Unparen(p)
	}
	out := make([]syntax.NodeID, width)
	switch {
	case p == syntax.NoNode:
	case d.item.Kind(p) == syntax.PatTuple:
		copy(out, d.item.Kids(p))
	case d.item.Kind(p) == syntax.PatCons:
		copy(out, d.item.PatCons(p).Args)
	}
	return out
}

// load loads a column.
func (d *decision) load(c *column) int {
	if c.reg < 0 {
		from := d.load(c.parent)
		c.reg = d.temp()
		d.field(c.reg, from, c.index)
		d.loaded = append(d.loaded, c)
	}
	return c.reg
}

// onPath emits what lies on one way only: what is loaded on it is not loaded on
// the others.
func (d *decision) onPath(emit func()) {
	mark, loaded := d.next, len(d.loaded)
	emit()
	for _, c := range d.loaded[loaded:] {
		c.reg = -1
	}
	d.loaded, d.next = d.loaded[:loaded], mark
}
