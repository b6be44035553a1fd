package rewriting

import (
	"slices"
	"sort"
	"strings"

	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A text is what changes of an item make of it, with what was made where.
type text struct {
	*emitter
	origins
	changes  []*change
	edits    []syntax.Edit // of the item, in order, none in another
	new      string
	why      string          // it is not sound, where no change is to blame
	after    *typecheck.Info // the new text, once it was checked
	byOutput []placed        // see made
}

// A placed is a stretch of the new text: of the emitter's output, or of the item.
type placed struct {
	at   int32 // in the new text
	from syntax.Span
	made bool // of the output
}

// write makes the text that changes leave; one that is too long is not finished.
func (s *subject) write(changes []*change) *text {
	t := &text{emitter: newEmitter(s, changes), changes: changes}
	k := 0
	for i := 0; i < len(t.subs) && !t.long; i = t.behind(t.subs[i].span.End) {
		sub := t.subs[i].span
		for ; k < len(t.inserts) && t.inserts[k].at <= sub.Start; k++ {
			t.edit(syntax.Span{Start: t.inserts[k].at, End: t.inserts[k].at}, t.insert(k))
		}
		for k < len(t.inserts) && t.inserts[k].at < sub.End {
			k++
		}
		t.edit(sub, func() { t.substitute(i, t.need(t.subs[i].node)) })
	}
	for ; k < len(t.inserts); k++ {
		t.edit(syntax.Span{Start: t.inserts[k].at, End: t.inserts[k].at}, t.insert(k))
	}
	if !t.long {
		t.keepNotes()
		t.finish()
	}
	return t
}

// edit writes what replaces a span; its text is found by finish.
func (t *text) edit(span syntax.Span, write func()) {
	start := t.offset()
	write()
	t.run()
	t.edits = append(t.edits, syntax.Edit{Span: span})
	t.pieces = append(t.pieces, placed{from: syntax.Span{Start: start, End: t.offset()}, made: true})
}

// keepNotes puts comments that were replaced before the statement.
func (t *text) keepNotes() {
	types := map[syntax.Span]bool{}
	for _, c := range t.item.TypeComments {
		types[c.Span] = true
	}
	for i := 0; i < len(t.subs); i = t.behind(t.subs[i].span.End) {
		sub := t.subs[i]
		var lost []string
		for k := t.firstNote(sub.span.Start); k < len(t.notes) && t.notes[k].End <= sub.span.End; k++ {
			if !t.noted[k] && !types[t.notes[k]] {
				lost = append(lost, t.item.Text[t.notes[k].Start:t.notes[k].End])
			}
		}
		if len(lost) > 0 {
			t.putNotes(t.item.Span(t.statement(sub.node)).Start, lost)
		}
	}
}

// putNotes writes comments on lines of their own before a statement.
func (t *text) putNotes(at int32, notes []string) {
	indent, _ := t.indent(at)
	end := t.nav.Newline() + indent
	start := t.offset()
	t.out.WriteString(strings.Join(notes, end) + end)
	i := sort.Search(len(t.edits), func(i int) bool { return t.edits[i].Span.Start >= at })
	t.edits = slices.Insert(t.edits, i, syntax.Edit{Span: syntax.Span{Start: at, End: at}})
	t.pieces = slices.Insert(t.pieces, i, placed{from: syntax.Span{Start: start, End: t.offset()}, made: true})
}

// finish puts the new text together, and notes where each stretch of it is from.
func (t *text) finish() {
	out := t.out.String()
	var b strings.Builder
	var all []placed
	at := int32(0)
	keep := func(to int32) {
		if at < to {
			all = append(all, placed{int32(b.Len()), syntax.Span{Start: at, End: to}, false})
			b.WriteString(t.item.Text[at:to])
		}
	}
	for i, p := range t.pieces {
		keep(t.edits[i].Span.Start)
		p.at = int32(b.Len())
		all = append(all, p)
		t.edits[i].NewText = out[p.from.Start:p.from.End]
		b.WriteString(t.edits[i].NewText)
		at = t.edits[i].Span.End
	}
	keep(int32(len(t.item.Text)))
	t.pieces, t.taken, t.new = all, t.copies, b.String()
	t.edits = rewrite.Merged(t.edits)
}

// place is where a stretch of the output is in the new text.
func (t *text) place(span syntax.Span) syntax.Span {
	made := t.made()
	i := sort.Search(len(made), func(i int) bool { return made[i].from.Start > span.Start }) - 1
	return span.Shift(made[max(i, 0)].at - made[max(i, 0)].from.Start)
}

// made are the stretches of the new text from the output, by their place there.
func (t *text) made() []placed {
	if t.byOutput == nil {
		for _, p := range t.pieces {
			if p.made {
				t.byOutput = append(t.byOutput, p)
			}
		}
		slices.SortStableFunc(t.byOutput, func(a, b placed) int { return int(a.from.Start - b.from.Start) })
	}
	return t.byOutput
}
