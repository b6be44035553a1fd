package format

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// blockToken puts out the braces and semicolons of a block. A block is flat
// only where it holds one expression and its author wrote it on one line.
func blockToken(b *builder, f *frame, t syntax.Token) {
	switch {
	case t.Kind == syntax.TokLBrace && f.group == none && f.next == 0:
		b.openBlock(f)
	case t.Kind == syntax.TokRBrace && f.group != none:
		b.closeBraces(f)
	case t.Kind == syntax.TokSemi && f.next == 0:
		b.emit(space{1, 1})
	default:
		b.emit(spaces[t.Kind])
	}
}

func (b *builder) openBlock(f *frame) {
	if p := b.parent(); p != nil && b.item.Kind(p.node) == syntax.If && f.node != p.kids[0] {
		f.group = p.group // both branches are flat, or none is
		b.flush(1)
	} else {
		f.group = b.open(1)
	}
	b.openBraces(f, len(f.kids) > 1 || b.inside(syntax.ItemDef) || b.startsLine(b.next().End))
}

// openBraces puts out `{`; forced says that lines end after it.
func (b *builder) openBraces(f *frame, forced bool) {
	b.emit(space{1, 1})
	b.settle(f.node)
	if f.empty = b.next().Kind == syntax.TokRBrace; f.empty {
		b.behind = 0
		return
	}
	b.indent(f.group)
	b.pending = gap{kind: soft, blanks: 1, group: f.group, keep: true}
	if forced {
		b.pending.kind = hard
	}
}

func (b *builder) closeBraces(f *frame) {
	if f.empty {
		b.emit(space{0, 1})
	} else {
		b.pending = gap{kind: soft, blanks: 1, group: f.group, dedent: true}
		b.emit(space{1, 1})
	}
	if !b.inside(syntax.If) {
		b.fits(f.group)
	}
}

// startsLine reports whether the source has nothing but blanks between an offset
// and the end of the line.
func (b *builder) startsLine(offset int32) bool {
	rest := strings.TrimLeft(b.item.Text[offset:], " \t\r\f\v")
	return rest != "" && rest[0] == '\n'
}

// statement puts each statement on a line of its own.
func statement(b *builder, _ *frame, i int, _ syntax.NodeID) {
	if i > 0 {
		b.pending = gap{kind: hard, keep: true}
	}
}

// rowToken puts out the braces and commas around clauses or constructors.
func rowToken(b *builder, f *frame, t syntax.Token) {
	switch {
	case t.Kind == syntax.TokLBrace && f.group == none:
		f.group = b.open(1)
		b.openBraces(f, true)
	case t.Kind == syntax.TokRBrace && f.group != none:
		b.closeBraces(f)
	case t.Kind == syntax.TokQuestion:
		b.emit(space{0, 1})
	default:
		b.emit(spaces[t.Kind])
	}
}

// row puts each clause or constructor on a line of its own.
func row(b *builder, f *frame, _ int, _ syntax.NodeID) {
	if f.group != none {
		b.pending = gap{kind: hard, keep: true}
	}
}

// clauseToken puts out `case` and `=>`. A body that does not fit after `=>`
// stands on the next line.
func clauseToken(b *builder, f *frame, t syntax.Token) {
	b.emit(spaces[t.Kind])
	if t.Kind != syntax.TokFatArrow || b.beginsBody(f.kids[len(f.kids)-1]) {
		return
	}
	f.group = b.openHere()
	b.indent(f.group)
	b.pending = gap{kind: soft, blanks: 1, group: f.group}
}

func (b *builder) beginsBody(n syntax.NodeID) bool {
	return bodies[b.item.Kind(n)] && (b.item.Kind(n) != syntax.Block || b.braced(n))
}

func leaveClause(b *builder, f *frame) {
	if f.group != none {
		b.dedent()
		b.fits(f.group)
	}
}
