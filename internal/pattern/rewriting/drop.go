package rewriting

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A dropper takes bindings away that nothing reads any more after changes, and that
// had uses and no effect before.
type dropper struct {
	*text
	after *rewrite.Tree
	uses  map[syntax.NodeID]int  // by binder, of the new text
	gone  map[syntax.NodeID]bool // the statements that are taken away
	edits []syntax.Edit
}

// drops are edits of the new text.
func (t *text) drops(after *typecheck.Info) []syntax.Edit {
	d := &dropper{t, rewrite.NewTree(after), map[syntax.NodeID]int{}, map[syntax.NodeID]bool{}, nil}
	var unused []syntax.NodeID
	for _, b := range d.after.Index().Binders() {
		d.uses[b] = d.usesOf(b)
		if d.uses[b] == 0 {
			unused = append(unused, b)
		}
	}
	for len(unused) > 0 {
		b := unused[len(unused)-1]
		unused = append(unused[:len(unused)-1], d.drop(b)...)
	}
	return d.wholeLines(rewrite.Merged(separate(rewrite.Merged(d.edits))))
}

// usesOf counts where a variable is named, outside of a function that names itself.
func (d *dropper) usesOf(binder syntax.NodeID) int {
	uses := d.after.Index().Uses(binder)
	value := d.valueOf(d.after.Item, d.after.Parent(binder), binder)
	if d.after.Item.Kind(value) != syntax.Fn {
		return len(uses)
	}
	count, own := 0, d.after.Item.Span(value)
	for _, n := range uses {
		if !inside(d.after.Item.Span(n), own) {
			count++
		}
	}
	return count
}

// wholeLines takes lines away of which nothing is left.
func (d *dropper) wholeLines(edits []syntax.Edit) []syntax.Edit {
	text := d.after.Item.Text
	for i := range edits {
		e := &edits[i]
		blanks, own := d.after.Indent(e.Span.Start)
		rest := strings.TrimLeft(text[e.Span.End:], " \t\r")
		if e.NewText == "" && own && blanks != "" && strings.HasPrefix(rest, "\n") {
			e.Span.Start -= int32(len(blanks))
			e.Span.End = int32(len(text)-len(rest)) + 1
		}
	}
	return edits
}

// drop takes the binding of a variable away, if it may go, and gives the variables that
// nothing reads then.
func (d *dropper) drop(binder syntax.NodeID) []syntax.NodeID {
	statement := d.statement(binder)
	if d.gone[statement] || !d.mayGo(binder, statement) || !d.unread(statement) {
		return nil
	}
	d.gone[statement] = true
	d.edits = append(d.edits, syntax.Edit{Span: d.after.Line(statement), NewText: d.notesIn(statement)})
	var unused []syntax.NodeID
	d.after.Item.Walk(statement, func(n syntax.NodeID) bool {
		b := d.after.Index().Binder(n)
		if b != syntax.NoNode && b != n {
			if d.uses[b]--; d.uses[b] == 0 && !d.after.Within(b, statement) {
				unused = append(unused, b)
			}
		}
		return true
	})
	return unused
}

// statement is what binds a variable, alone or in tuples of patterns.
func (d *dropper) statement(binder syntax.NodeID) syntax.NodeID {
	n := d.after.Parent(binder)
	for d.after.Item.Kind(n) == syntax.PatTuple {
		n = d.after.Parent(n)
	}
	return n
}

// unread reports whether nothing reads any variable that a statement binds.
func (d *dropper) unread(statement syntax.NodeID) bool {
	if d.after.Item.Kind(statement) != syntax.Let {
		return true
	}
	unread := true
	d.after.Item.Walk(d.after.Item.Let(statement).Pattern, func(n syntax.NodeID) bool {
		switch d.after.Item.Kind(n) {
		case syntax.PatVar:
			unread = unread && d.uses[n] == 0
		case syntax.PatCons:
			unread = false // it may not match
		}
		return unread
	})
	return unread
}

// mayGo reports whether binder is a binding that was there before with uses, and whose value had no
// effect.
func (d *dropper) mayGo(binder, statement syntax.NodeID) bool {
	if d.valueOf(d.after.Item, statement, binder) == syntax.NoNode {
		return false
	}
	from := d.origin(d.after.Item.Span(binder).Start)
	if from < 0 {
		return false
	}
	for _, was := range d.named(d.after.Item.SourceText(binder)) {
		if d.item.Span(was).Start != from || len(d.nav.Index().Uses(was)) == 0 {
			continue
		}
		statement := d.parent(was)
		for d.item.Kind(statement) == syntax.PatTuple {
			statement = d.parent(statement)
		}
		value := d.valueOf(d.item, statement, was)
		return value != syntax.NoNode && d.behavior(value).Pure()
	}
	return false
}

// valueOf is the value of a statement that binds a variable and does nothing else.
func (d *dropper) valueOf(item *syntax.Item, statement, binder syntax.NodeID) syntax.NodeID {
	switch item.Kind(statement) {
	case syntax.Let:
		if let := item.Let(statement); let.Pattern == binder || item.Kind(let.Pattern) == syntax.PatTuple && inside(item.Span(binder), item.Span(let.Pattern)) {
			return let.Value
		}
	case syntax.Graph:
		if g := item.Graph(statement); g.Name == binder {
			return g.Value
		}
	}
	return syntax.NoNode
}

// notesIn are the comments in a statement, each on a line of its own.
func (d *dropper) notesIn(statement syntax.NodeID) string {
	item := d.after.Item
	span := item.Span(statement)
	types := map[syntax.Span]bool{}
	for _, c := range item.TypeComments {
		types[c.Span] = true
	}
	indent, _ := d.after.Indent(span.Start)
	var b strings.Builder
	for _, c := range syntax.Comments(item.Text[span.Start:span.End]) {
		if c = c.Shift(span.Start); !types[c] && !d.moved(c) {
			b.WriteString(indent + item.Text[c.Start:c.End] + d.after.Newline())
		}
	}
	return b.String()
}

// separate cuts off where one edit runs into the next.
func separate(edits []syntax.Edit) []syntax.Edit {
	for i := 1; i < len(edits); i++ {
		if last := edits[i-1].Span.End; edits[i].Span.Start < last {
			edits[i].Span.Start = last
			edits[i].Span.End = max(last, edits[i].Span.End)
		}
	}
	return edits
}

// moved reports whether note is a comment that was written elsewhere as well.
func (d *dropper) moved(note syntax.Span) bool {
	from := d.origin(note.Start)
	k := d.firstNote(from)
	return from >= 0 && k < len(d.notes) && d.notes[k].Start == from && d.noted[k]
}
