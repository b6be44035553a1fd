package format

import "github.com/fraccheck/fraccheck/internal/syntax"

// operand goes on after an operator: a chain that does not fit has each
// operand on a line of its own, further in than the first. Lines end after
// operators: before `-`, a line end would end a binding. Bindings without braces begin
// on the line of the operator: outside of brackets, a line that begins with `let` is a new
// item.
func operand(b *builder, f *frame, i int, k syntax.NodeID) {
	if i == 0 || i%2 == 1 {
		return
	}
	if i == 2 {
		b.indent(f.group)
	}
	if b.item.Kind(k) != syntax.Block || b.braced(k) {
		b.pending = gap{kind: soft, blanks: 1, group: f.group}
	}
}

func leaveBinary(b *builder, f *frame) {
	if len(f.kids) > 2 {
		b.dedent()
	}
	b.fits(f.group)
}

// openWhere begins the constraints after a type, on a line of their own where
// they do not fit.
func openWhere(b *builder, f *frame) {
	f.group = b.openHere()
	b.indent(f.group)
	b.pending = gap{kind: soft, blanks: 1, group: f.group}
}

func whereToken(b *builder, f *frame, t syntax.Token) {
	b.emit(spaces[t.Kind])
	if t.Kind == syntax.TokComma {
		b.pending = gap{kind: soft, blanks: 1, group: f.group}
	}
}

func leaveWhere(b *builder, f *frame) {
	b.dedent()
	b.fits(f.group)
}
