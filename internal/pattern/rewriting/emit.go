package rewriting

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A substitution is an expression of the item in whose place something else is
// written: what replaces a match, or the name of a shared value. Their spans lie in
// each other or apart.
type substitution struct {
	span   syntax.Span
	node   syntax.NodeID
	change *change // nil for a name
	share  *share
	rank   int // among those of one expression
}

// An insertion is a binding that is made before a statement.
type insertion struct {
	at    int32
	share *share
}

// An emitter writes the new text of what is replaced in an item.
type emitter struct {
	*subject
	subs     []substitution // by start, the longer ones first
	inserts  []insertion    // by offset
	out      strings.Builder
	long     bool // more was written than may be, and the rest left out
	tasks    []func()
	noted    []bool   // by comment: it is written
	copies   []copied // in the order of the output
	mentions []mention
	marks    []mark // of changes and expressions that were written
}

// A copied is a stretch of the output that was taken from the item.
type copied struct {
	to   int32
	from syntax.Span
}

// A mention is a name that was written for a value.
type mention struct {
	to     int32
	binder syntax.NodeID
}

// A mark is a stretch of the output that must be an expression.
type mark struct {
	to     syntax.Span
	change *change // whose replacement it is; nil for an expression that moved
	within *change // the innermost change that it is a part of
}

func newEmitter(s *subject, changes []*change) *emitter {
	e := &emitter{subject: s, noted: make([]bool, len(s.notes))}
	for _, c := range changes {
		e.subs = append(e.subs, substitution{span: c.span, node: c.at, change: c, rank: 1})
		for _, sh := range c.shared {
			if sh.made != "" {
				e.front(sh)
				continue
			}
			sub := substitution{span: s.info.Extent(sh.node), node: sh.node, share: sh}
			if sub.span == c.span {
				sub.rank = 2
			}
			e.subs = append(e.subs, sub)
			if sh.statement != syntax.NoNode {
				e.inserts = append(e.inserts, insertion{s.item.Span(sh.statement).Start, sh})
			}
		}
	}
	slices.SortStableFunc(e.subs, orderOf)
	slices.SortStableFunc(e.inserts, func(a, b insertion) int {
		x, y := s.info.Extent(a.share.node), s.info.Extent(b.share.node)
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(x.End, y.End), cmp.Compare(y.Start, x.Start)) // inner ones first
	})
	return e
}

// front takes in a text that is bound before a statement.
func (e *emitter) front(s *share) {
	if s.statement != syntax.NoNode {
		e.inserts = append(e.inserts, insertion{e.item.Span(s.statement).Start, s})
	}
	for _, note := range s.notes {
		e.noted[e.firstNote(note.Start)] = true
	}
}

// orderOf puts names before what replaces the same expression, but for the name
// of a match itself.
func orderOf(a, b substitution) int {
	return cmp.Or(cmp.Compare(a.span.Start, b.span.Start), cmp.Compare(b.span.End, a.span.End), cmp.Compare(a.rank, b.rank))
}

// from is the first substitution in a span.
func (e *emitter) from(span syntax.Span) int {
	return sort.Search(len(e.subs), func(i int) bool {
		at := e.subs[i].span
		return at.Start > span.Start || at.Start == span.Start && at.End <= span.End
	})
}

// behind is the first substitution that begins at an offset or after it.
func (e *emitter) behind(offset int32) int {
	return sort.Search(len(e.subs), func(i int) bool { return e.subs[i].span.Start >= offset })
}

// later adds tasks, the first one to be done first.
func (e *emitter) later(tasks ...func()) {
	slices.Reverse(tasks)
	e.tasks = append(e.tasks, tasks...)
}

func (e *emitter) run() {
	for len(e.tasks) > 0 {
		if e.long = e.most > 0 && e.offset() > e.most; e.long {
			e.tasks = nil
			return
		}
		task := e.tasks[len(e.tasks)-1]
		e.tasks = e.tasks[:len(e.tasks)-1]
		task()
	}
}

func (e *emitter) text(text string) func() { return func() { e.out.WriteString(text) } }

// offset is where the output ends.
func (e *emitter) offset() int32 { return int32(e.out.Len()) }

// expression writes an expression where a strength is asked for. Substitutions below
// number from are not made for the expression itself.
func (e *emitter) expression(n syntax.NodeID, need, from int) {
	n = e.stripped(n, from)
	span := e.info.Extent(n)
	i := max(e.from(span), from)
	if i < len(e.subs) && e.subs[i].span == span {
		e.substitute(i, need)
		return
	}
	inner := func() { e.source(span, i) }
	if !e.fits(n, need) || e.falls(n) {
		e.later(e.text("("), inner, e.text(")"))
		return
	}
	e.later(inner)
}

// falls reports whether n is an expression that would fall apart into statements at the ends of its
// lines, where no parentheses are around it.
func (e *emitter) falls(n syntax.NodeID) bool {
	switch e.item.Kind(n) {
	case syntax.Binary, syntax.Unary, syntax.Operator:
		span := e.info.Extent(n)
		return strings.Contains(e.item.Text[span.Start:span.End], "\n")
	}
	return false
}

// stripped takes parentheses and braces off an expression that nothing is substituted
// for.
func (e *emitter) stripped(n syntax.NodeID, from int) syntax.NodeID {
	for {
		span := e.info.Extent(n)
		i := max(e.from(span), from)
		inner := e.peeled(n)
		if inner == n || i < len(e.subs) && e.subs[i].span == span {
			return n
		}
		n = inner
	}
}

// source copies a stretch of the item, with substitutions and insertions in it.
func (e *emitter) source(span syntax.Span, i int) {
	var tasks []func()
	at := span.Start
	k := sort.Search(len(e.inserts), func(k int) bool { return e.inserts[k].at > span.Start })
	for ; i < len(e.subs) && e.subs[i].span.Start < span.End; i = e.behind(at) {
		sub := e.subs[i].span
		for ; k < len(e.inserts) && e.inserts[k].at <= sub.Start; k++ {
			tasks = append(tasks, e.copy(at, e.inserts[k].at), e.insert(k))
			at = e.inserts[k].at
		}
		for k < len(e.inserts) && e.inserts[k].at < sub.End {
			k++ // in what is replaced
		}
		number := i
		tasks = append(tasks, e.copy(at, sub.Start), func() { e.substitute(number, e.need(e.subs[number].node)) })
		at = sub.End
	}
	for ; k < len(e.inserts) && e.inserts[k].at < span.End; k++ {
		tasks = append(tasks, e.copy(at, e.inserts[k].at), e.insert(k))
		at = e.inserts[k].at
	}
	e.later(append(tasks, e.copy(at, span.End))...)
}

// copy writes a stretch of the item as it is.
func (e *emitter) copy(from, to int32) func() {
	return func() {
		if from == to {
			return
		}
		e.copies = append(e.copies, copied{e.offset(), syntax.Span{Start: from, End: to}})
		e.out.WriteString(e.item.Text[from:to])
		for i := e.firstNote(from); i < len(e.notes) && e.notes[i].End <= to; i++ {
			e.noted[i] = true
		}
	}
}

// insert writes a binding before a statement.
func (e *emitter) insert(k int) func() {
	return func() {
		indent, own := e.indent(e.inserts[k].at)
		end := " "
		if own {
			end = e.nav.Newline() + indent
		}
		e.binding(e.inserts[k].share, ";"+end)
	}
}

// binding writes a statement that binds a shared value.
func (e *emitter) binding(s *share, end string) {
	head := s.name + " = "
	if s.style == syntax.Let {
		head = "let " + head
	}
	if s.made != "" {
		e.later(e.text(head+s.made), e.text(end))
		return
	}
	span := e.info.Extent(s.node)
	i := e.from(span)
	for i < len(e.subs) && e.subs[i].share != s {
		i++
	}
	e.later(e.text(head), func() { e.expression(s.node, 0, i+1) }, e.text(end))
}

// substitute writes what is in the place of an expression.
func (e *emitter) substitute(i, need int) {
	sub := e.subs[i]
	if sub.change == nil {
		e.variable(sub.share.name, syntax.NoNode, need)
		return
	}
	c := sub.change
	if c.bare != "" && len(c.braced()) == 0 {
		start := e.offset()
		e.later(func() { e.hole(c, c.holes[c.bare], need, i+1) }, func() { e.mark(start, c) })
		return
	}
	open, shut := "", ""
	if !binds(c.strengthHere(), need) {
		open, shut = "(", ")"
	}
	e.later(e.text(open), func() { e.template(c, i+1) }, e.text(shut))
}

// braced are the shared values that are bound around the template.
func (c *change) braced() []*share {
	var found []*share
	for _, s := range c.shared {
		if s.statement == syntax.NoNode {
			found = append(found, s)
		}
	}
	return found
}

func (c *change) strengthHere() int {
	if len(c.braced()) > 0 {
		return atomStrength
	}
	return c.strength
}

// template writes a template with what its names stand for.
func (e *emitter) template(c *change, from int) {
	start := e.offset()
	var tasks []func()
	braced := c.braced()
	for i, s := range braced {
		if i == 0 {
			tasks = append(tasks, e.text("{ "))
		}
		tasks = append(tasks, func() { e.binding(s, "; ") })
	}
	for i, p := range c.pieces {
		tasks = append(tasks, e.piece(c, i, p, from))
	}
	if len(braced) > 0 {
		tasks = append(tasks, e.text(" }"))
	}
	e.later(append(tasks, func() { e.mark(start, c) })...)
}

// laidOut is a stretch of a template with the lines indented as the place is.
func (e *emitter) laidOut(c *change, text string) string {
	if !strings.Contains(text, "\n") {
		return text
	}
	indent, _ := e.indent(c.span.Start)
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.ReplaceAll(text, "\n"+c.margin, e.nav.Newline()+indent)
}

func (e *emitter) mark(start int32, c *change) {
	e.marks = append(e.marks, mark{to: syntax.Span{Start: start, End: e.offset()}, change: c, within: c})
}

func (e *emitter) piece(c *change, i int, p piece, from int) func() {
	switch p.kind {
	case textPiece:
		return e.text(e.laidOut(c, p.text))
	case binderPiece:
		if name, other := c.own[p.text]; other {
			return e.text(name)
		}
		return e.text(p.text)
	case holePiece:
		need := p.need
		return func() {
			start := e.offset()
			if p.content && e.content(c.holes[p.name]) {
				return
			}
			e.later(func() { e.hole(c, c.holes[p.name], need, from) }, func() {
				e.marks = append(e.marks, mark{to: syntax.Span{Start: start, End: e.offset()}, within: c})
			})
		}
	}
	return e.text(c.texts[i])
}

// hole writes what a name stands for. Where that is the match itself, it is not
// replaced again.
func (e *emitter) hole(c *change, h *hole, need, from int) {
	switch {
	case h.name != "":
		e.variable(h.name, h.binder, need)
	case h.kept != nil:
		e.variable(h.kept.name, syntax.NoNode, need)
	case e.info.Extent(h.node) == c.span:
		e.expression(h.node, need, from)
	default:
		e.moved(h.node, need)
	}
}

// moved writes an expression in another place. Where it is all that its block has, what is
// bound before it comes along, in braces.
func (e *emitter) moved(n syntax.NodeID, need int) {
	var tasks []func()
	span := e.info.Extent(n)
	for k := sort.Search(len(e.inserts), func(k int) bool { return e.inserts[k].at >= span.Start }); k < len(e.inserts) && e.inserts[k].at == span.Start; k++ {
		if s := e.inserts[k].share; e.info.Extent(s.statement) == span {
			tasks = append(tasks, func() { e.binding(s, "; ") })
		}
	}
	if len(tasks) == 0 {
		e.expression(n, need, 0)
		return
	}
	e.later(slices.Concat([]func(){e.text("{ ")}, tasks, []func(){func() { e.expression(n, 0, 0) }, e.text(" }")})...)
}

// variable writes the name of a variable; binder is NoNode of one that is made.
func (e *emitter) variable(name string, binder syntax.NodeID, need int) {
	if need == projected {
		e.out.WriteString("(")
		defer e.out.WriteString(")")
	}
	if binder != syntax.NoNode {
		e.mentions = append(e.mentions, mention{e.offset(), binder})
	}
	e.out.WriteString(name)
}

// content writes the statements of a block without its braces, where they are in
// some; false of other expressions.
func (e *emitter) content(h *hole) bool {
	if h.name != "" || h.kept != nil {
		return false
	}
	n := e.stripped(h.node, 0)
	span := e.info.Extent(n)
	if i := e.from(span); e.item.Kind(n) != syntax.Block || i < len(e.subs) && e.subs[i].span == span {
		return false
	}
	span.Start, span.End = span.Start+1, span.End-1
	text := e.item.Text[span.Start:span.End]
	span.Start += int32(len(text) - len(strings.TrimLeft(text, " \t\r\n")))
	span.End -= int32(len(text) - len(strings.TrimRight(text, " \t\r\n")))
	e.source(span, e.from(span))
	return true
}
