package normalform

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/syntax"
)

// comments are those that stand at statements, results and clauses. Those inside of
// an expression that is copied are part of its text.
type comments struct {
	*program
	notes map[syntax.NodeID]*note // by statement, result of a block, or clause
}

// A note is what stands in front of something, and behind it on its line.
type note struct {
	before []string
	behind []string
	end    []string // of a result: what stands behind it on lines of their own
}

// findComments gives each comment to the statement that it stands at.
func findComments(p *program) *comments {
	c := &comments{p, map[syntax.NodeID]*note{}}
	_, spans := syntax.Scan(p.item.Text, nil, nil)
	spans = slices.DeleteFunc(spans, func(s syntax.Span) bool {
		return slices.ContainsFunc(p.item.TypeComments, func(t syntax.TypeComment) bool { return t.Span == s })
	})
	f := finder{c, spans, []placing{{p.item.Body(), syntax.NoNode}}}
	for len(spans) > 0 && len(f.places) > 0 {
		last := f.places[len(f.places)-1]
		f.places = f.places[:len(f.places)-1]
		f.place(last)
	}
	c.passOn()
	return c
}

// A finder descends to the nodes that hold comments.
type finder struct {
	*comments
	spans  []syntax.Span // all comments, in their order
	places []placing
}

// A placing is a node to descend into, and what a comment in it belongs to whose
// place the new text does not have.
type placing struct{ node, target syntax.NodeID }

// copiedText are the expressions that are written with the text between their
// operands.
var copiedText = map[syntax.Kind]bool{
	syntax.Call: true, syntax.Tuple: true, syntax.List: true, syntax.Index: true, syntax.Fn: true, syntax.Params: true, syntax.Param: true,
	syntax.NamedArg: true,
}

// place gives the comments of a node, but for those of its children, to a target.
func (f *finder) place(p placing) {
	kind := f.item.Kind(p.node)
	previous := syntax.NoNode
	rest := f.inside(f.item.Span(p.node))
	for _, kid := range f.item.Kids(p.node) {
		if kid == syntax.NoNode {
			continue
		}
		span := f.item.Span(kid)
		n := countBefore(rest, span.Start)
		f.give(rest[:n], p, kind, previous, kid)
		rest = rest[n:]
		if n = countBefore(rest, span.End); n > 0 {
			f.places = append(f.places, placing{kid, f.targetOf(p, kind, kid)})
			rest = rest[n:]
		}
		previous = kid
	}
	f.give(rest, p, kind, previous, syntax.NoNode)
}

// inside are the comments in a stretch of the text.
func (f *finder) inside(s syntax.Span) []syntax.Span {
	from := countBefore(f.spans, s.Start)
	return f.spans[from : from+countBefore(f.spans[from:], s.End)]
}

// countBefore counts the comments that begin in front of a place.
func countBefore(spans []syntax.Span, at int32) int {
	n, _ := slices.BinarySearchFunc(spans, at, func(s syntax.Span, at int32) int { return int(s.Start - at) })
	return n
}

// targetOf is what the comments in a child belong to.
func (f *finder) targetOf(p placing, kind syntax.Kind, kid syntax.NodeID) syntax.NodeID {
	if kind == syntax.Block || f.item.Kind(kid) == syntax.Clause {
		return kid
	}
	return p.target
}

// give hands comments between two children to what they belong to.
func (f *finder) give(found []syntax.Span, p placing, kind syntax.Kind, previous, next syntax.NodeID) {
	for _, s := range found {
		text := f.item.Text[s.Start:s.End]
		sameLine := previous != syntax.NoNode && !strings.Contains(f.item.Text[f.item.Span(previous).End:s.Start], "\n")
		switch {
		case kind == syntax.Block || kind == syntax.Match && f.item.Kind(previous) == syntax.Clause || kind == syntax.Match && f.item.Kind(next) == syntax.Clause:
			f.between(text, previous, next, sameLine && (kind == syntax.Block || f.item.Kind(previous) == syntax.Clause))
		case copiedText[kind]:
		case p.target != syntax.NoNode:
			f.note(p.target).before = append(f.note(p.target).before, text)
		}
	}
}

// between gives a comment between two statements, or two clauses, to one of them.
func (f *finder) between(text string, previous, next syntax.NodeID, sameLine bool) {
	switch {
	case sameLine:
		f.note(previous).behind = append(f.note(previous).behind, text)
	case next != syntax.NoNode:
		f.note(next).before = append(f.note(next).before, text)
	case previous != syntax.NoNode:
		f.note(previous).end = append(f.note(previous).end, text)
	}
}

func (c *comments) note(n syntax.NodeID) *note {
	if c.notes[n] == nil {
		c.notes[n] = &note{}
	}
	return c.notes[n]
}

// passOn gives the comments of a `let` that only names a variable anew to the
// statement behind it.
func (c *comments) passOn() {
	for _, dropped := range c.aliases {
		note := c.notes[dropped]
		kids := c.item.Kids(c.info.Index().Parent(dropped))
		at := slices.Index(kids, dropped)
		if note == nil || at < 0 || at+1 >= len(kids) {
			continue
		}
		next := c.note(kids[at+1])
		next.before = slices.Concat(note.before, note.behind, next.before)
		delete(c.notes, dropped)
	}
}

// A layoutNote is what is written around a line.
type layoutNote struct{ before, behind string }

// at are the comments of a line: those of its own statement, then those of the
// statements whose values it takes in.
func (c *comments) at(own syntax.NodeID, root opID) layoutNote {
	if len(c.notes) == 0 {
		return layoutNote{}
	}
	var l layoutNote
	if note := c.notes[own]; note != nil {
		l.before = lines(note.before)
		for _, text := range note.behind {
			l.behind += " " + text
		}
		for _, text := range note.end {
			l.behind += "\n" + text
		}
		delete(c.notes, own)
	}
	c.takenIn(root, func(n syntax.NodeID) {
		if note := c.notes[n]; note != nil {
			l.before += lines(note.before) + lines(note.behind) + lines(note.end)
			delete(c.notes, n)
		}
	})
	return l
}

// takenIn are the statements whose values stand in the place of their uses, in the
// order of evaluation.
func (c *comments) takenIn(root opID, yield func(syntax.NodeID)) {
	if root == none {
		return
	}
	for _, r := range c.operands(root) {
		if op := &c.ops[r.op]; r.inner == noFrame && op.mode == inPlace && op.kind != binder && op.kind != touch {
			c.takenIn(r.op, yield)
		}
	}
	for _, n := range c.statements[root] {
		yield(n)
	}
}

// anyAt tells whether comments stand at a frame's result.
func (c *comments) anyAt(f frameID) bool {
	if len(c.notes) == 0 {
		return false
	}
	found := c.notes[c.resultOf(f)] != nil
	if o := c.frames[f].result.op; c.ops[o].mode == inPlace {
		c.takenIn(o, func(n syntax.NodeID) { found = found || c.notes[n] != nil })
	}
	return found
}

// resultOf is the expression that a frame's block ends with.
func (c *comments) resultOf(f frameID) syntax.NodeID {
	n := c.frames[f].node
	if kids := c.item.Kids(n); c.item.Kind(n) == syntax.Block && len(kids) > 0 {
		return kids[len(kids)-1]
	}
	return n
}

// lines are comments on lines of their own.
func lines(texts []string) string {
	if len(texts) == 0 {
		return ""
	}
	return strings.Join(texts, "\n") + "\n"
}
