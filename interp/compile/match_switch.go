package compile

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
)

// test emits a test of column k.
func (d *decision) test(columns []*column, rows []row, k int) {
	p := rows[0].patterns[k]
	switch d.item.Kind(p) {
	case syntax.PatTuple:
		d.load(columns[k])
		d.specialize(columns, rows, k, knownForm{width: len(d.item.Kids(p))})
	case syntax.PatLit:
		d.load(columns[k])
		d.testNumber(columns, rows, k)
	default:
		if o := d.info.Objects[p]; o == nil || o.Cons == nil {
			d.load(columns[k])
			d.fault(p, "this pattern matches nothing that is known")
			return
		}
		d.testTag(columns, rows, k)
	}
}

// A knownForm is what a value is known to be: a tuple, or data of a constructor.
type knownForm struct {
	width int
	of    *types.Constructor
}

// specialize replaces column k by the parts of the value in it; rows of other
// constructors are left out.
func (d *decision) specialize(columns []*column, rows []row, k int, form knownForm) {
	var kept []row
	for _, l := range rows {
		if p := l.patterns[k]; form.of != nil && p != syntax.NoNode {
			if o := d.info.Objects[p]; o == nil || o.Cons != form.of {
				continue
			}
		}
		patterns := append(append([]syntax.NodeID{}, l.patterns[:k]...), d.parts(l.patterns[k], form.width)...)
		kept = append(kept, row{l.clause, append(patterns, l.patterns[k+1:]...), append([]matched{}, l.vars...)})
	}
	inner := append([]*column{}, columns[:k]...)
	for i := range form.width {
		inner = append(inner, &column{reg: -1, parent: columns[k], index: i, of: form.of})
	}
	d.decide(append(inner, columns[k+1:]...), kept)
}

// testTag emits a switch over the constructors that the rows name in column k.
func (d *decision) testTag(columns []*column, rows []row, k int) {
	decl := d.info.Objects[rows[0].patterns[k]].Cons.Of
	named := make([]bool, len(decl.Constructors))
	for _, l := range rows {
		if p := l.patterns[k]; p != syntax.NoNode {
			if o := d.info.Objects[p]; o != nil && o.Cons != nil && o.Cons.Of == decl {
				named[o.Cons.Index] = true
			}
		}
	}
	arm := func(c *types.Constructor) {
		d.onPath(func() {
			d.specialize(columns, rows, k, knownForm{len(c.Fields), c})
		})
	}
	if len(named) == 1 {
		d.load(columns[k])
		arm(decl.Constructors[0])
		return
	}
	if c := columns[k]; c.reg < 0 && c.index == 0 && c.of != nil && firstFieldHasTag(c.of) {
		d.emit(code.OpSwitchFirst, d.load(c.parent), 0, 0)
	} else {
		d.emit(code.OpSwitch, d.load(c), 0, 0)
	}
	table := d.put(uint32(len(named)))
	for range named {
		d.put(0)
	}
	others := -1
	for i, c := range decl.Constructors {
		if !named[i] && others >= 0 {
			d.patch(table+1+i, others)
			continue
		}
		d.patchHere(table + 1 + i)
		if named[i] {
			arm(c)
			continue
		}
		others = d.here()
		d.onPath(func() { d.decide(columns, d.defaultRows(rows, k)) })
	}
}

// defaultRows are the rows that test nothing in column k.
func (d *decision) defaultRows(rows []row, k int) []row {
	var rest []row
	for _, l := range rows {
		if l.patterns[k] == syntax.NoNode {
			rest = append(rest, l.copy())
		}
	}
	return rest
}

func (l row) copy() row {
	return row{l.clause, append([]syntax.NodeID{}, l.patterns...), append([]matched{}, l.vars...)}
}

// testNumber emits a test of column k for the first row's number.
func (d *decision) testNumber(columns []*column, rows []row, k int) {
	want, ok := d.number(rows[0].patterns[k])
	if !ok {
		d.fault(rows[0].patterns[k], "this number has a dtype that values cannot have")
		return
	}
	mark := d.next
	if n := int64(want.W); n == int64(int16(n)) {
		d.emitX(code.OpJumpNeK, columns[k].reg, int(n))
	} else {
		r := d.temp()
		d.constant(r, want)
		d.emit(code.OpJumpNe, columns[k].reg, r, 0)
	}
	d.next = mark
	other := d.put(0)
	var same, rest []row
	for _, l := range rows {
		p := l.patterns[k]
		got, _ := code.Slot{}, false
		if p != syntax.NoNode {
			got, _ = d.number(p)
		}
		if p == syntax.NoNode || got.W == want.W {
			s := l.copy()
			s.patterns[k] = syntax.NoNode
			same = append(same, s)
		}
		if p == syntax.NoNode || got.W != want.W {
			rest = append(rest, l.copy())
		}
	}
	d.onPath(func() { d.decide(columns, same) })
	d.patchHere(other)
	d.onPath(func() { d.decide(columns, rest) })
}

// number reads a literal pattern, which takes the scrutinee's dtype.
func (d *decision) number(p syntax.NodeID) (code.Slot, bool) {
	lit := d.item.Inner(p)
	text := d.item.NumberText(lit)
	if d.item.Kind(lit) == syntax.Bool {
		return code.BoolSlot(text[0] == 'T' || text[0] == 't'), true
	}
	if dtype, ok := scalarDtype(d.typeOf(p)); ok && dtype.IsInteger() {
		return readNumber(text, dtype)
	}
	return readNumber(text, value.Int32)
}
