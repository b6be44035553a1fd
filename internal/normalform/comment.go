package normalform

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// comments are those that are at statements, results, clauses and opening braces.
// Those in text that is copied are written with it.
type comments struct {
	*program
	notes    map[syntax.NodeID]*note         // by statement, result of a block, clause, or block
	anchored map[syntax.NodeID]syntax.NodeID // by braces that represent nothing: what their comments belong to
	results  map[opID]syntax.NodeID          // by op with a line of its own: the result that it is
}

// A note is what precedes something, and after it on its line.
type note struct {
	before []string
	behind []string
	end    []string // of a result: what follows it on lines of their own
	open   []string // of a block: what follows its opening brace
}

// findComments gives comments to the statements that they are at.
func findComments(p *program, spans []syntax.Span) *comments {
	c := &comments{p, map[syntax.NodeID]*note{}, map[syntax.NodeID]syntax.NodeID{}, map[opID]syntax.NodeID{}}
	f := finder{c, spans, map[syntax.NodeID]bool{}, []placing{{p.item.Body(), p.item.Body()}}}
	for i := range p.frames {
		f.bodies[p.frames[i].node] = true
		c.nameResult(frameID(i))
	}
	for len(spans) > 0 && len(f.places) > 0 {
		last := f.places[len(f.places)-1]
		f.places = f.places[:len(f.places)-1]
		f.place(last)
	}
	c.passOn()
	return c
}

// remarks are the comments of an item's body, without those that say types.
func (p *program) remarks() []syntax.Span {
	_, spans := syntax.Scan(p.item.Text, nil, nil)
	body := p.item.Span(p.item.Body())
	types := map[syntax.Span]bool{}
	for _, t := range p.item.TypeComments {
		types[t.Span] = true
	}
	return slices.DeleteFunc(spans, func(s syntax.Span) bool { return s.Start < body.Start || s.End > body.End || types[s] })
}

// loose are comments that no piece has in its text.
func loose(comments []syntax.Span, pieces []piece) []syntax.Span {
	written := make([]bool, len(comments))
	for _, piece := range pieces {
		if piece.kind != textPiece || piece.from < 0 {
			continue
		}
		end := piece.from + int32(len(piece.text))
		for i := countBefore(comments, piece.from); i < len(comments) && comments[i].End <= end; i++ {
			written[i] = true
		}
	}
	var found []syntax.Span
	for i, s := range comments {
		if !written[i] {
			found = append(found, s)
		}
	}
	return found
}

// nameResult notes that a frame's result has a line of its own.
func (c *comments) nameResult(f frameID) {
	o := c.frames[f].result.op
	if o == none || c.form != ANF {
		return
	}
	n := c.resultOf(f)
	if op := &c.ops[o]; op.mode == byLet && op.let == syntax.NoNode && op.frame == f && c.item.Unparen(n) != syntax.NoNode && c.variableAt(n) == nil {
		c.results[o] = n
	}
}

// variableAt is the variable that an expression is and nothing else.
func (c *comments) variableAt(n syntax.NodeID) *typecheck.Object {
	n = c.item.Unparen(n)
	if c.item.Kind(n) == syntax.Local && len(c.item.Kids(n)) > c.info.Split[n] {
		return nil
	}
	return c.info.Object(n)
}

// A finder descends to the nodes that hold comments.
type finder struct {
	*comments
	spans  []syntax.Span          // all comments, in their order
	bodies map[syntax.NodeID]bool // of frames
	places []placing
}

// A placing is a node to descend into, and what a comment in it belongs to whose
// place the new text does not have.
type placing struct{ node, target syntax.NodeID }

// place gives the comments of a node, but for those of its children, to a target.
func (f *finder) place(p placing) {
	kind := f.item.Kind(p.node)
	if kind == syntax.Block && !f.bodies[p.node] {
		f.anchored[p.node] = p.target
	}
	previous := syntax.NoNode
	rest := f.inside(f.item.Span(p.node))
	kids := f.item.Kids(p.node)
	for i, kid := range kids {
		if kid == syntax.NoNode {
			continue
		}
		span := f.item.Span(kid)
		n := countBefore(rest, span.Start)
		f.give(rest[:n], p, kind, previous, kid)
		rest = rest[n:]
		if n = countBefore(rest, span.End); n > 0 {
			f.places = append(f.places, placing{kid, f.targetOf(p, kind, kid, i+1 == len(kids))})
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

// countBefore counts the comments that begin before a place.
func countBefore(spans []syntax.Span, at int32) int {
	n, _ := slices.BinarySearchFunc(spans, at, func(s syntax.Span, at int32) int { return int(s.Start - at) })
	return n
}

// targetOf is what the comments in a child belong to: the result of braces that
// denote nothing has no line.
func (f *finder) targetOf(p placing, kind syntax.Kind, kid syntax.NodeID, last bool) syntax.NodeID {
	switch {
	case kind == syntax.Block && !(last && !f.bodies[p.node]), f.item.Kind(kid) == syntax.Clause, f.bodies[kid] && f.item.Kind(kid) != syntax.Block:
		return kid
	}
	return p.target
}

// give hands comments between two children to what they belong to.
func (f *finder) give(found []syntax.Span, p placing, kind syntax.Kind, previous, next syntax.NodeID) {
	for _, s := range found {
		text := f.quiet(f.item.Text[s.Start:s.End])
		from := f.item.Span(p.node).Start
		if previous != syntax.NoNode {
			from = f.item.Span(previous).End
		}
		sameLine := !strings.Contains(f.item.Text[from:s.Start], "\n")
		switch {
		case kind == syntax.Block && previous == syntax.NoNode && f.bodies[p.node] && (sameLine || next == syntax.NoNode):
			f.note(p.node).open = append(f.note(p.node).open, text)
		case kind == syntax.Block && f.bodies[p.node]:
			f.between(text, previous, next, sameLine && previous != syntax.NoNode)
		case kind == syntax.Block:
			f.inBraces(text, p, previous, next, sameLine && previous != syntax.NoNode)
		case kind == syntax.Match && (f.item.Kind(previous) == syntax.Clause || f.item.Kind(next) == syntax.Clause):
			f.between(text, previous, next, sameLine && f.item.Kind(previous) == syntax.Clause)
		default:
			f.note(p.target).before = append(f.note(p.target).before, text)
		}
	}
}

// claims are the words by which a comment may mention a value.
var claims = []string{"=>", "fails", "eval", "Eval"}

// quiet is a comment of a top-level expression as one that is no evaluation comment,
// wherever it comes to stand.
func (f *finder) quiet(text string) string {
	claiming := slices.ContainsFunc(claims, func(word string) bool { return strings.Contains(text, word) })
	if f.item.Kind(f.item.Root) == syntax.ItemDef || strings.HasPrefix(text, "/*") || !claiming {
		return text
	}
	return "/* " + strings.NewReplacer("/*", "/ *", "*/", "* /").Replace(text) + " */"
}

// inBraces gives a comment in braces that denote nothing to a statement there, if
// it is not at the result.
func (f *finder) inBraces(text string, p placing, previous, next syntax.NodeID, sameLine bool) {
	kids := f.item.Kids(p.node)
	last := kids[max(len(kids)-1, 0):]
	if len(last) == 0 || next == syntax.NoNode || next == last[0] && !sameLine {
		f.note(p.target).before = append(f.note(p.target).before, text)
		return
	}
	f.between(text, previous, next, sameLine)
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

// passOn gives the comments of statements that only name a variable anew to what
// follows them.
func (c *comments) passOn() {
	if len(c.notes) == 0 {
		return
	}
	stated := map[syntax.NodeID]bool{}
	for _, s := range c.statements {
		stated[s.node] = true
	}
	dropped := slices.DeleteFunc(slices.Clone(c.aliases), func(n syntax.NodeID) bool { return stated[n] })
	slices.SortFunc(dropped, func(a, b syntax.NodeID) int { return int(c.item.Span(a).Start - c.item.Span(b).Start) })
	for _, n := range dropped {
		note := c.notes[n]
		if note == nil {
			continue
		}
		next := c.behind(n)
		if next == syntax.NoNode {
			continue
		}
		to := c.note(next)
		to.before = append(append(note.before, note.behind...), to.before...) // a chain of them grows one list
		delete(c.notes, n)
	}
}

// behind is the statement or result after a statement.
func (c *comments) behind(n syntax.NodeID) syntax.NodeID {
	block := c.info.Index().Parent(n)
	kids := c.item.Kids(block)
	at, found := slices.BinarySearchFunc(kids, c.item.Span(n).Start, func(kid syntax.NodeID, start int32) int { return int(c.item.Span(kid).Start - start) })
	at++
	if !found || at == len(kids) {
		return syntax.NoNode
	}
	if target, ok := c.anchored[block]; ok && at+1 == len(kids) {
		return target
	}
	return kids[at]
}

// A layoutNote is what is written around a line.
type layoutNote struct{ before, behind string }

// inFront are comments before the result of a top-level expression: what stands
// after that may be its evaluation comment.
func (l layoutNote) inFront() layoutNote {
	if behind := strings.TrimSpace(l.behind); behind != "" {
		l.before += behind + "\n"
	}
	return layoutNote{before: l.before}
}

// at are the comments of a line: those of its own statement, then those of the
// statements whose values it takes in.
func (c *comments) at(own syntax.NodeID, root opID) layoutNote {
	if len(c.notes) == 0 {
		return layoutNote{}
	}
	var l layoutNote
	if result, ok := c.results[root]; ok && own == syntax.NoNode {
		own = result
	}
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

// takenIn are the statements whose values are in the place of their uses, in the
// order of evaluation.
func (c *comments) takenIn(root opID, yield func(syntax.NodeID)) {
	if root == none {
		return
	}
	for _, r := range c.operands(root) {
		if r.inner == noFrame && !c.named(r.op) {
			c.takenIn(r.op, yield)
		}
	}
	for n := range c.statementsOf(root) {
		yield(n)
	}
}

// anyAt reports whether comments are at a frame's result or its opening brace.
func (c *comments) anyAt(f frameID) bool {
	if len(c.notes) == 0 {
		return false
	}
	found := c.notes[c.resultOf(f)] != nil || c.notes[c.frames[f].node] != nil
	if o := c.frames[f].result.op; c.ops[o].mode == inPlace {
		c.takenIn(o, func(n syntax.NodeID) { found = found || c.notes[n] != nil })
	}
	return found
}

// opened are the comments after a frame's opening brace.
func (c *comments) opened(f frameID) string {
	note := c.notes[c.frames[f].node]
	if note == nil || len(note.open) == 0 {
		return ""
	}
	text := "  " + strings.Join(note.open, "\n")
	note.open = nil
	return text
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
